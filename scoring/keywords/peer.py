"""The documented scorer's names for keyword counts, and the ones that its package really uses."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.errors import FormatError
from scoring.keywords.coverage import KeywordCoverage
from scoring.model import JsonValue

_TOTAL_NAMES = ("totalKeywords", "totalKeywordsLength")
_MATCHED_NAMES = ("matchedKeywords", "matchedKeywordsLength")


class KeywordCounts(NamedTuple):
    """How many keywords a reference has, and how many of them are covered."""

    total: int
    matched: int


def peer_counts(fields: Mapping[str, JsonValue]) -> KeywordCounts | None:
    """Read the counts of a peer's result, by its documented or its real names.

    Returns:
        The counts; `None` if the fields hold neither of them.

    Raises:
        FormatError: Only one of the two counts is there, or they cannot be counts.
    """
    total, matched = _first(fields, _TOTAL_NAMES), _first(fields, _MATCHED_NAMES)
    if total is None and matched is None:
        return None
    if not (_is_count(total) and _is_count(matched)):
        raise FormatError("a keyword result needs two whole numbers, its total and its matches")
    counts = KeywordCounts(int(str(total)), int(str(matched)))
    if counts.matched > counts.total:
        raise FormatError("a keyword result has more matched keywords than keywords")
    return counts


def peer_fields(coverage: KeywordCoverage) -> dict[str, JsonValue]:
    """A result's keywords and counts under the documented names.

    The keywords are lists: in the package they are sets, which plain JSON turns into `{}`.
    """
    return {
        "preprocessStepResult": {
            "referenceKeywords": list(coverage.reference_keywords),
            "responseKeywords": list(coverage.response_keywords),
        },
        "analyzeStepResult": {
            "totalKeywords": coverage.total,
            "matchedKeywords": coverage.matched,
        },
    }


def _first(fields: Mapping[str, JsonValue], names: tuple[str, ...]) -> JsonValue:
    return next((fields[name] for name in names if name in fields), None)


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
