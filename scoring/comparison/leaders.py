"""Who leads at each point of a grid over two penalties, and how surely."""

from dataclasses import dataclass

import numpy as np

from scoring.comparison.inference import FEWEST_PAIRS
from scoring.comparison.measurements import Measurements
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.tallies import Penalty, case_scores, penalty_map
from scoring.tallies.dataset import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Axis:
    """A penalty and the range of it that is looked at.

    Raises:
        InvalidValueError: A range that is empty or goes below 0.
    """

    penalty: Penalty
    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not 0 <= self.lower < self.upper < float("inf"):
            raise InvalidValueError(
                f"a range of penalties runs up from 0 or more, not {self.lower} to {self.upper}"
            )


@dataclass(frozen=True, slots=True, eq=False)
class LeaderMap:
    """Who leads at each point of a grid over two penalties.

    Attributes:
        configurations: K names.
        x: The penalty along the columns.
        y: The penalty along the rows.
        xs: Its values, ascending, shape (X,).
        ys: Its values, ascending, shape (Y,).
        means: Unscaled mean scores over the common pairs, shape (K, Y, X).
        leader: Which configuration has the highest mean, the first of those that tie; (Y, X).
        tied: Whether another has the same to nine places, shape (Y, X).
        lead: Mean of the leader less that of the next one, 0 or more, shape (Y, X).
        confidence: How surely the leader is ahead of the next one, 0 to 1, shape (Y, X): 1 less
            the two-sided p value of its lead over that lead's standard error, pair by pair, by the
            normal distribution, times the K - 1 that it may have led instead of (Bonferroni), as
            the leader is picked by the very scores. `None` where there are too few pairs.
    """

    configurations: tuple[str, ...]
    x: Axis
    y: Axis
    xs: FloatArray
    ys: FloatArray
    means: FloatArray
    leader: IntArray
    tied: BoolArray
    lead: FloatArray
    confidence: FloatArray | None


def leader_map(
    measurements: Measurements, x: Axis, y: Axis, penalties: Penalties, *, steps: int = 61
) -> LeaderMap:
    """Score every configuration over a grid of two penalties, the third as in `penalties`.

    Args:
        measurements: The pairs.
        x: The penalty along the columns.
        y: The penalty along the rows; another one.
        penalties: Where the third penalty stands.
        steps: Points along each axis, both ends included, at least 2.

    Raises:
        InvalidValueError: The same penalty twice, no pair that is scored on every side, or too few
            steps.
    """
    check_plane(measurements, x, y)
    if steps < 2:
        raise InvalidValueError(f"a grid needs at least 2 steps, not {steps}")
    xs, ys = (np.linspace(axis.lower, axis.upper, steps) for axis in (x, y))
    means = np.stack(
        [
            penalty_map(table, penalties, (x.penalty, xs), (y.penalty, ys)).values
            for table in measurements.tallies
        ]
    )
    first = leading(means)
    leader = first.argmax(axis=0)
    others = np.where(np.arange(len(means))[:, None, None] == leader, -np.inf, means)
    second = leading(others).argmax(axis=0)
    return LeaderMap(
        configurations=measurements.configurations,
        x=x,
        y=y,
        xs=xs,
        ys=ys,
        means=means,
        leader=leader,
        tied=first.sum(axis=0) > 1,
        lead=np.maximum(means.max(axis=0) - others.max(axis=0), 0.0),
        confidence=_confidence(measurements, x, y, xs, ys, penalties, leader, second),
    )


def check_plane(measurements: Measurements, x: Axis, y: Axis) -> None:
    """Refuse a plane that is a line, and pairs that are none.

    Raises:
        InvalidValueError: The same penalty twice, or no pair that is scored on every side.
    """
    if x.penalty is y.penalty:
        raise InvalidValueError("a map needs two different penalties")
    if not measurements.scored.size:
        raise InvalidValueError("no pair is scored under every configuration")


def leading(means: FloatArray) -> BoolArray:
    """Which configurations have the highest mean to nine places, shape (K, ...) as `means`."""
    leads: BoolArray = np.round(means.max(axis=0) - means, 9) == 0
    return leads


def _confidence(
    measurements: Measurements,
    x: Axis,
    y: Axis,
    xs: FloatArray,
    ys: FloatArray,
    penalties: Penalties,
    leader: IntArray,
    second: IntArray,
) -> FloatArray | None:
    from scipy.special import ndtr

    pairs = len(measurements.scored)
    if pairs < FEWEST_PAIRS:
        return None
    p_values = np.empty(leader.shape)
    for row, column in np.ndindex(leader.shape):
        here = x.penalty.moved_to(float(xs[column]), penalties)
        here = y.penalty.moved_to(float(ys[row]), here)
        ahead, behind = (
            case_scores(measurements.tallies[order[row, column]], here)
            for order in (leader, second)
        )
        lead = np.round(ahead - behind, 9)
        mean, error = lead.mean(), lead.std(ddof=1) / np.sqrt(pairs)
        if error:
            p_values[row, column] = 2 * ndtr(-mean / error)
        else:
            p_values[row, column] = 0.0 if mean else 1.0
    return np.maximum(1 - (len(measurements.tallies) - 1) * p_values, 0.0)
