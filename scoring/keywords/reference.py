"""Which text of a case has its keywords looked for in the response."""

from enum import StrEnum

from scoring.keywords.coverage import KeywordCoverage, keyword_coverage, required_coverage
from scoring.keywords.languages import AUTO
from scoring.keywords.options import DEFAULT_OPTIONS, KeywordOptions
from scoring.model import Case


class ReferenceSource(StrEnum):
    """Where the keywords come from."""

    QUERY = "query"
    CONTEXTS = "contexts"
    REQUIRED = "required"


def reference_text(case: Case, source: ReferenceSource, required: str = "") -> str:
    """The reference of a case; the places of its keywords count in this text.

    Args:
        case: The case.
        source: Where the keywords come from.
        required: The person's list, for `ReferenceSource.REQUIRED`.

    Returns:
        The query, the contexts' texts with a blank line between them, or the list itself.
    """
    if source is ReferenceSource.CONTEXTS:
        return "\n\n".join(context.text for context in case.contexts)
    return required if source is ReferenceSource.REQUIRED else case.query


def case_coverage(
    case: Case,
    source: ReferenceSource = ReferenceSource.QUERY,
    required: str = "",
    *,
    language: str = AUTO,
    scale: float = 1.0,
    options: KeywordOptions = DEFAULT_OPTIONS,
) -> KeywordCoverage:
    """Score a case's response against the keywords of its query, its contexts or a list.

    What a person says of a keyword (`Overrides.keywords`) counts.

    Args:
        case: The case.
        source: Where the keywords come from.
        required: The person's list, for `ReferenceSource.REQUIRED`.
        language: A language code such as "en", or "auto".
        scale: The value of a perfect score, finite and above 0.
        options: How keywords are read and matched.

    Raises:
        InvalidValueError: `scale`, `language` or a weight of the list is out of range.
    """
    score = required_coverage if source is ReferenceSource.REQUIRED else keyword_coverage
    text = reference_text(case, source, required)
    coverage = score(text, case.response, language=language, scale=scale, options=options)
    return coverage.marked(case.overrides.keywords) if case.overrides.keywords else coverage
