import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bands import RELEVANCE_BANDS, band_of
from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import (
    Tallies,
    band_numbers,
    capped,
    case_scores,
    decompose,
    floored,
    histogram,
    passing,
    scores,
    summarise,
)
from scoring.tallies.setting import least_settling_at
from tests.tallies.datasets import datasets, evidence_of, scales, score_of, settings, thresholds

EMPTY = Tallies.from_judgements([])


@given(datasets, settings, scales)
def test_every_case_scores_as_score_relevance_says_to_the_last_bit(
    judgements: list[Judgement], penalties: Penalties, scale: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    assert case_scores(tallies, penalties, scale).tolist() == [
        score_of(judgement, penalties, scale) for judgement in judgements
    ]


@given(datasets, settings, thresholds)
def test_every_decision_about_a_case_is_score_relevances(
    judgements: list[Judgement], penalties: Penalties, threshold: float
) -> None:
    tallies = Tallies.from_judgements(judgements)
    row = tallies.row_of_case
    evidence = [evidence_of(judgement, penalties) for judgement in judgements]
    marks = [settled(score_of(judgement, penalties)) >= threshold for judgement in judgements]
    assert passing(tallies, penalties, threshold)[row].tolist() == marks
    assert floored(tallies, penalties)[row].tolist() == [each.floored for each in evidence]
    assert capped(tallies, penalties)[row].tolist() == [each.capped for each in evidence]
    assert [RELEVANCE_BANDS[number] for number in band_numbers(tallies, penalties)[row]] == [
        band_of(score_of(judgement, penalties), 1.0, RELEVANCE_BANDS) for judgement in judgements
    ]


@given(st.floats(0, 1))
def test_the_least_float_that_settles_at_a_threshold_is_found_exactly(threshold: float) -> None:
    least = least_settling_at(threshold)
    assert settled(least) >= threshold
    assert settled(np.nextafter(least, -1).item()) < threshold


@given(datasets, settings, scales, thresholds)
def test_a_summary_is_what_the_cases_come_to_one_by_one(
    judgements: list[Judgement], penalties: Penalties, scale: float, threshold: float
) -> None:
    shares = (0.0, 0.1, 0.5, 0.75, 1.0)
    summary = summarise(
        Tallies.from_judgements([*judgements, None]),
        penalties,
        scale,
        threshold=threshold,
        shares=shares,
    )
    values = [score_of(judgement, penalties, scale) for judgement in judgements]
    evidence = [evidence_of(judgement, penalties) for judgement in judgements]
    assert (summary.cases, summary.total) == (len(values), len(values) + 1)
    assert summary.mean == pytest.approx(np.mean(values), abs=1e-12)
    deviation = np.std(values, ddof=1) if len(values) > 1 else 0.0
    assert summary.standard_deviation == pytest.approx(deviation, abs=1e-9)
    assert [share for share, _ in summary.quantiles] == list(shares)
    assert [value for _, value in summary.quantiles] == pytest.approx(
        np.quantile(values, shares).tolist(), abs=1e-12
    )
    names = [band_of(value, scale, RELEVANCE_BANDS).name for value in values]
    assert {band.name: count for band, count in summary.bands} == {
        band.name: names.count(band.name) for band in RELEVANCE_BANDS
    }
    assert summary.passing == sum(settled(value / scale) >= threshold for value in values)
    assert summary.floored == sum(each.floored for each in evidence)
    assert summary.capped == sum(each.capped for each in evidence)
    assert summary.share_passing == summary.passing / len(values)
    assert summary.share_floored == summary.floored / len(values)
    assert summary.share_capped == summary.capped / len(values)


@given(datasets, settings, scales)
def test_the_mean_comes_apart_into_the_evidence_of_its_cases(
    judgements: list[Judgement], penalties: Penalties, scale: float
) -> None:
    parts = decompose(Tallies.from_judgements(judgements), penalties, scale)
    evidence = [evidence_of(judgement, penalties) for judgement in judgements]

    def mean(values: list[float]) -> object:
        return pytest.approx(np.mean(values) * scale, abs=1e-9)

    assert parts.base == mean([each.base for each in evidence])
    assert parts.usage == mean([each.usage_penalty for each in evidence])
    assert parts.missing_uncapped == mean([each.missing_penalty_uncapped for each in evidence])
    assert parts.saved_by_cap == mean(
        [each.missing_penalty_uncapped - each.missing_penalty for each in evidence]
    )
    assert parts.lost_to_floor == mean([max(0.0, -each.unfloored) for each in evidence])
    assert parts.score == mean([score_of(judgement, penalties) for judgement in judgements])
    assert parts.score == pytest.approx(
        parts.base
        - parts.usage
        - parts.missing_uncapped
        + parts.saved_by_cap
        + parts.lost_to_floor,
        abs=1e-9,
    )


@given(datasets, settings, scales, st.integers(1, 30))
def test_a_histogram_holds_each_case_in_the_bin_of_its_score(
    judgements: list[Judgement], penalties: Penalties, scale: float, bins: int
) -> None:
    shown = histogram(Tallies.from_judgements(judgements), penalties, scale, bins)
    lower = [number / bins for number in range(bins)]
    expected = [0] * bins
    for judgement in judgements:
        share = settled(score_of(judgement, penalties))
        expected[max(number for number in range(bins) if lower[number] <= share)] += 1
    assert shown.cases.tolist() == expected
    assert shown.edges.tolist() == pytest.approx([edge * scale for edge in (*lower, 1.0)])


def test_more_rows_than_a_block_are_scored_alike() -> None:
    counts = [[high, high % 7, 1, high % 3, 0, high % 4] for high in range(40_000)]
    tallies = Tallies.from_counts(np.array(counts))
    values = case_scores(tallies)
    for position in (0, 1, 16_383, 16_384, 39_999):
        high, medium, low, none, _, missing = counts[position]
        base = (high + 0.7 * medium + 0.3 * low) / (high + medium + low + none)
        expected = max(0.0, base - min(0.15 * missing, 0.5))
        assert values[position] == pytest.approx(expected, abs=1e-12)


def test_an_absurd_but_valid_setting_leaves_nothing() -> None:
    tallies = Tallies.from_counts(np.array([[2, 0, 0, 0, 2, 3]]))
    assert scores(tallies, Penalties(1.7e308, 1.7e308, 1.7e308)).tolist() == [0.0]


def test_a_dataset_without_scores_has_no_summary() -> None:
    with pytest.raises(InvalidValueError, match="no case has a score"):
        summarise(EMPTY)
    with pytest.raises(InvalidValueError, match="no case has a score"):
        decompose(EMPTY)


def test_values_out_of_range_are_refused() -> None:
    tallies = Tallies.from_counts(np.array([[1, 0, 0, 0, 0, 0]]))
    with pytest.raises(InvalidValueError, match="scale"):
        scores(tallies, scale=0)
    with pytest.raises(InvalidValueError, match="threshold"):
        summarise(tallies, threshold=1.5)
    with pytest.raises(InvalidValueError, match="quantile"):
        summarise(tallies, shares=(1.2,))
    with pytest.raises(InvalidValueError, match="bin"):
        histogram(tallies, bins=0)
