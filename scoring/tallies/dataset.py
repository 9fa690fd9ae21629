"""A dataset as a table of distinct tallies: what makes a question over millions of cases cheap.

Rows that agree in unused-high and missing counts pay the same penalties whatever the setting, so
that they form a *group*; within one, the rows stand in the order of their bases. Whether a case is
above the floor or a threshold is then one binary search a group, and a mean is a difference of
suffix sums.
"""

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from scoring.errors import InvalidValueError
from scoring.model import Judgement
from scoring.tallies.tally import DOCUMENTED_WEIGHTS, Tally, Weights, exact_base

IntArray: TypeAlias = npt.NDArray[np.integer]
FloatArray: TypeAlias = npt.NDArray[np.float64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

_COLUMNS: Final = 6
_LEVELS: Final = slice(0, 4)
_UNUSED, _MISSING = 4, 5


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Cases that pay the same penalties, by base.

    Attributes:
        unused_high: High contexts that went unused, the same in every case of the group.
        missing: Missing items, the same in every case of the group.
        bases: Distinct bases, ascending, shape (B,).
        cases_from: Cases whose base is `bases[i]` or more, shape (B + 1,); the last is 0.
        base_from: Sum of those cases' bases, shape (B + 1,).
    """

    unused_high: int
    missing: int
    bases: FloatArray
    cases_from: FloatArray
    base_from: FloatArray

    @property
    def cases(self) -> float:
        """How many cases the group has."""
        return float(self.cases_from[0])

    def cases_at_least(self, base: npt.ArrayLike) -> FloatArray:
        """How many cases have at least this base, in the shape of `base`."""
        counts: FloatArray = self.cases_from[self.bases.searchsorted(base, side="left")]
        return counts

    def left_after(self, penalty: FloatArray) -> FloatArray:
        """Sum over the cases of what `penalty` leaves of the base, 0 at the least; its shape."""
        above = self.bases.searchsorted(penalty, side="right")
        left: FloatArray = self.base_from[above] - penalty * self.cases_from[above]
        return left


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """The distinct tallies of a dataset, how often each occurs, and which case has which.

    Rows (one a distinct tally, T of them) are ordered by unused-high, missing and base. Cases are
    named by their position, from 0, in what was tallied; those without a score have no row.

    Attributes:
        weights: The weights of the levels that `base` was made with.
        counts: The columns of `Tally`, int32, shape (T, 6).
        base: Mean weight of each row's contexts, 0 to 1, shape (T,).
        multiplicity: Cases of each row, shape (T,).
        positions: Where each scored case stood in what was tallied, ascending, shape (C,).
        row_of_case: The row of each scored case, in the order of `positions`, shape (C,).
        total: How many cases were tallied, those without a score included.
        groups: The rows by what they pay, for searches.
    """

    weights: Weights
    counts: npt.NDArray[np.int32]
    base: FloatArray
    multiplicity: npt.NDArray[np.int64]
    positions: IntArray
    row_of_case: IntArray
    total: int
    groups: tuple[Group, ...]

    @classmethod
    def from_judgements(
        cls,
        judgements: Iterable[Judgement | None],
        *,
        weights: Weights = DOCUMENTED_WEIGHTS,
        score_judged_part: bool = False,
    ) -> "Tallies":
        """Tally judgements, one a case, corrections applied (`Overrides.applied_to`).

        Args:
            judgements: One a case; `None` where there is none. A case counts as scored exactly
                where `score_relevance` gives its judgement a score.
            weights: The weights of the levels.
            score_judged_part: As for `score_relevance`.
        """
        rows: list[tuple[int, ...]] = []
        positions: list[int] = []
        total = 0
        for position, judgement in enumerate(judgements):
            total += 1
            if judgement is None or not judgement.verdicts:
                continue
            if judgement.unjudged and not score_judged_part:
                continue
            rows.append(astuple(Tally.of(judgement)))
            positions.append(position)
        counts = np.array(rows, dtype=np.int64).reshape(-1, _COLUMNS)
        return _tabulated(counts, np.array(positions, dtype=np.int64), total, weights)

    @classmethod
    def from_counts(cls, counts: IntArray, weights: Weights = DOCUMENTED_WEIGHTS) -> "Tallies":
        """Tally cases that are counted already.

        Args:
            counts: The columns of `Tally`, one row a case, shape (C, 6).
            weights: The weights of the levels.

        Raises:
            InvalidValueError: Another shape, or a row that `Tally` would refuse.
        """
        if counts.ndim != 2 or counts.shape[1] != _COLUMNS:
            raise InvalidValueError(f"counts must have {_COLUMNS} columns, one row a case")
        if counts.size:
            if counts.min() < 0 or counts.max() > np.iinfo(np.int32).max:
                raise InvalidValueError("a tally's counts are 0 or more, and no more than 2^31 - 1")
            if (counts[:, _LEVELS].sum(axis=1) == 0).any():
                raise InvalidValueError("a tally needs at least one judged context")
            if (counts[:, _UNUSED] > counts[:, 0]).any():
                raise InvalidValueError("more high contexts unused than there are")
        return _tabulated(counts, np.arange(len(counts)), len(counts), weights)

    @property
    def cases(self) -> int:
        """How many cases have a score."""
        return len(self.positions)

    def require_cases(self) -> "Tallies":
        """The same, for questions that have no answer without a score.

        Raises:
            InvalidValueError: No case has a score.
        """
        if not self.cases:
            raise InvalidValueError("no case has a score")
        return self

    @property
    def rows(self) -> int:
        """How many distinct tallies there are."""
        return len(self.base)

    @property
    def unused_high(self) -> npt.NDArray[np.int32]:
        """High contexts that went unused, a row each, shape (T,)."""
        return self.counts[:, _UNUSED]

    @property
    def missing(self) -> npt.NDArray[np.int32]:
        """Missing items, a row each, shape (T,)."""
        return self.counts[:, _MISSING]

    def tally(self, row: int) -> Tally:
        """The tally of a row."""
        return Tally(*self.counts[row].tolist())

    def cases_where(self, rows: BoolArray) -> IntArray:
        """Positions of the cases whose row is marked, ascending.

        Args:
            rows: A mark for each row, shape (T,).
        """
        positions: IntArray = self.positions[rows[self.row_of_case]]
        return positions

    def reweighted(self, weights: Weights) -> "Tallies":
        """The same cases under other weights of the levels."""
        if weights == self.weights:
            return self
        return _ordered(
            self.counts, self.multiplicity, self.row_of_case, self.positions, self.total, weights
        )

    def selected(self, cases: BoolArray) -> "Tallies":
        """Some of the cases, under the positions that they have here.

        Args:
            cases: A mark for each case tallied, shape (total,).

        Raises:
            InvalidValueError: Another number of marks.
        """
        if cases.shape != (self.total,):
            raise InvalidValueError(f"a mark is needed for each of the {self.total} cases")
        scored = cases[self.positions]
        multiplicity = np.bincount(self.row_of_case[scored], minlength=self.rows)
        kept = multiplicity > 0
        renumbered = np.cumsum(kept) - 1
        return _ordered(
            self.counts[kept],
            multiplicity[kept],
            renumbered[self.row_of_case[scored]],
            self.positions[scored],
            self.total,
            self.weights,
        )


def _tabulated(counts: IntArray, positions: IntArray, total: int, weights: Weights) -> Tallies:
    """Find the distinct rows of one row a case."""
    first, row_of_case, multiplicity = _distinct(counts)
    return _ordered(counts[first], multiplicity, row_of_case, positions, total, weights)


def _distinct(counts: IntArray) -> tuple[IntArray, IntArray, npt.NDArray[np.int64]]:
    """The first of each kind of row, the kind of each row, and how many each kind has.

    One whole number a row sorts many times faster than six columns; only counts too large for 64
    bits go by columns.
    """
    radices = [int(column.max(initial=0)) + 1 for column in counts.T]
    if math.prod(radices) >= 2**63:
        _, first, kind, multiplicity = np.unique(
            counts, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        return first, kind, multiplicity
    key = np.zeros(len(counts), dtype=np.int64)
    for column, radix in zip(counts.T, radices, strict=True):
        key *= radix
        key += column
    _, first, kind, multiplicity = np.unique(
        key, return_index=True, return_inverse=True, return_counts=True
    )
    return first, kind, multiplicity


def _ordered(
    counts: IntArray,
    multiplicity: npt.NDArray[np.int64],
    row_of_case: IntArray,
    positions: IntArray,
    total: int,
    weights: Weights,
) -> Tallies:
    """Put distinct rows in order and group them."""
    base = _bases(counts[:, _LEVELS], weights)
    # Where weights make two tallies equal in all that matters, the counts decide, so that the
    # order of the rows never depends on the order of the cases.
    order = np.lexsort((*counts[:, _LEVELS].T, base, counts[:, _MISSING], counts[:, _UNUSED]))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    # Column after column in memory: each is read whole, and never a row.
    ordered = np.asfortranarray(counts[order], dtype=np.int32)
    return Tallies(
        weights=weights,
        counts=ordered,
        base=base[order],
        multiplicity=multiplicity[order],
        positions=positions,
        row_of_case=place[row_of_case],
        total=total,
        groups=_groups(ordered, base[order], multiplicity[order]),
    )


def _bases(levels: IntArray, weights: Weights) -> FloatArray:
    """The exact base of each row of level counts, shape (T, 4) -> (T,)."""
    first, kind, _ = _distinct(levels)
    distinct = [
        exact_base((high, medium, low, none), weights)
        for high, medium, low, none in levels[first].tolist()
    ]
    bases: FloatArray = np.array(distinct, dtype=np.float64)[kind]
    return bases


def _groups(
    counts: npt.NDArray[np.int32], base: FloatArray, multiplicity: npt.NDArray[np.int64]
) -> tuple[Group, ...]:
    if not len(base):
        return ()
    pays = counts[:, [_UNUSED, _MISSING]]
    starts = np.flatnonzero(np.r_[True, (pays[1:] != pays[:-1]).any(axis=1)])
    groups = []
    for start, stop in zip(starts, np.r_[starts[1:], len(base)], strict=True):
        bases, first = np.unique(base[start:stop], return_index=True)
        cases = np.add.reduceat(multiplicity[start:stop].astype(np.float64), first)
        groups.append(
            Group(
                unused_high=int(pays[start, 0]),
                missing=int(pays[start, 1]),
                bases=bases,
                cases_from=_suffix_sums(cases),
                base_from=_suffix_sums(cases * bases),
            )
        )
    return tuple(groups)


def _suffix_sums(values: FloatArray) -> FloatArray:
    """Sums from each place to the end, and 0 after it: shape (B,) -> (B + 1,)."""
    sums = np.zeros(len(values) + 1)
    sums[:-1] = np.cumsum(values[::-1])[::-1]
    return sums
