"""Typed values out of JSON objects; whatever is not what it should be is named by its path."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, TypeAlias, TypeVar

from scoring.formats.issues import FieldError
from scoring.model import JsonValue

Fields: TypeAlias = Mapping[str, JsonValue]
Value = TypeVar("Value")


def at(path: str, name: str) -> str:
    """The path of a field of the object at `path`."""
    return f"{path}.{name}" if path else name


def kind(value: object) -> str:
    """What a person calls a value of this type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, Sequence) else f"a Python {type(value).__name__}"


def refuse(path: str, value: object, needed: str, mend: str) -> NoReturn:
    """Say that a value is of the wrong kind."""
    raise FieldError(path, f"must be {needed}, not {kind(value)}", mend)


def an_object(value: object, path: str) -> Fields:
    """The value as an object."""
    if isinstance(value, dict):
        return value
    refuse(path, value, "an object", 'write it as {"name": value, ...}')


def a_list(value: object, path: str) -> list[object]:
    """The value as a list."""
    if isinstance(value, list):
        return value
    refuse(path, value, "a list", "put it in square brackets")


def a_text(value: object, path: str) -> str:
    """The value as text."""
    if isinstance(value, str):
        return value
    refuse(path, value, "text", "put it in double quotes")


def a_name(value: object, path: str) -> str:
    """The value as a name: text, or a number, whose digits are then the name."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return a_text(value, path)


def a_flag(value: object, path: str) -> bool:
    """The value as true or false."""
    if isinstance(value, bool):
        return value
    refuse(path, value, "true or false", "write it without quotes")


def a_number(value: object, path: str) -> float:
    """The value as a finite number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        refuse(path, value, "a number", "write it without quotes, or leave the field out")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FieldError(path, "is too large a number", "leave the field out")
    return number


def a_count(value: object, path: str) -> int:
    """The value as a whole number of 0 or more; 3.0 is one, as some tools write it."""
    number = a_number(value, path)
    if number < 0 or not number.is_integer():
        raise FieldError(path, f"must be a whole number of 0 or more, not {number:g}", "correct it")
    return int(value) if isinstance(value, int) else int(number)


def texts(value: object, path: str) -> tuple[str, ...]:
    """The value as a list of text."""
    return tuple(a_text(item, f"{path}[{index}]") for index, item in enumerate(a_list(value, path)))


def optional(
    fields: Fields, path: str, read: Callable[[object, str], Value], *names: str
) -> Value | None:
    """The first of the named fields that is there and not null, read; `None` where none is."""
    for name in names:
        value = fields.get(name)
        if value is not None:
            return read(value, at(path, name))
    return None


def required(
    fields: Fields, path: str, read: Callable[[object, str], Value], *names: str, mend: str
) -> Value:
    """The first of the named fields that is there and not null, read.

    Raises:
        FieldError: None is; the message has the first name and the mend.
    """
    value = optional(fields, path, read, *names)
    if value is None:
        raise FieldError(at(path, names[0]), "is missing", mend)
    return value
