"""Where a case's parts are in a row."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from scoring.errors import InvalidValueError
from scoring.formats.cells import Lists
from scoring.formats.paths import JsonPath
from scoring.model import JsonValue


@dataclass(frozen=True, slots=True)
class Selector:
    """One place in a row.

    Attributes:
        name: A column's name, or a JMESPath expression over the row.
        is_path: Which of the two it is.

    Raises:
        FormatError: The JMESPath expression is malformed.
    """

    name: str
    is_path: bool = False

    def __post_init__(self) -> None:
        if self.is_path:
            _path(self.name)

    def __str__(self) -> str:
        return self.name

    def value(self, values: Mapping[str, JsonValue]) -> JsonValue:
        """What stands there; `None` where nothing does.

        Raises:
            FormatError: The expression does not fit what it finds.
        """
        if not self.is_path:
            return values.get(self.name)
        return _path(self.name).search(values)


@dataclass(frozen=True, slots=True)
class ContextSource:
    """One place that pieces come from.

    Attributes:
        pieces: The pieces: a list of texts or of objects with text, or one text.
        lists: How several pieces stand in one cell, where they are a cell's text.
        separator: What stands between the pieces of a cell; it goes before `lists`.
        scores: The pieces' retrieval scores in the same order, where they stand apart.
    """

    pieces: Selector
    lists: Lists = Lists.AUTO
    separator: str | None = None
    scores: Selector | None = None


@dataclass(frozen=True, slots=True)
class CaseMapping:
    """Where each part of a case is in a row.

    Attributes:
        query: What was asked.
        contexts: What was retrieved; several sources are joined in this order.
        response: What was answered; `None` where the file has no answers yet.
        id: The case's name; `None` to call it after its row.
        configuration: The retrieval set-up.
        grades: Name -> what people or other tools said of the case, kept in its metadata under
            "grades".
        at_least: Leave out pieces whose retrieval score is lower; one without a score stays.
        top: Keep no more pieces than this: the best by retrieval score, or, where one has none, the
            first. They stay in their order.
        one_case_by: In a table with one row a piece, the column whose value the rows of a case
            share. Every other place is then seen from all of them together, in which a column where
            they differ is a list.

    Raises:
        InvalidValueError: `top` is below 1.
    """

    query: Selector
    contexts: tuple[ContextSource, ...] = ()
    response: Selector | None = None
    id: Selector | None = None
    configuration: Selector | None = None
    grades: Mapping[str, Selector] = field(default_factory=dict, hash=False)
    at_least: float | None = None
    top: int | None = None
    one_case_by: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "contexts", tuple(self.contexts))
        if self.top is not None and self.top < 1:
            raise InvalidValueError("top must be 1 or more")

    def selectors(self) -> tuple[Selector, ...]:
        """Every place that is read."""
        sources = (part for source in self.contexts for part in (source.pieces, source.scores))
        parts = (self.query, *sources, self.response, self.id, self.configuration)
        return tuple(part for part in (*parts, *self.grades.values()) if part is not None)

    def single(self) -> tuple[str, ...]:
        """The columns of which a case has one value."""
        parts = (self.query, self.response, self.id, self.configuration)
        return tuple(part.name for part in parts if part is not None and not part.is_path)


GRADES: Final = "grades"
"""Where a case's metadata keeps what people or other tools said of it: name -> value."""


def with_grades(
    metadata: Mapping[str, JsonValue], grades: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """The metadata with these grades beside those that it has; of one name, these count."""
    if not grades:
        return dict(metadata)
    given = metadata.get(GRADES)
    if not isinstance(given, Mapping):
        given = {} if given is None else {GRADES: given}
    return {**metadata, GRADES: {**given, **grades}}


# Bounded, since names of a file's fields become expressions too.
@lru_cache(maxsize=256)
def _path(expression: str) -> JsonPath:
    return JsonPath(expression)
