"""Two retrievals for one question, context by context: what was gained, lost, moved or re-judged.

Contexts of the same text belong together, whatever their spacing and case; of those left over, each
goes with the one whose text is nearest, so that the pairs are as near as they can be together, and
none is paired below a threshold. Nearness is the share of text that an edit by insertions and
deletions leaves (RapidFuzz's normalised indel similarity, 0 to 100).
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.comparison.likeness import normalised_text
from scoring.comparison.missing import MissingItems, missing_items
from scoring.errors import InvalidValueError
from scoring.evaluation import CaseResult
from scoring.model import Context, Judgement, Verdict

NEAR_TEXT: Final = 90.0
"""From here on two texts count as one. A chunk that moved by a tenth of its length still does; of
the 27,261 pairs of passages in the sample data, which share much boilerplate, one pair does."""


class Change(StrEnum):
    """What happened to a context from the baseline to the other side."""

    GAINED = "gained"
    LOST = "lost"
    LEVEL = "same text, another level"
    MOVED = "moved rank"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class AlignedContext:
    """A context on both sides, or on one.

    Attributes:
        before: Its position in the baseline, from 0; `None` where it was gained.
        after: Its position on the other side, from 0; `None` where it was lost.
        similarity: Of the two texts, 0 to 100; `None` where it stands on one side only.
        verdict_before: What the judge said of it in the baseline; `None` where it is unjudged.
        verdict_after: What the judge said of it on the other side.
    """

    before: int | None
    after: int | None
    similarity: float | None
    verdict_before: Verdict | None
    verdict_after: Verdict | None

    @property
    def changes(self) -> tuple[Change, ...]:
        """What happened to it; of a context on both sides, both that apply, or `SAME` alone."""
        if self.before is None:
            return (Change.GAINED,)
        if self.after is None:
            return (Change.LOST,)
        changes = []
        old, new = self.verdict_before, self.verdict_after
        # An unjudged context has no level that another could differ from.
        if old is not None and new is not None and old.level is not new.level:
            changes.append(Change.LEVEL)
        if self.before != self.after:
            changes.append(Change.MOVED)
        return tuple(changes) or (Change.SAME,)


@dataclass(frozen=True, slots=True)
class Alignment:
    """Two results of one question side by side.

    Attributes:
        contexts: In the order of the other side, then those that were lost, in the baseline's.
        missing: The missing items of both.
    """

    contexts: tuple[AlignedContext, ...]
    missing: MissingItems


def aligned(baseline: CaseResult, other: CaseResult, *, near: float = NEAR_TEXT) -> Alignment:
    """Align two results of one question, the corrected judgements with them.

    Args:
        baseline: One side.
        other: The other side.
        near: The least similarity of texts that belong together, above 0 and at most 100.

    Raises:
        InvalidValueError: `near` is out of range.
    """
    before = _verdicts(baseline.relevance.judgement)
    after = _verdicts(other.relevance.judgement)
    contexts = tuple(
        AlignedContext(
            old,
            new,
            similarity,
            None if old is None else before.get(old),
            None if new is None else after.get(new),
        )
        for old, new, similarity in aligned_positions(
            baseline.case.contexts, other.case.contexts, near=near
        )
    )
    missing = missing_items(baseline.relevance.judgement, other.relevance.judgement)
    return Alignment(contexts, missing)


def aligned_positions(
    before: Sequence[Context], after: Sequence[Context], *, near: float = NEAR_TEXT
) -> tuple[tuple[int | None, int | None, float | None], ...]:
    """Which position of one list of contexts goes with which of another, and how alike they are.

    Returns:
        (before, after, similarity 0 to 100) in the order of `after`, then what only `before` has.
        What one side alone has is like nothing: its similarity is `None`.

    Raises:
        InvalidValueError: `near` is out of range.
    """
    if not 0 < near <= 100:
        raise InvalidValueError(f"a similarity is above 0 and at most 100, not {near}")
    old_texts, new_texts = (
        [normalised_text(context.text) for context in side] for side in (before, after)
    )
    partners = {new: (old, 100.0) for old, new in _equal(old_texts, new_texts)}
    taken = {old for old, _ in partners.values()}
    partners |= _nearest(
        {place: text for place, text in enumerate(old_texts) if place not in taken},
        {place: text for place, text in enumerate(new_texts) if place not in partners},
        near,
    )
    taken = {old for old, _ in partners.values()}
    rows: list[tuple[int | None, int | None, float | None]] = []
    for new in range(len(new_texts)):
        old, similarity = partners.get(new, (None, None))
        rows.append((old, new, similarity))
    rows += [(old, None, None) for old in range(len(old_texts)) if old not in taken]
    return tuple(rows)


def _equal(old_texts: Sequence[str], new_texts: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Positions of equal texts; of a text that stands several times, in order."""
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for old, text in enumerate(old_texts):
        places[text].append(old)
    for new, text in enumerate(new_texts):
        if places[text]:
            yield places[text].popleft(), new


def _nearest(old: dict[int, str], new: dict[int, str], near: float) -> dict[int, tuple[int, float]]:
    """The pairs of near texts whose similarities add up to the most, by the new position."""
    import numpy as np
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import cdist
    from scipy.optimize import linear_sum_assignment

    if not old or not new:
        return {}
    # Below the cut-off a similarity is 0, which adds nothing to a sum.
    similarities = cdist(
        list(old.values()), list(new.values()), scorer=ratio, score_cutoff=near, dtype=np.float64
    )
    old_places, new_places = list(old), list(new)
    return {
        new_places[column]: (old_places[row], float(similarities[row, column]))
        for row, column in zip(*linear_sum_assignment(similarities, maximize=True), strict=True)
        if similarities[row, column]
    }


def _verdicts(judgement: Judgement | None) -> dict[int, Verdict]:
    return {} if judgement is None else {verdict.index: verdict for verdict in judgement.verdicts}
