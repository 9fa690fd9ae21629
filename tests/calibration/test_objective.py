import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.calibration import Parameter, pass_labels, score_labels
from scoring.calibration.fitting import SEARCHED
from scoring.calibration.objective import BLUR_RANGE, Fitted, Objective, Problems, objective_for
from scoring.model import Judgement, Penalties
from scoring.tallies import Tallies, Tally, Weights
from tests.tallies.datasets import datasets, score_of, settings

PENALTIES = (Parameter.UNUSED_HIGH, Parameter.MISSING_ITEM, Parameter.MISSING_CAP)
SEARCH = {**SEARCHED, Parameter.BLUR: BLUR_RANGE}
START = Fitted(Penalties(), Weights(), threshold=0.7)
shares = st.floats(0, 1)


def values_of(penalties: Penalties, *others: float) -> list[float]:
    return [*(getattr(penalties, each.value) for each in PENALTIES), *others]


def pull(objective: Objective, values: list[float]) -> float:
    span = [SEARCH[parameter][1] - SEARCH[parameter][0] for parameter in objective.parameters]
    return 1e-6 * float((((np.array(values) - objective.start) / span) ** 2).sum())


@given(datasets, settings, settings, st.data())
def test_the_loss_of_scores_is_the_sum_of_squares_over_the_labels_of_each_set(
    judgements: list[Judgement], one: Penalties, other: Penalties, data: st.DataObject
) -> None:
    count = len(judgements)
    labels = data.draw(st.lists(shares, min_size=count, max_size=count))
    marks = data.draw(
        st.lists(st.lists(st.booleans(), min_size=count, max_size=count), min_size=2, max_size=2)
    )
    tallies = Tallies.from_judgements(judgements)
    objective = objective_for(tallies, score_labels(tallies, labels), PENALTIES, START, SEARCH)
    problems = Problems.of(objective, np.array(marks))
    candidates = np.array([[values_of(one), values_of(other)]] * 2)
    losses = problems.losses(candidates, np.arange(2))
    for problem, taken in enumerate(marks):
        for number, setting in enumerate((one, other)):
            squares = [
                (label - score_of(judgement, setting)) ** 2
                for label, judgement, mark in zip(labels, judgements, taken, strict=True)
                if mark
            ]
            expected = math.fsum(squares) + pull(objective, values_of(setting))
            assert losses[problem, number] == pytest.approx(expected, abs=1e-9)


@given(datasets, settings, st.floats(0.05, 1), st.floats(*BLUR_RANGE), st.data())
def test_the_loss_of_verdicts_is_how_unlikely_they_are(
    judgements: list[Judgement],
    setting: Penalties,
    threshold: float,
    blur: float,
    data: st.DataObject,
) -> None:
    judgements = [*judgements, judgements[0]]
    count = len(judgements)
    verdicts = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    verdicts[0], verdicts[-1] = True, False
    tallies = Tallies.from_judgements(judgements)
    objective = objective_for(
        tallies,
        pass_labels(tallies, verdicts),
        (*PENALTIES, Parameter.THRESHOLD, Parameter.BLUR),
        START,
        SEARCH,
    )
    values = values_of(setting, threshold, blur)
    loss = Problems.alike(objective, 1).losses(np.array([[values]]), np.array([0]))
    expected = 0.0
    for judgement, verdict in zip(judgements, verdicts, strict=True):
        margin = (score_of(judgement, setting) - threshold) / blur
        expected += math.log1p(math.exp(-margin if verdict else margin))
    expected += pull(objective, values)
    assert loss[0, 0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(datasets, settings, shares, shares)
def test_predictions_under_other_weights_are_the_formulas(
    judgements: list[Judgement], setting: Penalties, medium: float, low: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    objective = objective_for(
        tallies,
        score_labels(tallies, [0.5] * len(judgements)),
        (*PENALTIES, Parameter.MEDIUM_WEIGHT, Parameter.LOW_WEIGHT),
        START,
        SEARCH,
    )
    values = np.array(values_of(setting, medium, low))
    fitted = objective.setting(values)
    assert fitted.weights == Weights(1.0, medium, low, 0.0)
    predicted = objective.predicted(values[np.newaxis, np.newaxis])[0, 0, objective.row]
    for judgement, score in zip(judgements, predicted.tolist(), strict=True):
        tally = Tally.of(judgement)
        missing = min(
            tally.missing * setting.missing_context_per_item, setting.max_missing_context_penalty
        )
        usage = tally.unused_high * setting.unused_high_relevance_context
        expected = max(0.0, tally.base(fitted.weights) - usage - missing)
        assert score == pytest.approx(expected, abs=1e-12)
