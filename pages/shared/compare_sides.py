"""A dataset's configurations side by side, and what is derived from them once. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from pages.shared.compare_background import Background
from pages.shared.dataset import Dataset
from scoring.comparison import (
    ContextCounts,
    Dropping,
    MatchedBy,
    Measurements,
    Pairing,
    Unscored,
    by_configuration,
    missing_items,
    paired,
    segmentations,
    segments,
)
from scoring.evaluation import CaseResult
from scoring.keywords import KeywordCoverage
from scoring.model import Case, Judgement, Penalties, State
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance
from scoring.scorer import unscorable_relevance
from scoring.tallies.dataset import IntArray

_MOST_PARTS: Final = 4
"""Filtered questions that are kept counted, the latest."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """What is missing on one side of the pairs and not on the other.

    Attributes:
        filled: (item, id, query) of what the baseline alone misses.
        opened: The same of what the other side alone misses.
        both: How many items both sides miss.
    """

    filled: Sequence[tuple[str, str, str]]
    opened: Sequence[tuple[str, str, str]]
    both: int


@dataclass(frozen=True, eq=False)
class Sides:
    """The questions that all configurations of a dataset have.

    Attributes:
        pairing: What belongs to what, and what was left over.
        background: The slow results about these pairs.
        part: What they were filtered by, in words; `None` where nothing was.
    """

    pairing: Pairing
    background: Background = field(default_factory=Background)
    part: str | None = None
    _parts: dict[tuple[str, tuple[str, ...]], "Sides"] = field(default_factory=dict)
    _segments: dict[str, dict[str, IntArray]] = field(default_factory=dict)
    _gaps: dict[tuple[str, str], Gaps] = field(default_factory=dict)

    @classmethod
    def of(cls, dataset: Dataset) -> "Sides":
        """Pair the configurations of a dataset.

        Cases that name no configuration are of one that is called after the dataset.

        Raises:
            InvalidValueError: There are not two to eight configurations.
        """
        results = [
            CaseResult("", case, _relevance(case, judgement), keywords)
            for case, judgement, keywords in _judged(dataset)
        ]
        return cls(paired(by_configuration([(dataset.name, results)])))

    @cached_property
    def measurements(self) -> Measurements:
        """The pairs, counted."""
        return Measurements(self.pairing)

    @cached_property
    def unscored(self) -> tuple[Unscored, ...]:
        """The pairs' cases without a Context Relevance score."""
        return self.pairing.unscored

    @cached_property
    def unscored_pairs(self) -> int:
        """How many pairs lack a Context Relevance score on some side."""
        return len({one.pair for one in self.unscored})

    @cached_property
    def paired_by(self) -> Counter[MatchedBy]:
        """How many pairs were matched by what."""
        return Counter(pair.matched_by for pair in self.pairing.pairs)

    @cached_property
    def segmentations(self) -> tuple[str, ...]:
        """What the pairs can be parted by."""
        return segmentations(self.pairing)

    @cached_property
    def context_counts(self) -> dict[str, ContextCounts]:
        """By configuration, the pairs' judgements, ready to be cut."""
        return {name: ContextCounts(judgements) for name, judgements in self._judgements.items()}

    @cached_property
    def droppings(self) -> dict[str, Dropping]:
        """By configuration, the pairs' judgements without their low and none contexts."""
        return {name: Dropping(counts) for name, counts in self.context_counts.items()}

    @cached_property
    def _judgements(self) -> dict[str, tuple[Judgement | None, ...]]:
        return {
            name: tuple(pair.results[place].relevance.judgement for pair in self.pairing.pairs)
            for place, name in enumerate(self.pairing.configurations)
        }

    def segments(self, key: str) -> dict[str, IntArray]:
        """The pairs' positions by what they have under a key."""
        if key not in self._segments:
            self._segments[key] = segments(self.pairing, key)
        return self._segments[key]

    def gaps(self, baseline: str, other: str) -> Gaps:
        """What one of two configurations misses and the other does not."""
        wanted = baseline, other
        if wanted not in self._gaps:
            self._gaps[wanted] = self._gaps_between(*wanted)
        return self._gaps[wanted]

    def _gaps_between(self, baseline: str, other: str) -> Gaps:
        filled, opened, both = [], [], 0
        for pair, before, after in zip(
            self.pairing.pairs, self._judgements[baseline], self._judgements[other], strict=True
        ):
            items = missing_items(before, after)
            filled += [(item, pair.id, pair.query) for item in items.only_before]
            opened += [(item, pair.id, pair.query) for item in items.only_after]
            both += len(items.both)
        return Gaps(filled, opened, both)

    def within(self, key: str, values: Sequence[str]) -> "Sides":
        """The pairs that have one of the values under a key, as sides of their own."""
        wanted = key, tuple(sorted(values))
        if wanted not in self._parts:
            while len(self._parts) >= _MOST_PARTS:
                del self._parts[next(iter(self._parts))]
            self._parts[wanted] = self._within(*wanted)
        return self._parts[wanted]

    def _within(self, key: str, values: Sequence[str]) -> "Sides":
        parts = self.segments(key)
        chosen = [parts[value] for value in values if value in parts]
        kept = np.unique(np.concatenate(chosen)).tolist() if chosen else []
        return Sides(self.pairing.restricted(kept), part=f"{key}: {', '.join(values)}")


def _judged(
    dataset: Dataset,
) -> Sequence[tuple[Case, Judgement | None, KeywordCoverage]]:
    return list(zip(dataset.cases, dataset.judgements, dataset.keywords, strict=True))


def _relevance(case: Case, judgement: Judgement | None) -> RelevanceScore:
    """A case at the default penalties: whether it has a score, and of which judgement."""
    unscorable = unscorable_relevance(case, Penalties(), 1.0)
    if unscorable is not None:
        return unscorable
    if judgement is None:
        return unscored_relevance(
            State.PARTIAL, "No judge has read this case yet.", Penalties(), 1.0
        )
    return score_relevance(judgement)
