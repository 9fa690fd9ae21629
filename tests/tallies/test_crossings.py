import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bands import RELEVANCE_BANDS
from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import KinkKind, Penalty, Tallies, kinks_along, last_values_reaching
from tests.tallies.datasets import datasets, evidence_of, score_of, settings

shares = st.integers(1, 100).map(lambda number: number / 100)
penalties_moved = st.sampled_from(list(Penalty))
BEYOND = 4e-9  # past what settling to nine places forgives


@given(datasets, settings, penalties_moved, shares)
def test_a_case_passes_up_to_its_flip_value_and_not_beyond(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty, threshold: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    values = last_values_reaching(tallies, penalties, penalty, threshold)[tallies.row_of_case]

    def passes(judgement: Judgement, value: float) -> bool:
        return settled(score_of(judgement, penalty.moved_to(value, penalties))) >= threshold

    for judgement, value in zip(judgements, values.tolist(), strict=True):
        if value == -math.inf:
            assert not passes(judgement, 0.0)
        elif value == math.inf:
            assert passes(judgement, 100.0)
        else:
            assert passes(judgement, value)
            assert not passes(judgement, value + BEYOND)


@given(datasets, settings, penalties_moved)
def test_a_case_is_at_the_floor_beyond_its_value_and_not_before(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty
) -> None:
    tallies = Tallies.from_judgements(judgements)
    values = last_values_reaching(tallies, penalties, penalty, 0.0)[tallies.row_of_case]
    for judgement, value in zip(judgements, values.tolist(), strict=True):
        at = [0.0, 100.0, value, value + BEYOND]
        floors = [
            evidence_of(judgement, penalty.moved_to(x, penalties)).floored
            if math.isfinite(x)
            else None
            for x in at
        ]
        if value == -math.inf:
            assert floors[0]
        elif value == math.inf:
            assert not floors[1]
        else:
            assert floors[2:] == [False, True]


@given(datasets, settings, penalties_moved, shares)
def test_kinks_count_the_cases_that_cross_there(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty, threshold: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    kinks = kinks_along(tallies, penalties, penalty, threshold=threshold)
    bounds = {
        KinkKind.THRESHOLD: [threshold],
        KinkKind.BAND: [band.lower for band in RELEVANCE_BANDS[:-1]],
    }
    for kind, lowers in bounds.items():
        assert kinks[kind].kind is kind
        assert (np.diff(kinks[kind].values) > 0).all()
        crossings = 0
        for judgement in judgements:
            most, least = (
                settled(score_of(judgement, penalty.moved_to(value, penalties)))
                for value in (0.0, 100.0)
            )
            crossings += sum(least < lower <= most for lower in lowers)
        assert kinks[kind].cases.sum() == crossings


@given(datasets, settings, penalties_moved)
def test_the_mean_is_straight_between_the_kinks_of_floor_and_cap(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty
) -> None:
    tallies = Tallies.from_judgements(judgements)
    kinks = kinks_along(tallies, penalties, penalty)
    bends = {*kinks[KinkKind.FLOOR].values.tolist(), *kinks[KinkKind.CAP].values.tolist()}
    ends = sorted({0.0, *bends, max(bends, default=0.0) + 1.0})

    def mean(value: float) -> float:
        setting = penalty.moved_to(value, penalties)
        return float(np.mean([score_of(judgement, setting) for judgement in judgements]))

    for start, stop in pairwise(ends):
        inside = start + (stop - start) * 0.3
        straight = mean(start) + (mean(stop) - mean(start)) * 0.3
        assert mean(inside) == pytest.approx(straight, abs=1e-8)


def test_nothing_flips_at_a_threshold_of_zero() -> None:
    tallies = Tallies.from_counts(np.array([[3, 0, 0, 1, 2, 3]]))
    for penalty in Penalty:
        kinks = kinks_along(tallies, Penalties(), penalty, threshold=0.0)
        assert not len(kinks[KinkKind.THRESHOLD].values)


def test_the_cap_binds_where_per_item_is_cap_over_missing() -> None:
    tallies = Tallies.from_counts(
        np.array([[5, 0, 0, 0, 0, 1], [5, 0, 0, 0, 0, 4], [6, 0, 0, 0, 0, 4], [0, 0, 1, 2, 0, 2]])
    )
    by_item = kinks_along(tallies, Penalties(), Penalty.MISSING_ITEM)[KinkKind.CAP]
    # The last case has a base of 0.1, so that two items take all of it before the cap binds.
    assert by_item.values.tolist() == [0.125, 0.5]
    assert by_item.cases.tolist() == [2, 1]
    by_cap = kinks_along(tallies, Penalties(), Penalty.MISSING_CAP)[KinkKind.CAP]
    assert by_cap.values.tolist() == pytest.approx([0.15, 0.6])
    assert by_cap.cases.tolist() == [1, 2]
    assert not len(kinks_along(tallies, Penalties(), Penalty.UNUSED_HIGH)[KinkKind.CAP].values)


def test_a_share_outside_the_scale_is_refused() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    with pytest.raises(InvalidValueError, match="threshold"):
        last_values_reaching(tallies, Penalties(), Penalty.UNUSED_HIGH, 1.01)
