"""Traces: the spans (or runs) of one request, made into one case.

A tracer writes each step as a row of its own. The case's question and answer are those of the
request as a whole; its contexts are what the retriever found in it, or, where a reranker came
after, what that let through.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.issues import Cases
from scoring.formats.mapping.case_mapping import GRADES
from scoring.formats.records import Record
from scoring.formats.shapes.documents import is_fully_read
from scoring.model import Case, Context, JsonValue


class Step(Enum):
    """What a span did."""

    RETRIEVE = "retrieve"
    RERANK = "rerank"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Span:
    """One step of a request.

    Attributes:
        record: The row that it stands in.
        trace: The request's id; `None` where the row does not say, and the parents have to.
        id: The span's own id.
        parent: The id of the span that it is part of; `None` for the request as a whole.
        step: What it did.
        start: When it began, as text that sorts; empty where nobody knows.
        query: What it was asked.
        response: What it answered.
        contexts: The documents that it returned; `None` where it returned none of any kind.
        documents: The same as they came.
        error: What went wrong in it; empty where nothing did.
        metadata: What else is known of it.
        grades: What others said of it.
    """

    record: Record
    trace: str | None
    id: str | None
    parent: str | None
    step: Step
    start: str = ""
    query: str | None = None
    response: str | None = None
    contexts: tuple[Context, ...] | None = None
    documents: Sequence[JsonValue] = ()
    error: str = ""
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    grades: Mapping[str, JsonValue] = field(default_factory=dict)


_NOTHING_RETRIEVED: Final = "has no span of a retriever"


def cases_of_traces(spans: Iterable[Span], collector: Collector) -> Cases:
    """One case a request, in the order in which the requests first appear."""
    for trace in _requests(tuple(spans)):
        root = _root(trace)
        collector.add(root.record, _case(trace, root))
        if all(span.contexts is None for span in trace):
            collector.warn(
                root.record,
                f"the trace {root.trace or root.id or root.record.name} {_NOTHING_RETRIEVED}",
                "export all spans of the trace, the retriever's with its documents too",
            )
        for span in trace:
            if span.error:
                collector.warn(
                    span.record, f"this step failed: {span.error}", "see what it left out"
                )
    return collector.cases()


def _requests(spans: Sequence[Span]) -> Iterable[list[Span]]:
    """The spans of each request: those of one trace, or, where no trace is given, of one root."""
    known = {span.id: span for span in spans if span.id is not None}
    request_of: dict[str, str] = {}
    requests: dict[str, list[Span]] = {}
    for span in spans:
        requests.setdefault(_request(span, known, request_of), []).append(span)
    return requests.values()


def _request(span: Span, known: Mapping[str, Span], request_of: dict[str, str]) -> str:
    """What names the request of a span; for the spans on the way to its root it is noted."""
    climbed: dict[str, None] = {}
    while True:
        if span.trace is not None:
            found = span.trace
            break
        if span.id in request_of:
            found = request_of[span.id]
            break
        if span.parent is None:
            found = span.id or f"\0{span.record.name}"
            break
        # A parent that is not here still names those that share it; a circle ends where it closes.
        if span.parent not in known or span.parent in climbed:
            found = span.parent
            break
        if span.id is not None:
            climbed[span.id] = None
        span = known[span.parent]
    request_of.update(dict.fromkeys(climbed, found))
    return found


def _root(trace: list[Span]) -> Span:
    """The request as a whole: the span whose parent is not here, best one that is no retriever."""
    ids = {span.id for span in trace}
    tops = [span for span in trace if span.parent is None or span.parent not in ids] or trace
    return next((span for span in tops if span.step is Step.OTHER), tops[0])


def _case(trace: list[Span], root: Span) -> Case:
    in_time = sorted(trace, key=lambda span: span.start)
    searches = [span for span in in_time if span.step is Step.RETRIEVE]
    others = [span for span in in_time if span.step is Step.OTHER]
    asked = [root, *searches, *in_time]
    # The last that was said is the answer, where the request as a whole does not say.
    answered = [*([root] if root.step is Step.OTHER else []), *reversed(others)]
    metadata = dict(root.metadata)
    grades = {name: grade for span in in_time for name, grade in span.grades.items()}
    if grades:
        metadata[GRADES] = {**grades, **root.grades}
    sources = _sources(in_time)
    documents: JsonValue = [document for span in sources for document in span.documents]
    if not is_fully_read(documents):
        metadata["documents"] = documents
    return Case(
        id=root.trace or root.id or root.record.name,
        query=next((span.query for span in asked if span.query), ""),
        contexts=tuple(context for span in sources for context in span.contexts or ()),
        response=next((span.response for span in answered if span.response), ""),
        metadata=metadata,
    )


def _sources(in_time: list[Span]) -> list[Span]:
    """The spans whose documents are the request's contexts."""
    reranked = [span for span in in_time if span.step is Step.RERANK and span.contexts is not None]
    found = [span for span in in_time if span.step is Step.RETRIEVE and span.contexts is not None]
    return reranked[-1:] or found or in_time
