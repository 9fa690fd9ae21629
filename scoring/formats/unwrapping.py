"""Rows that stand inside one JSON object: below a name, or column by column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.formats.records import Record, Records, column_names
from scoring.model import JsonValue


def views(records: Records) -> list[Records]:
    """Every way to see the records, as they are first; a table by columns has no rows as it is."""
    as_they_are = [] if _is_by_columns(records) else [records]
    return [*as_they_are, *unwrapped(records)] or [records]


def unwrapped(records: Records) -> Iterator[Records]:
    """Other ways to see the one object of a JSON document as rows.

    First the longest list of objects among its values (`{"scores": [{...}, ...], "page": 1}`), with
    the object itself in `Records.document`; then its values as columns (`{"query": [...],
    "response": [...]}`, or as pandas writes them, `{"query": {"0": ...}, ...}`).
    """
    if records.container != "json" or len(records) != 1:
        return
    (record,) = records
    yield from _below_a_name(records, record)
    yield from _by_columns(records, record)


def _is_by_columns(records: Records) -> bool:
    """Whether the one object holds nothing but lists of one length, or objects of one index."""
    if records.container != "json" or len(records) != 1:
        return False
    values = list(records.rows[0].values.values())
    if len(values) < 2:
        return False
    if all(isinstance(value, list) for value in values):
        return len({len(_list(value)) for value in values}) == 1
    indexes = [tuple(value) if isinstance(value, Mapping) else () for value in values]
    return bool(indexes[0]) and len(set(indexes)) == 1


def _below_a_name(records: Records, record: Record) -> Iterator[Records]:
    best = ""
    for name, value in record.values.items():
        if _is_list_of_objects(value) and len(_list(value)) > len(_list(record.values.get(best))):
            best = name
    if best:
        rows = tuple(
            Record(record.place, item, f"item-{number}", f"{best}[{number - 1}]")
            for number, item in enumerate(_list(record.values[best]), start=1)
            if isinstance(item, Mapping)
        )
        around = {name: value for name, value in record.values.items() if name != best}
        yield replace(records, rows=rows, columns=column_names(rows), document=around)


def _by_columns(records: Records, record: Record) -> Iterator[Records]:
    if record.values.keys() == {"columns", "index", "data"}:
        names = [str(name) for name in _list(record.values["columns"])]
        lines: list[Sequence[JsonValue]] = [_list(line) for line in _list(record.values["data"])]
    else:
        names = list(record.values)
        columns = [_column(value) for value in record.values.values()]
        if len({len(column) for column in columns}) != 1:
            return
        lines = list(zip(*columns, strict=True))
    if len(lines) < 1 or any(len(line) != len(names) for line in lines):
        return
    rows = tuple(
        Record(record.place, dict(zip(names, line, strict=True)), f"item-{number}")
        for number, line in enumerate(lines, start=1)
    )
    yield replace(records, rows=rows, columns=tuple(names))


def _column(value: JsonValue) -> Sequence[JsonValue]:
    return list(value.values()) if isinstance(value, Mapping) else _list(value)


def _list(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else ()


def _is_list_of_objects(value: JsonValue) -> bool:
    items = _list(value)
    return bool(items) and all(isinstance(item, Mapping) for item in items)
