"""Phoenix's frame of retrieved documents: a row for each document that a span retrieved."""

from collections.abc import Sequence
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.issues import Cases, FieldError
from scoring.formats.records import Record, Records
from scoring.formats.shapes.documents import context_of
from scoring.formats.shapes.messages import asked
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, Context, JsonValue

_SPAN: Final = ("context.span_id", "span_id")
_TEXT: Final = ("document", "reference")
_POSITION: Final = "document_position"
_READ: Final = frozenset((*_SPAN, *_TEXT, _POSITION, "input", "document_score"))


class PhoenixDocuments:
    """Reads `{context.span_id, document_position, input, document, document_score, ...}`."""

    name: Final = "phoenix_documents"
    title: Final = "Phoenix retrieved documents"

    def recognises(self, records: Records) -> Sureness:
        """Sure of a document's text with its position or its score beside."""
        if records.first_of(*_TEXT) and records.first_of(_POSITION, "document_score"):
            return Sureness.CERTAIN if records.has("input") else Sureness.LIKELY
        return Sureness.NO

    def read(self, records: Records) -> Cases:
        """Read a case from the rows of each span, its documents in the order of their positions.

        There is no answer in such a frame. What it says of single documents, scores of a judge
        among them, is kept in the metadata, a list in the contexts' order.
        """
        records = with_structures(records, "document_metadata")
        collector = Collector(records)
        spans: dict[str, list[tuple[Record, Context]]] = {}
        for record in records:
            try:
                context = _context(record)
            except FieldError as error:
                collector.refuse(record, error)
            else:
                spans.setdefault(_span(record), []).append((record, context))
        for name, rows in spans.items():
            rows.sort(key=lambda row: numeral(row[0].values.get(_POSITION)) or 0.0)
            collector.add(rows[0][0], _case(name, rows))
        return collector.cases()


def _span(record: Record) -> str:
    values = record.values
    named = (values.get(name) for name in (*_SPAN, "context.trace_id", "input"))
    return next((str(name) for name in named if name is not None), record.name)


def _context(record: Record) -> Context:
    values = record.values
    text = next((values[name] for name in _TEXT if values.get(name) is not None), None)
    return context_of(
        {
            "document": text,
            "score": values.get("document_score"),
            "metadata": values.get("document_metadata"),
        }
    )


def _case(name: str, rows: Sequence[tuple[Record, Context]]) -> Case:
    said: list[JsonValue] = [
        {
            column: value
            for column, value in record.values.items()
            if column not in _READ and value is not None
        }
        for record, _ in rows
    ]
    return Case(
        id=name,
        query=asked(rows[0][0].values.get("input")) or "",
        contexts=tuple(context for _, context in rows),
        response="",
        metadata={"documents": said} if any(said) else {},
    )
