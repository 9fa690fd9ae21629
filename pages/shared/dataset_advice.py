"""What recurs in a dataset's faults, and what a change to the retrieval would do. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures.dataset.recurring import Recurring
from scoring.keywords import KeywordCoverage
from scoring.keywords.summary import most_missed
from scoring.model import (
    Case,
    Judgement,
    Penalties,
    RelevanceLevel,
    distinct_items,
    normalised_item,
)
from scoring.tallies import Tallies, summarise

_DROPPED: Final = frozenset({RelevanceLevel.LOW, RelevanceLevel.NONE})
_TELLING: Final = 120
"""Characters of a piece that are enough to find it again."""

Judgements = Sequence[Judgement | None]


def missing_items(judgements: Judgements) -> list[Recurring]:
    """Missing items by the number of cases that miss them, case and spacing aside."""
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    judged = 0
    for judgement in judgements:
        if judgement is None:
            continue
        judged += 1
        for item in distinct_items(judgement.missing):
            name = normalised_item(item)
            first.setdefault(name, item)
            counts[name] += 1
    return [Recurring(first[name], count, judged) for name, count in counts.most_common()]


def unused_pieces(cases: Sequence[Case], judgements: Judgements) -> list[Recurring]:
    """Pieces that were highly relevant and went unused, by how often; of how often they were high.

    A piece is told by its text: the same passage is retrieved for many questions.
    """
    unused: Counter[str] = Counter()
    high: Counter[str] = Counter()
    for case, judgement in zip(cases, judgements, strict=True):
        for verdict in () if judgement is None else judgement.verdicts:
            if verdict.level is not RelevanceLevel.HIGH:
                continue
            context = case.contexts[verdict.index]
            high[context.text] += 1
            unused[context.text] += not verdict.used
    return [
        Recurring(text, count, high[text], text[:_TELLING])
        for text, count in unused.most_common()
        if count
    ]


def missed_keywords(keywords: Sequence[KeywordCoverage]) -> list[Recurring]:
    """Keywords by the number of responses that miss them, of those that need them."""
    return [Recurring(each.keyword, each.missed, each.wanted) for each in most_missed(keywords)]


@dataclass(frozen=True, slots=True)
class Dropping:
    """What dropping every low and none piece would do.

    The judge's other verdicts, the missing items and the responses are taken to stay as they are.

    Attributes:
        before, after: The cases that keep a piece, as they are and as they would be.
        pieces: Judged pieces now.
        dropped: How many of them would go.
        used: How many of the dropped pieces the response had used.
        emptied: Cases that would keep none, and so have no score.
    """

    before: Tallies
    after: Tallies
    pieces: int
    dropped: int
    used: int
    emptied: int

    @classmethod
    def preview(cls, judgements: Judgements) -> "Dropping":
        """Drop them, of every case that was judged whole."""
        whole = [each for each in judgements if each is not None and not each.unjudged]
        kept = [[v.index for v in each.verdicts if v.level not in _DROPPED] for each in whole]
        verdicts = [verdict for each in whole for verdict in each.verdicts]
        gone = [verdict for verdict in verdicts if verdict.level in _DROPPED]
        left = [(each, places) for each, places in zip(whole, kept, strict=True) if places]
        return cls(
            Tallies.from_judgements(each for each, _ in left),
            Tallies.from_judgements(each.rearranged(places) for each, places in left),
            len(verdicts),
            len(gone),
            sum(verdict.used for verdict in gone),
            len(whole) - len(left),
        )

    def means(self, penalties: Penalties, scale: float) -> tuple[float, float] | None:
        """Mean score before and after; `None` where no case keeps a piece."""
        if not self.before.cases:
            return None
        return (
            summarise(self.before, penalties, scale).mean,
            summarise(self.after, penalties, scale).mean,
        )
