"""DeepEval: test cases in either case of letters, and the files of its test runs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.formats.cells import list_in, with_lists
from scoring.formats.issues import Cases, Issue, Severity
from scoring.formats.json_text import JsonError
from scoring.formats.records import Record, Records
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import rows_below, with_structures
from scoring.model import Case

_RESPONSE: Final = ("actual_output", "actualOutput")
_CONTEXTS: Final = ("retrieval_context", "retrievalContext")
_REFERENCE: Final = ("expected_output", "expectedOutput")
_METRICS: Final = ("metrics_data", "metricsData")
_STRUCTURES: Final = (
    *("tools_called", "toolsCalled", "expected_tools", "expectedTools", "tags", "metadata"),
    *("additional_metadata", "additionalMetadata", "custom_column_key_values", *_METRICS),
)
_RUNS: Final = (("testRunData", "testCases"), ("testCases",), ("test_results",))
# What its tables put between pieces, unquoted, bars today and semicolons before; with space around,
# it is part of a text.
_MARKS: Final = {
    "|": re.compile(r"(?<![\s|])\|(?![\s|])"),
    ";": re.compile(r"(?<![\s;]);(?![\s;])"),
}


class DeepEval:
    """Reads `{input, actual_output, retrieval_context, ...}` and `{testCases: [...]}`."""

    name: Final = "deepeval"
    title: Final = "DeepEval"

    def recognises(self, records: Records) -> Sureness:
        """Sure of its own names; likely where only its word for a reference is there."""
        if records.first_of(*(path[0] for path in _RUNS)):
            return Sureness.CERTAIN
        if not records.has("input"):
            return Sureness.NO
        if records.first_of(*_RESPONSE, *_CONTEXTS, *_METRICS):
            return Sureness.CERTAIN
        return Sureness.LIKELY if records.has("expected_output") else Sureness.NO

    def read(self, records: Records) -> Cases:
        """Read each test case; the scores of its metrics are grades.

        `context` is what should have been retrieved, so it is kept in the metadata. What a table
        has in one cell is taken apart at the marks that DeepEval writes, where they stand close and
        most cells have them.
        """
        for path in _RUNS:
            if records.has(path[0]):
                records = rows_below(records, *path)
                break
        for column in (*_CONTEXTS, "context"):
            records = _with_pieces(records, column)
        return read_rows(with_structures(records, *_STRUCTURES), _case)


def _case(row: Row) -> Case:
    contexts = row.contexts(*_CONTEXTS)
    row.reference(*_REFERENCE)
    metrics = next(filter(None, map(row.record.values.get, _METRICS)), None)
    for metric in metrics if isinstance(metrics, list) else ():
        if isinstance(metric, Mapping) and isinstance(metric.get("name"), str):
            row.grade(str(metric["name"]), metric.get("score"))
    if row.record.values.get("context") and not any(map(row.record.values.get, _CONTEXTS)):
        row.warn(
            "is what should have been retrieved, and nothing says what was",
            "map it as the contexts if it is what was retrieved",
            "context",
        )
    return Case(
        id=row.id("id", "name"),
        query=row.question("input"),
        contexts=contexts,
        response=row.answer(*_RESPONSE),
        metadata=row.metadata(),
    )


def _with_pieces(records: Records, column: str) -> Records:
    """The records with lists in this column, its cells taken apart where they are no lists."""
    if not records.textual:
        return with_lists(records, column)
    plain = [
        record
        for record in records
        if isinstance(text := record.values.get(column), str) and not text.lstrip().startswith("[")
    ]
    mark, doubts = _mark(records, plain, column)
    rows: list[Record] = []
    issues: list[Issue] = []
    for record in records:
        text = record.values.get(column)
        if not isinstance(text, str):
            rows.append(record)
            continue
        try:
            pieces = list_in(text)
        except JsonError as error:
            issues.append(records.issue(record, error.problem, error.mend, column))
            continue
        if mark is not None and pieces == [text]:
            pieces = [piece for piece in _MARKS[mark].split(text) if piece.strip()]
        rows.append(record._replace(values={**record.values, column: pieces}))
    notes = (
        records.notes if mark is None else (*records.notes, f"{column}: pieces between {mark!r}")
    )
    return replace(records, rows=tuple(rows), notes=notes).with_issues([*issues, *doubts])


def _mark(
    records: Records, plain: Sequence[Record], column: str
) -> tuple[str | None, tuple[Issue, ...]]:
    """What stands between the pieces of most cells; a doubt where it stands in some alone."""
    for mark, expression in _MARKS.items():
        having = [record for record in plain if expression.search(str(record.values.get(column)))]
        if 2 * len(having) > len(plain):
            return mark, ()
        if having and mark == "|":
            problem = f"{mark!r} is in {len(having):,} of {len(plain):,} cells and read as text"
            mend = f"where it stands between pieces, map the column with {mark!r} as the separator"
            doubt = records.issue(having[0], problem, mend, column, Severity.WARNING)
            return None, (doubt,)
    return None, ()
