"""What every export is."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.formats.cells import EXCEL_CELL, utf16_length
from scoring.formats.flat import Item

_SHOWN: Final = 10


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
