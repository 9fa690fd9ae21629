"""Cases by a mapping."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.errors import FormatError
from scoring.formats.cases import RESERVED
from scoring.formats.cells import Lists, lists_in_column, with_lists
from scoring.formats.collecting import Collector
from scoring.formats.issues import Cases, FieldError
from scoring.formats.long_tables import one_row_a_case
from scoring.formats.mapping.case_mapping import (
    CaseMapping,
    ContextSource,
    Selector,
    with_grades,
)
from scoring.formats.pieces import piece_from_json
from scoring.formats.records import Record, Records
from scoring.model import Case, Context, JsonValue


def mapped_cases(records: Records, mapping: CaseMapping, most: int | None = None) -> Cases:
    """Read a case from each row, or, for a preview, from the first `most` of them.

    A query or a response that a row lacks is empty, for the checks to find. What the mapping does
    not name of a row is kept as it was: in the case's metadata where that is its name or its name
    has another meaning in a case, else beside it.
    """
    if mapping.one_case_by is not None:
        records = one_row_a_case(records, mapping.one_case_by, mapping.single())
    shown = records if most is None else replace(records, rows=records.rows[:most])
    for source in mapping.contexts:
        if not source.pieces.is_path:
            column, lists = source.pieces.name, source.lists
            if most is not None and lists is Lists.AUTO:
                # As in the whole file, whatever its first rows suggest.
                lists = lists_in_column(records, column)
            shown = with_lists(shown, column, lists=lists, separator=source.separator)
    records = shown
    collector = Collector(records)
    for record in records:
        try:
            collector.add(record, _case(record, mapping))
        except FieldError as error:
            collector.refuse(record, error)
    return collector.cases()


def _case(record: Record, mapping: CaseMapping) -> Case:
    values = record.values
    named = {selector.name for selector in mapping.selectors() if not selector.is_path}
    rest = {name: value for name, value in values.items() if name not in named}
    own = rest.pop("metadata", None)
    metadata: dict[str, JsonValue] = {} if own is None else {"metadata": own}
    if isinstance(own, Mapping):
        metadata = dict(own)
    metadata.update((name, value) for name, value in rest.items() if name in RESERVED)
    grades = {name: _found(grade, values) for name, grade in mapping.grades.items()}
    grades = {name: _number(grade) for name, grade in grades.items() if grade is not None}
    pieces = [piece for source in mapping.contexts for piece in _pieces(source, values)]
    return Case(
        id=_text(mapping.id, values) or record.name,
        query=_text(mapping.query, values) or "",
        contexts=tuple(_cut(pieces, mapping)),
        response=_text(mapping.response, values) or "",
        configuration=_text(mapping.configuration, values),
        metadata=with_grades(metadata, grades),
        extra={name: value for name, value in rest.items() if name not in RESERVED},
    )


def _found(selector: Selector, values: Mapping[str, JsonValue]) -> JsonValue:
    try:
        return selector.value(values)
    except FormatError as error:
        raise FieldError(str(error), "correct the expression", selector.name) from None


def _text(selector: Selector | None, values: Mapping[str, JsonValue]) -> str | None:
    value = None if selector is None else _found(selector, values)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    name = "" if selector is None else selector.name
    raise FieldError("is no text", "choose a column or a path that holds text", name)


def _pieces(source: ContextSource, values: Mapping[str, JsonValue]) -> list[Context]:
    items = _list(_found(source.pieces, values))
    pieces = {}
    for index, item in enumerate(items):
        if item is not None:
            try:
                pieces[index] = piece_from_json(item)
            except FieldError as error:
                raise error.within(f"{source.pieces.name}[{index}]") from None
    if source.scores is None:
        return [*pieces.values()]
    scores = _list(_found(source.scores, values))
    if len(scores) != len(items):
        raise FieldError(
            f"has {len(scores)} scores for {len(items)} pieces",
            "give each piece one",
            source.scores.name,
        )
    return [
        replace(piece, retrieval_score=_score(scores[index], source.scores.name))
        for index, piece in pieces.items()
    ]


def _list(value: JsonValue) -> Sequence[JsonValue]:
    if value is None:
        return ()
    return value if isinstance(value, list) else (value,)


def _score(value: JsonValue, name: str) -> float | None:
    number = _number(value)
    if number is None or (isinstance(number, int | float) and not isinstance(number, bool)):
        return number
    raise FieldError("must be a number", "choose the column of the retrieval scores", name)


def _number(value: JsonValue) -> JsonValue:
    """A number where a cell's text is one; what it is otherwise."""
    if isinstance(value, list):
        return [_number(item) for item in value]
    if isinstance(value, str) and value.strip():
        try:
            number = float(value)
        except ValueError:
            return value
        return number if abs(number) < float("inf") else value
    return value


def _cut(pieces: Iterable[Context], mapping: CaseMapping) -> list[Context]:
    least, top = mapping.at_least, mapping.top
    kept = [
        piece
        for piece in pieces
        if least is None or piece.retrieval_score is None or piece.retrieval_score >= least
    ]
    if top is None or len(kept) <= top:
        return kept
    scores = [piece.retrieval_score for piece in kept]
    if None in scores:
        return kept[:top]
    ranked = sorted(range(len(kept)), key=lambda index: (-(scores[index] or 0.0), index))
    return [kept[index] for index in sorted(ranked[:top])]
