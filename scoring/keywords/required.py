"""A person's own list of what a response has to mention, one keyword a line.

    machine learning
    "1,000"
    Kubernetes^2

Quotes keep a term as it is written; `^2` makes it count twice. Bullets before a term are left out.
"""

import math
import re
from dataclasses import dataclass
from typing import Final

from scoring.errors import InvalidValueError

_LINE: Final = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?:\"(?P<quoted>[^\"\n]+)\"|(?P<plain>[^\n]*?))"
    r"[ \t]*(?:\^[ \t]*(?P<weight>[^\n^]*?))?[ \t\r]*$"
)


@dataclass(frozen=True, slots=True)
class RequiredKeyword:
    """One entry of the list.

    Attributes:
        text: The keyword or multi-word term.
        start, end: Its place in the list's text.
        weight: What it counts for, above 0.
    """

    text: str
    start: int
    end: int
    weight: float = 1.0


def required_keywords(text: str) -> tuple[RequiredKeyword, ...]:
    """Read a list of required keywords.

    Raises:
        InvalidValueError: A weight that is no number above 0; the message names the line.
    """
    found = []
    for number, line in enumerate(_LINE.finditer(text), start=1):
        group = "quoted" if line["quoted"] is not None else "plain"
        if line[group].strip():
            weight = 1.0 if line["weight"] is None else _weight(line["weight"], number)
            found.append(RequiredKeyword(line[group], *line.span(group), weight))
    return tuple(found)


def _weight(written: str, line: int) -> float:
    try:
        weight = float(written)
    except ValueError:
        weight = math.nan
    if not (math.isfinite(weight) and weight > 0):
        raise InvalidValueError(
            f"line {line} of the required keywords: a weight is a number above 0, not {written!r}"
        )
    return weight
