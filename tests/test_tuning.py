"""What is said of cases under several settings, against brute force over `score_relevance`."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bands import RELEVANCE_BANDS, band_of
from scoring.model import PRESETS, Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import Penalty, Tallies, band_changes, rank_changes
from scoring.tuning import case_flips, changed_cases, furthest_moves, outcomes
from tests.tallies.datasets import datasets, score_of, settings, thresholds


@given(datasets, settings, settings)
def test_outcomes_are_those_of_scoring_every_case(
    judgements: list[Judgement], one: Penalties, other: Penalties
) -> None:
    tallies = Tallies.from_judgements(judgements)
    for outcome, penalties in zip(
        outcomes(tallies, {"a": one, "b": other}, 10), (one, other), strict=True
    ):
        scores = [score_of(judgement, penalties, 10) for judgement in judgements]
        assert outcome.summary.mean == pytest.approx(math.fsum(scores) / len(scores))
        assert outcome.histogram.cases.sum() == len(judgements)
        assert [count for _, count in outcome.summary.bands] == [
            sum(band_of(score, 10, RELEVANCE_BANDS) is band for score in scores)
            for band in RELEVANCE_BANDS
        ]


@given(datasets, settings, settings)
def test_changed_cases_are_exactly_those_in_another_band(
    judgements: list[Judgement], before: Penalties, after: Penalties
) -> None:
    tallies = Tallies.from_judgements(judgements)
    found = changed_cases(tallies, band_changes(tallies, before, after))
    expected = {}
    for position, judgement in enumerate(judgements):
        old, new = (
            band_of(score_of(judgement, penalties), 1, RELEVANCE_BANDS).name
            for penalties in (before, after)
        )
        if old != new:
            expected[position] = (old, new)
    assert {case: (change.before.name, change.after.name) for case, change in found} == expected
    moves = [abs(change.score_after - change.score_before) for _, change in found]
    assert moves == sorted(moves, reverse=True)


@given(datasets, settings, st.sampled_from(list(Penalty)), thresholds)
def test_a_case_passes_up_to_its_value_and_no_further(
    judgements: list[Judgement], penalties: Penalties, penalty: Penalty, threshold: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    flips = case_flips(tallies, penalties, penalty, threshold)

    def passes(position: int, value: float) -> bool:
        score = score_of(judgements[position], penalty.moved_to(value, penalties))
        return settled(score) >= threshold

    for flip in flips.nearest:
        assert flip.score == score_of(judgements[flip.position], penalties)
        assert flip.passes == passes(flip.position, penalty.of(penalties))
        assert passes(flip.position, max(0.0, flip.last_value - 1e-6))
        assert not passes(flip.position, flip.last_value + 1e-6)
    flipping = {flip.position for flip in flips.nearest}
    others = [place for place in range(len(judgements)) if place not in flipping]
    ends = [(passes(place, 0.0), passes(place, 1e6)) for place in others]
    assert ends.count((True, True)) == flips.always
    assert ends.count((False, False)) == flips.never
    assert flips.always + flips.never + flips.flipping == len(judgements)


@given(datasets, settings, settings)
def test_moves_name_each_case_whose_place_in_the_order_changes(
    judgements: list[Judgement], before: Penalties, after: Penalties
) -> None:
    tallies = Tallies.from_judgements(judgements)
    found = furthest_moves(tallies, rank_changes(tallies, before, after))

    def ranks(penalties: Penalties) -> list[float]:
        scores = [settled(score_of(judgement, penalties)) for judgement in judgements]
        return [
            sum(other > score for other in scores) + (scores.count(score) + 1) / 2
            for score in scores
        ]

    old, new = ranks(before), ranks(after)
    assert {move.position: (move.before, move.after) for move in found} == {
        place: (old[place], new[place])
        for place in range(len(judgements))
        if old[place] != new[place]
    }


def test_as_many_cases_are_named_as_are_asked_for() -> None:
    # 1 - p for each: under the lenient 0.05 good, under the strict 0.2 mixed, if 4 are unused.
    tallies = Tallies.from_counts(np.array([[4, 0, 0, 0, unused, 0] for unused in (1, 2, 3, 4)]))
    lenient, strict = PRESETS["lenient"], PRESETS["strict"]
    changes = band_changes(tallies, lenient, strict)
    ranks = rank_changes(tallies, Penalties(0.0), strict)
    assert changes.total == 4
    assert len(case_flips(tallies, strict, Penalty.UNUSED_HIGH, most=3).nearest) == 3
    assert len(changed_cases(tallies, changes, most=2)) == 2
    assert len(furthest_moves(tallies, ranks, most=1)) == 1


def test_without_a_case_nothing_flips() -> None:
    flips = case_flips(Tallies.from_judgements([]), Penalties(), Penalty.UNUSED_HIGH)
    assert (flips.always, flips.never, flips.flipping, flips.nearest) == (0, 0, 0, ())
