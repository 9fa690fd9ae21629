"""How many contexts score best: judgements cut to their first contexts, or without the poor ones.

Nothing is judged again. The contexts that stay keep their level and whether they were used, and
what was missing stays missing: what the cut contexts alone could tell, the judgement does not say,
so that a small cut may look better than a new judgement of it would.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.comparison.measurements import Metric, Sample
from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties, RelevanceLevel, checked_scale, distinct_items
from scoring.tallies import Tallies, case_scores
from scoring.tallies.dataset import FloatArray, IntArray

ALL_CONTEXTS: Final = "all contexts"
POOR_LEVELS: Final = (RelevanceLevel.LOW, RelevanceLevel.NONE)

_DEEPEST: Final = 50
"""Cuts that are counted: a case of thousands of contexts must not cost all others as many."""

_LEVELS: Final = tuple(RelevanceLevel)
_UNUSED_HIGH, _MISSING = len(_LEVELS), len(_LEVELS) + 1
"""What stands behind the levels' counts in a tally."""


@dataclass(frozen=True, slots=True, eq=False)
class CutCurve:
    """The mean score against the number of contexts kept.

    Attributes:
        cuts: 1, 2, ... to the most contexts that a case has; of more than 50, those below 50 and
            the most.
        means: The mean score at each, shape (len(cuts),). A case with fewer contexts keeps all.
        cut_short: How many cases each cut takes a context from, shape (len(cuts),).
        cases: How many cases are in every mean.
    """

    cuts: tuple[int, ...]
    means: FloatArray
    cut_short: IntArray
    cases: int

    @property
    def best(self) -> int:
        """The cut with the highest mean to nine places, the smallest of those that tie."""
        return self.cuts[int((np.round(self.means.max() - self.means, 9) == 0).argmax())]


class ContextCounts:
    """Judgements by the level and use of each context, in order, counted once for any cut.

    Attributes:
        positions: Which of the judgements given are in, ascending: those of one context or more
            with a verdict for each. What a cut would leave of the others is not known.
        counts: What all contexts of each come to: the columns of a tally, shape (C, 6).
    """

    def __init__(self, judgements: Iterable[Judgement | None]) -> None:
        known = [
            (position, judgement)
            for position, judgement in enumerate(judgements)
            if judgement is not None and judgement.context_count and not judgement.unjudged
        ]
        self.positions: IntArray = np.array([position for position, _ in known], dtype=np.int64)
        whole = [judgement for _, judgement in known]
        self._lengths = np.array([j.context_count for j in whole], dtype=np.int64)
        longest = int(self._lengths.max(initial=0))
        depth = min(longest, _DEEPEST)
        self._cuts = (*range(1, depth), longest)
        # (cases, contexts, columns of a tally): what each context adds to its case's counts; the
        # last has all that are left.
        added = np.zeros((len(known), depth, len(_LEVELS) + 2), dtype=np.int32)
        for case, judgement in enumerate(whole):
            for verdict in judgement.verdicts:
                place = min(verdict.index, depth - 1)
                added[case, place, _LEVELS.index(verdict.level)] += 1
                added[case, place, _UNUSED_HIGH] += (
                    verdict.level is RelevanceLevel.HIGH and not verdict.used
                )
        counts = added.cumsum(axis=1, dtype=np.int32)
        counts[:, :, _MISSING] = [[len(distinct_items(j.missing))] for j in whole]
        self.counts: IntArray = counts[:, -1] if depth else counts.reshape(0, counts.shape[2])
        self._tallies = tuple(Tallies.from_counts(counts[:, cut]) for cut in range(depth))

    def curve(self, penalties: Penalties = Penalties(), scale: float = 1.0) -> CutCurve:
        """The mean score of the judgements cut to their first 1, 2, ... contexts.

        Raises:
            InvalidValueError: `scale` is out of range, or there is no judgement to cut.
        """
        self._require_cases()
        checked_scale(scale)
        return CutCurve(
            cuts=self._cuts,
            means=np.array([case_scores(t, penalties, scale).mean() for t in self._tallies]),
            cut_short=(self._lengths[:, np.newaxis] > np.array(self._cuts)).sum(axis=0),
            cases=len(self.positions),
        )

    def cut(self, first: int, penalties: Penalties = Penalties(), scale: float = 1.0) -> Sample:
        """All contexts and the first few as two configurations over the same cases.

        Args:
            first: How many contexts are kept, one of the curve's cuts, or more than all of them.
            penalties: What faults cost.
            scale: The value of a perfect score.

        Returns:
            A sample to compare as any other, `ALL_CONTEXTS` its first configuration; its `pairs`
            are positions among the judgements given.

        Raises:
            InvalidValueError: `first` or `scale` is out of range, or there is no judgement to cut.
        """
        self._require_cases()
        if first < 1:
            raise InvalidValueError(f"a cut keeps at least 1 context, not {first}")
        kept = min(first, self._cuts[-1])
        if kept not in self._cuts:
            raise InvalidValueError(f"cuts below {_DEEPEST} contexts are counted, not {first}")
        short = self._tallies[self._cuts.index(kept)]
        name = "the first context" if first == 1 else f"the first {first} contexts"
        return _sample(name, self._tallies[-1], short, self.positions, penalties, scale)

    def _require_cases(self) -> None:
        if not self.positions.size:
            raise InvalidValueError("no case has a judgement of all its contexts")


class Dropping:
    """Judgements with and without the contexts of some levels.

    Attributes:
        name: Such as "without low and none".
        positions: Which of the judgements counted keep a context, ascending.
        emptied: Which of them lose all their contexts, ascending: without any there is no score, so
            that they are in neither mean.
    """

    def __init__(
        self, known: ContextCounts, levels: Collection[RelevanceLevel] = POOR_LEVELS
    ) -> None:
        dropped = [place for place, level in enumerate(_LEVELS) if level in levels]
        self.name = f"without {' and '.join(_LEVELS[place] for place in dropped)}"
        after = known.counts.copy()
        after[:, dropped] = 0
        if RelevanceLevel.HIGH in levels:
            after[:, _UNUSED_HIGH] = 0
        left = after[:, : len(_LEVELS)].any(axis=1)
        self.positions: IntArray = known.positions[left]
        self.emptied: IntArray = known.positions[~left]
        self._before = Tallies.from_counts(known.counts[left])
        self._after = Tallies.from_counts(after[left])

    def sample(self, penalties: Penalties = Penalties(), scale: float = 1.0) -> Sample:
        """With and without as two configurations over the same cases.

        Returns:
            A sample to compare as any other, `ALL_CONTEXTS` its first configuration; its `pairs`
            are positions among the judgements given.

        Raises:
            InvalidValueError: `scale` is out of range.
        """
        return _sample(self.name, self._before, self._after, self.positions, penalties, scale)


def _sample(
    name: str,
    before: Tallies,
    after: Tallies,
    positions: IntArray,
    penalties: Penalties,
    scale: float,
) -> Sample:
    values = np.stack([case_scores(t, penalties, checked_scale(scale)) for t in (before, after)])
    return Sample(Metric.RELEVANCE, (ALL_CONTEXTS, name), values, positions, scale)
