"""Whether two settings put the cases in the same order."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.model import Penalties
from scoring.tallies.dataset import FloatArray, Tallies
from scoring.tallies.summary import scores


@dataclass(frozen=True, slots=True, eq=False)
class RankChanges:
    """The order of the cases under two settings, scores compared to nine places.

    Attributes:
        before, after: Each row's rank, 1 for the best; cases of equal score share the mean of the
            ranks that they take up. Shape (T,).
        kendall_tau: Tau-b between the two orders, -1 to 1; `None` where either setting gives all
            cases one score, so that there is no order to compare.
        pairs: Pairs of cases in all.
        reversed_pairs: Those that the two settings put in opposite orders.
        tied_pairs: Those that one setting tells apart and the other does not.
    """

    before: FloatArray
    after: FloatArray
    kendall_tau: float | None
    pairs: int
    reversed_pairs: int
    tied_pairs: int

    @property
    def moved(self) -> FloatArray:
        """How many ranks each row falls (above 0) or climbs (below 0), shape (T,)."""
        return self.after - self.before


def rank_changes(tallies: Tallies, before: Penalties, after: Penalties) -> RankChanges:
    """Compare the order of the cases under two settings.

    Kendall's tau is SciPy's, and costs a sort of all cases.

    Raises:
        InvalidValueError: No case has a score.
    """
    tallies.require_cases()
    multiplicity = tallies.multiplicity
    old, new = (np.round(scores(tallies, penalties), 9) for penalties in (before, after))
    pairs = _pairs(np.array([tallies.cases]))
    same_old, same_new, same_both = (
        _pairs(_occurrences(keys, multiplicity))
        for keys in (old[:, np.newaxis], new[:, np.newaxis], np.column_stack([old, new]))
    )
    tau = None
    reversed_pairs = 0
    if same_old < pairs and same_new < pairs:
        tau = _kendall_tau(np.repeat(old, multiplicity), np.repeat(new, multiplicity))
        # Tau-b is (agreeing - opposed) / this root, and both together are the pairs told apart.
        root = math.sqrt(pairs - same_old) * math.sqrt(pairs - same_new)
        told_apart = pairs - same_old - same_new + same_both
        reversed_pairs = round((told_apart - tau * root) / 2)
    return RankChanges(
        before=_ranks(old, multiplicity),
        after=_ranks(new, multiplicity),
        kendall_tau=tau,
        pairs=pairs,
        reversed_pairs=reversed_pairs,
        tied_pairs=same_old + same_new - 2 * same_both,
    )


def _kendall_tau(one: FloatArray, other: FloatArray) -> float:
    # SciPy's statistics take a third of a second to import, and only this asks for them.
    from scipy.stats import kendalltau

    return float(kendalltau(one, other).statistic)


def _ranks(values: FloatArray, multiplicity: npt.NDArray[np.int64]) -> FloatArray:
    """Mean rank of each value from the highest, over all that it occurs with, shape (T,)."""
    _, number = np.unique(-values, return_inverse=True)
    cases = np.bincount(number, weights=multiplicity)
    ranks: FloatArray = (np.cumsum(cases) - (cases - 1) / 2)[number]
    return ranks


def _occurrences(keys: FloatArray, multiplicity: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many cases have each distinct row of `keys`, shape (T, columns) -> (distinct,)."""
    _, number = np.unique(keys, axis=0, return_inverse=True)
    return np.bincount(number, weights=multiplicity).astype(np.int64)


def _pairs(counts: npt.NDArray[np.int64]) -> int:
    """Pairs within each of several sets, in all."""
    return int((counts * (counts - 1) // 2).sum())
