"""Typed values out of JSON, by small readers that fit together.

A reader takes a value and returns what it should be, or raises a `FieldError` that says why not. It
need not know where the value stands: what takes values out of objects and lists adds the place.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, TypeAlias, TypeVar

from scoring.formats.issues import FieldError
from scoring.model import JsonValue

Fields: TypeAlias = Mapping[str, JsonValue]
Value = TypeVar("Value")
Reader: TypeAlias = Callable[[object], Value]


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


def refuse(value: object, needed: str, mend: str) -> NoReturn:
    """Say that a value is of the wrong kind."""
    raise FieldError(f"must be {needed}, not {kind(value)}", mend)


def an_object(value: object) -> Fields:
    """The value as an object."""
    if isinstance(value, dict):
        return value
    refuse(value, "an object", 'write it as {"name": value, ...}')


def a_text(value: object) -> str:
    """The value as text."""
    if isinstance(value, str):
        return value
    refuse(value, "text", "put it in double quotes")


def a_name(value: object) -> str:
    """The value as a name: text, or a number, whose digits are then the name."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return a_text(value)


def a_flag(value: object) -> bool:
    """The value as true or false."""
    if isinstance(value, bool):
        return value
    refuse(value, "true or false", "write it without quotes")


def a_number(value: object) -> float:
    """The value as a finite number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        refuse(value, "a number", "write it without quotes, or leave the field out")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FieldError("is too large a number", "leave the field out")
    return number


def a_count(value: object) -> int:
    """The value as a whole number of 0 or more; 3.0 is one, as some tools write it."""
    number = a_number(value)
    if number < 0 or not number.is_integer():
        raise FieldError(f"must be a whole number of 0 or more, not {number:g}", "correct it")
    return int(value) if isinstance(value, int) else int(number)


def list_of(read: Reader[Value]) -> Reader[tuple[Value, ...]]:
    """The reader of a list whose items `read` reads."""

    def read_all(value: object) -> tuple[Value, ...]:
        if not isinstance(value, list):
            refuse(value, "a list", "put it in square brackets")
        items: list[Value] = []
        try:
            items.extend(map(read, value))
        except FieldError as error:
            raise error.within(f"[{len(items)}]") from None
        return tuple(items)

    return read_all


def optional(fields: Fields, read: Reader[Value], *names: str) -> Value | None:
    """The first of the named fields that is there and not null, read; `None` where none is."""
    for name in names:
        value = fields.get(name)
        if value is not None:
            try:
                return read(value)
            except FieldError as error:
                raise error.within(name) from None
    return None


def required(fields: Fields, read: Reader[Value], *names: str, mend: str) -> Value:
    """The first of the named fields that is there and not null, read.

    Raises:
        FieldError: None is; the message has the first name and the mend.
    """
    value = optional(fields, read, *names)
    if value is None:
        raise FieldError("is missing", mend, names[0])
    return value
