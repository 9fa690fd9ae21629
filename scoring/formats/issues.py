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


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong in a file.

    Attributes:
        line: The line it is on, from 1.
        problem: What is wrong, to be read after `path`: "must be text, not a number".
        mend: What to do about it.
        path: The field, such as "contexts[2].text", positions from 0; empty for the whole line.
        severity: Whether the line was loaded all the same.
    """

    line: int
    problem: str
    mend: str
    path: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = f"line {self.line}, {self.path}:" if self.path else f"line {self.line}:"
        return f"{place} {self.problem}; {self.mend}"


@dataclass(frozen=True, slots=True)
class Cases:
    """A file's cases in its order, and its issues in the order of their lines."""

    cases: tuple[Case, ...]
    issues: tuple[Issue, ...] = ()

    @property
    def errors(self) -> tuple[Issue, ...]:
        """The issues that cost a line."""
        return tuple(issue for issue in self.issues if issue.severity is Severity.ERROR)


class FieldError(FormatError):
    """A value that is not what its field needs.

    Attributes:
        path: The field, positions from 0, as in `Issue`.
        problem: What is wrong.
        mend: What to do about it.
    """

    def __init__(self, path: str, problem: str, mend: str) -> None:
        super().__init__(f"{path}: {problem}; {mend}" if path else f"{problem}; {mend}")
        self.path = path
        self.problem = problem
        self.mend = mend
