import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.tallies import IntervalMethod, Tallies, case_scores, mean_interval
from tests.tallies.datasets import datasets, scales, score_of, settings


def sample(cases: int, seed: int) -> Tallies:
    levels = np.random.default_rng(seed).integers(0, 4, (cases, 4))
    levels[:, 3] += 1
    unused = np.minimum(levels[:, 0], 1)
    return Tallies.from_counts(np.column_stack([levels, unused, levels[:, 1]]))


@given(datasets, settings, scales)
def test_students_interval_is_scipys(
    judgements: list[Judgement], penalties: Penalties, scale: float
) -> None:
    interval = mean_interval(Tallies.from_judgements(judgements), penalties, scale)
    values = [score_of(judgement, penalties, scale) for judgement in judgements]
    assert interval.mean == pytest.approx(np.mean(values), abs=1e-12)
    if np.ptp(values) < 1e-10 * scale:
        assert (interval.low, interval.high) == (None, None)
    elif np.ptp(values) > 1e-8 * scale:
        expected = stats.t.interval(
            0.95, len(values) - 1, loc=np.mean(values), scale=stats.sem(values)
        )
        assert interval.low == pytest.approx(max(0.0, expected[0]), abs=1e-9)
        assert interval.high == pytest.approx(min(scale, expected[1]), abs=1e-9)


def test_the_bootstrap_agrees_with_scipys_percentile_bootstrap() -> None:
    tallies = sample(300, seed=3)
    ours = mean_interval(
        tallies, method=IntervalMethod.BOOTSTRAP, confidence=0.9, resamples=6000, seed=1
    )
    theirs = stats.bootstrap(
        (case_scores(tallies),),
        np.mean,
        method="percentile",
        confidence_level=0.9,
        n_resamples=6000,
        rng=np.random.default_rng(2),
    ).confidence_interval
    width = theirs.high - theirs.low
    assert ours.low == pytest.approx(theirs.low, abs=0.05 * width)
    assert ours.high == pytest.approx(theirs.high, abs=0.05 * width)


def test_the_same_seed_gives_the_same_interval() -> None:
    tallies = sample(50, seed=4)
    one, same, other = (
        mean_interval(tallies, method=IntervalMethod.BOOTSTRAP, resamples=200, seed=seed)
        for seed in (7, 7, 8)
    )
    assert one == same
    assert one != other


def test_values_out_of_range_are_refused() -> None:
    tallies = sample(5, seed=5)
    with pytest.raises(InvalidValueError, match="confidence"):
        mean_interval(tallies, confidence=1.0)
    with pytest.raises(InvalidValueError, match="resample"):
        mean_interval(tallies, method=IntervalMethod.BOOTSTRAP, resamples=0)
    with pytest.raises(InvalidValueError, match="no case"):
        mean_interval(Tallies.from_judgements([]))
