"""What the table says of each case whatever the sliders say. Pure: no Streamlit here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from scoring.errors import JudgeError
from scoring.model import Case, Judgement, RelevanceLevel
from scoring.tallies import Tally

PICTURES: Final = {
    RelevanceLevel.HIGH: "■",
    RelevanceLevel.MEDIUM: "◧",
    RelevanceLevel.LOW: "□",
    RelevanceLevel.NONE: "·",
}
"""A context's level as one character."""
LEVELS: Final = tuple(PICTURES)
"""The levels, from the best to the worst."""
UNJUDGED: Final = "?"
_LONGEST_PICTURE: Final = 24


class CaseState(StrEnum):
    """What became of a case, as the table says it."""

    SCORED = "scored"
    PARTIAL = "partial"
    NOT_JUDGED = "not judged"
    FAILED = "failed"
    NOT_SCORABLE = "not scorable"


@dataclass(frozen=True)
class Facts:
    """What the table says of each case under any setting.

    Attributes:
        states: What became of it: the word of a `CaseState`.
        pictures: Its contexts' levels, one character each; the beginning of them where many.
        has_level: Whether one context at least has a level; a column for each of `LEVELS`.
        unused: How many high contexts were not used; -1 where nothing was judged.
        missing: How many different items are missing; -1 where nothing was judged.
    """

    states: npt.NDArray[np.str_]
    pictures: tuple[str, ...]
    has_level: npt.NDArray[np.bool_]
    unused: npt.NDArray[np.int64]
    missing: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls,
        cases: Sequence[Case],
        judgements: Sequence[Judgement | None],
        failures: Mapping[int, JudgeError],
    ) -> "Facts":
        """Read them off the cases.

        Args:
            cases: The cases.
            judgements: One a case, corrections applied.
            failures: Position -> why the judge that was asked last gave no judgement.
        """
        counts = np.array(
            [
                (-1, -1)
                if judgement is None or not judgement.verdicts
                else _unused_and_missing(judgement)
                for judgement in judgements
            ],
            dtype=np.int64,
        ).reshape(-1, 2)
        return cls(
            np.array(
                [
                    _state(case, judgement, failed=position in failures).value
                    for position, (case, judgement) in enumerate(
                        zip(cases, judgements, strict=True)
                    )
                ],
                dtype=np.str_,
            ),
            tuple(map(_picture, judgements)),
            np.array(list(map(_levels, judgements)), dtype=np.bool_).reshape(-1, len(LEVELS)),
            counts[:, 0],
            counts[:, 1],
        )

    def changed(
        self,
        positions: Sequence[int],
        cases: Sequence[Case],
        judgements: Sequence[Judgement | None],
        failures: Mapping[int, JudgeError],
    ) -> "Facts":
        """The facts with those of some positions read anew: of thousands, one case changed.

        Args:
            positions: Where a case, its judgement or its failure is another.
            cases: All cases.
            judgements: One a case, corrections applied.
            failures: As for `of`.
        """
        new = Facts.of(
            [cases[position] for position in positions],
            [judgements[position] for position in positions],
            {
                place: failures[position]
                for place, position in enumerate(positions)
                if position in failures
            },
        )
        pictures = list(self.pictures)
        for position, picture in zip(positions, new.pictures, strict=True):
            pictures[position] = picture
        return replace(
            self,
            states=_put(self.states, positions, new.states),
            pictures=tuple(pictures),
            has_level=_put(self.has_level, positions, new.has_level),
            unused=_put(self.unused, positions, new.unused),
            missing=_put(self.missing, positions, new.missing),
        )


def _put(
    values: npt.NDArray[Any], positions: Sequence[int], new: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    # The words of some states are longer than those that there were.
    changed = values.astype(np.promote_types(values.dtype, new.dtype))
    changed[list(positions)] = new
    return changed


def is_scorable(case: Case) -> bool:
    """Whether a judge could be asked about a case: it has a query and contexts."""
    return bool(case.contexts) and bool(case.query.strip())


def _state(case: Case, judgement: Judgement | None, *, failed: bool) -> CaseState:
    if not is_scorable(case):
        return CaseState.NOT_SCORABLE
    if judgement is None or not judgement.verdicts:
        return CaseState.FAILED if failed else CaseState.NOT_JUDGED
    return CaseState.PARTIAL if judgement.unjudged else CaseState.SCORED


def _picture(judgement: Judgement | None) -> str:
    if judgement is None:
        return ""
    marks = [UNJUDGED] * judgement.context_count
    for verdict in judgement.verdicts:
        marks[verdict.index] = PICTURES[verdict.level]
    if len(marks) > _LONGEST_PICTURE:
        return "".join(marks[:_LONGEST_PICTURE]) + "…"
    return "".join(marks)


def _levels(judgement: Judgement | None) -> tuple[bool, ...]:
    present = set() if judgement is None else {verdict.level for verdict in judgement.verdicts}
    return tuple(level in present for level in LEVELS)


def _unused_and_missing(judgement: Judgement) -> tuple[int, int]:
    tally = Tally.of(judgement)
    return tally.unused_high, tally.missing
