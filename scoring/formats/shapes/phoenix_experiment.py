"""Phoenix experiments, as JSON with lists of annotations or as CSV with columns of them."""

import re
from collections.abc import Mapping
from typing import Final

from scoring.formats.issues import Cases
from scoring.formats.records import Records
from scoring.formats.shapes.annotations import grades_of
from scoring.formats.shapes.documents import find_documents
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, JsonValue

_STRUCTURES: Final = ("input", "output", "reference_output", "metadata", "annotations")
_PLACES: Final = ("output", "input", "metadata")
_ANNOTATION: Final = re.compile("annotation_(?P<name>.+)_(?P<part>score|label)", re.DOTALL)


class PhoenixExperiment:
    """Reads `{example_id, repetition_number, input, reference_output, output, ...}`."""

    name: Final = "phoenix_experiment"
    title: Final = "Phoenix experiment"

    def recognises(self, records: Records) -> Sureness:
        """Sure of an example's id with what went in and what came out."""
        if not records.has("example_id", "input"):
            return Sureness.NO
        own = records.first_of("repetition_number", "reference_output", "annotations")
        return Sureness.CERTAIN if own else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read a case from each repetition of an example; annotations are grades."""
        return read_rows(with_structures(records, *_STRUCTURES), _case)


def _case(row: Row) -> Case:
    values = row.record.values
    for name, grade in _grades(row).items():
        row.grade(name, grade)
    case_id, repetition = row.id("example_id"), numeral(row.take("repetition_number"))
    if repetition is not None and repetition > 1:
        case_id = f"{case_id}-{repetition:g}"
    found = find_documents(
        {name: part for name in _PLACES if isinstance(part := values.get(name), Mapping)}
    )
    if found is None:
        row.warn(
            "no contexts are found in output, input or metadata",
            "say where they are by a mapping",
        )
    error = values.get("error")
    if isinstance(error, str) and error:
        row.warn(f"the task failed: {error}", "run the example again", "error")
    row.reference("reference_output")
    return Case(
        id=case_id,
        query=row.question("input"),
        contexts=found.contexts if found else (),
        response=row.answer("output"),
        metadata=row.metadata(),
    )


def _grades(row: Row) -> dict[str, JsonValue]:
    """Name -> score, or the label where there is no score."""
    values = row.record.values
    grades = grades_of(values.get("annotations"))
    columns = [found for name in values if (found := _ANNOTATION.fullmatch(name))]
    for part in ("score", "label"):
        for column in columns:
            if column["part"] == part and column["name"] not in grades:
                grade = row.take(column[0])
                if grade is not None:
                    grades[column["name"]] = grade
    return grades
