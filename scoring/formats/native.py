"""The tool's own format: cases as JSON Lines, or as one JSON document.

A file is JSON Lines, one case a line, unless it opens a list, or an object that goes on over the
next lines: then it is a document, a list of cases or cases one after the other, laid out as one
likes. What cannot be read is named by its line, and reading goes on behind it.
"""

import re
from typing import Final

from scoring.errors import FormatError
from scoring.formats.cases import case_from_json, unread_fields
from scoring.formats.fields import an_object
from scoring.formats.issues import Cases, FieldError, Issue, Severity, joined
from scoring.formats.json_text import JsonError, after_whitespace, parse_json, parse_json_at
from scoring.model import Case

_BYTE_ORDER_MARK: Final = "\ufeff"
_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
_OPENS_DOCUMENT: Final = re.compile(r'[ \t\r\n]*(?:\[|\{[^\n]*\n[ \t\r\n]*["}])')


def read_native(source: bytes | str) -> Cases:
    """Read cases from the content of a file, or from text.

    Lines end at a line feed alone, so that every other separator may stand inside text. Bytes are
    UTF-8, with or without a byte order mark. A case without an id is called after its place:
    "line-7", or "item-3" in a document.

    Raises:
        FormatError: The content is UTF-16.
    """
    text, undecoded = _decoded(source)
    reader = _Reader(text, undecoded)
    if _OPENS_DOCUMENT.match(text):
        reader.read_document()
    else:
        reader.read_lines()
    if not reader.cases and not reader.issues:
        reader.issues.append(Issue(1, "there is no case", "give one JSON object a line"))
    return Cases(tuple(reader.cases), tuple(reader.issues))


def _decoded(source: bytes | str) -> tuple[str, bool]:
    """The text, and whether there are bytes in it that are not UTF-8.

    Such bytes stand as unpaired surrogates, as Python has it, so that only their lines are lost.
    """
    if isinstance(source, str):
        return source.removeprefix(_BYTE_ORDER_MARK), False
    if source.startswith(_UTF_16_MARKS):
        raise FormatError("this is UTF-16 text; save it as UTF-8")
    try:
        return source.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return source.decode("utf-8-sig", "surrogateescape"), True


class _Reader:
    """One reading of one text, and what it has found so far."""

    def __init__(self, text: str, undecoded: bool) -> None:
        self.cases: list[Case] = []
        self.issues: list[Issue] = []
        self._text = text
        self._undecoded = undecoded
        self._line_of_id: dict[str, int] = {}
        self._lost_the_rest = False

    def read_lines(self) -> None:
        """Read one case a line."""
        for number, line in enumerate(self._text.split("\n"), start=1):
            # A mark that is not the file's first character comes from joining files.
            content = line.removeprefix(_BYTE_ORDER_MARK)
            if after_whitespace(content, 0) == len(content):
                continue
            try:
                self._check_decoded(content, 0, len(content))
                value = parse_json(content)
            except JsonError as error:
                self.issues.append(Issue(number, _problem(error, content), error.mend))
            else:
                self._take(value, number, f"line-{number}")

    def read_document(self) -> None:
        """Read a list of cases, or cases one after the other, laid out over any lines."""
        text = self._text
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
                value, end = parse_json_at(text, position)
                self._check_decoded(text, position, end)
            except JsonError as error:
                position = self._refuse_item(error, position, line, path)
            else:
                self._take(value, line, f"item-{item}", path)
                position = after_whitespace(text, end)
                if text.startswith(",", position):
                    position = after_whitespace(text, position + 1)
        self._check_ending(position, closing)

    def _check_ending(self, position: int, closing: str) -> None:
        text = self._text
        line = text.count("\n", 0, position) + 1
        if position < len(text) and after_whitespace(text, position + 1) < len(text):
            self.issues.append(Issue(line, "there is more text after the list's end", "remove it"))
        elif closing and position == len(text) and not self._lost_the_rest:
            self.issues.append(
                Issue(line, "the list ends in the middle", "the file may have been cut short")
            )

    def _refuse_item(self, error: JsonError, start: int, line: int, path: str) -> int:
        """Name what is wrong with an item, and say where reading goes on.

        The next item is taken to begin where a line opens an object no further in than this one, as
        in every layout that puts items on lines of their own.
        """
        text = self._text
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

    def _check_decoded(self, text: str, start: int, end: int) -> None:
        found = _UNDECODED.search(text, start, end) if self._undecoded else None
        if found:
            raise JsonError("this is not UTF-8 text", "save the file as UTF-8", found.start())

    def _take(self, value: object, line: int, default_id: str, path: str = "") -> None:
        try:
            fields = an_object(value)
            case = case_from_json(fields, default_id)
        except FieldError as error:
            place = joined(path, error.path)
            self.issues.append(Issue(line, error.problem, error.mend, place))
            return
        for name in unread_fields(fields):
            self._warn(
                line, joined(path, name), "is not read", "put what should be kept in metadata"
            )
        if case.id in self._line_of_id:
            earlier = self._line_of_id[case.id]
            self._warn(
                line,
                joined(path, "id"),
                f"is also that of line {earlier}",
                "give each case its own",
            )
        self._line_of_id.setdefault(case.id, line)
        self.cases.append(case)

    def _warn(self, line: int, path: str, problem: str, mend: str) -> None:
        self.issues.append(Issue(line, problem, mend, path, Severity.WARNING))


def _problem(error: JsonError, text: str) -> str:
    """What is wrong, with the column, from 1, where it is known."""
    if error.position is None:
        return error.problem
    return f"{error.problem} (column {error.position - text.rfind(chr(10), 0, error.position)})"
