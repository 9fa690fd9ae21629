"""Langfuse: dataset items and traces, with a column for each score.

Langfuse has no field for contexts; they are where an application puts them.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.formats.fields import a_name
from scoring.formats.issues import Cases, Issue, Severity
from scoring.formats.records import Records
from scoring.formats.shapes.documents import PLACES, Found, find_documents
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, JsonValue

_STRUCTURES: Final = ("input", "output", "expectedOutput", "metadata", "tags", "comments")
_ITEM: Final = ("sourceTraceId", "sourceObservationId", "datasetId", "datasetName")
_TRACE: Final = ("sessionId", "userId", "release", "bookmarked", "public", "environment")
_PLACES: Final = ("metadata", "output", "input")


class Langfuse:
    """Reads `{id, input, expectedOutput | output, metadata, ...}` and columns of scores."""

    name: Final = "langfuse"
    title: Final = "Langfuse"

    def recognises(self, records: Records) -> Sureness:
        """Sure of an id with the names of a dataset item or of a trace around it."""
        if not records.has("id", "input"):
            return Sureness.NO
        if records.has("expectedOutput") and records.first_of(*_ITEM):
            return Sureness.CERTAIN
        if records.has("output") and sum(records.has(name) for name in _TRACE) > 1:
            return Sureness.CERTAIN
        plain = records.has("metadata") and records.first_of("expectedOutput", "output")
        if not plain:
            return Sureness.NO
        # Langfuse itself has no column of contexts.
        return Sureness.POSSIBLE if records.first_of(*PLACES) else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read each item or trace; where contexts are found in none, ask for a mapping."""
        records = with_structures(records, *_STRUCTURES)
        scores = _score_columns(records)
        places: set[str] = set()

        def case(row: Row) -> Case:
            found = _found(row)
            if found is not None:
                places.add(found.path)
            return _case(row, found, scores)

        cases = read_rows(with_structures(records, *scores), case)
        if cases.cases and not places:
            cases = replace(cases, issues=(_NO_CONTEXTS, *cases.issues))
        return cases


_NO_CONTEXTS: Final = Issue(
    1,
    "Langfuse has no field for contexts, and none is found in metadata, output or input",
    "say where they are by a mapping, such as the path metadata.contexts",
    severity=Severity.WARNING,
)


def _case(row: Row, found: Found | None, scores: tuple[str, ...]) -> Case:
    for name in scores:
        grade = row.take(name)
        if grade != []:
            row.grade(name, grade[0] if isinstance(grade, list) and len(grade) == 1 else grade)
    row.reference("expectedOutput")
    case_id, query, response = row.id("id"), row.question("input"), row.answer("output")
    configuration = row.read(a_name, "version", "release")
    metadata = row.metadata()
    if found is not None:
        metadata["contexts_from"] = found.path
    return Case(
        id=case_id,
        query=query,
        contexts=found.contexts if found else (),
        response=response,
        configuration=configuration,
        metadata=metadata,
    )


def _found(row: Row) -> Found | None:
    values = row.record.values
    return find_documents(
        {name: part for name in _PLACES if isinstance(part := values.get(name), Mapping)}
    )


def _score_columns(records: Records) -> tuple[str, ...]:
    """The columns that hold lists of numbers or words in every row that has them."""
    known = {*_STRUCTURES, *_ITEM, *_TRACE}
    names = (name for name in records.columns if name not in known)
    return tuple(
        name
        for name in names
        if any(name in record.values for record in records)
        and all(_is_score(record.values.get(name)) for record in records)
    )


def _is_score(value: JsonValue) -> bool:
    if isinstance(value, str):
        return value.startswith("[") and value.endswith("]")
    return value is None or (
        isinstance(value, list)
        and all(isinstance(item, str) or numeral(item) is not None for item in value)
    )
