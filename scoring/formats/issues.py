"""What reading a file yields: its cases, and whatever was wrong with it, place by place."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import FormatError
from scoring.model import Case


class Severity(StrEnum):
    """What an issue did to the line that it speaks of."""

    ERROR = "error"
    """The line was not loaded."""
    WARNING = "warning"
    """The line was loaded, and a person should still know."""


class Unit(StrEnum):
    """What the places in a file count."""

    LINE = "line"
    """Lines of a text."""
    ROW = "row"
    """Rows of a table as a spreadsheet numbers them: the header is row 1."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong in a file.

    Attributes:
        line: The line, or the row, that it is on, from 1.
        problem: What is wrong, to be read after `path`: "must be text, not a number".
        mend: What to do about it.
        path: The field, such as "contexts[2].text", positions from 0, or the column; empty for the
            whole line.
        severity: Whether the line was loaded all the same.
        unit: What `line` counts.
    """

    line: int
    problem: str
    mend: str
    path: str = ""
    severity: Severity = Severity.ERROR
    unit: Unit = Unit.LINE

    def __str__(self) -> str:
        place = f"{self.unit} {self.line}"
        return f"{place}{f', {self.path}' if self.path else ''}: {self.problem}; {self.mend}"


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file was taken for.

    Attributes:
        format: The name of its shape, as `read_cases` takes it: "native", "ragas", "mapped".
        title: What a person calls the shape.
        container: What its rows were read from: "json", "csv", "xlsx", "parquet", "text".
        notes: What was decided on the way: "UTF-16", "semicolons between cells".
    """

    format: str
    title: str
    container: str
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join((self.title, *self.notes))


@dataclass(frozen=True, slots=True)
class Cases:
    """A file's cases in its order, and its issues in the order of their lines.

    Attributes:
        cases: The cases that could be read.
        issues: What was wrong.
        recognised: What the file was taken for.
    """

    cases: tuple[Case, ...]
    issues: tuple[Issue, ...] = ()
    recognised: Recognised | None = None

    @property
    def errors(self) -> tuple[Issue, ...]:
        """The issues that cost a line."""
        return tuple(issue for issue in self.issues if issue.severity is Severity.ERROR)


class FieldError(FormatError):
    """A value that is not what its field needs.

    Attributes:
        problem: What is wrong, as in `Issue`.
        mend: What to do about it.
        path: The field, seen from whatever was read, as in `Issue`; empty for the whole of it.
    """

    def __init__(self, problem: str, mend: str, path: str = "") -> None:
        super().__init__(f"{path}: {problem}; {mend}" if path else f"{problem}; {mend}")
        self.problem = problem
        self.mend = mend
        self.path = path

    def within(self, place: str) -> "FieldError":
        """The same error, seen from the object or list in which the value has this place."""
        return FieldError(self.problem, self.mend, joined(place, self.path))


def joined(place: str, path: str) -> str:
    """The path of a field inside whatever stands at a place: "contexts" and "[2].text"."""
    return f"{place}.{path}" if place and path and not path.startswith("[") else place + path
