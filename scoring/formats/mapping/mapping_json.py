"""Mappings as JSON, to be kept and given to somebody else.

`{query: place, contexts: [{pieces: place, lists?, separator?, scores?: place}], response?, id?,
configuration?, grades?: {name: place}, at_least?, top?, one_case_by?: column}`, where a place is
`{"column": name}` or `{"path": expression}`.
"""

from scoring.errors import FormatError, InvalidValueError
from scoring.formats.cells import Lists
from scoring.formats.fields import (
    a_count,
    a_number,
    a_text,
    an_object,
    list_of,
    optional,
    required,
)
from scoring.formats.issues import FieldError
from scoring.formats.mapping.case_mapping import CaseMapping, ContextSource, Selector
from scoring.model import JsonValue


def mapping_from_json(value: object) -> CaseMapping:
    """Read a mapping.

    Raises:
        FieldError: Something in it is not what it should be.
    """
    fields = an_object(value)
    try:
        return CaseMapping(
            query=required(fields, _selector, "query", mend="say where the query is"),
            contexts=optional(fields, list_of(_source), "contexts") or (),
            response=optional(fields, _selector, "response"),
            id=optional(fields, _selector, "id"),
            configuration=optional(fields, _selector, "configuration"),
            grades=optional(fields, _grades, "grades") or {},
            at_least=optional(fields, a_number, "at_least"),
            top=optional(fields, a_count, "top"),
            one_case_by=optional(fields, a_text, "one_case_by"),
        )
    except InvalidValueError as error:
        raise FieldError(str(error), "correct it", "top") from None


def mapping_to_json(mapping: CaseMapping) -> dict[str, JsonValue]:
    """Write a mapping; reading it gives an equal one."""
    written: dict[str, JsonValue] = {
        "query": _selector_to_json(mapping.query),
        "contexts": [_source_to_json(source) for source in mapping.contexts],
        "response": _selector_to_json(mapping.response),
        "id": _selector_to_json(mapping.id),
        "configuration": _selector_to_json(mapping.configuration),
        "grades": {name: _selector_to_json(grade) for name, grade in mapping.grades.items()},
        "at_least": mapping.at_least,
        "top": mapping.top,
        "one_case_by": mapping.one_case_by,
    }
    return {name: part for name, part in written.items() if part not in (None, {}, [])}


def _selector(value: object) -> Selector:
    fields = an_object(value)
    column = optional(fields, a_text, "column")
    if column is not None:
        return Selector(column)
    path = required(fields, a_text, "path", mend='write {"column": name} or {"path": expression}')
    try:
        return Selector(path, is_path=True)
    except FormatError as error:
        raise FieldError(str(error), "correct the expression", "path") from None


def _selector_to_json(selector: Selector | None) -> JsonValue:
    return None if selector is None else {"path" if selector.is_path else "column": selector.name}


def _source(value: object) -> ContextSource:
    fields = an_object(value)
    return ContextSource(
        required(fields, _selector, "pieces", mend="say where the pieces are"),
        optional(fields, _lists, "lists") or Lists.AUTO,
        optional(fields, a_text, "separator"),
        optional(fields, _selector, "scores"),
    )


def _source_to_json(source: ContextSource) -> JsonValue:
    written: dict[str, JsonValue] = {
        "pieces": _selector_to_json(source.pieces),
        "lists": None if source.lists is Lists.AUTO else source.lists.value,
        "separator": source.separator,
        "scores": _selector_to_json(source.scores),
    }
    return {name: part for name, part in written.items() if part is not None}


def _lists(value: object) -> Lists:
    try:
        return Lists(a_text(value))
    except ValueError:
        raise FieldError(f"is none of {', '.join(Lists)}", "give one of them") from None


def _grades(value: object) -> dict[str, Selector]:
    grades = {}
    for name, item in an_object(value).items():
        try:
            grades[name] = _selector(item)
        except FieldError as error:
            raise error.within(name) from None
    return grades
