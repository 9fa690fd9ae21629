"""TruLens: the table of records and feedback, with its contexts in the calls of the metrics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.formats.fields import a_name
from scoring.formats.issues import Cases
from scoring.formats.records import Records
from scoring.formats.shapes.documents import PLACES, contexts_of
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, Context, JsonValue

_CALLS: Final = "_calls"
# What feedback functions call a retrieved piece, the surest first; a source may be all of them.
_PIECES: Final = ("context", "contexts", "retrieved_contexts", "source")


class TruLens:
    """Reads `{record_id, input, output, <metric>, <metric>_calls, ...}`."""

    name: Final = "trulens"
    title: Final = "TruLens records"

    def recognises(self, records: Records) -> Sureness:
        """Sure where the calls of a metric are there; likely by the names of a record."""
        if not records.has("record_id", "input", "output"):
            return Sureness.NO
        if _calls(records.columns):
            return Sureness.CERTAIN
        # TruLens itself has no column of contexts.
        return Sureness.POSSIBLE if records.first_of(*PLACES) else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read each record; the metrics are grades, but for those of failed calls."""
        return read_rows(with_structures(records, *_calls(records.columns)), _case)


def _calls(columns: Sequence[str]) -> list[str]:
    return [name for name in columns if name.endswith(_CALLS)]


def _case(row: Row) -> Case:
    values = row.record.values
    calls = _calls(tuple(values))
    contexts = _contexts([values[name] for name in calls])
    for name in (column.removesuffix(_CALLS) for column in calls):
        grade = row.take(name)
        number = numeral(grade)
        if number is not None and number < 0:
            row.warn(f"is {number:g}, as TruLens writes a failure", "it is no grade", name)
        else:
            row.grade(name, grade)
    names = [row.read(a_name, name) for name in ("app_name", "app_version")]
    return Case(
        id=row.id("record_id"),
        query=row.question("input"),
        contexts=contexts,
        response=row.answer("output"),
        configuration=" ".join(filter(None, names)) or row.read(a_name, "app_id"),
        metadata=row.metadata(),
    )


def _contexts(metrics: Sequence[JsonValue]) -> tuple[Context, ...]:
    """The pieces of the metric that saw the most of them; each saw one a call, or all in each."""
    for name in _PIECES:
        found = max((_seen(calls, name) for calls in metrics), key=len, default=())
        if found:
            return found
    return ()


def _seen(calls: JsonValue, name: str) -> tuple[Context, ...]:
    seen = list(_arguments(calls, name))
    lists = [argument for argument in seen if isinstance(argument, list)]
    if lists:
        return contexts_of(lists[0])
    texts = [argument for argument in seen if isinstance(argument, str)]
    # A source is given anew for every statement that is checked against it.
    return contexts_of([*dict.fromkeys(texts)] if name == "source" else [*texts])


def _arguments(calls: JsonValue, name: str) -> Iterator[JsonValue]:
    for call in calls if isinstance(calls, list) else ():
        arguments = call.get("args") if isinstance(call, Mapping) else None
        if isinstance(arguments, Mapping):
            yield arguments.get(name)
