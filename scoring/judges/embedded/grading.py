"""From a similarity to a level, and how far such levels agree with people's.

The thresholds for English are the ones measured against graded passages (TREC Deep Learning
2019-2021, NovelEval, MedQuAD, MEDIQA); those for other languages were fitted so that translations
of the Debian FAQ get the level of their English originals, since no graded passages in other
languages were at hand. `tests/benchmarks/judges_embedded.py` repeats what can be repeated from data
that may be passed on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.model import RelevanceLevel


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What similarities (-1 to 1) mean.

    Attributes:
        low, medium, high: The least that each level takes.
        covered: The least of a context that covers a part of the query, whatever its words.
    """

    low: float
    medium: float
    high: float
    covered: float

    def level(self, similarity: float) -> RelevanceLevel:
        """The level of a similarity."""
        if similarity >= self.high:
            return RelevanceLevel.HIGH
        if similarity >= self.medium:
            return RelevanceLevel.MEDIUM
        return RelevanceLevel.LOW if similarity >= self.low else RelevanceLevel.NONE

    def around(self, similarity: float) -> str:
        """Where its level begins, and the next one: "medium from 0.57, high from 0.75"."""
        level = self.level(similarity)
        bounds = {
            RelevanceLevel.LOW: self.low,
            RelevanceLevel.MEDIUM: self.medium,
            RelevanceLevel.HIGH: self.high,
        }
        ladder = [RelevanceLevel.NONE, *bounds]
        here = ladder.index(level)
        named = (f"{step.value} from {bounds[step]:g}" for step in ladder[max(here, 1) : here + 2])
        return ", ".join(named)


EMBEDDING_THRESHOLDS: Final = Thresholds(0.46, 0.57, 0.75, covered=0.57)
"""Of the cosine of MiniLM vectors."""

NGRAM_THRESHOLDS: Final = Thresholds(0.115, 0.195, 0.325, covered=0.15)
"""Of the cosine of weighted character n-grams."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the embedded judge says what people say; shares from 0 to 1.

    Attributes:
        level_exact: Its level for an English passage is theirs.
        level_within_one: Its level is theirs or a neighbour of it.
        relevant_or_not: It is on their side of the line between medium and low.
        used_or_not: It is right about whether the response used a passage (mean over both answers).
        relevant_by_cosine: Lower bound of a band of cosine -> the share of English passages in that
            band which people called relevant.
        other_languages: What is known of texts that are not English.
    """

    level_exact: float
    level_within_one: float
    relevant_or_not: float
    used_or_not: float
    relevant_by_cosine: Mapping[float, float]
    other_languages: str


AGREEMENT: Final = Agreement(
    level_exact=0.40,
    level_within_one=0.82,
    relevant_or_not=0.69,
    used_or_not=0.89,
    relevant_by_cosine=MappingProxyType(
        {0.0: 0.04, 0.3: 0.19, 0.5: 0.38, 0.6: 0.54, 0.7: 0.62, 0.8: 0.82}
    ),
    other_languages="Not measured against people: it compares spelling, which is weaker.",
)
"""Each set graded with thresholds that were chosen on the others."""
