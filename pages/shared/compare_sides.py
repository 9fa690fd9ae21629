"""A dataset's configurations side by side, and what is derived from them once. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pages.shared.compare_background import Background
from pages.shared.dataset import Dataset
from scoring.comparison import (
    ContextCounts,
    Dropping,
    Measurements,
    Pairing,
    by_configuration,
    paired,
    segmentations,
    segments,
)
from scoring.evaluation import CaseResult
from scoring.keywords import KeywordCoverage
from scoring.model import Case, Judgement, Penalties, State
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance
from scoring.scorer import unscorable_relevance


@dataclass(frozen=True, eq=False)
class Sides:
    """The questions that all configurations of a dataset have.

    Attributes:
        pairing: What belongs to what, and what was left over.
        background: The slow results about these pairs.
        whole: The sides of which these are a part; `None` where nothing was filtered.
    """

    pairing: Pairing
    background: Background = field(default_factory=Background)
    whole: "Sides | None" = None
    _parts: dict[tuple[str, tuple[str, ...]], "Sides"] = field(default_factory=dict)

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
    def unscored_pairs(self) -> int:
        """How many pairs lack a Context Relevance score on some side."""
        return len({one.pair for one in self.pairing.unscored})

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

    def within(self, key: str, values: Sequence[str]) -> "Sides":
        """The pairs that have one of the values under a key, as sides of their own."""
        wanted = key, tuple(values)
        if wanted not in self._parts:
            self._parts[wanted] = self._within(*wanted)
        return self._parts[wanted]

    def _within(self, key: str, values: Sequence[str]) -> "Sides":
        parts = segments(self.pairing, key)
        chosen = [parts[value] for value in values if value in parts]
        kept = np.unique(np.concatenate(chosen)).tolist() if chosen else []
        return Sides(self.pairing.restricted(kept), whole=self)


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
