"""What happens to a dataset as one penalty moves over its range."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.errors import InvalidValueError
from scoring.model import Penalties, checked_scale
from scoring.tallies.crossings import KinkKind, Kinks, kinks_along
from scoring.tallies.dataset import FloatArray, Tallies
from scoring.tallies.grids import floored_over, grid_along, mean_over, passing_over
from scoring.tallies.setting import Penalty
from scoring.tallies.summary import quantiles_of, scores

_MOST_KINKS: Final = 150
"""Past so many bends an even spacing shows the curve as well, and every point costs a sort."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A dataset along one penalty, the other two as in a setting.

    Attributes:
        penalty: The one that moves.
        penalties: The setting that it moves in.
        values: Its values, ascending, X of them.
        mean: Mean score at each, in points of the scaled score, shape (X,).
        quantiles: (share, score at each value) pairs in the order asked for.
        passing: Share of cases that pass at each, shape (X,).
        floored: Share of cases at the floor at each, shape (X,).
        exact: Whether every bend of the mean is among the values, so that straight lines between
            them are the curve itself. Each point is exact in any case.
        kinks: Every bend and crossing by kind, inside the range or not.
        threshold: What a case needs to pass, as a share of the scale.
        scale: The value of a perfect score.
    """

    penalty: Penalty
    penalties: Penalties
    values: FloatArray
    mean: FloatArray
    quantiles: tuple[tuple[float, FloatArray], ...]
    passing: FloatArray
    floored: FloatArray
    exact: bool
    kinks: dict[KinkKind, Kinks]
    threshold: float
    scale: float


def curve_along(
    tallies: Tallies,
    penalties: Penalties,
    penalty: Penalty,
    *,
    span: tuple[float, float] = (0.0, 1.0),
    points: int = 61,
    shares: Sequence[float] = (0.25, 0.5, 0.75),
    threshold: float = 0.7,
    scale: float = 1.0,
) -> Curve:
    """Follow a dataset along one penalty.

    Args:
        tallies: The dataset.
        penalties: The setting that the penalty moves in.
        penalty: The one that moves.
        span: Its first and last value.
        points: How many values evenly spaced over the span; the current value and the bends of the
            mean are added to them, as far as they are not too many to tell apart.
        shares: Which quantiles to follow, each 0 to 1.
        threshold: What a case needs to pass, as a share of the scale.
        scale: The value of a perfect score.

    Raises:
        InvalidValueError: A value out of range, an empty span, or no case with a score.
    """
    tallies.require_cases()
    checked_scale(scale)
    if not span[0] < span[1] or points < 2:
        raise InvalidValueError("a curve needs two values or more, the last above the first")
    kinks = kinks_along(tallies, penalties, penalty, threshold=threshold)
    bends = np.concatenate([kinks[KinkKind.CAP].values, kinks[KinkKind.FLOOR].values])
    bends = np.unique(bends[(span[0] <= bends) & (bends <= span[1])])
    exact = len(bends) <= _MOST_KINKS
    current = [value for value in [penalty.of(penalties)] if span[0] <= value <= span[1]]
    values = np.unique(
        np.concatenate([np.linspace(*span, points), current, bends if exact else []])
    )
    grid = grid_along(penalties, (penalty, values))
    followed = np.array(
        [
            quantiles_of(
                scores(tallies, penalty.moved_to(value, penalties), scale),
                tallies.multiplicity,
                shares,
            )
            for value in (values.tolist() if shares else ())
        ]
    )
    return Curve(
        penalty=penalty,
        penalties=penalties,
        values=values,
        mean=mean_over(tallies, grid)[0] * scale,
        quantiles=tuple(zip(shares, followed.T, strict=True)) if shares else (),
        passing=passing_over(tallies, grid, threshold)[0],
        floored=floored_over(tallies, grid)[0],
        exact=exact,
        kinks=kinks,
        threshold=threshold,
        scale=scale,
    )
