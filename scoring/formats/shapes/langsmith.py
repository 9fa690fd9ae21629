"""LangSmith: runs, the retriever's joined to the request that they were part of by its trace."""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.issues import Cases, FieldError
from scoring.formats.records import Record, Records
from scoring.formats.shapes.documents import contexts_of, find_documents
from scoring.formats.shapes.messages import answered_or_json, asked
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.structures import with_structures
from scoring.formats.shapes.traces import Span, Step, cases_of_traces
from scoring.model import Context, JsonValue

_STRUCTURES: Final = (
    *("inputs", "outputs", "extra", "tags", "events", "feedback_stats", "child_runs"),
)
_SIDES: Final = ("inputs", "outputs")
_READ: Final = frozenset({*_SIDES, "feedback_stats", "child_runs", "trace_id"})


class LangSmith:
    """Reads `{id, run_type, inputs, outputs, parent_run_id, trace_id, ...}`."""

    name: Final = "langsmith"
    title: Final = "LangSmith runs"

    def recognises(self, records: Records) -> Sureness:
        """Sure of runs with their type; nobody else has them."""
        if not records.has("run_type", "inputs"):
            return Sureness.NO
        own = records.first_of("trace_id", "dotted_order", "child_runs", "session_id")
        return Sureness.CERTAIN if own else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read a case from each trace; feedback on any of its runs is a grade."""
        records = with_structures(records, *_STRUCTURES)
        collector = Collector(records)
        return cases_of_traces(_spans(records, collector), collector)


def _spans(records: Records, collector: Collector) -> Iterator[Span]:
    for record in records:
        for run in _with_children(record):
            try:
                yield _span(run)
            except FieldError as error:
                collector.refuse(record, error)


def _with_children(record: Record, trace: JsonValue = None) -> Iterator[Record]:
    """A run and those that stand inside of it, which then need not say what they are part of."""
    values = record.values
    trace = values.get("trace_id") or trace
    yield record._replace(values={**values, "trace_id": trace})
    children = values.get("child_runs")
    for child in children if isinstance(children, list) else ():
        if isinstance(child, Mapping):
            parent = child.get("parent_run_id") or values.get("id")
            inner = record._replace(values={**child, "parent_run_id": parent})
            yield from _with_children(inner, trace)


def _span(run: Record) -> Span:
    values = run.values
    inputs, outputs = values.get("inputs"), values.get("outputs")
    is_search = values.get("run_type") == "retriever"
    is_root = values.get("parent_run_id") is None
    place, documents = _documents(outputs) if is_search else ("", None)
    return Span(
        run,
        trace=_text(values.get("trace_id")),
        id=_text(values.get("id")),
        parent=_text(values.get("parent_run_id")),
        step=Step.RETRIEVE if is_search else Step.OTHER,
        start=_text(values.get("dotted_order")) or _text(values.get("start_time")) or "",
        query=asked(inputs),
        response=None if is_search else answered_or_json(outputs),
        contexts=_retrieved(place, documents)
        if is_search
        else _given(inputs, outputs)
        if is_root
        else None,
        documents=documents or (),
        error=_text(values.get("error")) or "",
        metadata={
            name: value
            for name, value in values.items()
            if value is not None and (name not in _READ or (name in _SIDES and _says_more(value)))
        },
        grades=_feedback(values.get("feedback_stats")),
    )


def _documents(outputs: JsonValue) -> tuple[str, list[JsonValue] | None]:
    """What a retriever returned, and where."""
    if not isinstance(outputs, Mapping):
        return "outputs", outputs if isinstance(outputs, list) else None
    for name in ("output", "documents"):
        found = outputs.get(name)
        if isinstance(found, list):
            return f"outputs.{name}", found
    return "outputs", None


def _retrieved(place: str, documents: list[JsonValue] | None) -> tuple[Context, ...] | None:
    try:
        return None if documents is None else contexts_of(documents)
    except FieldError as error:
        raise error.within(place) from None


def _says_more(side: JsonValue) -> bool:
    """Whether what a request was given or returned is more than one value."""
    return isinstance(side, Mapping) and len(side) > 1


def _given(inputs: JsonValue, outputs: JsonValue) -> tuple[Context, ...] | None:
    """Contexts that a whole request was given or returned, where its steps are not here."""
    sides = {"outputs": outputs, "inputs": inputs}
    found = find_documents(
        {name: side for name, side in sides.items() if isinstance(side, Mapping)}
    )
    return None if found is None else found.contexts


def _feedback(stats: JsonValue) -> dict[str, JsonValue]:
    """Key -> the mean of what was said; for words, how often each."""
    if not isinstance(stats, Mapping):
        return {}
    grades: dict[str, JsonValue] = {}
    for key, stat in stats.items():
        if isinstance(stat, Mapping):
            mean = stat.get("avg")
            grades[key] = stat.get("values") if mean is None else mean
    return {key: grade for key, grade in grades.items() if grade not in (None, {})}


def _text(value: JsonValue) -> str | None:
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int | float) else None
