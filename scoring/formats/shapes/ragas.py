"""Ragas: evaluation rows under their present names, the first ones, and those in between."""

import re
from dataclasses import replace
from typing import Final

from scoring.formats.cells import with_lists
from scoring.formats.fields import a_name, list_of
from scoring.formats.issues import Cases
from scoring.formats.records import Records
from scoring.formats.shapes.messages import answered
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, Context

_QUERY: Final = ("user_input", "question")
_CONTEXTS: Final = ("retrieved_contexts", "contexts")
_RESPONSE: Final = ("response", "answer")
_REFERENCE: Final = ("reference", "ground_truth", "ground_truths")
_IDS: Final = "retrieved_context_ids"
_LISTS: Final = (*_CONTEXTS, _IDS, "ground_truths", "reference_contexts", "reference_context_ids")
_STRUCTURES: Final = ("user_input", "multi_responses", "rubrics")
_METRIC: Final = re.compile(
    "faithful|relevan|precision|recall|correct|similarity|score|noise|utili[sz]ation|coverage"
    "|accuracy|grounded|coheren|concis|harmful|malicious|critic|rubric|bleu|rouge|_f1|exact_match",
    re.IGNORECASE,
)


class Ragas:
    """Reads `{user_input, retrieved_contexts, response, ...}` and its older names."""

    name: Final = "ragas"
    title: Final = "Ragas"

    def recognises(self, records: Records) -> Sureness:
        """Sure of today's names; the older ones are anybody's, but for a truth or a metric."""
        if records.has("user_input", "retrieved_contexts"):
            return Sureness.CERTAIN
        if records.has("user_input"):
            known = records.first_of(*_RESPONSE, *_REFERENCE, "reference_contexts")
            return Sureness.LIKELY if known else Sureness.NO
        if not records.has("question", "contexts"):
            return Sureness.NO
        graded = records.first_of(*_REFERENCE) or any(map(_METRIC.search, records.columns))
        return Sureness.LIKELY if graded else Sureness.POSSIBLE

    def read(self, records: Records) -> Cases:
        """Read each row's case; the scores of metrics are grades."""
        return read_rows(with_structures(with_lists(records, *_LISTS), *_STRUCTURES), _case)


def _case(row: Row) -> Case:
    # A sample of several turns has everything that was said in the place of the question.
    query, response = row.question(*_QUERY), row.answer(*_RESPONSE)
    said = row.record.values.get("user_input")
    row.reference(*_REFERENCE)
    for name, value in row.record.values.items():
        if _METRIC.search(name) and numeral(value) is not None:
            row.grade(name, row.take(name))
    return Case(
        id=row.id("id"),
        query=query,
        contexts=_with_ids(row, row.contexts(*_CONTEXTS)),
        response=response or (answered(said) or "" if isinstance(said, list) else ""),
        metadata=row.metadata(),
    )


def _with_ids(row: Row, contexts: tuple[Context, ...]) -> tuple[Context, ...]:
    given = row.record.values.get(_IDS)
    ids = given if isinstance(given, list) else []
    if not ids or not contexts:
        return contexts
    if len(ids) != len(contexts):
        row.warn(
            f"has {len(ids)} ids for {len(contexts)} contexts",
            "give each context one; they are kept in the metadata",
            _IDS,
        )
        return contexts
    names = row.read(list_of(a_name), _IDS) or ()
    return tuple(replace(context, id=name) for context, name in zip(contexts, names, strict=True))
