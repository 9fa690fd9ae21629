"""A header and rows of cells, as every table has them, made into records."""

from collections.abc import Iterable, Sequence
from typing import Final

from scoring.formats.issues import Issue, Severity, Unit
from scoring.formats.records import Record, Records

HEADER_PLACE: Final = 1


class Table:
    """One table of text cells on its way to `Records`.

    Short rows are taken, and a person is told; a row that has more than the header has names for is
    not, since which of its cells are where they belong nobody can know.
    """

    def __init__(self, header: Sequence[str], place: int = HEADER_PLACE) -> None:
        """Take the header, which stands in row `place`."""
        self._columns = _unique(header)
        self._rows: list[Record] = []
        self.issues: list[Issue] = []
        for name, repeated in zip(header, self._columns, strict=True):
            if name.strip() and name.strip() != repeated:
                self.warn(
                    place,
                    f"the header has the name {name.strip()!r} more than once",
                    f"this column is read as {repeated!r}",
                )

    @property
    def width(self) -> int:
        """How many columns the header names."""
        return len(self._columns)

    def add(self, place: int, cells: Sequence[str]) -> None:
        """Take the row of a place; a row without anything in it is passed over."""
        columns = self._columns
        if len(cells) != len(columns):
            if not any(cells):
                return
            if len(cells) > len(columns) and any(cells[len(columns) :]):
                self.refuse(
                    place,
                    f"has {len(cells)} cells, but the header names {len(columns)}",
                    "put text with separators in it in quotation marks",
                )
                return
            if len(cells) < len(columns):
                self.warn(
                    place,
                    f"has {len(cells)} of {len(columns)} cells",
                    "the cells at its end are read as empty",
                )
        values = {name: cell for name, cell in zip(columns, cells, strict=False) if cell}
        if values:
            self._rows.append(Record(place, values, f"row-{place}"))

    def refuse(self, place: int, problem: str, mend: str) -> None:
        """Say why a row is not taken."""
        self.issues.append(Issue(place, problem, mend, unit=Unit.ROW))

    def warn(self, place: int, problem: str, mend: str) -> None:
        """Say what a person should know of a row."""
        self.issues.append(Issue(place, problem, mend, severity=Severity.WARNING, unit=Unit.ROW))

    def records(self, container: str, notes: Iterable[str]) -> Records:
        """Everything that was taken."""
        return Records(
            tuple(self._rows), container, Unit.ROW, self._columns, tuple(self.issues), tuple(notes)
        )


def _unique(header: Sequence[str]) -> tuple[str, ...]:
    """The header's names, each once: a second "score" is "score [2]", no name is "column 3"."""
    # Name -> the last number it was given, so that a thousandth one does not try them all again.
    last: dict[str, int] = {}
    columns = []
    for number, cell in enumerate(header, start=1):
        name = unique = cell.strip() or f"column {number}"
        count = last.get(name, 0) + 1
        if count > 1:
            while (unique := f"{name} [{count}]") in last:
                count += 1
            last[unique] = 1
        last[name] = count
        columns.append(unique)
    return tuple(columns)
