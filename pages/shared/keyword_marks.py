"""Keyword Coverage as marks in the texts that it was read from."""

from typing import Final

from pages.shared.text import Mark, MarkKind
from scoring.keywords import KeywordCoverage, MatchKind

_CLOSE_MATCHES: Final = frozenset({MatchKind.EXACT, MatchKind.CASE})


def query_marks(coverage: KeywordCoverage) -> list[Mark]:
    """The keywords in the text that they came from."""
    return [
        Mark(start, end, _mark_kind(match.matched_by), _title(match.matched_by))
        for match in coverage.matches
        for start, end in match.reference_spans
    ]


def response_marks(coverage: KeywordCoverage) -> list[Mark]:
    """What matched them in the response."""
    return [
        Mark(
            start,
            end,
            _mark_kind(match.matched_by),
            f"{match.keyword}: {_title(match.matched_by)}",
        )
        for match in coverage.matches
        for start, end in match.response_spans
    ]


def _mark_kind(matched_by: MatchKind | None) -> MarkKind:
    if matched_by is None:
        return "missing"
    return "matched" if matched_by in _CLOSE_MATCHES else "variant"


def _title(matched_by: MatchKind | None) -> str:
    return "missing" if matched_by is None else f"matched: {matched_by.value}"
