"""Lists and objects in the cells of a table of text, decided column by column.

A column of sentences stays one of sentences, whatever brackets some of them hold; in a column of
lists, what looks like a list and is none is named, since half a list read as one piece would be
judged as if nothing had happened.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeAlias, cast

from scoring.formats.issues import Issue, Severity
from scoring.formats.json_text import JsonError, parse_json
from scoring.formats.literals import parse_literal
from scoring.formats.records import Record, Records
from scoring.model import JsonValue

EXCEL_CELL: Final = 32_767
"""The most characters (UTF-16 units) that a spreadsheet's cell holds; a text of just this length
was probably cut."""

_OPENS_LIST: Final = re.compile(
    r"""\s*(?:\[\s*(?:['"\[{\]]|u['"])|[({]\s*['"]|(?:np\.|numpy\.)?array\(|\[\s*\w+\()"""
)
_MAY_BE_LIST: Final = re.compile(r"\s*(?:[\[({]|(?:np\.|numpy\.)?array\()")
_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*\n")

_Decode: TypeAlias = Callable[[str], object]


class Lists(StrEnum):
    """How several pieces stand in one cell."""

    AUTO = "auto"
    """As the column's cells suggest: lists where most of them are, else lines, else one piece."""
    WRITTEN = "written"
    """As a list in brackets: JSON, Python's or NumPy's."""
    LINES = "lines"
    """One piece a line; blank lines are none."""
    PARAGRAPHS = "paragraphs"
    """One piece a paragraph, with blank lines between them."""
    WHOLE = "whole"
    """The cell is one piece."""


def with_lists(
    records: Records, *columns: str, lists: Lists = Lists.AUTO, separator: str | None = None
) -> Records:
    """The records with lists in these columns, where they hold text.

    Values that are no text, as JSON and Parquet bring them, stay as they are. What was decided of a
    column is a note of the result. A row with a cell that opens a list and does not make one is
    left out, and is an issue.

    Args:
        records: The records.
        columns: Their columns; a name that is none is passed over.
        lists: How the pieces stand in a cell.
        separator: What stands between the pieces of a cell; it goes before `lists`.
    """
    for column in columns:
        if column not in records.columns:
            continue
        chosen = lists
        if separator is None and lists is Lists.AUTO:
            chosen = lists_in_column(records, column)
        decode = _list_decoder(chosen, separator)
        records = _decoded(records, column, decode)
        if chosen is not lists:
            records = records.with_issues(_doubts(records, column, chosen))
        if chosen is not Lists.WHOLE or lists is not Lists.AUTO:
            records = _noted(records, f"{column}: {_note(chosen, separator)}")
    return records


def lists_in_column(records: Records, column: str) -> Lists:
    """How several pieces stand in a column's cells, as most of them suggest."""
    return _suggested(_texts(records, column))


def with_objects(records: Records, *columns: str) -> Records:
    """The records with JSON values in these columns, where they hold text.

    A column in which every cell is JSON is read as JSON. In any other, a cell that opens a list or
    an object is read, and all else stays text; a cell that opens one and does not make one stays
    text as well, and is a warning.
    """
    for column in columns:
        texts = _texts(records, column) if column in records.columns else []
        if texts and all(map(_is_json, texts)):
            records = _decoded(records, column, parse_json)
        elif texts:
            records = _decoded(records, column, _object_or_text, lenient=True)
    return records


def list_in(text: str) -> list[JsonValue]:
    """The pieces of a cell in a column of lists: a list's items, else the cell as one piece.

    Raises:
        JsonError: The cell opens a list and does not make one.
    """
    if not _MAY_BE_LIST.match(text):
        return [text]
    try:
        value = parse_literal(text)
    except JsonError as error:
        if not _OPENS_LIST.match(text):
            return [text]
        if utf16_length(text) in range(EXCEL_CELL - 1, EXCEL_CELL + 1):
            raise JsonError(
                "the list was cut where a spreadsheet's cell is full",
                "export it again, as JSON Lines or Parquet",
            ) from None
        raise error
    return value if isinstance(value, list) else [value]


def utf16_length(text: str) -> int:
    """The length of a text as spreadsheets count it."""
    return len(text) + sum(character > "\uffff" for character in text) if text else 0


def _texts(records: Records, column: str) -> list[str]:
    values = (record.values.get(column) for record in records)
    return [value for value in values if isinstance(value, str) and value.strip()]


def _suggested(texts: Sequence[str]) -> Lists:
    if not texts:
        return Lists.WHOLE
    if 2 * sum(map(_seems_list, texts)) >= len(texts):
        return Lists.WRITTEN
    several = sum("\n" in text.strip() for text in texts)
    if 2 * several > len(texts):
        blank = sum(_BLANK_LINE.search(text.strip()) is not None for text in texts)
        return Lists.PARAGRAPHS if 2 * blank > several else Lists.LINES
    return Lists.WHOLE


def _seems_list(text: str) -> bool:
    """Whether a cell is or opens a list; cheap where its first characters settle it."""
    if _OPENS_LIST.match(text):
        return True
    if not _MAY_BE_LIST.match(text):
        return False
    try:
        parse_literal(text)
    except JsonError:
        return False
    return True


def _list_decoder(lists: Lists, separator: str | None) -> _Decode:
    if separator is not None:
        return lambda text: [part for part in text.split(separator) if part.strip()]
    if lists is Lists.WRITTEN:
        return list_in
    if lists is Lists.LINES:
        return lambda text: [line.rstrip("\r") for line in text.split("\n") if line.strip()]
    if lists is Lists.PARAGRAPHS:
        return lambda text: [part.strip("\r\n") for part in _BLANK_LINE.split(text) if part.strip()]
    return lambda text: [text]


def _note(lists: Lists, separator: str | None) -> str:
    if separator is not None:
        return f"pieces between {separator!r}"
    return {
        Lists.WRITTEN: "lists in brackets",
        Lists.LINES: "one piece a line",
        Lists.PARAGRAPHS: "one piece a paragraph",
    }.get(lists, "one piece a cell")


def _doubts(records: Records, column: str, lists: Lists) -> Iterator[Issue]:
    """What a person should look at where nothing but line breaks tells pieces apart."""
    part = {Lists.LINES: "line", Lists.PARAGRAPHS: "paragraph"}.get(lists)
    if part is not None:
        problem = f"most cells have several {part}s, and each {part} is read as a piece"
        mend = "where a cell is one passage, say so by a mapping"
        for first in records.rows[:1]:
            yield records.issue(first, problem, mend, column, Severity.WARNING)


def _noted(records: Records, note: str) -> Records:
    return replace(records, notes=(*records.notes, note))


def _is_json(text: str) -> bool:
    try:
        parse_json(text)
    except JsonError:
        return False
    return True


def _object_or_text(text: str) -> JsonValue:
    return parse_literal(text) if _OPENS_LIST.match(text) else text


def _decoded(records: Records, column: str, decode: _Decode, *, lenient: bool = False) -> Records:
    """The records with a column's texts decoded; rows that fail are left out unless `lenient`."""
    rows: list[Record] = []
    issues: list[Issue] = []
    for record in records:
        value = record.values.get(column)
        if not isinstance(value, str):
            rows.append(record)
            continue
        try:
            decoded = cast("JsonValue", decode(value))
        except JsonError as error:
            severity = Severity.WARNING if lenient else Severity.ERROR
            issues.append(records.issue(record, error.problem, error.mend, column, severity))
            if lenient:
                rows.append(record)
        else:
            values = {**record.values, column: decoded}
            rows.append(Record(record.place, values, record.name, record.path))
    return replace(records, rows=tuple(rows)).with_issues(issues)
