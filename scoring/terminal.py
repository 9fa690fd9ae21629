"""Text for a terminal: other people's words made inert, and columns that line up in any script."""

import itertools
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Final

_JOINERS: Final = "\u200c\u200d"
"""Format characters that Persian, Indic scripts and emoji are spelled with, and that do no harm."""

_ACTIVE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of what a terminal may obey (escape sequences), reorder by, or cannot print."""


def inert(text: str) -> str:
    """The text on one line, with an escape sequence in place of whatever a terminal might obey."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _ACTIVE and character not in _JOINERS
        else character
        for character in text
    )


def width(text: str) -> int:
    """How many columns inert text takes: two for wide East Asian characters, none for marks."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def fitting(characters: Iterable[str], columns: int) -> int:
    """How many of the characters, from the first on, fit into a number of columns."""
    ends = itertools.accumulate(map(_character_width, characters))
    return sum(end <= columns for end in ends)


def clipped(text: str, columns: int) -> str:
    """Inert text cut in its middle to fit a number of columns, with an ellipsis there.

    Names that are long enough to be cut often differ at their ends alone.
    """
    if width(text) <= columns:
        return text
    end = fitting(reversed(text), columns // 2)
    return text[: fitting(text, (columns - 1) // 2)] + "…" + text[len(text) - end :]


def aligned(
    rows: Iterable[Sequence[str]], right: Collection[int] = (), gap: str = "  "
) -> list[str]:
    """Rows of inert cells as lines whose columns line up.

    Args:
        rows: Rows of equally many cells.
        right: The columns, from 0, that are set flush right.
        gap: What stands between two columns.
    """
    rows = list(rows)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            " " * (wide - width(cell)) + cell
            if place in right
            else cell + " " * (wide - width(cell))
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _character_width(character: str) -> int:
    if character in _JOINERS or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
