"""Means and shares over many settings at once, and maps over two penalties.

A setting changes what each group of cases pays and nothing else. So a grid of settings costs one
binary search a group and setting, whatever the number of cases; a group without unused high
contexts, or without missing items, is searched along the axes that it feels alone.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.errors import InvalidValueError
from scoring.model import Penalties, checked_scale
from scoring.tallies.dataset import FloatArray, Group, Tallies
from scoring.tallies.setting import Penalty, least_settling_at

_TAKES_ALL: Final = 2.0
"""No base is above 1, so that more than this takes no more; it keeps infinity out of the sums."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Settings laid out over one axis or more.

    Attributes:
        unused_high, missing_item, missing_cap: Values of the three penalties, of shapes that
            broadcast to the grid's.
    """

    unused_high: FloatArray
    missing_item: FloatArray
    missing_cap: FloatArray

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape that the three broadcast to."""
        return np.broadcast_shapes(
            self.unused_high.shape, self.missing_item.shape, self.missing_cap.shape
        )

    def penalty(self, group: Group) -> FloatArray:
        """What a group pays, 2 at the most, in the smallest shape that holds all its values."""
        taken = np.zeros(())
        with np.errstate(over="ignore"):
            if group.unused_high:
                taken = group.unused_high * self.unused_high
            if group.missing:
                missing = np.minimum(group.missing * self.missing_item, self.missing_cap)
                taken = taken + missing
        least: FloatArray = np.minimum(taken, _TAKES_ALL)
        return least


def grid_along(penalties: Penalties, axes: dict[Penalty, FloatArray]) -> Grid:
    """The settings that differ from one in the penalties named.

    Args:
        penalties: The setting that everything else is taken from.
        axes: Values of each penalty that moves, in shapes that broadcast.

    Raises:
        InvalidValueError: A value that is negative or not finite.
    """
    for penalty, values in axes.items():
        if not (np.isfinite(values) & (values >= 0)).all():
            raise InvalidValueError(f"{penalty} must be a finite number of 0 or more")
    unused_high, missing_item, missing_cap = (
        np.asarray(axes.get(penalty, penalty.of(penalties)), dtype=np.float64)
        for penalty in Penalty
    )
    return Grid(unused_high, missing_item, missing_cap)


def mean_over(tallies: Tallies, grid: Grid) -> FloatArray:
    """The mean unscaled score at each setting, in the grid's shape."""
    left = np.zeros(grid.shape)
    for group in tallies.groups:
        left += group.left_after(grid.penalty(group))
    return left / tallies.cases


def passing_over(tallies: Tallies, grid: Grid, threshold: float) -> FloatArray:
    """The share of cases that reach a threshold (0 to 1) at each setting, in the grid's shape."""
    least = least_settling_at(threshold)
    if least <= 0:
        return np.ones(grid.shape)
    passing = np.zeros(grid.shape)
    for group in tallies.groups:
        passing += group.cases_at_least(grid.penalty(group) + least)
    return passing / tallies.cases


def floored_over(tallies: Tallies, grid: Grid) -> FloatArray:
    """The share of cases at the floor at each setting, in the grid's shape."""
    least = least_settling_at(0.0)
    above = np.zeros(grid.shape)
    for group in tallies.groups:
        above += group.cases_at_least(grid.penalty(group) + least)
    return 1.0 - above / tallies.cases


class Measure(StrEnum):
    """What a map shows."""

    MEAN = "mean"
    PASSING = "passing"
    FLOORED = "floored"


@dataclass(frozen=True, slots=True, eq=False)
class PenaltyMap:
    """A measure over two penalties, the third as in a setting.

    Attributes:
        measure: What the values are.
        x, y: The penalties along the axes.
        x_values: Shape (X,).
        y_values: Shape (Y,).
        values: The mean in points of the scaled score, or a share of the cases; shape (Y, X).
        penalties: Where the third penalty comes from.
        threshold: What a case needs to pass, as a share of the scale.
        scale: The value of a perfect score.
    """

    measure: Measure
    x: Penalty
    y: Penalty
    x_values: FloatArray
    y_values: FloatArray
    values: FloatArray
    penalties: Penalties
    threshold: float
    scale: float


def penalty_map(
    tallies: Tallies,
    penalties: Penalties,
    x: tuple[Penalty, npt.ArrayLike],
    y: tuple[Penalty, npt.ArrayLike],
    measure: Measure = Measure.MEAN,
    *,
    threshold: float = 0.7,
    scale: float = 1.0,
) -> PenaltyMap:
    """A measure at every pair of values of two penalties, exact at each.

    Args:
        tallies: The dataset.
        penalties: Where the third penalty comes from.
        x: The penalty along the columns and its values, shape (X,).
        y: The penalty along the rows and its values, shape (Y,).
        measure: What to show.
        threshold: What a case needs to pass, as a share of the scale.
        scale: The value of a perfect score.

    Raises:
        InvalidValueError: A value out of range, one penalty on both axes, or no case with a score.
    """
    tallies.require_cases()
    checked_scale(scale)
    if x[0] is y[0]:
        raise InvalidValueError("a map needs two different penalties")
    x_values = np.asarray(x[1], dtype=np.float64)
    y_values = np.asarray(y[1], dtype=np.float64)
    grid = grid_along(penalties, {x[0]: x_values[np.newaxis, :], y[0]: y_values[:, np.newaxis]})
    match measure:
        case Measure.MEAN:
            values = mean_over(tallies, grid) * scale
        case Measure.PASSING:
            values = passing_over(tallies, grid, threshold)
        case Measure.FLOORED:
            values = floored_over(tallies, grid)
    return PenaltyMap(measure, x[0], y[0], x_values, y_values, values, penalties, threshold, scale)
