"""The three penalties by name, and what a setting takes from each row.

Thresholds and bands are decided on the unscaled score rounded to nine places, as
`scoring.rounding.settled` rounds. Rounding keeps order, so that each decision is a comparison with
one number, the least that rounds to the threshold or above: exact, and as fast as any comparison.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

import numpy as np

from scoring.bands import Band
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.rounding import settled
from scoring.tallies.dataset import FloatArray, Tallies


class Penalty(StrEnum):
    """One of the three penalties, by its field of `Penalties`."""

    UNUSED_HIGH = "unused_high_relevance_context"
    MISSING_ITEM = "missing_context_per_item"
    MISSING_CAP = "max_missing_context_penalty"

    def of(self, penalties: Penalties) -> float:
        """Its value in a setting."""
        value: float = getattr(penalties, self.value)
        return value

    def moved_to(self, value: float, penalties: Penalties) -> Penalties:
        """The setting with this penalty at another value."""
        return replace(penalties, **{self.value: value})


@lru_cache(maxsize=4096)
def least_settling_at(threshold: float) -> float:
    """The least float that, settled to nine places, is `threshold` or more.

    Args:
        threshold: A share, 0 to 1.

    Raises:
        InvalidValueError: A threshold outside 0 to 1.
    """
    if not 0 <= threshold <= 1:
        raise InvalidValueError(f"a threshold is a share of the scale, 0 to 1, not {threshold}")
    below, reaching = threshold - 1e-9, threshold + 1e-9
    while True:
        middle = (below + reaching) / 2
        if middle in (below, reaching):
            return reaching
        if settled(middle) >= threshold:
            reaching = middle
        else:
            below = middle


def band_bounds(bands: Sequence[Band]) -> FloatArray:
    """The least unscaled score of each band but the last, from the highest, shape (bands - 1,)."""
    return np.array([least_settling_at(band.lower) for band in bands[:-1]])


def usage_penalties(tallies: Tallies, penalties: Penalties) -> FloatArray:
    """What unused high contexts cost each row, shape (T,)."""
    with np.errstate(over="ignore"):
        return np.multiply(
            tallies.unused_high, penalties.unused_high_relevance_context, dtype=np.float64
        )


def uncapped_missing_penalties(tallies: Tallies, penalties: Penalties) -> FloatArray:
    """What missing items would cost each row without the cap, shape (T,)."""
    with np.errstate(over="ignore"):
        return np.multiply(tallies.missing, penalties.missing_context_per_item, dtype=np.float64)


def missing_penalties(tallies: Tallies, penalties: Penalties) -> FloatArray:
    """What missing items cost each row, shape (T,)."""
    return np.minimum(
        uncapped_missing_penalties(tallies, penalties), penalties.max_missing_context_penalty
    )


def unfloored_scores(tallies: Tallies, penalties: Penalties) -> FloatArray:
    """What the penalties leave of each row's base, below 0 where they take more, shape (T,)."""
    usage = usage_penalties(tallies, penalties)
    with np.errstate(over="ignore"):
        return tallies.base - usage - missing_penalties(tallies, penalties)


def cap_binds(missing: int, penalties: Penalties) -> bool:
    """Whether the cap saves a case with so many missing items anything, to nine places."""
    uncapped = missing * penalties.missing_context_per_item
    return math.isinf(uncapped) or settled(uncapped) > settled(
        min(uncapped, penalties.max_missing_context_penalty)
    )
