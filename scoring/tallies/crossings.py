"""Where things happen as a penalty moves: floor, cap, threshold and bands, exactly.

Along one penalty, the others as they are, a case's score never rises. So there is one last value at
which it still reaches a given share of the scale, and it follows from the formula without a search.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from scoring.bands import RELEVANCE_BANDS
from scoring.model import Penalties
from scoring.tallies.dataset import FloatArray, Tallies
from scoring.tallies.setting import (
    Penalty,
    least_settling_at,
    missing_penalties,
    uncapped_missing_penalties,
    usage_penalties,
)


def last_values_reaching(
    tallies: Tallies, penalties: Penalties, penalty: Penalty, share: float
) -> FloatArray:
    """The last value of a penalty at which base less penalties is still `share` or more, by row.

    At a row's value it still reaches the share, to nine places, and beyond it no longer does. With
    0 these are the values at which the penalties reach the floor.

    Args:
        tallies: The dataset.
        penalties: Where the other two penalties come from.
        penalty: The one that moves from 0 upwards.
        share: Of the scale, 0 to 1.

    Returns:
        Shape (T,): infinity where no value takes the row below, minus infinity where the row is
        below whatever the value. (They are the supremum of the values that reach.)

    Raises:
        InvalidValueError: A share outside 0 to 1.
    """
    least = least_settling_at(share)
    if penalty is Penalty.UNUSED_HIGH:
        before = tallies.base - missing_penalties(tallies, penalties)
        most = np.where(tallies.unused_high > 0, np.inf, 0.0)
        slope = tallies.unused_high
    elif penalty is Penalty.MISSING_ITEM:
        before = tallies.base - usage_penalties(tallies, penalties)
        cap = penalties.max_missing_context_penalty
        most = np.where(tallies.missing > 0, cap, 0.0)
        slope = tallies.missing
    else:
        before = tallies.base - usage_penalties(tallies, penalties)
        most = uncapped_missing_penalties(tallies, penalties)
        slope = np.ones(tallies.rows, dtype=np.int32)
    room = np.maximum(0.0, before - share)
    with np.errstate(divide="ignore", invalid="ignore"):
        last = room / slope
    last = np.where(before - most >= least, np.inf, last)
    values: FloatArray = np.where(before >= least, last, -np.inf)
    return values


def flip_values(
    tallies: Tallies, penalties: Penalties, penalty: Penalty, threshold: float
) -> FloatArray:
    """The last value of a penalty at which each row passes, as in `last_values_reaching`, (T,).

    The floor keeps every score at 0 or more: at a threshold of 0 all pass, whatever is taken.
    """
    if least_settling_at(threshold) <= 0:
        return np.full(tallies.rows, np.inf)
    return last_values_reaching(tallies, penalties, penalty, threshold)


class KinkKind(StrEnum):
    """What happens to a case where its score, or what is said of it, bends along a penalty."""

    CAP = "cap"
    FLOOR = "floor"
    THRESHOLD = "threshold"
    BAND = "band"


@dataclass(frozen=True, slots=True, eq=False)
class Kinks:
    """The values of a penalty at which something happens to some cases.

    Attributes:
        kind: What happens there.
        values: Ascending and distinct to nine places, shape (K,).
        cases: To how many cases, shape (K,).
    """

    kind: KinkKind
    values: FloatArray
    cases: npt.NDArray[np.int64]


def kinks_along(
    tallies: Tallies, penalties: Penalties, penalty: Penalty, *, threshold: float = 0.7
) -> dict[KinkKind, Kinks]:
    """Every value of a penalty at which the cap or the floor sets in, or a case crosses a bound.

    The mean score bends at the cap's and the floor's values and is straight between them. A cap
    that starts or ceases to bind in a case that is at the floor anyway bends nothing, and is left
    out.

    Args:
        tallies: The dataset.
        penalties: Where the other two penalties come from.
        penalty: The one that moves from 0 upwards.
        threshold: What a case needs to pass, as a share of the scale.

    Raises:
        InvalidValueError: A threshold outside 0 to 1.
    """
    by_band = [
        last_values_reaching(tallies, penalties, penalty, band.lower)
        for band in RELEVANCE_BANDS[:-1]
    ]
    return {
        KinkKind.CAP: _kinks(
            KinkKind.CAP, [_cap_values(tallies, penalties, penalty)], tallies.multiplicity
        ),
        KinkKind.FLOOR: _kinks(
            KinkKind.FLOOR,
            [last_values_reaching(tallies, penalties, penalty, 0.0)],
            tallies.multiplicity,
        ),
        KinkKind.THRESHOLD: _kinks(
            KinkKind.THRESHOLD,
            [flip_values(tallies, penalties, penalty, threshold)],
            tallies.multiplicity,
        ),
        KinkKind.BAND: _kinks(KinkKind.BAND, by_band, tallies.multiplicity),
    }


def _cap_values(tallies: Tallies, penalties: Penalties, penalty: Penalty) -> FloatArray:
    """Where the cap starts or ceases to bind in each row as the penalty moves; else infinity."""
    nowhere: FloatArray = np.full(tallies.rows, np.inf)
    if penalty is Penalty.UNUSED_HIGH:
        return nowhere
    if penalty is Penalty.MISSING_ITEM:
        taken = np.full(tallies.rows, penalties.max_missing_context_penalty)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.divide(taken, tallies.missing)
    else:
        taken = values = uncapped_missing_penalties(tallies, penalties)
    left = tallies.base - usage_penalties(tallies, penalties) - taken
    bends = (tallies.missing > 0) & (values > 0) & (left >= least_settling_at(0.0))
    real: FloatArray = np.where(bends, values, np.inf)
    return real


def _kinks(
    kind: KinkKind, values_by_row: list[FloatArray], multiplicity: npt.NDArray[np.int64]
) -> Kinks:
    values = np.concatenate(values_by_row)
    cases = np.tile(multiplicity, len(values_by_row))
    finite = np.isfinite(values)
    distinct, number = np.unique(np.round(values[finite], 9), return_inverse=True)
    counted = np.bincount(number, weights=cases[finite], minlength=len(distinct))
    return Kinks(kind, distinct, counted.astype(np.int64))
