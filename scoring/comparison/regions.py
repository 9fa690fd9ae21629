"""Where the winner flips: two penalties' plane, parted by which configuration leads.

Each configuration's mean score is a piecewise linear function of the penalties. A cell of the
plane that no kink of the leading configurations runs through is therefore parted by a straight
line, whose ends the corners give exactly; a cell with a kink is quartered, down to 1/512 of the
range, where the ends are solved for. So every end lies on the boundary, and between two of them it
is straight, or bends within less than can be seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from scoring.comparison.inference import FEWEST_PAIRS
from scoring.comparison.leaders import Axis, check_plane, leading
from scoring.comparison.measurements import Measurements
from scoring.comparison.polygons import Point, Segment, area_of, crossed_edges, halved
from scoring.model import Penalties
from scoring.tallies import Group, Penalty
from scoring.tallies.dataset import BoolArray, FloatArray, IntArray

Setting: TypeAlias = Mapping[Penalty, FloatArray]
"""The three penalties at many points, each of the points' shape."""

_CHARGED: Final = {
    Penalty.UNUSED_HIGH: "per unused high context",
    Penalty.MISSING_ITEM: "per missing item",
    Penalty.MISSING_CAP: "at most for missing items",
}

_COARSE: Final = 64
_FINE: Final = 512
_DUST: Final = 1e-12
_TIE: Final = 5e-10
"""Means that differ by no more are equal to nine places."""


@dataclass(frozen=True, slots=True)
class Regions:
    """The plane of two penalties, parted by who leads.

    Attributes:
        x: The first penalty.
        y: The second.
        third: The penalty that is no axis, and where it stands.
        pairs: How many pairs the means are of.
        shares: The share of the plane in which each configuration leads alone, 0 to 1.
        tied: The share in which two or more lead together.
        boundaries: For each two configurations that take the lead from each other, the segments
            ((x, y), (x, y)) of the line where they do, in no order.
    """

    x: Axis
    y: Axis
    third: tuple[Penalty, float]
    pairs: int
    shares: Mapping[str, float]
    tied: float
    boundaries: Mapping[tuple[str, str], tuple[Segment, ...]]

    @property
    def sentence(self) -> str:
        """Who leads where, such as "B leads whatever the penalties"."""
        return f"{self._caution}{self._told} ({self._plane})."

    @property
    def _caution(self) -> str:
        if self.pairs >= FEWEST_PAIRS:
            return ""
        counted = f"{self.pairs} {'pair' if self.pairs == 1 else 'pairs'}"
        return f"With {counted}, below {FEWEST_PAIRS}, nothing can be said. In these alone: "

    @property
    def _told(self) -> str:
        shares = {name: share for name, share in self.shares.items() if share > _DUST}
        ordered = sorted(shares, key=lambda name: -shares[name])
        if not ordered:
            return "Nobody leads alone, whatever the penalties"
        if len(ordered) == 1 and self.tied <= _DUST:
            return f"{ordered[0]} leads whatever the penalties"
        parts = [f"{name} leads in {percentage(shares[name])}" for name in ordered]
        if self.tied > _DUST:
            parts.append(f"nobody alone in {percentage(self.tied)}")
        return f"{', '.join(parts)} of the penalties' range"

    @property
    def _plane(self) -> str:
        penalty, value = self.third
        ranges = (
            f"{axis.lower:g} to {axis.upper:g} {_CHARGED[axis.penalty]}"
            for axis in (self.x, self.y)
        )
        return f"{', '.join(ranges)}; {value:g} {_CHARGED[penalty]}"


def regions(measurements: Measurements, x: Axis, y: Axis, penalties: Penalties) -> Regions:
    """Part the plane of two penalties by who leads, the third as in `penalties`.

    Only a lead that begins and ends within a 512th of the range can be overlooked, or among four
    neighbouring points of a 64 x 64 lattice at which two others tie.

    Raises:
        InvalidValueError: The same penalty twice, or no pair that is scored on every side.
    """
    check_plane(measurements, x, y)
    return _Partition(measurements, x, y, penalties).regions()


def percentage(share: float) -> str:
    """A share of the plane in words that hide neither a sliver nor that something is left."""
    if 0 < share < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 < share < 1 else f"{share * 100:.0f} %"


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Squares of the fine lattice, with what stands at their corners.

    Attributes:
        left, bottom: The low corner in steps of the lattice, shape (C,).
        size: Steps along a side, the same for all.
        xs, ys: The penalties at the corners, counter-clockwise from the low one, shape (C, 4).
        means: The configurations' mean scores there, shape (K, C, 4).
    """

    left: IntArray
    bottom: IntArray
    size: int
    xs: FloatArray
    ys: FloatArray
    means: FloatArray

    @property
    def area(self) -> float:
        """Of each, as a share of the plane."""
        return (self.size / _FINE) ** 2

    def selected(self, cells: BoolArray) -> "_Cells":
        return _Cells(
            self.left[cells],
            self.bottom[cells],
            self.size,
            self.xs[cells],
            self.ys[cells],
            self.means[:, cells],
        )

    def corners(self, cell: int) -> list[Point]:
        return list(zip(self.xs[cell].tolist(), self.ys[cell].tolist(), strict=True))

    def lead(self, cell: int, one: int, other: int) -> list[float]:
        """By how much one leads the other at each corner."""
        lead: list[float] = (self.means[one, cell] - self.means[other, cell]).tolist()
        return lead


class _Partition:
    """The work of `regions`, from coarse cells to fine ones."""

    def __init__(self, measurements: Measurements, x: Axis, y: Axis, penalties: Penalties) -> None:
        self._tallies = measurements.tallies
        self._names = measurements.configurations
        self._x, self._y, self._penalties = x, y, penalties
        self._areas = np.zeros(len(self._names))
        self._tied = 0.0
        self._segments: dict[tuple[int, int], list[Segment]] = {}

    def regions(self) -> Regions:
        step = _FINE // _COARSE
        lattice = np.arange(0, _FINE, step)
        left, bottom = (side.ravel() for side in np.meshgrid(lattice, lattice))
        cells = self._cells(left, bottom, step)
        while cells.left.size:
            unsettled = self._settle_straight(self._settle_uniform(cells))
            if cells.size == 1:
                self._settle_by_vote(unsettled)
                break
            cells = self._quartered(unsettled)
        (third,) = set(Penalty) - {self._x.penalty, self._y.penalty}
        return Regions(
            x=self._x,
            y=self._y,
            third=(third, third.of(self._penalties)),
            pairs=self._tallies[0].cases,
            shares=dict(zip(self._names, self._areas.tolist(), strict=True)),
            tied=self._tied,
            boundaries={
                (self._names[one], self._names[other]): tuple(segments)
                for (one, other), segments in sorted(self._segments.items())
            },
        )

    def _setting(self, xs: FloatArray, ys: FloatArray) -> Setting:
        third = {penalty: np.full(xs.shape, penalty.of(self._penalties)) for penalty in Penalty}
        return {**third, self._x.penalty: xs, self._y.penalty: ys}

    def _means(self, xs: FloatArray, ys: FloatArray) -> FloatArray:
        """The configurations' mean scores at points of any shape, shape (K, *points)."""
        setting = self._setting(xs, ys)
        means = np.zeros((len(self._tallies), *xs.shape))
        for row, table in zip(means, self._tallies, strict=True):
            for group in table.groups:
                row += group.left_after(_paid(group, setting))
            row /= table.cases
        return means

    def _cells(self, left: IntArray, bottom: IntArray, size: int) -> _Cells:
        columns = left[:, np.newaxis] + size * np.array([0, 1, 1, 0])
        rows = bottom[:, np.newaxis] + size * np.array([0, 0, 1, 1])
        xs, ys = (
            axis.lower + (axis.upper - axis.lower) * places / _FINE
            for axis, places in ((self._x, columns), (self._y, rows))
        )
        return _Cells(left, bottom, size, xs, ys, self._means(xs, ys))

    def _quartered(self, cells: _Cells) -> _Cells:
        half = cells.size // 2
        return self._cells(
            np.concatenate([cells.left + right for right in (0, half, 0, half)]),
            np.concatenate([cells.bottom + up for up in (0, 0, half, half)]),
            half,
        )

    def _settle_uniform(self, cells: _Cells) -> _Cells:
        """Count the cells that have the same leaders throughout; return the others.

        Every mean is convex in the penalties. So another's lies under what its corners give, and
        the leader's over twice its mean at the centre less what the opposite corners give: where
        the one stays under the other from corner to corner, nobody takes the lead in between.
        """
        leads: BoolArray = np.logical_and.reduce(leading(cells.means), axis=2)
        leaders = leads.sum(axis=0)
        place, cell = leads.argmax(axis=0), np.arange(len(cells.left))
        centre = self._means(cells.xs.mean(axis=1), cells.ys.mean(axis=1))[place, cell]
        opposite = cells.means[place, cell][:, [2, 3, 0, 1]]
        others = cells.means.copy()
        others[place, cell] = -np.inf
        over = (others.max(axis=0) + opposite).max(axis=1) - 2 * centre
        # What ties at four corners is taken to tie between them.
        settled: BoolArray = (leaders > 1) | (leaders == 1) & (over <= _TIE)
        self._areas += leads[:, settled & (leaders == 1)].sum(axis=1) * cells.area
        self._tied += float((settled & (leaders > 1)).sum()) * cells.area
        return cells.selected(~settled)

    def _settle_straight(self, cells: _Cells) -> _Cells:
        """Part the cells that two configurations share by one straight line; return the others."""
        leads: BoolArray = np.logical_or.reduce(leading(cells.means), axis=2)
        straight: BoolArray = (leads.sum(axis=0) == 2) & ~(leads & self._kinked(cells)).any(axis=0)
        for cell in np.flatnonzero(straight).tolist():
            one, other = np.flatnonzero(leads[:, cell]).tolist()
            straight[cell] = self._part(cells, cell, one, other)
        return cells.selected(~straight)

    def _part(self, cells: _Cells, cell: int, one: int, other: int) -> bool:
        """Part a cell between two, unless a third one leads on the line between them."""
        corners = cells.corners(cell)
        ends, won = halved(corners, cells.lead(cell, one, other))
        xs, ys = np.array(ends).T
        if not leading(self._means(xs, ys))[[one, other]].any(axis=0).all():
            return False
        self._draw(one, other, (ends[0], ends[1]))
        share = area_of(won) / area_of(corners)
        self._areas[one] += share * cells.area
        self._areas[other] += (1 - share) * cells.area
        return True

    def _settle_by_vote(self, cells: _Cells) -> None:
        """Share out cells of the smallest size by their corners, and solve for the lines' ends."""
        leads = leading(cells.means)
        votes = (leads / leads.sum(axis=0)).mean(axis=2)
        self._areas += votes.sum(axis=1) * cells.area
        crossed: list[tuple[int, int, Segment]] = []
        for cell in range(len(cells.left)):
            leaders = np.flatnonzero(leads[:, cell].any(axis=1)).tolist()
            for one, other in combinations(leaders, 2):
                edges = crossed_edges(cells.corners(cell), cells.lead(cell, one, other))
                if len(edges) == 2:
                    crossed += [(one, other, edge) for edge in edges]
        ends = self._solved(crossed)
        for (one, other, _), start, end in zip(crossed[::2], ends[::2], ends[1::2], strict=True):
            self._draw(one, other, (start, end))

    def _solved(self, crossed: list[tuple[int, int, Segment]]) -> list[Point]:
        """Where on each edge the two configurations have the same mean."""
        from scipy.optimize.elementwise import find_root

        if not crossed:
            return []

        def lead(
            along: FloatArray,
            x: FloatArray,
            y: FloatArray,
            to_x: FloatArray,
            to_y: FloatArray,
            one: FloatArray,
            other: FloatArray,
        ) -> FloatArray:
            means = self._means(x + along * (to_x - x), y + along * (to_y - y))
            edges = np.arange(len(along))
            ahead: FloatArray = means[one.astype(int), edges] - means[other.astype(int), edges]
            return ahead

        columns = np.array([(*start, *end, one, other) for one, other, (start, end) in crossed]).T
        ends = np.zeros(len(crossed)), np.ones(len(crossed))
        along = find_root(lead, ends, args=tuple(columns)).x
        x, y, to_x, to_y, _, _ = columns
        return list(
            zip((x + along * (to_x - x)).tolist(), (y + along * (to_y - y)).tolist(), strict=True)
        )

    def _draw(self, one: int, other: int, segment: Segment) -> None:
        self._segments.setdefault((one, other), []).append(segment)

    def _kinked(self, cells: _Cells) -> BoolArray:
        """Whether a kink of a configuration's mean runs through a cell, shape (K, C).

        The mean bends where a case reaches the floor and where the cap begins to bind. What a case
        pays grows with each penalty, so that the low and the high corner say whether either
        happens in between.
        """
        low, high = (self._setting(cells.xs[:, at], cells.ys[:, at]) for at in (0, 2))
        per_item, cap = Penalty.MISSING_ITEM, Penalty.MISSING_CAP
        kinked = np.zeros((len(self._tallies), len(cells.left)), dtype=bool)
        for row, table in zip(kinked, self._tallies, strict=True):
            for group in table.groups:
                above = group.cases_at_least(_paid(group, low) + _DUST)
                row |= above > group.cases_at_least(_paid(group, high) - _DUST)
                free = group.missing * low[per_item] < high[cap] - _DUST
                bound = group.missing * high[per_item] > low[cap] + _DUST
                row |= free & bound & (above > 0)
        return kinked


def _paid(group: Group, setting: Setting) -> FloatArray:
    """What a group's cases pay at each point."""
    missing = np.minimum(
        group.missing * setting[Penalty.MISSING_ITEM], setting[Penalty.MISSING_CAP]
    )
    return group.unused_high * setting[Penalty.UNUSED_HIGH] + missing
