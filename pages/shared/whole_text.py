"""Text that a browser can be sent: what JSON's escapes can make and UTF-8 cannot hold, replaced."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from scoring.formats import (
    Cases,
    Issue,
    Severity,
    case_from_json,
    case_to_json,
    json_line,
)
from scoring.model import Case

# An escape of half a surrogate pair; a backslash that is itself escaped begins none.
_HALF: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")
_REPLACEMENT: Final = "\\1\ufffd"


def with_whole_text(cases: Cases) -> Cases:
    """The cases with each lone surrogate replaced by the replacement character, and said so."""
    whole = [_whole(case) for case in cases.cases]
    issues = tuple(_issues(cases.cases, whole))
    if not issues:
        return cases
    return replace(cases, cases=tuple(whole), issues=cases.issues + issues)


def _whole(case: Case) -> Case:
    # Making JSON of every case would take several times what reading the file took.
    if _is_whole(case):
        return case
    line = json_line(case_to_json(case))
    whole = json.loads(_HALF.sub(_REPLACEMENT, line), object_pairs_hook=_distinct)
    return case_from_json(whole, case.id)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, in which names that were told apart by their halves alone are still two."""
    fields: dict[str, object] = {}
    for given, value in pairs:
        name = given
        while name in fields:
            name += "\ufffd"
        fields[name] = value
    return fields


def _is_whole(value: object) -> bool:
    if isinstance(value, str):
        return value.isascii() or _fits_utf8(value)
    if value is None or isinstance(value, int | float):
        return True
    if isinstance(value, Mapping):
        return all(map(_is_whole, value)) and all(map(_is_whole, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_whole, value))
    if is_dataclass(value) and not isinstance(value, type):
        return all(_is_whole(getattr(value, field.name)) for field in fields(value))
    return True


def _fits_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _issues(before: tuple[Case, ...], after: list[Case]) -> Iterator[Issue]:
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if old is not new:
            yield Issue(
                number,
                f"case {number} holds half a character, which no browser can show",
                "it stands as \ufffd here; the file is as it was",
                severity=Severity.WARNING,
            )
