"""What stands in rows: every field with samples, and what makes two files alike."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from scoring.formats.fields import kind
from scoring.formats.json_text import json_line
from scoring.formats.mapping.case_mapping import Selector
from scoring.formats.records import Records
from scoring.model import JsonValue

_ROWS: Final = 200
_SAMPLES: Final = 3
_DEPTH: Final = 4
_NAMES: Final = 100
"""How many names of one object are fields; an object with thousands is a table by its keys."""
_CONTAINERS_OF_VALUES: Final = ("json", "parquet")


@dataclass(frozen=True, slots=True)
class Found:
    """One field.

    Attributes:
        selector: Where it is.
        kinds: What its values are, such as "text" or "a list"; several where rows differ.
        filled: In how many of the rows that were looked at it has a value.
        looked_at: How many rows were looked at.
        samples: Its first different values, texts as they are and all else as JSON.
    """

    selector: Selector
    kinds: tuple[str, ...]
    filled: int
    looked_at: int
    samples: tuple[str, ...]


def fields_found(records: Records, rows: int = _ROWS) -> tuple[Found, ...]:
    """Every column, and every field inside of objects, of the first rows.

    A field inside the objects of a list is found as a JMESPath projection, `documents[].content`.
    Of an object with very many names, the first ones are found.
    """
    values_of: dict[Selector, list[JsonValue]] = {Selector(name): [] for name in records.columns}
    looked_at = 0
    for record in islice(records, rows):
        looked_at += 1
        for name, value in record.values.items():
            for selector, inner in _within(Selector(name), value, 0):
                values_of.setdefault(selector, []).append(inner)
    return tuple(
        Found(
            selector,
            tuple(dict.fromkeys(map(kind, values))),
            len(values),
            looked_at,
            _samples(values),
        )
        for selector, values in values_of.items()
    )


def fingerprint(records: Records) -> str:
    """What files of the same shape have in common: their fields, whatever the order and the rows.

    Two exports of one tool share it, so that a mapping made for one can be offered for the other.
    """
    names = sorted(str(found.selector) for found in fields_found(records))
    table = "values" if records.container in _CONTAINERS_OF_VALUES else "texts"
    return hashlib.sha256(json_line([table, *names]).encode()).hexdigest()


def _within(
    selector: Selector, value: JsonValue, depth: int
) -> Iterator[tuple[Selector, JsonValue]]:
    if value is None:
        return
    yield selector, value
    if depth == _DEPTH:
        return
    path = selector.name if selector.is_path else _quoted(selector.name)
    if isinstance(value, Mapping):
        for name, item in islice(value.items(), _NAMES):
            yield from _within(Selector(f"{path}.{_quoted(name)}", is_path=True), item, depth + 1)
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for name in islice(value[0], _NAMES):
            items: JsonValue = [item.get(name) for item in value if isinstance(item, Mapping)]
            yield Selector(f"{path}[].{_quoted(name)}", is_path=True), items


def _quoted(name: str) -> str:
    """A name as JMESPath writes it."""
    plain = name.isascii() and name.isidentifier()
    return name if plain else json_line(name)


def _samples(values: list[JsonValue]) -> tuple[str, ...]:
    texts = (value if isinstance(value, str) else json_line(value) for value in values)
    return tuple(islice(dict.fromkeys(texts), _SAMPLES))
