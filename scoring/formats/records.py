"""What every container yields: a file's rows as named values, each with its place.

A container (JSON, CSV, XLSX, Parquet) knows how rows are laid out and nothing of what they mean; a
shape (`scoring.formats.shapes`) knows what the names mean and nothing of the layout. Between the
two stand these types.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from scoring.formats.issues import Issue, Severity, Unit, joined
from scoring.model import JsonValue


class Record(NamedTuple):
    """One row.

    Attributes:
        place: Where it begins, from 1, in the unit of its `Records`.
        values: Name -> value. From a table of text (CSV, XLSX, pasted cells) a value is the text
            that a person sees in the cell, whatever it looks like: "NA", "null" and "007" are
            text, and only an empty cell is missing, which is then not in here. From JSON and
            Parquet a value is what the file says, null included.
        name: What a case is called that has no name of its own: "line-7", "row-7", "item-3".
        path: Where the row stands within a larger document, such as "[3]"; else empty.
    """

    place: int
    values: Mapping[str, JsonValue]
    name: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """A file's rows in its order.

    Attributes:
        rows: The rows that could be read.
        container: What they were read from: "json", "csv", "xlsx", "parquet" or "text".
        unit: What `place` counts: lines of a text, or rows of a table, the header being row 1.
        columns: Every name, in the order of its first appearance, each once.
        issues: What was wrong so far, in the order of the places.
        notes: What was decided on the way, for a person: "UTF-16", "semicolons between cells".
        document: What stands around the rows, where they were taken out of a larger JSON object.
    """

    rows: tuple[Record, ...]
    container: str
    unit: Unit
    columns: tuple[str, ...]
    issues: tuple[Issue, ...] = ()
    notes: tuple[str, ...] = ()
    document: Mapping[str, JsonValue] = field(default_factory=dict, hash=False)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def textual(self) -> bool:
        """Whether every value is the text of a cell, so that a list in one has to be decoded."""
        return self.container in TEXTUAL

    def has(self, *names: str) -> bool:
        """Whether each of these is a column."""
        return all(name in self.columns for name in names)

    def first_of(self, *names: str) -> str | None:
        """The first of these names that is a column."""
        return next((name for name in names if name in self.columns), None)

    def issue(
        self,
        record: Record,
        problem: str,
        mend: str,
        path: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Issue:
        """An issue with one of these rows; `path` is seen from the row."""
        return Issue(record.place, problem, mend, joined(record.path, path), severity, self.unit)

    def with_issues(self, issues: Iterable[Issue]) -> "Records":
        """These records with further issues, all in the order of their places."""
        together = sorted((*issues, *self.issues), key=lambda issue: issue.line)
        return replace(self, issues=tuple(together))


TEXTUAL: Final = frozenset({"csv", "xlsx"})
"""Containers whose cells are text."""


def column_names(rows: Iterable[Record]) -> tuple[str, ...]:
    """Every name in the rows, in the order of its first appearance."""
    names: dict[str, None] = {}
    for record in rows:
        names.update(dict.fromkeys(record.values))
    return tuple(names)
