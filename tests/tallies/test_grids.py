import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import Measure, Penalty, Tallies, penalty_map
from tests.tallies.datasets import (
    datasets,
    evidence_of,
    penalty_values,
    scales,
    score_of,
    settings,
    thresholds,
)

axes = st.lists(penalty_values, min_size=1, max_size=4).map(sorted)
pairs = st.permutations(list(Penalty)).map(lambda order: order[:2])


@given(datasets, settings, pairs, axes, axes, scales, thresholds)
def test_a_map_holds_at_every_point_what_the_cases_come_to_there(
    judgements: list[Judgement],
    penalties: Penalties,
    pair: list[Penalty],
    x_values: list[float],
    y_values: list[float],
    scale: float,
    threshold: float,
) -> None:
    tallies = Tallies.from_judgements(judgements)
    maps = {
        measure: penalty_map(
            tallies,
            penalties,
            (pair[0], x_values),
            (pair[1], y_values),
            measure,
            threshold=threshold,
            scale=scale,
        ).values
        for measure in Measure
    }
    assert maps[Measure.MEAN].shape == (len(y_values), len(x_values))
    for column, x in enumerate(x_values):
        for line, y in enumerate(y_values):
            there = pair[1].moved_to(y, pair[0].moved_to(x, penalties))
            values = [score_of(judgement, there) for judgement in judgements]
            passes = [settled(value) >= threshold for value in values]
            floors = [evidence_of(judgement, there).floored for judgement in judgements]
            assert maps[Measure.MEAN][line, column] == pytest.approx(
                np.mean(values) * scale, abs=1e-10
            )
            assert maps[Measure.PASSING][line, column] == pytest.approx(np.mean(passes))
            assert maps[Measure.FLOORED][line, column] == pytest.approx(np.mean(floors))


def test_a_map_says_what_it_is_of() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 1, 1, 1]]))
    shown = penalty_map(
        tallies,
        Penalties(),
        (Penalty.UNUSED_HIGH, [0.0, 0.1]),
        (Penalty.MISSING_CAP, [0.0, 0.2, 1.7e308]),
        scale=10,
    )
    assert (shown.x, shown.y) == (Penalty.UNUSED_HIGH, Penalty.MISSING_CAP)
    assert shown.measure is Measure.MEAN
    expected = [[5.0, 4.0], [3.5, 2.5], [3.5, 2.5]]
    assert shown.values.tolist() == [pytest.approx(line) for line in expected]


def test_a_map_needs_two_penalties_values_in_range_and_a_case() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    unused, cap = (Penalty.UNUSED_HIGH, [0.1]), (Penalty.MISSING_CAP, [0.1])
    with pytest.raises(InvalidValueError, match="two different"):
        penalty_map(tallies, Penalties(), unused, unused)
    with pytest.raises(InvalidValueError, match="unused_high_relevance_context"):
        penalty_map(tallies, Penalties(), (Penalty.UNUSED_HIGH, [-0.1]), cap)
    with pytest.raises(InvalidValueError, match="ascend"):
        penalty_map(tallies, Penalties(), (Penalty.UNUSED_HIGH, [0.2, 0.1]), cap)
    with pytest.raises(InvalidValueError, match="no case"):
        penalty_map(Tallies.from_judgements([]), Penalties(), unused, cap)
