"""promptfoo: the results of an evaluation as JSON."""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.formats.cells import list_in
from scoring.formats.fields import Fields
from scoring.formats.issues import Cases
from scoring.formats.json_text import JsonError
from scoring.formats.records import Records
from scoring.formats.shapes.documents import find_documents
from scoring.formats.shapes.messages import answered_or_json, asked
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row, read_rows
from scoring.formats.shapes.structures import rows_below
from scoring.model import Case, Context, JsonValue

_ROW: Final = ("vars", "response")
_OWN: Final = ("promptIdx", "testIdx", "gradingResult", "namedScores", "failureReason")


class Promptfoo:
    """Reads `{evalId, results: {results: [{vars, response, ...}]}}` and such rows by themselves."""

    name: Final = "promptfoo"
    title: Final = "promptfoo results"

    def recognises(self, records: Records) -> Sureness:
        """Sure of an evaluation, and of rows with its variables, its answer and its grading."""
        rows = _rows(records)
        if not rows.has("vars") or not rows.first_of("response", "error"):
            return Sureness.NO
        return Sureness.CERTAIN if rows.first_of(*_OWN) else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read a case from each test of each prompt and provider; every score is a grade.

        The test case and the prompt, which repeat the variables, are not kept.
        """
        rows = _rows(records)
        names = _configurations(rows)
        return read_rows(rows, lambda row: _case(row, names))


def _rows(records: Records) -> Records:
    for path in (("results", "results"), ("results", "outputs"), ("results",)):
        rows = rows_below(records, *path) if records.has("results") else records
        if rows.has("vars"):
            return rows
    return records


def _case(row: Row, names: Mapping[str, str]) -> Case:
    values = row.record.values
    variables = values.get("vars")
    contexts = _contexts(values)
    error = values.get("error")
    response = _answer(values.get("response"))
    if response is None:
        reason = f": {error}" if isinstance(error, str) and error else ""
        row.warn(f"there is no output{reason}", "run the test again", "response")
    row.grade("score", row.take("score"))
    for name, grade in _component_grades(values.get("gradingResult")):
        row.grade(name, grade)
    named = row.take("namedScores")
    for name, grade in (named if isinstance(named, Mapping) else {}).items():
        row.grade(name, grade)
    query = asked(variables) or _prompt(values.get("prompt")) or ""
    case_id = _id(row)
    for name in ("prompt", "testCase", "response"):
        row.take(name)
    metadata = {**row.metadata(), **_titles(values)}
    answer = values.get("response")
    if isinstance(answer, Mapping) and len(answer) > 1:
        metadata["response"] = {name: part for name, part in answer.items() if name != "output"}
    return Case(
        id=case_id,
        query=query,
        contexts=contexts,
        response=response or "",
        configuration=names.get(_column(values)),
        metadata=metadata,
    )


def _titles(values: Fields) -> dict[str, JsonValue]:
    """What a person called the prompt and the test."""
    parts = {"prompt": "label", "testCase": "description"}
    given = {name: values.get(name) for name in parts}
    titles = {
        name: part.get(parts[name]) for name, part in given.items() if isinstance(part, Mapping)
    }
    return {name: title for name, title in titles.items() if isinstance(title, str) and title}


def _id(row: Row) -> str:
    place = [row.record.values.get(name) for name in ("testIdx", "promptIdx")]
    return row.id("id") if None in place else "-".join(map(str, place))


def _column(values: Fields) -> str:
    """What tells the columns of an evaluation's table apart: each prompt for each provider."""
    return f"{values.get('promptIdx')}\n{_provider(values)}"


def _provider(values: Fields) -> str:
    provider = values.get("provider")
    if isinstance(provider, Mapping):
        provider = provider.get("label") or provider.get("id")
    return provider if isinstance(provider, str) else ""


def _configurations(rows: Records) -> dict[str, str]:
    """Column -> its provider, numbered where a provider has several prompts."""
    providers = {_column(record.values): _provider(record.values) for record in rows}
    several = list(providers.values())
    numbers = {column: number for number, column in enumerate(providers, start=1)}
    return {
        column: f"{provider} #{numbers[column]}" if several.count(provider) > 1 else provider
        for column, provider in providers.items()
        if provider
    }


def _answer(response: JsonValue) -> str | None:
    if isinstance(response, Mapping):
        response = response.get("output")
    return None if response is None else answered_or_json(response)


def _prompt(prompt: JsonValue) -> str | None:
    return asked(prompt.get("raw") if isinstance(prompt, Mapping) else prompt)


def _contexts(values: Fields) -> tuple[Context, ...]:
    """From the variables, else as an assertion about contexts had them, else from the provider."""
    variables = values.get("vars")
    if isinstance(variables, Mapping):
        found = find_documents({name: _list(value) for name, value in variables.items()})
        if found is not None:
            return found.contexts
    inner = [part.get("metadata") for part in _components(values.get("gradingResult"))]
    response = values.get("response")
    inner.append(response.get("metadata") if isinstance(response, Mapping) else None)
    inner.append(values.get("metadata"))
    for metadata in inner:
        found = find_documents(metadata) if isinstance(metadata, Mapping) else None
        if found is not None:
            return found.contexts
    return ()


def _list(value: JsonValue) -> JsonValue:
    """A variable's list, where it came out of a cell; what opens a list and is none is text."""
    try:
        return list_in(value) if isinstance(value, str) else value
    except JsonError:
        return value


def _components(grading: JsonValue) -> Iterator[Fields]:
    parts = grading.get("componentResults") if isinstance(grading, Mapping) else None
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Mapping):
            yield part


def _component_grades(grading: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """What each assertion gave, a person's rating, which is one of type "human", among them."""
    for part in _components(grading):
        assertion = part.get("assertion")
        name = (
            assertion.get("metric") or assertion.get("type")
            if isinstance(assertion, Mapping)
            else None
        )
        if isinstance(name, str):
            yield name, part.get("score")
