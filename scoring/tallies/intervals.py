"""How sure a dataset's mean is, as a sample of the cases that could have been asked."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.rounding import settled
from scoring.tallies.dataset import Tallies
from scoring.tallies.summary import scores, summarise


class IntervalMethod(StrEnum):
    """How an interval of the mean is made."""

    STUDENT = "student"
    BOOTSTRAP = "bootstrap"


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean score with its confidence interval, in points of the scaled score.

    Attributes:
        mean: Mean score.
        low, high: The interval, inside 0 to the scale; `None` for a single case, and for cases of
            one and the same score: they do not say how far others may lie from it.
        confidence: How often intervals made so hold the mean of all cases, 0 to 1.
        method: How it was made.
    """

    mean: float
    low: float | None
    high: float | None
    confidence: float
    method: IntervalMethod


def mean_interval(
    tallies: Tallies,
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    *,
    confidence: float = 0.95,
    method: IntervalMethod = IntervalMethod.STUDENT,
    resamples: int = 2000,
    seed: int = 0,
) -> MeanInterval:
    """The mean score with an interval.

    Args:
        tallies: The dataset.
        penalties: What faults cost.
        scale: The value of a perfect score.
        confidence: Above 0 and below 1.
        method: Student's t, instant and near enough from some thirty cases on; or the percentile
            bootstrap, which follows a lopsided distribution.
        resamples: How many resamples the bootstrap draws.
        seed: Of the bootstrap.

    Raises:
        InvalidValueError: A value out of range, or no case with a score.
    """
    if not 0 < confidence < 1:
        raise InvalidValueError(f"confidence must be above 0 and below 1, not {confidence}")
    summary = summarise(tallies, penalties, scale)
    if settled(summary.standard_deviation / scale) == 0:
        return MeanInterval(summary.mean, None, None, confidence, method)
    tail = (1 - confidence) / 2
    if method is IntervalMethod.STUDENT:
        # A light part of SciPy, but still kept out of the import of this module.
        from scipy.special import stdtrit

        error = summary.standard_deviation / np.sqrt(summary.cases)
        reach = float(stdtrit(summary.cases - 1, 1 - tail) * error)
        low, high = summary.mean - reach, summary.mean + reach
    else:
        means = _resampled_means(tallies, penalties, scale, resamples, seed)
        low, high = np.quantile(means, [tail, 1 - tail]).tolist()
    return MeanInterval(summary.mean, max(0.0, low), min(scale, high), confidence, method)


def _resampled_means(
    tallies: Tallies, penalties: Penalties, scale: float, resamples: int, seed: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Means of resamples with replacement, drawn by distinct score rather than by case."""
    if resamples < 1:
        raise InvalidValueError("a bootstrap needs at least one resample")
    distinct, number = np.unique(scores(tallies, penalties, scale), return_inverse=True)
    cases = np.bincount(number, weights=tallies.multiplicity)
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    # A resample at a time: all of them at once would be gigabytes for a large dataset.
    for resample in range(resamples):
        drawn = generator.multinomial(tallies.cases, cases / tallies.cases)
        means[resample] = drawn @ distinct / tallies.cases
    return means
