"""One setting over a whole dataset: scores, what they come to, and what the mean is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.bands import RELEVANCE_BANDS, Band
from scoring.errors import InvalidValueError
from scoring.model import Penalties, checked_scale
from scoring.tallies.dataset import BoolArray, FloatArray, Tallies
from scoring.tallies.setting import (
    band_bounds,
    cap_binds,
    least_settling_at,
    missing_penalties,
    uncapped_missing_penalties,
    unfloored_scores,
    usage_penalties,
)

_BLOCK: Final = 1 << 14
"""Rows worked on at a time, so that every step after the first finds them in the CPU's cache."""


def scores(
    tallies: Tallies, penalties: Penalties = Penalties(), scale: float = 1.0
) -> npt.NDArray[np.float64]:
    """The score of each row, the same to the last bit as `score_relevance` gives its cases.

    Returns:
        0 to `scale`, shape (T,).

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    checked_scale(scale)
    unused, missing = tallies.unused_high, tallies.missing
    result = np.empty(tallies.rows)
    penalty = np.empty(min(_BLOCK, tallies.rows))
    with np.errstate(over="ignore"):
        for start in range(0, tallies.rows, _BLOCK):
            block = slice(start, start + _BLOCK)
            out = result[block]
            taken = penalty[: len(out)]
            np.multiply(unused[block], penalties.unused_high_relevance_context, out=taken)
            np.subtract(tallies.base[block], taken, out=out)
            np.multiply(missing[block], penalties.missing_context_per_item, out=taken)
            np.minimum(taken, penalties.max_missing_context_penalty, out=taken)
            np.subtract(out, taken, out=out)
            np.maximum(out, 0.0, out=out)
            if scale != 1:
                np.multiply(out, scale, out=out)
    return result


def case_scores(
    tallies: Tallies, penalties: Penalties = Penalties(), scale: float = 1.0
) -> npt.NDArray[np.float64]:
    """The score of each scored case, in the order of `Tallies.positions`, shape (C,)."""
    of_cases: FloatArray = scores(tallies, penalties, scale)[tallies.row_of_case]
    return of_cases


def passing(tallies: Tallies, penalties: Penalties, threshold: float) -> BoolArray:
    """Whether each row's score / scale reaches a threshold (0 to 1), to nine places; (T,)."""
    reaches: BoolArray = scores(tallies, penalties) >= least_settling_at(threshold)
    return reaches


def floored(tallies: Tallies, penalties: Penalties) -> BoolArray:
    """Whether the penalties take more than each row's base holds, so that more would not show."""
    below: BoolArray = unfloored_scores(tallies, penalties) < least_settling_at(0.0)
    return below


def capped(tallies: Tallies, penalties: Penalties) -> BoolArray:
    """Whether the cap saves each row anything, shape (T,)."""
    binds = [cap_binds(count, penalties) for count in range(tallies.missing.max(initial=0) + 1)]
    saved: BoolArray = np.array(binds)[tallies.missing]
    return saved


def band_numbers(
    tallies: Tallies, penalties: Penalties, bands: Sequence[Band] = RELEVANCE_BANDS
) -> npt.NDArray[np.intp]:
    """Each row's band by its place in `bands`, from 0, shape (T,)."""
    ascending = band_bounds(bands)[::-1]
    reached = np.searchsorted(ascending, scores(tallies, penalties), side="right")
    return len(ascending) - reached


def quantiles_of(
    values: FloatArray, multiplicity: npt.NDArray[np.int64], shares: Sequence[float]
) -> FloatArray:
    """Quantiles of values that occur several times each, as `numpy.quantile` gives them.

    Args:
        values: Distinct or not, in any order, shape (T,), T at least 1.
        multiplicity: How often each occurs, shape (T,).
        shares: Which quantiles, each 0 to 1.

    Returns:
        Linear between neighbours (method 7 of Hyndman and Fan, 1996), shape (shares,).

    Raises:
        InvalidValueError: A share outside 0 to 1.
    """
    if not all(0 <= share <= 1 for share in shares):
        raise InvalidValueError("a quantile is named by a share from 0 to 1")
    order = np.argsort(values, kind="stable")
    ends = np.cumsum(multiplicity[order])
    place = np.asarray(shares, dtype=np.float64) * float(ends[-1] - 1)
    lower = np.floor(place)
    below, above = (
        values[order[np.searchsorted(ends, np.minimum(rank, ends[-1] - 1), side="right")]]
        for rank in (lower, lower + 1)
    )
    quantiles: FloatArray = below + (above - below) * (place - lower)
    return quantiles


@dataclass(frozen=True, slots=True)
class Summary:
    """What a dataset's scores come to under one setting.

    Attributes:
        penalties: The setting.
        scale: The value of a perfect score.
        total: Cases tallied.
        cases: Those of them with a score; everything below is of these.
        mean: Mean score, 0 to `scale`.
        standard_deviation: Of the scores, with n - 1; 0 for a single case.
        quantiles: (share, score) pairs in the order asked for.
        bands: (band, cases) pairs from the best band to the worst.
        threshold: What a case needs to pass, as a share of the scale.
        passing: Cases that pass.
        floored: Cases whose penalties take more than the base holds: there, more is invisible.
        capped: Cases whose missing items would cost more without the cap.
    """

    penalties: Penalties
    scale: float
    total: int
    cases: int
    mean: float
    standard_deviation: float
    quantiles: tuple[tuple[float, float], ...]
    bands: tuple[tuple[Band, int], ...]
    threshold: float
    passing: int
    floored: int
    capped: int

    @property
    def share_passing(self) -> float:
        """Cases that pass, of those with a score, 0 to 1."""
        return self.passing / self.cases

    @property
    def share_floored(self) -> float:
        """Cases at the floor, of those with a score, 0 to 1."""
        return self.floored / self.cases

    @property
    def share_capped(self) -> float:
        """Cases that the cap saves something, of those with a score, 0 to 1."""
        return self.capped / self.cases


def summarise(
    tallies: Tallies,
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    *,
    threshold: float = 0.7,
    shares: Sequence[float] = (0.1, 0.25, 0.5, 0.75, 0.9),
    bands: Sequence[Band] = RELEVANCE_BANDS,
) -> Summary:
    """Score a dataset under one setting and sum it up.

    Args:
        tallies: The dataset.
        penalties: What faults cost.
        scale: The value of a perfect score.
        threshold: What a case needs to pass, as a share of the scale, 0 to 1.
        shares: Which quantiles, each 0 to 1.
        bands: From the highest lower bound to the lowest, which is 0.

    Raises:
        InvalidValueError: A value out of range, or no case with a score.
    """
    tallies.require_cases()
    values, cases = scores(tallies, penalties, scale), tallies.multiplicity
    mean = float(values @ cases) / tallies.cases
    squares = float((values - mean) ** 2 @ cases)
    in_band = np.bincount(
        band_numbers(tallies, penalties, bands), weights=cases, minlength=len(bands)
    )
    return Summary(
        penalties=penalties,
        scale=scale,
        total=tallies.total,
        cases=tallies.cases,
        mean=mean,
        standard_deviation=float(np.sqrt(squares / max(1, tallies.cases - 1))),
        quantiles=tuple(
            zip(shares, quantiles_of(values, cases, shares).tolist(), strict=True),
        ),
        bands=tuple(zip(bands, in_band.astype(int).tolist(), strict=True)),
        threshold=threshold,
        passing=int(cases[passing(tallies, penalties, threshold)].sum()),
        floored=int(cases[floored(tallies, penalties)].sum()),
        capped=int(cases[capped(tallies, penalties)].sum()),
    )


@dataclass(frozen=True, slots=True)
class Decomposition:
    """What the mean score is made of, each a mean over the cases in points of the scaled score.

    base - usage - missing_uncapped + saved_by_cap + lost_to_floor = score

    Attributes:
        base: Mean base.
        usage: What unused high contexts cost.
        missing_uncapped: What missing items would cost without the cap.
        saved_by_cap: What the cap gives back of that.
        lost_to_floor: Penalties that found nothing left to take, and so do not show.
        score: Mean score.
    """

    base: float
    usage: float
    missing_uncapped: float
    saved_by_cap: float
    lost_to_floor: float
    score: float


def decompose(
    tallies: Tallies, penalties: Penalties = Penalties(), scale: float = 1.0
) -> Decomposition:
    """Take the mean score apart.

    Raises:
        InvalidValueError: `scale` is out of range, or no case has a score.
    """
    tallies.require_cases()
    share = checked_scale(scale) / tallies.cases
    uncapped = uncapped_missing_penalties(tallies, penalties)
    unfloored = unfloored_scores(tallies, penalties)

    def mean(values: FloatArray) -> float:
        return float(values @ tallies.multiplicity) * share

    with np.errstate(over="ignore"):
        return Decomposition(
            base=mean(tallies.base),
            usage=mean(usage_penalties(tallies, penalties)),
            missing_uncapped=mean(uncapped),
            saved_by_cap=mean(uncapped - missing_penalties(tallies, penalties)),
            lost_to_floor=mean(np.maximum(0.0, -unfloored)),
            score=mean(np.maximum(0.0, unfloored)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How a dataset's scores are spread.

    Attributes:
        edges: Ascending, from 0 to the scale, shape (bins + 1,). A bin holds its lower edge; the
            last holds both.
        cases: Cases in each bin, shape (bins,).
    """

    edges: FloatArray
    cases: npt.NDArray[np.int64]


def histogram(
    tallies: Tallies, penalties: Penalties = Penalties(), scale: float = 1.0, bins: int = 20
) -> Histogram:
    """Count scores in bins of equal width, decided on score / scale to nine places.

    Raises:
        InvalidValueError: `scale` is out of range, or fewer than one bin.
    """
    checked_scale(scale)
    if bins < 1:
        raise InvalidValueError("a histogram needs at least one bin")
    lower = np.array([least_settling_at(number / bins) for number in range(1, bins)])
    number = np.searchsorted(lower, scores(tallies, penalties), side="right")
    cases = np.bincount(number, weights=tallies.multiplicity, minlength=bins)
    return Histogram(np.linspace(0.0, scale, bins + 1), cases.astype(np.int64))
