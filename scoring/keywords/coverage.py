"""Keyword Coverage: matched keywords / all keywords of the reference, with the evidence.

Source: the public documentation of Mastra's keyword coverage scorer.
"""

from dataclasses import dataclass

from scoring.bands import KEYWORD_BANDS, Band, band_of
from scoring.keywords.evidence import KeywordMatch, MatchKind
from scoring.keywords.extraction import Keyword, extracted_keywords
from scoring.model import State, checked_scale
from scoring.rounding import shown


@dataclass(frozen=True, slots=True)
class KeywordCoverage:
    """How much of a reference's keywords a response covers, with what shows it.

    Attributes:
        state: Whether there is a score, and if not, why there is none.
        score: 0 to `scale`, unrounded; `None` where there is none, never a stand-in number.
        scale: The value of a perfect score.
        language: The language that the texts were read in, such as "en"; empty where none was.
        reference_keywords: The reference's keywords as first written, in order.
        response_keywords: The response's keywords as first written, in order.
        matches: One entry for each of `reference_keywords`, in the same order.
        explanation: For every state but `SCORED`, why; else what a reader should know, or nothing.
    """

    state: State
    score: float | None
    scale: float
    language: str = ""
    reference_keywords: tuple[str, ...] = ()
    response_keywords: tuple[str, ...] = ()
    matches: tuple[KeywordMatch, ...] = ()
    explanation: str = ""

    @property
    def total(self) -> int:
        """How many keywords the reference has."""
        return len(self.matches)

    @property
    def matched(self) -> int:
        """How many of them the response covers."""
        return sum(not match.missing for match in self.matches)

    @property
    def missing(self) -> tuple[KeywordMatch, ...]:
        """The keywords that the response does not cover, in the reference's order."""
        return tuple(match for match in self.matches if match.missing)

    @property
    def band(self) -> Band | None:
        """What the score means in words."""
        return None if self.score is None else band_of(self.score, self.scale, KEYWORD_BANDS)

    @property
    def reason(self) -> str:
        """The score in English sentences, made from the numbers that were really used."""
        return _reason(self)


def unscored_keywords(state: State, explanation: str, scale: float = 1.0) -> KeywordCoverage:
    """A result that says why there is no score."""
    return KeywordCoverage(state, None, checked_scale(scale), explanation=explanation)


def keyword_coverage(
    reference: str, response: str, *, language: str = "auto", scale: float = 1.0
) -> KeywordCoverage:
    """Score how many of the reference's keywords the response covers.

    Args:
        reference: The text whose keywords have to be covered, usually the query.
        response: The text that has to cover them.
        language: A language code such as "en", or "auto".
        scale: The value of a perfect score, finite and above 0.

    Returns:
        The score with its evidence. Two blank texts score `scale`, one blank text scores 0. A
        reference that has words but no keyword is not scorable.

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    checked_scale(scale)
    decided = "en" if language == "auto" else language
    wanted = extracted_keywords(reference)
    found = extracted_keywords(response)
    blank = [not reference.strip(), not response.strip()]
    if any(blank):
        score = scale if all(blank) else 0.0
        explanation = "Both texts are empty." if all(blank) else "One of the two texts is empty."
    elif wanted:
        covered = sum(key in found for key in wanted)
        score, explanation = covered / len(wanted) * scale, ""
    else:
        return KeywordCoverage(
            State.NOT_SCORABLE,
            None,
            scale,
            decided,
            response_keywords=tuple(keyword.text for keyword in found.values()),
            explanation="The reference has no keyword, only common words.",
        )
    return KeywordCoverage(
        State.SCORED,
        score,
        scale,
        decided,
        tuple(keyword.text for keyword in wanted.values()),
        tuple(keyword.text for keyword in found.values()),
        tuple(_match(keyword, found.get(key)) for key, keyword in wanted.items()),
        explanation,
    )


def _match(wanted: Keyword, found: Keyword | None) -> KeywordMatch:
    matched_by = None
    if found is not None:
        matched_by = MatchKind.INFLECTED
        if wanted.forms & found.forms:
            matched_by = MatchKind.EXACT
        elif {form.casefold() for form in wanted.forms} & {form.casefold() for form in found.forms}:
            matched_by = MatchKind.CASE
    return KeywordMatch(
        wanted.text, wanted.kind, matched_by, wanted.spans, () if found is None else found.spans
    )


def _reason(coverage: KeywordCoverage) -> str:
    sentences = []
    if coverage.score is not None and coverage.band is not None:
        sentences.append(
            f"Score {shown(coverage.score)} of {coverage.scale:g}: {coverage.band.name} "
            f"({coverage.band.meaning})."
        )
    if coverage.explanation:
        sentences.append(coverage.explanation)
    if coverage.total:
        sentences.append(f"{coverage.matched} of {coverage.total} keywords are covered.")
    if coverage.missing:
        quoted = ", ".join(f"“{match.keyword}”" for match in coverage.missing)
        sentences.append(f"Missing: {quoted}.")
    return " ".join(sentences)
