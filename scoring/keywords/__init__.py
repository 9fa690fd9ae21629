"""Keyword Coverage: how much of a reference's keywords a response holds, and why.

Start at `keyword_coverage`; what it returns carries the evidence for its number.
"""

from scoring.keywords.coverage import (
    KeywordCoverage,
    keyword_coverage,
    required_coverage,
    unscored_keywords,
)
from scoring.keywords.evidence import KeywordKind, KeywordMatch, MatchKind, NearMiss, Span
from scoring.keywords.options import KeywordOptions

__all__ = [
    "KeywordCoverage",
    "KeywordKind",
    "KeywordMatch",
    "KeywordOptions",
    "MatchKind",
    "NearMiss",
    "Span",
    "keyword_coverage",
    "required_coverage",
    "unscored_keywords",
]
