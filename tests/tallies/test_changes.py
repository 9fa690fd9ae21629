import numpy as np
import pytest
from hypothesis import given

from scoring.bands import RELEVANCE_BANDS, band_of
from scoring.model import PRESETS, Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import Tallies, Tally, band_changes, flips_between
from tests.tallies.datasets import datasets, score_of, settings, thresholds


def band(judgement: Judgement, penalties: Penalties) -> int:
    return RELEVANCE_BANDS.index(band_of(score_of(judgement, penalties), 1.0, RELEVANCE_BANDS))


@given(datasets, settings, settings)
def test_band_changes_name_every_case_that_moves_and_no_other(
    judgements: list[Judgement], before: Penalties, after: Penalties
) -> None:
    tallies = Tallies.from_judgements(judgements)
    changes = band_changes(tallies, before, after)
    moves = [(band(judgement, before), band(judgement, after)) for judgement in judgements]
    moving = [position for position, (old, new) in enumerate(moves) if old != new]
    expected = np.zeros((5, 5), dtype=int)
    for old, new in moves:
        expected[old, new] += 1
    assert changes.cases.tolist() == expected.tolist()
    assert changes.total == len(moving)
    assert tallies.cases_where(changes.changed).tolist() == moving
    assert sum(change.cases for change in changes.changes) == len(moving)
    distances = [abs(change.score_after - change.score_before) for change in changes.changes]
    assert distances == sorted(distances, reverse=True)
    for change in changes.changes:
        cases = tallies.cases_where(np.arange(tallies.rows) == change.row)
        judgement = judgements[cases[0]]
        assert change.tally == Tally.of(judgement)
        assert change.score_before == score_of(judgement, before)
        assert change.score_after == score_of(judgement, after)
        assert change.before is RELEVANCE_BANDS[band(judgement, before)]
        assert change.after is RELEVANCE_BANDS[band(judgement, after)]


@pytest.mark.parametrize(
    ("counts", "before", "after", "reason"),
    [
        (
            [9, 0, 0, 1, 2, 0],
            Penalties(),
            Penalties(unused_high_relevance_context=0.2),
            "unused 2 x 0.10 -> 0.20 takes it from good to mixed",
        ),
        (
            [9, 0, 0, 1, 0, 2],
            Penalties(missing_context_per_item=0.0625),
            Penalties(),
            "missing 2 x 0.0625 -> 0.15 takes it from good to mixed",
        ),
        (
            [9, 0, 0, 1, 0, 3],
            Penalties(),
            Penalties(missing_context_per_item=0.3, max_missing_context_penalty=0.6),
            "missing 3 x 0.15 -> 0.60 (cap) takes it from mixed to poor",
        ),
        (
            [9, 0, 0, 1, 1, 4],
            PRESETS["lenient"],
            PRESETS["strict"],
            "unused 1 x 0.05 -> 0.20 and missing 0.30 (cap) -> 0.60 (cap) "
            "take it from mixed to very poor",
        ),
    ],
)
def test_a_change_of_band_says_why(
    counts: list[int], before: Penalties, after: Penalties, reason: str
) -> None:
    changes = band_changes(Tallies.from_counts(np.array([counts])), before, after).changes
    assert [change.reason for change in changes] == [reason]


def test_only_as_many_changes_are_described_as_asked_for() -> None:
    counts = np.array([[9, 0, 0, 1, unused, 0] for unused in range(1, 6)])
    changes = band_changes(Tallies.from_counts(counts), Penalties(0.0), Penalties(0.5), limit=2)
    assert changes.total == 5
    assert [change.tally.unused_high for change in changes.changes] == [2, 3]


@given(datasets, settings, settings, thresholds)
def test_flips_name_the_cases_that_pass_on_one_side_only(
    judgements: list[Judgement], before: Penalties, after: Penalties, threshold: float
) -> None:
    flips = flips_between(Tallies.from_judgements(judgements), before, after, threshold)
    old, new = (
        [settled(score_of(judgement, penalties)) >= threshold for judgement in judgements]
        for penalties in (before, after)
    )
    positions = range(len(judgements))
    assert flips.now_failing.tolist() == [at for at in positions if old[at] and not new[at]]
    assert flips.now_passing.tolist() == [at for at in positions if new[at] and not old[at]]
