"""Lists and objects in the cells of a peer's table, and rows that stand deep inside a document."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from scoring.formats.cells import with_objects
from scoring.formats.issues import joined
from scoring.formats.records import Record, Records, column_names
from scoring.model import JsonValue


def with_structures(records: Records, *columns: str) -> Records:
    """The records with the lists, objects and quoted texts that these columns' cells spell.

    Everything else stays the text that a person sees: "5.0", "true" and "null" are words here.
    """
    decoded = with_objects(records, *columns)
    rows = tuple(
        now if now is before else now._replace(values=_restored(before.values, now.values))
        for before, now in zip(records, decoded, strict=True)
    )
    return replace(decoded, rows=rows)


def rows_below(records: Records, *path: str) -> Records:
    """The objects of the list that each row has under a path of names, as rows.

    What stands around the list in a single row is the `document`.
    """
    rows = [
        Record(
            record.place,
            item,
            f"item-{index + 1}" if len(records) == 1 else f"{record.name}-{index + 1}",
            joined(record.path, f"{'.'.join(path)}[{index}]"),
        )
        for record in records
        for index, item in enumerate(_list_at(record.values, path))
        if isinstance(item, Mapping)
    ]
    around = {
        name: value
        for record in records.rows[:1]
        if len(records) == 1
        for name, value in record.values.items()
        if name != path[0]
    }
    return replace(records, rows=tuple(rows), columns=column_names(rows), document=around)


def any_row(records: Records, fits: Callable[[Mapping[str, JsonValue]], bool]) -> bool:
    """Whether one of the first few rows fits."""
    return any(fits(record.values) for record in records.rows[:5])


def _list_at(values: Mapping[str, JsonValue], path: tuple[str, ...]) -> list[JsonValue]:
    found: JsonValue = values
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, list) else []


def _restored(
    before: Mapping[str, JsonValue], now: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    return {
        name: value if isinstance(value, str | list | Mapping) else before[name]
        for name, value in now.items()
    }
