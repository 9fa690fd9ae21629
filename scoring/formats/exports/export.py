"""What every export is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.formats.cells import EXCEL_CELL, utf16_length
from scoring.formats.flat import Item, case_of
from scoring.model import Case

_SHOWN: Final = 10
_PARTS: Final[Mapping[str, Callable[[Case], bool]]] = {
    "context ids": lambda case: any(context.id is not None for context in case.contexts),
    "context sources": lambda case: any(context.source is not None for context in case.contexts),
    "retrieval scores": lambda case: any(
        context.retrieval_score is not None for context in case.contexts
    ),
    "configuration": lambda case: case.configuration is not None,
    "metadata": lambda case: bool(case.metadata),
    "judgement": lambda case: case.judgement is not None,
    "corrections": lambda case: bool(case.overrides),
    "other fields": lambda case: bool(case.extra),
}
"""What a case may have beside its texts and its name, which every format has a place for."""


@dataclass(frozen=True, slots=True)
class Export:
    """A written file.

    Attributes:
        content: The file.
        notes: What a person should know of it before giving it away: a cell that a spreadsheet
            would cut, a field that the format has no place for.
    """

    content: bytes
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format that can be written.

    Attributes:
        name: What a caller asks for it by.
        title: What a person calls it.
        suffix: The end of a file's name, with its dot.
        media_type: What a browser is told it is.
        write: Writes the file.
        lossless: Whether `read_cases` gives back equal cases, judgements and corrections.
    """

    name: str
    title: str
    suffix: str
    media_type: str
    write: Callable[[Sequence[Item]], Export]
    lossless: bool = False


def too_long_for_excel(text: str) -> bool:
    """Whether a text is longer than a spreadsheet's cell holds."""
    return len(text) * 2 > EXCEL_CELL and utf16_length(text) > EXCEL_CELL


def naming(cells: Iterable[tuple[int, str]], what: str) -> tuple[str, ...]:
    """A note that names cells by row and column; none where there are none."""
    named = [f"{column} of row {row}" for row, column in cells]
    if not named:
        return ()
    shown = ", ".join(named[:_SHOWN]) + (", ..." if len(named) > _SHOWN else "")
    return (f"{len(named)} {'cell' if len(named) == 1 else 'cells'} {what}: {shown}",)


def left_out(items: Iterable[Item], *kept: str) -> tuple[str, ...]:
    """A note of what some case has and the format has no place for; none where that is nothing.

    Args:
        items: What is exported.
        kept: What the format keeps: "context ids", "context sources", "retrieval scores",
            "configuration", "metadata", "judgement", "corrections", "other fields".
    """
    counts = dict.fromkeys((name for name in _PARTS if name not in kept), 0)
    for case in map(case_of, items):
        for name in counts:
            counts[name] += _PARTS[name](case)
    lost = [f"{name} ({count:,})" for name, count in counts.items() if count]
    if not lost:
        return ()
    return (f"left out, with the number of cases that have it: {', '.join(lost)}",)
