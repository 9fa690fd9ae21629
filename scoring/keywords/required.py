"""A person's own list of what a response has to mention, one keyword a line.

    machine learning
    "1,000"
    Kubernetes^2

Quotes keep a term as it is written, and so do the dollar signs of a formula; else `^2` makes it
count twice. Bullets before a term are left out.
"""

import math
from dataclasses import dataclass
from typing import Final

from scoring.errors import InvalidValueError

_BULLETS: Final = ("-", "*", "•")


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
    offset = 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        entry = line.strip()
        if entry.startswith(_BULLETS) and entry[1:2].isspace():
            entry = entry[1:].strip()
        term, weight = _parted(entry)
        if term:
            start = offset + line.index(entry) + entry.index(term)
            weighs = 1.0 if weight is None else _weight(weight, number)
            found.append(RequiredKeyword(term, start, start + len(term), weighs))
        offset += len(line)
    return tuple(found)


def _parted(entry: str) -> tuple[str, str | None]:
    """The term of an entry and its weight, as they are written."""
    if entry.startswith('"') and '"' in entry[1:]:
        term, _, rest = entry[1:].partition('"')
        _, caret, weight = rest.partition("^")
    elif "^" in entry and not (entry.startswith("$") and entry.endswith("$")):
        term, caret, weight = entry.rpartition("^")
    else:
        term, caret, weight = entry, "", ""
    return term.strip(), weight.strip() if caret else None


def _weight(written: str, line: int) -> float:
    try:
        weight = float(written)
    except ValueError:
        weight = math.nan
    if not (math.isfinite(weight) and weight > 0):
        raise InvalidValueError(
            f"line {line} of the required keywords: a weight is a number above 0, not {written!r}; "
            'quotes keep "^" as it stands'
        )
    return weight
