"""Phoenix and other OpenInference tracers: spans, flattened, nested, or as a data frame."""

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.fields import Fields
from scoring.formats.issues import Cases, FieldError
from scoring.formats.records import Record, Records
from scoring.formats.shapes.annotations import grades_of
from scoring.formats.shapes.messages import answered_or_json, asked
from scoring.formats.shapes.openinference import (
    at,
    contexts_at,
    documents_at,
    nested,
    said_at,
    text_at,
)
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.structures import any_row, with_structures
from scoring.formats.shapes.traces import Span, Step, cases_of_traces
from scoring.model import JsonValue

_KIND: Final = "openinference.span.kind"
_STEPS: Final = {"RETRIEVER": Step.RETRIEVE, "RERANKER": Step.RERANK}
_DOCUMENTS: Final = {
    Step.RETRIEVE: "retrieval.documents",
    Step.RERANK: "reranker.output_documents",
}
_STRUCTURES: Final = (
    *("retrieval.documents", "reranker.output_documents", "llm.output_messages"),
    *("attributes", "annotations", "context"),
)
_READ: Final = (
    *("input", "output", "retrieval", "reranker", "llm", "annotations", "openinference"),
    *("context", "span_kind", "parent_id"),
)


class Phoenix:
    """Reads `{"openinference.span.kind": ..., "input.value": ..., ...}`."""

    name: Final = "phoenix"
    title: Final = "Phoenix / OpenInference spans"

    def recognises(self, records: Records) -> Sureness:
        """Sure of OpenInference's names for attributes."""
        if any(_KIND in name or "retrieval.documents" in name for name in records.columns):
            return Sureness.CERTAIN
        return Sureness.CERTAIN if any_row(records, _is_span) else Sureness.NO

    def read(self, records: Records) -> Cases:
        """Read a case from each trace; annotations of any of its spans are grades."""
        records = with_structures(records, *_ending(records.columns))
        collector = Collector(records)
        return cases_of_traces(_spans(records, collector), collector)


def _ending(columns: Sequence[str]) -> list[str]:
    return [name for name in columns if name.endswith(_STRUCTURES)]


def _is_span(values: Fields) -> bool:
    if not values.keys() & {"attributes", "span_kind", "openinference"}:
        return False
    tree = nested(values)
    return at(tree, _KIND) is not None or (
        at(tree, "span_kind") is not None and at(tree, "context.span_id") is not None
    )


def _spans(records: Records, collector: Collector) -> Iterator[Span]:
    for record in records:
        try:
            yield _span(record)
        except FieldError as error:
            collector.refuse(record, error)


def _span(record: Record) -> Span:
    tree = nested(record.values)
    kind = _first(tree, _KIND, "span_kind") or ""
    # A data frame of retrievals alone need not say what they are.
    is_search = not kind and at(tree, "retrieval.documents") is not None
    step = Step.RETRIEVE if is_search else _STEPS.get(kind.upper(), Step.OTHER)
    path = _DOCUMENTS.get(step)
    failed = (text_at(tree, "status_code") or text_at(tree, "status.code") or "").upper()
    answer = said_at(tree, "output")
    return Span(
        record,
        trace=_first(tree, "context.trace_id", "trace_id", "traceId"),
        id=_first(tree, "context.span_id", "span_id", "spanId", "id"),
        parent=_first(tree, "parent_id", "parent_span_id", "parentSpanId"),
        step=step,
        start=_first(tree, "start_time", "startTime") or "",
        query=asked(said_at(tree, "input")) or text_at(tree, "reranker.query"),
        response=None if path else answered_or_json(answer) or _message(tree),
        contexts=contexts_at(tree, path) if path else None,
        documents=documents_at(tree, path) or () if path else (),
        error=_first(tree, "status_message", "status.message") or failed
        if failed.endswith("ERROR")
        else "",
        metadata={
            name: value
            for name, value in record.values.items()
            if value is not None and name.removeprefix("attributes.").partition(".")[0] not in _READ
        },
        grades=grades_of(at(tree, "annotations")),
    )


def _message(tree: JsonValue) -> str | None:
    """What a model said, where the span has it as messages only."""
    messages = at(tree, "llm.output_messages")
    said = (
        [nested(each) for each in messages if isinstance(each, dict)]
        if isinstance(messages, list)
        else []
    )
    return next((text for each in said if (text := text_at(each, "message.content"))), None)


def _first(tree: JsonValue, *paths: str) -> str | None:
    return next((text for path in paths if (text := text_at(tree, path))), None)
