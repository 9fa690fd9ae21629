"""The documented scorer's names for a keyword result."""

from scoring.keywords.coverage import KeywordCoverage
from scoring.model import JsonValue


def peer_fields(coverage: KeywordCoverage) -> dict[str, JsonValue]:
    """A result's keywords and counts under the documented names.

    The package itself writes `totalKeywordsLength` and `matchedKeywordsLength`, and its keywords as
    sets, which plain JSON turns into `{}`; here they are lists.
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
