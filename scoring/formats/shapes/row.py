"""One row as a peer's shape reads it: each field is taken by somebody, or is metadata."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.fields import Reader, Value, a_name
from scoring.formats.issues import Cases, FieldError
from scoring.formats.mapping.case_mapping import with_grades
from scoring.formats.records import Record, Records
from scoring.formats.shapes.documents import contexts_of, is_fully_read
from scoring.formats.shapes.messages import answered_or_json, asked
from scoring.formats.shapes.numerals import numeral
from scoring.model import Case, Context, JsonValue


class Row:
    """The fields of one row, and which of them have been read.

    Null is as good as absent.

    Attributes:
        record: The row as it came.
        warnings: (problem, mend, path) of what a person should know of the row.
    """

    def __init__(self, record: Record) -> None:
        self.record: Final = record
        self.warnings: Final[list[tuple[str, str, str]]] = []
        self._taken: Final[set[str]] = set()
        self._grades: Final[dict[str, JsonValue]] = {}
        self._reference: JsonValue = None

    def take(self, *names: str) -> JsonValue:
        """The first of the named fields that is there, which is then read; `None` if none is."""
        name = self._first(names)
        if name is None:
            return None
        self._taken.add(name)
        return self.record.values[name]

    def read(self, read: Reader[Value], *names: str) -> Value | None:
        """The first of the named fields that is there, as `read` has it; `None` if none is.

        Raises:
            FieldError: It is not what `read` needs.
        """
        name = self._first(names)
        if name is None:
            return None
        self._taken.add(name)
        try:
            return read(self.record.values[name])
        except FieldError as error:
            raise error.within(name) from None

    def id(self, *names: str) -> str:
        """The case's name by the first of these fields; the row's own where none is there.

        Raises:
            FieldError: It is neither text nor a number.
        """
        return self.read(a_name, *names) or self.record.name

    def contexts(self, *names: str) -> tuple[Context, ...]:
        """The documents in the first of the named fields that is there.

        Where they say more than a `Context` keeps, the field stays in the metadata as well.

        Raises:
            FieldError: Something among them is no document.
        """
        contexts = self.read(contexts_of, *names) or ()
        name = self._first(names)
        if name is not None and not is_fully_read(self.record.values[name]):
            self._taken.discard(name)
        return contexts

    def question(self, *names: str) -> str:
        """What was asked, by the first of the named fields that is there; else empty.

        A field that holds more than the text stays in the metadata as well.
        """
        return asked(self._text_or_more(names)) or ""

    def answer(self, *names: str) -> str:
        """What was answered, in the same way."""
        return answered_or_json(self._text_or_more(names))

    def reference(self, *names: str) -> None:
        """Keep what should have been answered under "reference"; a list of one is that one.

        Where the row has another field of that name, both stay under their own.
        """
        if "reference" not in names and self._first(("reference",)):
            return
        value = self.take(*names)
        self._reference = value[0] if isinstance(value, list) and len(value) == 1 else value

    def grade(self, name: str, value: JsonValue) -> None:
        """Keep what somebody else said of the case, numbers as such; null says nothing."""
        number = numeral(value)
        grade = value if number is None else number
        if grade is not None:
            self._grades[name] = grade

    def warn(self, problem: str, mend: str, path: str = "") -> None:
        """Say what a person should know of the row, which is read all the same."""
        self.warnings.append((problem, mend, path))

    def metadata(self) -> dict[str, JsonValue]:
        """Everything that was not taken, the reference, and the grades under "grades"."""
        rest: dict[str, JsonValue] = {
            name: value
            for name, value in self.record.values.items()
            if name not in self._taken and value is not None
        }
        if self._reference is not None:
            rest["reference"] = self._reference
        return with_grades(rest, self._grades)

    def _text_or_more(self, names: tuple[str, ...]) -> JsonValue:
        value = self.take(*names)
        if isinstance(value, list | Mapping):
            self._taken.difference_update(name for name in names if self._first((name,)))
        return value

    def _first(self, names: tuple[str, ...]) -> str | None:
        values = self.record.values
        return next((name for name in names if values.get(name) is not None), None)


def read_rows(records: Records, case_of: Callable[[Row], Case]) -> Cases:
    """A case from each row; one that `case_of` raises a `FieldError` for is an issue instead."""
    collector = Collector(records)
    for record in records:
        row = Row(record)
        if collector.attempt(record, partial(case_of, row)) is not None:
            for warning in row.warnings:
                collector.warn(record, *warning)
    return collector.cases()
