"""How sure a difference is: bootstrap intervals and paired tests, for all configurations at once.

Every resample of the pairs is one vector of weights; the means of all configurations over it are
one product of matrices, so that eight configurations cost little more than two and meet the same
luck.

    interval     bias-corrected and accelerated bootstrap of the mean (Efron 1987), its tails as far
                 out as Student's t has them, as the plain one is too narrow over few pairs
                 (expanded percentiles, Hesterberg 2015)
    permutation  the signs of the pairs' differences are flipped at random, each as likely as not;
                 all 2^N ways where there are few enough, else so many drawn ones, the observed
                 one counted among them (Phipson and Smyth 2010)
    Wilcoxon     signed ranks, zeros left out, exact where few are left, else as SciPy does it
    Holm         step-down correction over the configurations compared (Holm 1979)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scoring.comparison.measurements import Sample
from scoring.errors import InvalidValueError
from scoring.tallies.dataset import FloatArray

FEWEST_PAIRS: Final = 6
"""Below it nothing can be said: even if all five pairs agree, chance does that once in sixteen."""

DEFAULT_SEED: Final = 20_240_607
DEFAULT_RESAMPLES: Final = 9_999
DEFAULT_CONFIDENCE: Final = 0.95

_FEW_PAIRS: Final = 13
"""Up to so many that differ, every way of flipping the signs of their ranks is counted."""

_BATCH_CELLS: Final = 500_000
"""What is worked out at once: little enough for the processor's cache, and to let a page's thread
in between."""


@dataclass(frozen=True, slots=True)
class Inference:
    """How sure one configuration's difference from the baseline is.

    Attributes:
        interval: Where the true mean difference lies, at `confidence`; both ends the difference
            itself where the pairs do not vary.
        permutation_p: Two-sided p value of the sign-flip test, 0 to 1.
        wilcoxon_p: Two-sided p value of the signed-rank test, 0 to 1.
        adjusted_p: `permutation_p` after Holm's correction over `comparisons`.
        adjusted_wilcoxon_p: `wilcoxon_p` after the same.
        comparisons: How many were corrected over.
        standardised: Mean difference / standard deviation of the differences (Cohen's d of paired
            data); `None` where they do not vary.
        rank_biserial: (ranks for - ranks against) / all ranks, -1 to 1; 0 where all pairs tie.
        exact: Whether every way of flipping signs was counted.
        confidence: Of the interval, such as 0.95.
        resamples: Bootstrap resamples, and sign flips where they were drawn.
        seed: What the random numbers came from.
    """

    interval: tuple[float, float]
    permutation_p: float
    wilcoxon_p: float
    adjusted_p: float
    adjusted_wilcoxon_p: float
    comparisons: int
    standardised: float | None
    rank_biserial: float
    exact: bool
    confidence: float
    resamples: int
    seed: int


def inferences_from(
    sample: Sample,
    baseline: str,
    *,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
) -> tuple[Inference, ...] | None:
    """Every other configuration against the baseline, in the order of the configurations.

    Args:
        sample: One metric's values.
        baseline: What the others are compared with.
        seed: Same seed, same numbers.
        resamples: How many resamples and sign flips are drawn, at least 99.
        confidence: Of the intervals, above 0 and below 1.

    Returns:
        `None` with fewer than `FEWEST_PAIRS` pairs.

    Raises:
        InvalidValueError: A baseline that is not in the sample, or a number out of its range.
    """
    (inferences,) = inferences_of(
        [sample], baseline, seed=seed, resamples=resamples, confidence=confidence
    )
    return inferences


def inferences_of(
    samples: Sequence[Sample],
    baseline: str,
    *,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
) -> tuple[tuple[Inference, ...] | None, ...]:
    """What `inferences_from` says of each sample: those of as many pairs share their resamples.

    Args:
        samples: Such as several metrics, or several parts of the pairs.
        baseline: What the others are compared with, in every sample.
        seed: Same seed, same numbers.
        resamples: How many resamples and sign flips are drawn, at least 99.
        confidence: Of the intervals, above 0 and below 1.

    Returns:
        One entry a sample, corrected within that sample; `None` for one with fewer than
        `FEWEST_PAIRS` pairs.

    Raises:
        InvalidValueError: A baseline that is not in a sample, or a number out of its range.
    """
    if not 0 < confidence < 1:
        raise InvalidValueError(f"confidence lies between 0 and 1, not {confidence}")
    if resamples < 99:
        raise InvalidValueError(f"at least 99 resamples are needed, not {resamples}")
    rows = [sample.differences(baseline) for sample in samples]
    found: list[tuple[Inference, ...] | None] = [None] * len(samples)
    for pairs in {row.shape[1] for row in rows}:
        if pairs < FEWEST_PAIRS:
            continue
        places = [place for place, row in enumerate(rows) if row.shape[1] == pairs]
        together = _uncorrected(
            np.concatenate([rows[place] for place in places]), seed, resamples, confidence
        )
        for place in places:
            found[place] = corrected([next(together) for _ in rows[place]])
    return tuple(found)


def corrected(inferences: Sequence[Inference]) -> tuple[Inference, ...]:
    """The same, their p values corrected (Holm) over all of them together."""
    flips, ranks = (
        holm(p_values)
        for p_values in (
            [one.permutation_p for one in inferences],
            [one.wilcoxon_p for one in inferences],
        )
    )
    return tuple(
        replace(
            one,
            adjusted_p=by_flips,
            adjusted_wilcoxon_p=by_ranks,
            comparisons=len(inferences),
        )
        for one, by_flips, by_ranks in zip(inferences, flips, ranks, strict=True)
    )


def _uncorrected(
    differences: FloatArray, seed: int, resamples: int, confidence: float
) -> Iterator[Inference]:
    """Each row of differences on its own, shape (K, N)."""
    bootstrap, flips = (
        np.random.default_rng(stream) for stream in np.random.SeedSequence(seed).spawn(2)
    )
    intervals = bca_intervals(differences, bootstrap, resamples, confidence)
    p_values = sign_flip_p_values(differences, flips, resamples)
    for row, (low, high), p_value in zip(differences, intervals, p_values.tolist(), strict=True):
        wilcoxon_p = _wilcoxon_p(row)
        yield Inference(
            interval=(float(low), float(high)),
            permutation_p=p_value,
            wilcoxon_p=wilcoxon_p,
            adjusted_p=p_value,
            adjusted_wilcoxon_p=wilcoxon_p,
            comparisons=1,
            standardised=_standardised(row),
            rank_biserial=_rank_biserial(row),
            exact=2 ** differences.shape[1] <= resamples,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
        )


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's step-down correction: each p value times those not yet rejected, never decreasing."""
    adjusted = [0.0] * len(p_values)
    so_far = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, place in enumerate(order):
        so_far = max(so_far, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = so_far
    return tuple(adjusted)


def bca_intervals(
    differences: FloatArray, random: np.random.Generator, resamples: int, confidence: float
) -> FloatArray:
    """The interval of each row's mean, shape (K, N) -> (K, 2)."""
    from scipy.special import ndtr, ndtri, stdtrit

    observed = differences.mean(axis=1)
    deviations = differences - observed[:, None]
    varying = np.ptp(differences, axis=1) > 0
    intervals = np.repeat(observed[:, None], 2, axis=1)
    if not varying.any():
        return intervals
    moved = deviations[varying]
    resampled = _resampled_means(moved, random, resamples)
    # Deviations are resampled, so that "below the observed mean" is "below 0"; a tie counts half,
    # and float dust, some 1e-16 of the row's largest deviation, makes none of a tie.
    resampled[np.abs(resampled) <= 1e-12 * np.abs(moved).max(axis=1, keepdims=True)] = 0.0
    below = ((resampled < 0).sum(axis=1) + (resampled <= 0).sum(axis=1)) / (2 * resamples)
    bias = ndtri(np.clip(below, 0.5 / resamples, 1 - 0.5 / resamples))
    acceleration = (moved**3).sum(axis=1) / (6 * (moved**2).sum(axis=1) ** 1.5)
    pairs = differences.shape[1]
    reach = np.sqrt(pairs / (pairs - 1)) * stdtrit(pairs - 1, (1 + confidence) / 2)
    for place, row in enumerate(np.flatnonzero(varying)):
        shifted = bias[place] + np.array([-reach, reach])
        shares = ndtr(bias[place] + shifted / (1 - acceleration[place] * shifted))
        intervals[row] = observed[row] + np.quantile(resampled[place], shares)
    return intervals


def sign_flip_p_values(
    differences: FloatArray, random: np.random.Generator, resamples: int
) -> FloatArray:
    """The two-sided p value of each row's mean under random signs, shape (K, N) -> (K,)."""
    comparisons, pairs = differences.shape
    exact = 2**pairs <= resamples
    total = differences.sum(axis=1)
    # Sums that are equal by arithmetic may differ by float dust, which must not decide.
    reached = np.abs(total) - 1e-12 * np.abs(differences).sum(axis=1)
    counts = np.zeros(comparisons)
    for negative in _all_signs(pairs) if exact else _drawn_signs(random, resamples, pairs):
        flipped = total[:, None] - 2 * _products(differences, negative)
        counts += (np.abs(flipped) >= reached[:, None]).sum(axis=1)
    p_values: FloatArray = counts / 2**pairs if exact else (counts + 1) / (resamples + 1)
    return p_values


def _resampled_means(values: FloatArray, random: np.random.Generator, resamples: int) -> FloatArray:
    """The means of resamples drawn with replacement, shape (K, N) -> (K, resamples)."""
    pairs = values.shape[1]
    means = np.empty((len(values), resamples))
    for batch in _batches(resamples, pairs):
        size = batch.stop - batch.start
        drawn = random.integers(0, pairs, (size, pairs)) + np.arange(size)[:, None] * pairs
        times = np.bincount(drawn.ravel(), minlength=size * pairs).reshape(size, pairs)
        means[:, batch] = _products(values, times.astype(np.float64)) / pairs
    return means


def _products(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Each row of values times each row of weights, (K, N) and (R, N) -> (K, R).

    In one thread: the threads of BLAS wait for each other in busy loops, and while a page or other
    people's work wants the same processors, that takes several times as long.
    """
    products: FloatArray = np.einsum("rn,kn->kr", weights, values)
    return products


def _drawn_signs(random: np.random.Generator, resamples: int, pairs: int) -> Iterator[FloatArray]:
    """Batches of rows of 0 and 1, a fair coin each: 1 flips the sign."""
    for batch in _batches(resamples, pairs):
        size = (batch.stop - batch.start, -(-pairs // 8))
        coins = random.integers(0, 256, size, dtype=np.uint8)
        yield np.unpackbits(coins, axis=1, count=pairs).astype(np.float64)


def _all_signs(pairs: int) -> Iterator[FloatArray]:
    """Every row of 0 and 1, in one batch."""
    numbers = np.arange(2**pairs)[:, None]
    yield (numbers >> np.arange(pairs) & 1).astype(np.float64)


def _batches(count: int, width: int) -> Iterator[slice]:
    """Slices of `count` rows that keep a batch of `width` columns small."""
    step = max(1, _BATCH_CELLS // width)
    for start in range(0, count, step):
        yield slice(start, min(start + step, count))


def _wilcoxon_p(differences: FloatArray) -> float:
    from scipy.stats import wilcoxon

    moved = differences[differences != 0]
    if not moved.size:
        return 1.0
    if len(moved) > _FEW_PAIRS:
        return float(wilcoxon(moved).pvalue)
    # SciPy takes a normal approximation as soon as ranks tie.
    ranks = _signed_ranks(moved)[np.newaxis]
    return float(sign_flip_p_values(ranks, np.random.default_rng(0), 2**_FEW_PAIRS)[0])


def _signed_ranks(differences: FloatArray) -> FloatArray:
    """The ranks of the differences by size, with their signs; zeros are not ranked, and stay 0."""
    from scipy.stats import rankdata

    signed = np.zeros(len(differences))
    moved = differences != 0
    signed[moved] = rankdata(np.abs(differences[moved])) * np.sign(differences[moved])
    return signed


def _standardised(differences: FloatArray) -> float | None:
    if not np.ptp(differences):
        return None
    return float(differences.mean() / differences.std(ddof=1))


def _rank_biserial(differences: FloatArray) -> float:
    ranks = _signed_ranks(differences)
    return float(ranks.sum() / np.abs(ranks).sum()) if ranks.any() else 0.0
