"""Cells of a sheet that read as empty though a person sees or means something in them.

A merged cell has its text in the first row alone, and a formula that no spreadsheet has worked out
yet has no value. Neither is told by the cells themselves, so the sheet's XML is searched for them.
"""

import re
from collections.abc import Iterable, Iterator
from typing import IO, Final

# Bounded where it looks for an attribute, so that no file makes the search long.
_GAP: Final = re.compile(
    rb'<(?:\w+:)?mergeCell\s[^<>]{0,200}?ref="(?P<column>[A-Z]{1,3})(?P<first>\d{1,7})'
    rb':[A-Z]{1,3}(?P<last>\d{1,7})"'
    rb'|<(?:\w+:)?c\s[^<>]{0,200}?\br="(?P<unknown>[A-Z]{1,3})(?P<row>\d{1,7})"[^<>]{0,200}>'
    rb"<(?:\w+:)?f(?:\s[^<>]{0,500})?(?:/>|>[^<]*</(?:\w+:)?f>)"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?</(?:\w+:)?c>"
)
_LONGEST: Final = 1 << 15
"""Bytes that any of these takes at most; a formula has 8,192 characters."""
_PART: Final = 1 << 20
_SHOWN: Final = 10


class Gaps:
    """The gaps of one column: how many, and the first of them as rows, such as "2-3" or "7"."""

    def __init__(self) -> None:
        self.count = 0
        self.first = 0
        self._shown: list[str] = []

    def add(self, first: int, last: int) -> None:
        """Count one more."""
        self.first = self.first or first
        self.count += 1
        if len(self._shown) < _SHOWN:
            self._shown.append(str(first) if first == last else f"{first}-{last}")

    def __str__(self) -> str:
        return ", ".join(self._shown) + (", ..." if self.count > _SHOWN else "")


def gaps_in(sheet: IO[bytes]) -> tuple[dict[int, Gaps], dict[int, Gaps]]:
    """Find the gaps in a sheet's XML.

    Returns:
        Column, from 0, -> ranges of rows that are merged; and column -> formulas without a value.
    """
    merged: dict[int, Gaps] = {}
    unknown: dict[int, Gaps] = {}
    for found in _matches(sheet):
        if found["row"]:
            row = int(found["row"])
            unknown.setdefault(_number(found["unknown"]), Gaps()).add(row, row)
        else:
            first, last = int(found["first"]), int(found["last"])
            if first < last:
                merged.setdefault(_number(found["column"]), Gaps()).add(first, last)
    return merged, unknown


def _matches(sheet: IO[bytes]) -> Iterator[re.Match[bytes]]:
    rest = b""
    for part in _parts(sheet):
        text = rest + part
        end = 0
        for found in _GAP.finditer(text):
            yield found
            end = found.end()
        rest = text[max(end, len(text) - _LONGEST) :]


def _parts(sheet: IO[bytes]) -> Iterable[bytes]:
    while part := sheet.read(_PART):
        yield part


def _number(letters: bytes) -> int:
    """The position, from 0, of a column by its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1
