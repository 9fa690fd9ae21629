"""CSV and its kin: cells between commas, semicolons, tabs or bars, quoted or not.

The text is cut by one regular expression, since that is what keeps pace with the readers written in
C: a run of well-formed rows is found and taken apart in one go each. Where the run ends, a row is
broken: it is named, and reading goes on behind the next line break.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from scoring.formats.decoding import UNDECODED, Decoded
from scoring.formats.records import Records
from scoring.formats.tables import HEADER_PLACE, Table

_DELIMITERS: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_STATED: Final = re.compile(r"\A[ \t]*\"?sep=([\t -~])\"?(?:\r\n|\r|\n)")
_LINE_BREAK: Final = re.compile(rb"\r\n|\r|\n")
_MOST_TITLES: Final = 10
"""How many titles may stand above the header."""
_SAMPLE: Final = 1 << 16
_FAULT: Final = (b"", b"", b"")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table's cells are kept apart.

    Attributes:
        delimiter: One character, what stands between cells.
        quote: One character, what stands around a cell that holds delimiters or line breaks, and is
            doubled inside of one; empty where quotation marks mean nothing.
        backslash: Whether a backslash before a quote keeps it from ending the cell as well.
    """

    delimiter: str
    quote: str = '"'
    backslash: bool = False

    @property
    def title(self) -> str:
        """What a person calls it."""
        title = f"{_DELIMITERS.get(self.delimiter, repr(self.delimiter))} between cells"
        if not self.quote:
            title += ", quotation marks are text"
        elif self.quote != '"':
            title += f", {self.quote} around them"
        return f"{title}, backslashes before quotes" if self.backslash else title


def read_delimited(decoded: Decoded, dialect: Dialect) -> Records:
    """Read a table whose first row is its header, but for titles that stand above it."""
    stated = _STATED.match(decoded.head)
    start, first = (stated.end(), HEADER_PLACE + 1) if stated else (0, HEADER_PLACE)
    table: Table | None = None
    titles: list[int] = []
    for place, row in enumerate(_rows(decoded.utf8, start, dialect), start=first):
        if isinstance(row, _Broken):
            table = table or Table((), place)
            table.refuse(place, row.problem, row.mend)
        elif table is None:
            if _is_title(row) and len(titles) < _MOST_TITLES:
                titles.append(place)
            elif any(row):
                table = Table(row, place)
        elif decoded.undecoded and any(map(UNDECODED.search, row)):
            table.refuse(place, f"this is not {decoded.title} text", "save the file as UTF-8")
        else:
            table.add(place, row)
    table = table or Table(())
    for place in titles:
        table.warn(
            place,
            "is taken for a title above the table",
            "if it is the header, give each of its columns a name",
        )
    notes = [note for note in (decoded.title, dialect.title) if note]
    # The order of their places.
    return table.records("csv", notes).with_issues(())


def _is_title(row: list[str]) -> bool:
    """Whether a row above a table is what a spreadsheet makes of one cell with a title in it."""
    return len(row) > 2 and bool(row[0]) and not any(row[1:])


def sniffed(text: str) -> Dialect | None:
    """How a text's cells are kept apart, by its beginning; `None` where it has but one column.

    Of all dialects, it is the one in which the most rows have the header's number of cells; of
    equals, the one with more columns.
    """
    stated = _STATED.match(text)
    start = stated.end() if stated else 0
    sample = text[start : start + _SAMPLE]
    if len(sample) == _SAMPLE:
        # Cut behind a line; a text that goes on inside a cell there counts as one broken row.
        sample = sample[: sample.rfind("\n") + 1] or sample
    best: tuple[tuple[float, int], Dialect] | None = None
    for delimiter in [stated[1]] if stated else _DELIMITERS:
        for dialect in _dialects(delimiter, sample):
            fit = _fit(sample, dialect)
            if fit is not None and (best is None or fit > best[0]):
                best = fit, dialect
    return best[1] if best else None


@dataclass(frozen=True, slots=True)
class _Broken:
    problem: str
    mend: str


def _dialects(delimiter: str, sample: str) -> Iterator[Dialect]:
    yield Dialect(delimiter)
    if '\\"' in sample:
        yield Dialect(delimiter, backslash=True)
    if re.match(rf"\s*'[^'\r\n]*'\s*{re.escape(delimiter)}", sample):
        yield Dialect(delimiter, "'")
    # Programs that put tabs between cells often quote nothing; their quotation marks are text.
    opened = sample.count(f'{delimiter}"') + sample.count('\n"')
    closed = sample.count(f'"{delimiter}') + sample.count('"\n')
    if delimiter == "\t" and abs(opened - closed) > min(opened, closed):
        yield Dialect(delimiter, "")


def _fit(sample: str, dialect: Dialect) -> tuple[float, int] | None:
    """The share of rows that fit the header, and the number of columns; `None` if below two."""
    content = sample.encode("utf-8", "surrogatepass")
    rows = [row for row in _rows(content, 0, dialect) if isinstance(row, _Broken) or any(row)]
    if not rows or isinstance(rows[0], _Broken) or len(rows[0]) < 2:
        return None
    columns = len(rows[0])
    fitting = sum(isinstance(row, list) and len(row) == columns for row in rows)
    return fitting / len(rows), columns


def _rows(text: bytes, position: int, dialect: Dialect) -> Iterator[list[str] | _Broken]:
    """Every row of a text in UTF-8 from a position on, with a stand-in for each broken one.

    All that keeps cells apart is ASCII, and so never part of another character.
    """
    if not text.endswith((b"\n", b"\r")):
        text += b"\n"
    patterns = _patterns(dialect)
    cells = patterns.cell.findall(text, position)
    if _FAULT not in cells:
        yield from _assembled(cells, dialect)
        return
    while position < len(text):
        run = patterns.rows.match(text, position)
        end = run.end() if run else position
        yield from _assembled(patterns.cell.findall(text, position, end), dialect)
        position = end
        if position < len(text):
            broken, fault = _fault(text, position, patterns, dialect.quote)
            yield broken
            following = _LINE_BREAK.search(text, fault)
            position = following.end() if following else len(text)


def _assembled(cells: list[tuple[bytes, bytes, bytes]], dialect: Dialect) -> Iterator[list[str]]:
    """The rows that cells, each with the separator after it, make up."""
    delimiter, quote = dialect.delimiter.encode(), dialect.quote.encode()
    escape = (
        re.compile(rb"\\([%b\\])|(%b)%b" % (quote, quote, quote)) if dialect.backslash else None
    )
    row: list[str] = []
    for quoted, plain, separator in cells:
        if not quoted:
            cell = plain
        elif escape:
            cell = escape.sub(rb"\1\2", quoted)
        else:
            # Each quote in it is doubled: every other part is the nothing between two of them.
            # Half the time that replacing a pair by one takes.
            cell = quote.join(quoted.split(quote)[::2])
        row.append(cell.decode("utf-8", "surrogatepass"))
        if separator != delimiter:
            yield row
            row = []


def _fault(text: bytes, start: int, patterns: "_Patterns", quote: str) -> tuple[_Broken, int]:
    """What is wrong with the row that begins at `start`, and where the fault is."""
    column = 1
    while (cell := patterns.cell.match(text, start)) and cell[3]:
        start, column = cell.end(), column + 1
    opened = patterns.opened.match(text, start)
    if opened and opened.end() == len(text):
        problem = f"cell {column} opens a quotation mark that nothing closes"
    else:
        problem = f"cell {column} goes on after its closing quotation mark"
    mend = f"write {quote * 2} for each quotation mark that is part of the text"
    return _Broken(problem, mend), start


class _Patterns(NamedTuple):
    """What matches a run of whole rows; a cell and its separator, or a fault; an open cell."""

    rows: re.Pattern[bytes]
    cell: re.Pattern[bytes]
    opened: re.Pattern[bytes]


@cache
def _patterns(dialect: Dialect) -> _Patterns:
    # Atomic groups where a possessive repeat would be shorter: up to Python 3.11.4 one is matched
    # wrongly around anything with a choice in it.
    delimiter, line_break = re.escape(dialect.delimiter), r"\r\n?|\n"
    plain = rf"[^{delimiter}\r\n]*+"
    # Where quotation marks mean nothing, no cell is quoted.
    before, inside, after = "(?!)", "", ""
    if quote := dialect.quote:
        escaped = r"|\\." if dialect.backslash else ""
        stop = r"\\" if dialect.backslash else ""
        before, after = f" *+{quote}", f"{quote} *+"
        inside = rf"(?>(?:[^{quote}{stop}]++|{quote}{quote}{escaped})*)"
        plain = f"(?!{before}){plain}"
    cell = f"(?:{before}{inside}{after}|{plain})"
    captured = f"(?:{before}({inside}){after}|({plain}))"
    return _Patterns(
        _bytes_pattern(f"(?>(?:(?>(?:{cell}{delimiter})*){cell}(?:{line_break}))*)"),
        # A cell that is none begins with a quotation mark, so that nothing is ever skipped unseen.
        _bytes_pattern(f"{captured}({delimiter}|{line_break})|{before}"),
        _bytes_pattern(before + inside),
    )


def _bytes_pattern(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode(), re.DOTALL)
