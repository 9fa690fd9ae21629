"""The shapes that can be read, by name, and the one way in."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from scoring.errors import FormatError
from scoring.formats.garbage import collection_paused
from scoring.formats.issues import Cases, Issue, Recognised
from scoring.formats.long_tables import doubt
from scoring.formats.mapping import CaseMapping, guessed_mapping, mapped_cases
from scoring.formats.records import Records
from scoring.formats.shapes.deepeval import DeepEval
from scoring.formats.shapes.langfuse import Langfuse
from scoring.formats.shapes.langsmith import LangSmith
from scoring.formats.shapes.mastra import Mastra
from scoring.formats.shapes.native import Native
from scoring.formats.shapes.phoenix import Phoenix
from scoring.formats.shapes.phoenix_documents import PhoenixDocuments
from scoring.formats.shapes.phoenix_experiment import PhoenixExperiment
from scoring.formats.shapes.promptfoo import Promptfoo
from scoring.formats.shapes.promptfoo_table import PromptfooTable
from scoring.formats.shapes.protocol import Shape, Sureness
from scoring.formats.shapes.ragas import Ragas
from scoring.formats.shapes.trec import Trec
from scoring.formats.shapes.trulens import TruLens
from scoring.formats.sniffing import read_records
from scoring.formats.unwrapping import views

SHAPES: Final[tuple[Shape, ...]] = (
    Native(),
    Mastra(),
    Ragas(),
    DeepEval(),
    TruLens(),
    Phoenix(),
    PhoenixDocuments(),
    PhoenixExperiment(),
    Langfuse(),
    Promptfoo(),
    PromptfooTable(),
    LangSmith(),
    Trec(),
)
"""Every shape, in the order in which equally sure ones are tried."""

FORMATS: Final[Mapping[str, Shape]] = MappingProxyType({shape.name: shape for shape in SHAPES})
"""Format name -> its shape."""

MAPPED: Final = "mapped"
"""What `Recognised.format` is for cases that were read by a mapping."""

_SHOWN_COLUMNS: Final = 20


def read_cases(
    source: Path | bytes | str,
    format: str | None = None,  # noqa: A002 - the word that every caller expects here
    mapping: CaseMapping | None = None,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Cases:
    """Read cases from a file, whatever is wrong in it named and the rest read.

    Args:
        source: The file's path, or its content as bytes or text. A string is always content.
        format: A name in `FORMATS`; `None` to recognise it.
        mapping: Where a case's parts are in a row; it goes before `format`.
        encoding: Python's name of a text's encoding; `None` to decide from the bytes.
        sheet: The name of a spreadsheet's sheet; `None` for the first that has a table.

    Returns:
        The cases in the file's order, the issues, and what the file was taken for.

    Raises:
        FormatError: The file cannot be opened or is of no kind that holds rows, or the format,
            the encoding or the sheet is unknown.
    """
    return cases_of(read_records(source, encoding, sheet=sheet), format, mapping)


@collection_paused()
def cases_of(
    records: Records,
    format: str | None = None,  # noqa: A002 - as above
    mapping: CaseMapping | None = None,
) -> Cases:
    """Read cases from rows, as `read_cases` does."""
    if format is not None and format not in FORMATS:
        raise FormatError(f"there is no format {format!r}; there is {', '.join(FORMATS)}")
    if mapping is not None:
        return _mapped(records, mapping)
    if format is not None:
        shape = FORMATS[format]
        return _read(shape, max(views(records), key=shape.recognises))
    candidates = views(records)
    sureness, _, shape, seen = max(
        (
            (shape.recognises(seen), -order, shape, seen)
            for seen in candidates
            for order, shape in enumerate(SHAPES)
        ),
        key=lambda found: found[:2],
    )
    if sureness > Sureness.POSSIBLE:
        return _read(shape, seen)
    for seen_again in candidates:
        guess = guessed_mapping(seen_again)
        if guess is not None and guess.contexts and guess.response is not None:
            if guess.one_case_by is not None:
                seen_again = seen_again.with_issues(doubt(seen_again, guess.one_case_by))
            return _mapped(seen_again, guess)
    if sureness is Sureness.POSSIBLE or records.container == "json":
        return _read(shape, seen)
    return _unrecognised(records)


def _read(shape: Shape, records: Records) -> Cases:
    return _named(shape.read(records), records, shape.name, shape.title)


def _mapped(records: Records, mapping: CaseMapping) -> Cases:
    parts = {
        "query": mapping.query,
        "contexts": " + ".join(str(source.pieces) for source in mapping.contexts),
        "response": mapping.response,
    }
    title = ", ".join(f"{name} from {place}" for name, place in parts.items() if place)
    return _named(mapped_cases(records, mapping), records, MAPPED, title)


def _named(cases: Cases, records: Records, name: str, title: str) -> Cases:
    notes = records.notes if cases.recognised is None else cases.recognised.notes
    issues = cases.issues
    if not cases.cases and not issues:
        issues = (Issue(1, "there is no case", "give one JSON object a line"),)
    return replace(
        cases, issues=issues, recognised=Recognised(name, title, records.container, notes)
    )


def _unrecognised(records: Records) -> Cases:
    issues = records.issues
    if records.columns:
        columns = ", ".join(map(repr, records.columns[:_SHOWN_COLUMNS]))
        problem = f"no query is recognised among the columns {columns}"
        issues = (Issue(1, problem, "say which column is what", unit=records.unit), *issues)
    return _named(Cases((), issues), records, "", "not recognised")
