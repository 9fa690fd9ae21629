"""JSON Lines, or one JSON document, as rows.

A file is JSON Lines, one object a line, unless it opens a list, or an object that goes on over the
next lines: then it is a document, a list of objects or objects one after the other, laid out as one
likes. What cannot be read is named by its line, and reading goes on behind it.
"""

import re
from typing import Final

from scoring.formats.decoding import UNDECODED, Decoded
from scoring.formats.fields import an_object
from scoring.formats.issues import FieldError, Issue, Severity, Unit
from scoring.formats.json_text import (
    JsonError,
    NoNumberError,
    after_whitespace,
    end_of_json,
    parse_json,
    parse_json_at,
)
from scoring.formats.records import Record, Records, column_names

_BYTE_ORDER_MARK: Final = "\ufeff"
_OPENS_DOCUMENT: Final = re.compile(rb'[ \t\r\n]*(?:\[|\{[^\n]*\n[ \t\r\n]*["}])')
_OPENS_JSON: Final = re.compile(r"\s*[\[{]")
_FIRST_LINES: Final = 20
_BEHIND: Final = 1 << 16
"""How much text that was read stays in front of what is still to be read."""


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON: it opens some, or most of its first lines do."""
    if _OPENS_JSON.match(text):
        return True
    lines = [line for line in text[:4096].split("\n")[:_FIRST_LINES] if line.strip()]
    return 2 * sum(line.lstrip(" \t" + _BYTE_ORDER_MARK).startswith("{") for line in lines) > len(
        lines
    )


def read_json(decoded: Decoded) -> Records:
    """Read the objects of a text. Lines end at a line feed alone.

    A row is called after its place: "line-7", or "item-3" in a document.
    """
    reader = _Reader(decoded)
    if _OPENS_DOCUMENT.match(decoded.utf8):
        reader.read_document()
        layout = "a JSON document"
    else:
        reader.read_lines()
        layout = "JSON Lines"
    notes = [note for note in (layout, decoded.title) if note]
    return Records(
        tuple(reader.rows),
        "json",
        Unit.LINE,
        column_names(reader.rows),
        tuple(reader.issues),
        tuple(notes),
    )


class _Reader:
    """One reading of one text, and what it has found so far."""

    def __init__(self, decoded: Decoded) -> None:
        self.rows: list[Record] = []
        self.issues: list[Issue] = []
        self._decoded = decoded
        self._lost_the_rest = False

    def read_lines(self) -> None:
        """Read one object a line."""
        for number, line in enumerate(self._decoded.lines(), start=1):
            # A mark that is not the file's first character comes from joining files.
            content = line.removeprefix(_BYTE_ORDER_MARK)
            if after_whitespace(content, 0) == len(content):
                continue
            try:
                self._check_decoded(content, 0, len(content))
                value = self._whole(content, number)
            except JsonError as error:
                self.issues.append(Issue(number, _problem(error, content), error.mend))
            else:
                self._take(value, number, f"line-{number}")

    def read_document(self) -> None:
        """Read a list of objects, or objects one after the other, laid out over any lines."""
        text = self._decoded.text
        position = after_whitespace(text, 0)
        closing = "]" if text[position] == "[" else ""
        position = after_whitespace(text, position + len(closing))
        item, line, counted = 0, 1, 0
        while position < len(text) and text[position] != closing:
            line += text.count("\n", counted, position)
            counted = position
            path = f"[{item}]" if closing else ""
            item += 1
            try:
                value, end = self._value_at(text, position, line, path)
                self._check_decoded(text, position, end)
            except JsonError as error:
                position = self._refuse_item(error, text, position, line, path)
                if position > _BEHIND:
                    # Python counts lines from a text's beginning for each fault that it finds.
                    line += text.count("\n", counted, position)
                    text, position, counted = text[position:], 0, 0
            else:
                self._take(value, line, f"item-{item}", path)
                position = self._next_item(text, end)
        line += text.count("\n", counted, position)
        self._check_ending(text, position, line, closing)

    def _whole(self, content: str, line: int) -> object:
        try:
            return parse_json(content)
        except NoNumberError as error:
            value = parse_json(content, lenient=True)
            self._warn_of_no_number(error, line)
            return value

    def _value_at(self, text: str, start: int, line: int, path: str) -> tuple[object, int]:
        try:
            return parse_json_at(text, start)
        except NoNumberError as error:
            found = parse_json_at(text, start, lenient=True)
            self._warn_of_no_number(error, line, path)
            return found

    def _warn_of_no_number(self, error: NoNumberError, line: int, path: str = "") -> None:
        """Python writes NaN for a metric that failed, which is no reason to lose the case."""
        mend = "it is read as null; write null for what has no value"
        self.issues.append(Issue(line, error.problem, mend, path, severity=Severity.WARNING))

    def _check_ending(self, text: str, position: int, line: int, closing: str) -> None:
        if position < len(text) and after_whitespace(text, position + 1) < len(text):
            self.issues.append(Issue(line, "there is more text after the list's end", "remove it"))
        elif closing and position == len(text) and not self._lost_the_rest:
            self.issues.append(
                Issue(line, "the list ends in the middle", "the file may have been cut short")
            )

    def _refuse_item(self, error: JsonError, text: str, start: int, line: int, path: str) -> int:
        """Name what is wrong with an item, and say where reading goes on.

        Where the item is whole and only says what it may not, that is behind it. Else the next item
        is taken to begin where a line opens an object no further in than this one, as in every
        layout that puts items on lines of their own.
        """
        end = end_of_json(text, start) if error.position is None else None
        if end is not None:
            self.issues.append(Issue(line, error.problem, error.mend, path))
            return self._next_item(text, end)
        place = start if error.position is None else error.position
        indent = start - text.rfind("\n", 0, start) - 1
        following = re.compile(rf"\n[ \t]{{0,{indent}}}(?=\{{)").search(text, start)
        self._lost_the_rest = following is None
        self.issues.append(
            Issue(
                line + text.count("\n", start, place),
                _problem(error, text),
                error.mend if following else f"{error.mend}; nothing after it was read",
                path,
            )
        )
        return following.end() if following else len(text)

    def _next_item(self, text: str, end: int) -> int:
        position = after_whitespace(text, end)
        if text.startswith(",", position):
            position = after_whitespace(text, position + 1)
        return position

    def _check_decoded(self, text: str, start: int, end: int) -> None:
        found = UNDECODED.search(text, start, end) if self._decoded.undecoded else None
        if found:
            problem = f"this is not {self._decoded.title} text"
            raise JsonError(problem, "save the file as UTF-8", found.start())

    def _take(self, value: object, line: int, name: str, path: str = "") -> None:
        if isinstance(value, dict):
            self.rows.append(Record(line, value, name, path))
            return
        try:
            an_object(value)
        except FieldError as error:
            self.issues.append(Issue(line, error.problem, error.mend, path))


def _problem(error: JsonError, text: str) -> str:
    """What is wrong, with the column, from 1, where it is known."""
    if error.position is None:
        return error.problem
    return f"{error.problem} (column {error.position - text.rfind(chr(10), 0, error.position)})"
