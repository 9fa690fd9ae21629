"""Text that a browser can be sent: what JSON's escapes can make and UTF-8 cannot hold, replaced."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
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
    line = json_line(case_to_json(case))
    if not _HALF.search(line):
        return case
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


def _issues(before: tuple[Case, ...], after: list[Case]) -> Iterator[Issue]:
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if old is not new:
            yield Issue(
                number,
                f"case {number} holds half a character, which no browser can show",
                "it stands as \ufffd here; the file is as it was",
                severity=Severity.WARNING,
            )
