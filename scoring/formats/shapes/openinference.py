"""OpenInference attributes, however a tracer lays them out.

The same attribute is `{"input.value": ...}` in flattened spans, `attributes.input.value` in the
columns of a data frame, and `{"attributes": {"input": {"value": ...}}}` where names are nested.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from scoring.formats.fields import Fields
from scoring.formats.issues import FieldError
from scoring.formats.json_text import JsonError, parse_json
from scoring.formats.shapes.documents import contexts_of
from scoring.model import Context, JsonValue

_MOST_PARTS: Final = 12


def nested(fields: Fields) -> dict[str, JsonValue]:
    """The fields with their dotted names taken apart; numbered names become lists.

    What an `attributes` field holds stands beside everything else. Where there is an `input` and an
    `input.mime_type`, the former is short for `input.value`.
    """
    tree: dict[str, JsonValue] = {}
    split = [(name.split(".", _MOST_PARTS), value) for name, value in fields.items()]
    # The longest first, whatever the order of the columns, so that only objects are on the way.
    for parts, value in sorted(split, key=lambda each: len(each[0]), reverse=True):
        _put(tree, parts, value)
    attributes = tree.pop("attributes", None)
    if isinstance(attributes, Mapping):
        tree = {**tree, **nested(attributes)}
    return {name: _listed(value) for name, value in tree.items()}


def at(tree: JsonValue, path: str) -> JsonValue:
    """The value at a dotted path; `None` where there is none."""
    for name in path.split("."):
        tree = tree.get(name) if isinstance(tree, Mapping) else None
    return tree


def text_at(tree: JsonValue, path: str) -> str | None:
    """The text, or the digits of the number, at a dotted path; `None` where there is neither."""
    value = at(tree, path)
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def said_at(tree: JsonValue, side: str) -> JsonValue:
    """What an `input` or an `output` holds, as values where it is said to be JSON."""
    value = at(tree, f"{side}.value")
    if not isinstance(value, str) or at(tree, f"{side}.mime_type") != "application/json":
        return value
    try:
        return cast("JsonValue", parse_json(value))
    except JsonError:
        return value


def documents_at(tree: JsonValue, path: str) -> list[JsonValue] | None:
    """The documents at a dotted path, their names taken apart; `None` where there is no list."""
    found = at(tree, path)
    return [_with_metadata(item) for item in found] if isinstance(found, list) else None


def contexts_at(tree: JsonValue, path: str) -> tuple[Context, ...] | None:
    """The contexts that those documents are.

    Raises:
        FieldError: Something among them is no document.
    """
    documents = documents_at(tree, path)
    if documents is None:
        return None
    try:
        return contexts_of(documents)
    except FieldError as error:
        raise error.within(path) from None


def _with_metadata(item: JsonValue) -> JsonValue:
    """A document whose metadata are an object, which they are as JSON in an attribute."""
    if not isinstance(item, Mapping):
        return item
    document = nested(item)
    inner = document.get("document")
    if isinstance(inner, Mapping):
        del document["document"]
        document.update(inner)
    metadata = document.get("metadata")
    if isinstance(metadata, str):
        # What is no JSON stays the text that it is.
        with suppress(JsonError):
            document["metadata"] = cast("JsonValue", parse_json(metadata))
    return document


def _put(tree: dict[str, JsonValue], parts: list[str], value: JsonValue) -> None:
    """Put a value where the parts lead; where an object is already, it is the object's "value"."""
    for part in parts[:-1]:
        tree = cast("dict[str, JsonValue]", tree.setdefault(part, {}))
    there = tree.get(parts[-1])
    if not isinstance(there, dict):
        tree[parts[-1]] = value
    elif isinstance(value, Mapping):
        tree[parts[-1]] = {**value, **there}
    elif value is not None:
        there.setdefault("value", value)


def _listed(value: JsonValue) -> JsonValue:
    if not isinstance(value, Mapping):
        return value
    items = {name: _listed(item) for name, item in value.items()}
    if items and all(name.isascii() and name.isdigit() and len(name) < 7 for name in items):
        return [items[name] for name in sorted(items, key=int)]
    return items
