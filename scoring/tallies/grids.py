"""Means and shares over many settings at once, and maps over two penalties.

A setting changes what each group of cases pays and nothing else. So a grid of settings costs one
binary search a group and setting, whatever the number of cases. Two things make it cheaper still: a
group without unused high contexts, or without missing items, is searched only along the axis that
it feels; and none is searched where its best case has nothing left, which with ascending axes is
all that lies beyond some line and some column.
"""

from collections.abc import Callable
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
    """Settings laid out in lines (Y of them) and columns (X).

    Attributes:
        unused_high, missing_item, missing_cap: Values of the three penalties, ascending, each of
            shape (1, 1) where it stays as it is, (1, X) along the columns or (Y, 1) along the
            lines.
    """

    unused_high: FloatArray
    missing_item: FloatArray
    missing_cap: FloatArray

    @property
    def shape(self) -> tuple[int, ...]:
        """(Y, X)."""
        return np.broadcast_shapes(
            self.unused_high.shape, self.missing_item.shape, self.missing_cap.shape
        )


def grid_along(
    penalties: Penalties,
    columns: tuple[Penalty, FloatArray],
    lines: tuple[Penalty, FloatArray] | None = None,
) -> Grid:
    """The settings that differ from one in one penalty or two.

    Args:
        penalties: The setting that everything else is taken from.
        columns: The penalty along the columns and its values, ascending, shape (X,).
        lines: The penalty along the lines and its values, ascending, shape (Y,).

    Raises:
        InvalidValueError: A value that is negative or not finite, values that do not ascend, or
            one penalty along both.
    """
    values = {penalty: np.full((1, 1), penalty.of(penalties)) for penalty in Penalty}
    values[columns[0]] = columns[1][np.newaxis, :]
    if lines is not None:
        if lines[0] is columns[0]:
            raise InvalidValueError("a map needs two different penalties")
        values[lines[0]] = lines[1][:, np.newaxis]
    for penalty, along in values.items():
        if not (np.isfinite(along) & (along >= 0)).all():
            raise InvalidValueError(f"{penalty} must be a finite number of 0 or more")
        if (np.diff(along.ravel()) < 0).any():
            raise InvalidValueError(f"values of {penalty} along an axis must ascend")
    return Grid(*(values[penalty] for penalty in Penalty))


def mean_over(tallies: Tallies, grid: Grid) -> FloatArray:
    """The mean unscaled score at each setting, shape (Y, X)."""
    return _total(tallies, grid, Group.left_after) / tallies.cases


def passing_over(tallies: Tallies, grid: Grid, threshold: float) -> FloatArray:
    """The share of cases that reach a threshold (0 to 1) at each setting, shape (Y, X)."""
    least = least_settling_at(threshold)
    if least <= 0:
        return np.ones(grid.shape)
    return _total(tallies, grid, Group.cases_at_least, least) / tallies.cases


def floored_over(tallies: Tallies, grid: Grid) -> FloatArray:
    """The share of cases at the floor at each setting, shape (Y, X)."""
    above = _total(tallies, grid, Group.cases_at_least, least_settling_at(0.0))
    return 1.0 - above / tallies.cases


def _total(
    tallies: Tallies,
    grid: Grid,
    of_group: Callable[[Group, FloatArray], FloatArray],
    beyond_penalty: float = 0.0,
) -> FloatArray:
    """Sum over the groups of what each comes to at its penalty and so much beyond, (Y, X).

    `of_group` must be 0 above the group's highest base.
    """
    usage = {
        count: _paid(count, grid.unused_high)
        for count in {group.unused_high for group in tallies.groups}
    }
    missing = {
        count: np.minimum(_paid(count, grid.missing_item), grid.missing_cap if count else 0.0)
        for count in {group.missing for group in tallies.groups}
    }
    total = np.zeros(grid.shape)
    for group in tallies.groups:
        for_usage, for_missing = usage[group.unused_high], missing[group.missing]
        first_column = for_usage[:, 0] + for_missing[:, 0] + beyond_penalty
        first_line = for_usage[0] + for_missing[0] + beyond_penalty
        lines = first_column.searchsorted(group.bases[-1], side="right")
        columns = first_line.searchsorted(group.bases[-1], side="right")
        if lines and columns:
            needed = for_usage[:lines, :columns] + for_missing[:lines, :columns] + beyond_penalty
            # An axis that the group does not feel has one entry, which stands for all of it.
            felt = total[
                : lines if len(first_column) > 1 else None,
                : columns if len(first_line) > 1 else None,
            ]
            felt += of_group(group, needed)
    return total


def _paid(count: int, penalty: FloatArray) -> FloatArray:
    """What so many faults cost, 2 at the most; shape (1, 1) without any."""
    if not count:
        return np.zeros((1, 1))
    with np.errstate(over="ignore"):
        return np.minimum(count * penalty, _TAKES_ALL)


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
        x: The penalty along the columns and its values, ascending, shape (X,).
        y: The penalty along the lines and its values, ascending, shape (Y,).
        measure: What to show.
        threshold: What a case needs to pass, as a share of the scale.
        scale: The value of a perfect score.

    Raises:
        InvalidValueError: A value out of range, values that do not ascend, one penalty on both
            axes, or no case with a score.
    """
    tallies.require_cases()
    checked_scale(scale)
    x_values = np.asarray(x[1], dtype=np.float64)
    y_values = np.asarray(y[1], dtype=np.float64)
    grid = grid_along(penalties, (x[0], x_values), (y[0], y_values))
    if measure is Measure.MEAN:
        values = mean_over(tallies, grid) * scale
    elif measure is Measure.PASSING:
        values = passing_over(tallies, grid, threshold)
    else:
        values = floored_over(tallies, grid)
    return PenaltyMap(measure, x[0], y[0], x_values, y_values, values, penalties, threshold, scale)
