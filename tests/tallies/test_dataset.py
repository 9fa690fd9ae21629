import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import Judgement
from scoring.relevance import score_relevance
from scoring.tallies import Tallies, Tally, Weights
from tests.tallies.datasets import any_judgements, complete_judgements, datasets


@given(st.lists(st.none() | any_judgements(), max_size=20), st.booleans())
def test_a_case_has_a_row_exactly_where_it_has_a_score(
    judgements: list[Judgement | None], part: bool
) -> None:
    tallies = Tallies.from_judgements(judgements, score_judged_part=part)
    scored = [
        position
        for position, judgement in enumerate(judgements)
        if judgement is not None
        and score_relevance(judgement, score_judged_part=part).score is not None
    ]
    assert tallies.positions.tolist() == scored
    assert tallies.total == len(judgements)
    assert tallies.cases == len(scored)
    for position, row in zip(scored, tallies.row_of_case.tolist(), strict=True):
        judgement = judgements[position]
        assert judgement is not None
        assert tallies.tally(row) == Tally.of(judgement)


@given(datasets)
def test_rows_are_distinct_and_cases_find_their_way_back(judgements: list[Judgement]) -> None:
    tallies = Tallies.from_judgements(judgements)
    rows = [tallies.tally(row) for row in range(tallies.rows)]
    assert len(set(rows)) == len(rows)
    for row, tally in enumerate(rows):
        cases = tallies.cases_where(np.arange(tallies.rows) == row).tolist()
        assert cases == [
            position for position, case in enumerate(judgements) if Tally.of(case) == tally
        ]
        assert tallies.multiplicity[row] == len(cases)
        assert tallies.base[row] == tally.base()


@given(datasets, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_never_changes_the_rows(
    judgements: list[Judgement], shuffler: random.Random
) -> None:
    shuffled = shuffler.sample(judgements, len(judgements))
    first, second = Tallies.from_judgements(judgements), Tallies.from_judgements(shuffled)
    assert first.counts.tolist() == second.counts.tolist()
    assert first.multiplicity.tolist() == second.multiplicity.tolist()


@given(datasets)
def test_groups_hold_every_case_once_by_what_it_pays(judgements: list[Judgement]) -> None:
    groups = Tallies.from_judgements(judgements).groups
    found = {
        (group.unused_high, group.missing): (
            group.cases,
            group.cases_at_least(0.5),
            group.left_after(np.array(0.5)),
        )
        for group in groups
    }
    tallied = [Tally.of(judgement) for judgement in judgements]
    assert set(found) == {(tally.unused_high, tally.missing) for tally in tallied}
    for (unused, missing), (cases, at_least, left) in found.items():
        bases = [
            tally.base()
            for tally in tallied
            if (tally.unused_high, tally.missing) == (unused, missing)
        ]
        assert cases == len(bases)
        assert at_least == sum(base >= 0.5 for base in bases)
        assert left == pytest.approx(sum(max(0.0, base - 0.5) for base in bases))


@given(datasets, st.data())
def test_selected_cases_keep_their_positions_and_tallies(
    judgements: list[Judgement], data: st.DataObject
) -> None:
    marks = data.draw(st.lists(st.booleans(), min_size=len(judgements), max_size=len(judgements)))
    chosen = Tallies.from_judgements(judgements).selected(np.array(marks))
    assert chosen.positions.tolist() == [position for position, mark in enumerate(marks) if mark]
    assert chosen.total == len(judgements)
    tallied = [chosen.tally(row) for row in chosen.row_of_case.tolist()]
    assert tallied == [
        Tally.of(judgement) for judgement, mark in zip(judgements, marks, strict=True) if mark
    ]
    assert chosen.multiplicity.sum() == sum(marks)


@given(datasets)
def test_other_weights_keep_the_cases_and_change_the_bases(judgements: list[Judgement]) -> None:
    weights = Weights(1.0, 0.55, 0.21, 0.05)
    tallies = Tallies.from_judgements(judgements).reweighted(weights)
    assert tallies.weights == weights
    for judgement, row in zip(judgements, tallies.row_of_case.tolist(), strict=True):
        assert tallies.tally(row) == Tally.of(judgement)
        assert tallies.base[row] == Tally.of(judgement).base(weights)


def test_the_same_weights_cost_nothing() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    assert tallies.reweighted(Weights()) is tallies


@given(st.lists(complete_judgements(), max_size=10))
def test_counted_cases_make_the_same_table(judgements: list[Judgement]) -> None:
    counted = [
        (tally.high, tally.medium, tally.low, tally.none, tally.unused_high, tally.missing)
        for tally in map(Tally.of, judgements)
    ]
    ours = Tallies.from_counts(np.array(counted, dtype=int).reshape(-1, 6))
    theirs = Tallies.from_judgements(judgements)
    assert ours.counts.tolist() == theirs.counts.tolist()
    assert ours.row_of_case.tolist() == theirs.row_of_case.tolist()


def test_counts_too_large_to_pack_are_told_apart_all_the_same() -> None:
    most = 2**31 - 1
    counts = np.array(
        [[most, 0, 0, 0, most, 0], [0, most, 0, 0, 0, most], [most, 0, 0, 0, most, 0]]
    )
    tallies = Tallies.from_counts(counts)
    assert tallies.multiplicity.tolist() == [1, 2]
    assert tallies.tally(1) == Tally(most, 0, 0, 0, most, 0)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([[1, 0, 0, 0, 0]], "6 columns"),
        ([[1, 0, 0, -1, 0, 0]], "0 or more"),
        ([[2**31, 0, 0, 0, 0, 0]], "2\\^31"),
        ([[0, 0, 0, 0, 0, 3]], "at least one"),
        ([[1, 0, 0, 0, 2, 0]], "unused"),
    ],
)
def test_impossible_columns_are_refused(counts: list[list[int]], message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        Tallies.from_counts(np.array(counts))


def test_a_selection_needs_a_mark_for_each_case() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    with pytest.raises(InvalidValueError, match="1 cases"):
        tallies.selected(np.array([True, False]))
