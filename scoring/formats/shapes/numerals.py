"""Numbers that may stand in a cell as text."""

import math

from scoring.formats.fields import a_number
from scoring.formats.issues import FieldError
from scoring.model import JsonValue


def a_numeral(value: object) -> float:
    """The value as a finite number: one, or text that spells one.

    Raises:
        FieldError: It is neither.
    """
    if not isinstance(value, str):
        return a_number(value)
    number = numeral(value)
    if number is None:
        raise FieldError("must be a number", "correct it, or leave it out")
    return number


def numeral(value: JsonValue) -> float | None:
    """The number that a value is or spells; `None` where it is none, or is not finite."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
