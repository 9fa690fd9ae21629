import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import Penalty, Tallies, curve_along
from tests.tallies.datasets import (
    datasets,
    evidence_of,
    scales,
    score_of,
    settings,
    thresholds,
)


@given(datasets, settings, st.sampled_from(list(Penalty)), scales, thresholds)
def test_every_point_of_a_curve_is_what_the_cases_come_to(
    judgements: list[Judgement],
    penalties: Penalties,
    penalty: Penalty,
    scale: float,
    threshold: float,
) -> None:
    curve = curve_along(
        Tallies.from_judgements(judgements),
        penalties,
        penalty,
        points=3,
        shares=(0.25, 0.9),
        threshold=threshold,
        scale=scale,
    )
    assert penalty.of(penalties) in curve.values
    assert {0.0, 0.5, 1.0} <= set(curve.values.tolist())
    for place, value in enumerate(curve.values.tolist()):
        there = penalty.moved_to(value, penalties)
        values = [score_of(judgement, there) for judgement in judgements]
        floors = [evidence_of(judgement, there).floored for judgement in judgements]
        assert curve.mean[place] == pytest.approx(np.mean(values) * scale, abs=1e-10)
        assert curve.floored[place] == pytest.approx(np.mean(floors))
        assert curve.passing[place] == pytest.approx(
            np.mean([settled(score) >= threshold for score in values])
        )
        assert [line[place] for _, line in curve.quantiles] == pytest.approx(
            (np.quantile(values, (0.25, 0.9)) * scale).tolist(), abs=1e-10
        )


@given(datasets, settings, st.sampled_from(list(Penalty)), st.floats(0, 1))
def test_straight_lines_between_the_points_are_the_curve_where_it_says_so(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty, value: float
) -> None:
    curve = curve_along(
        Tallies.from_judgements(judgements), penalties, penalty, points=2, shares=()
    )
    assert curve.exact
    assert curve.quantiles == ()
    there = penalty.moved_to(value, penalties)
    mean = np.mean([score_of(judgement, there) for judgement in judgements])
    assert np.interp(value, curve.values, curve.mean) == pytest.approx(mean, abs=1e-8)


def test_a_curve_with_too_many_bends_to_see_keeps_to_its_even_points() -> None:
    counts = [[high, none, 0, 1, high, 0] for high in range(1, 25) for none in range(24)]
    curve = curve_along(
        Tallies.from_counts(np.array(counts)), Penalties(), Penalty.UNUSED_HIGH, points=11
    )
    assert not curve.exact
    assert curve.values.tolist() == pytest.approx(np.linspace(0, 1, 11).tolist())


def test_the_current_value_outside_the_span_is_not_drawn() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    curve = curve_along(tallies, Penalties(), Penalty.MISSING_CAP, span=(0.0, 0.4), points=2)
    assert curve.values.tolist() == [0.0, 0.4]


def test_an_empty_span_and_an_empty_dataset_are_refused() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    with pytest.raises(InvalidValueError, match="two values"):
        curve_along(tallies, Penalties(), Penalty.MISSING_CAP, span=(0.4, 0.4))
    with pytest.raises(InvalidValueError, match="no case"):
        curve_along(Tallies.from_judgements([]), Penalties(), Penalty.MISSING_CAP)
