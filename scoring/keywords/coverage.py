"""Keyword Coverage: matched keywords / all keywords of the reference, with the evidence.

Source: the public documentation of Mastra's keyword coverage scorer.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.bands import KEYWORD_BANDS, Band, band_of
from scoring.keywords.analysis import pieces_of
from scoring.keywords.detection import detected_language
from scoring.keywords.evidence import KeywordMatch, MatchKind, NearMiss
from scoring.keywords.languages import AUTO, LANGUAGES, named_language
from scoring.keywords.matching import Comparison
from scoring.keywords.options import DEFAULT_OPTIONS, KeywordOptions
from scoring.keywords.required import RequiredKeyword, required_keywords
from scoring.model import State, checked_scale
from scoring.rounding import shown


@dataclass(frozen=True, slots=True)
class KeywordCoverage:
    """How much of a reference's keywords a response covers, with what shows it.

    Attributes:
        state: Whether there is a score, and if not, why there is none.
        score: 0 to `scale`, unrounded; `None` where there is none, never a stand-in number.
        scale: The value of a perfect score.
        comparison: The texts and their reading, which the evidence is made from when it is asked
            for; `None` where nothing was read.
        marks: What a person said: keyword, case-folded -> whether it is covered.
        explanation: For every state but `SCORED`, why; else what a reader should know, or nothing.
    """

    state: State
    score: float | None
    scale: float
    comparison: Comparison | None = field(default=None, repr=False)
    marks: Mapping[str, bool] = field(default_factory=dict, hash=False)
    explanation: str = ""

    @property
    def language(self) -> str:
        """The code of the language that the texts were read in, such as "en"; or nothing."""
        return "" if self.comparison is None else self.comparison.language

    @property
    def reference_keywords(self) -> tuple[str, ...]:
        """The reference's keywords as first written, in order."""
        return () if self.comparison is None else self.comparison.reference_keywords

    @property
    def response_keywords(self) -> tuple[str, ...]:
        """The response's keywords as first written, in order."""
        return () if self.comparison is None else self.comparison.response_keywords

    @property
    def matches(self) -> tuple[KeywordMatch, ...]:
        """One entry for each of `reference_keywords`, in their order, a person's marks applied."""
        if self.comparison is None:
            return ()
        if not self.marks:
            return self.comparison.matches
        return tuple(self._as_marked(match) for match in self.comparison.matches)

    @property
    def total(self) -> int:
        """How many keywords the reference has."""
        return 0 if self.comparison is None else len(self.comparison.wanted)

    @property
    def matched(self) -> int:
        """How many of them the response covers."""
        if self.comparison is None:
            return 0
        if self.marks:
            return self.total - len(self.missing)
        return self.total - len(self.comparison.missing)

    @property
    def missing(self) -> tuple[KeywordMatch, ...]:
        """The keywords that the response does not cover, in the reference's order."""
        return tuple(match for match in self.matches if match.missing)

    @property
    def band(self) -> Band | None:
        """What the score means in words."""
        return None if self.score is None else band_of(self.score, self.scale, KEYWORD_BANDS)

    @property
    def peer_score(self) -> float | None:
        """What the documentation says where this reports no score for want of keywords.

        `scale` if the response has no keyword either, 0 if it has; elsewhere the score itself.
        """
        if self.state is not State.NOT_SCORABLE or self.comparison is None:
            return self.score
        return 0.0 if self.response_keywords else self.scale

    @property
    def reason(self) -> str:
        """The score in English sentences, made from the numbers that were really used."""
        return _reason(self)

    def near_misses(self, match: KeywordMatch) -> tuple[NearMiss, ...]:
        """What in the response resembles one of `missing`: hints, which never score."""
        return () if self.comparison is None else self.comparison.near_misses(match)

    def marked(self, marks: Mapping[str, bool]) -> "KeywordCoverage":
        """The coverage as a person corrected it; the score follows.

        Args:
            marks: Keyword, in any case -> whether the person says that it is covered. They replace
                all earlier marks; marks of what is no keyword of the reference change nothing.
        """
        kept = {keyword.casefold(): covered for keyword, covered in marks.items()}
        corrected = replace(self, marks=kept)
        if self.comparison is None or not self.total or self.score is None:
            return corrected
        weights = sum(match.weight for match in corrected.matches)
        lacking = sum(match.weight for match in corrected.missing)
        return replace(corrected, score=(1.0 - lacking / weights) * self.scale)

    def _as_marked(self, match: KeywordMatch) -> KeywordMatch:
        covered = self.marks.get(match.keyword.casefold())
        if covered is None:
            return match
        if covered:
            return replace(match, marked=True, matched_by=match.matched_by or MatchKind.PERSON)
        return replace(match, marked=False, matched_by=None, response_spans=())


def unscored_keywords(state: State, explanation: str, scale: float = 1.0) -> KeywordCoverage:
    """A result that says why there is no score."""
    return KeywordCoverage(state, None, checked_scale(scale), explanation=explanation)


def keyword_coverage(
    reference: str,
    response: str,
    *,
    language: str = AUTO,
    scale: float = 1.0,
    options: KeywordOptions = DEFAULT_OPTIONS,
) -> KeywordCoverage:
    """Score how many of the reference's keywords the response covers.

    Args:
        reference: The text whose keywords have to be covered, usually the query.
        response: The text that has to cover them.
        language: A language code such as "en", or "auto": both texts together decide.
        scale: The value of a perfect score, finite and above 0.
        options: How keywords are read and matched.

    Returns:
        The score with its evidence. Two blank texts score `scale`, one blank text scores 0. A
        reference that has words but no keyword is not scorable. In a language that is given, more
        words in the response never lower the score.

    Raises:
        InvalidValueError: `scale` is out of range, or `language` is not read.
    """
    return _scored(reference, response, language, scale, options, None)


def required_coverage(
    required: str,
    response: str,
    *,
    language: str = AUTO,
    scale: float = 1.0,
    options: KeywordOptions = DEFAULT_OPTIONS,
) -> KeywordCoverage:
    """Score how many keywords of a person's own list the response covers, by their weights.

    Args:
        required: The list, read by `scoring.keywords.required.required_keywords`; places in the
            reference are places in it. What is listed is wanted, common word or not.
        response: The text that has to cover them.
        language: A language code such as "en", or "auto": both texts together decide.
        scale: The value of a perfect score, finite and above 0.
        options: How keywords are read and matched.

    Raises:
        InvalidValueError: `scale` or a weight is out of range, or `language` is not read.
    """
    return _scored(required, response, language, scale, options, required_keywords(required))


def _scored(
    reference: str,
    response: str,
    language: str,
    scale: float,
    options: KeywordOptions,
    required: tuple[RequiredKeyword, ...] | None,
) -> KeywordCoverage:
    checked_scale(scale)
    pieces = pieces_of(reference), pieces_of(response)
    if language == AUTO:
        code = detected_language(reference, response, pieces[0] + pieces[1]).code
    else:
        code = named_language(language).code
    comparison = Comparison((reference, response), pieces, code, options, required)
    blank = (not reference or reference.isspace()) + (not response or response.isspace())
    if blank:
        explanation = "Both texts are empty." if blank > 1 else "One of the two texts is empty."
        score = scale if blank > 1 else 0.0
        return KeywordCoverage(State.SCORED, score, scale, comparison, explanation=explanation)
    unread = ""
    if comparison.unread:
        unread = f"Listed, but no word to look for: {_in_quotes(comparison.unread)}."
    if not comparison.wanted:
        explanation = unread or "The reference has no keyword, only common words."
        return KeywordCoverage(State.NOT_SCORABLE, None, scale, comparison, explanation=explanation)
    score = comparison.covered_share * scale
    return KeywordCoverage(State.SCORED, score, scale, comparison, explanation=unread)


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
        weighted = coverage.total > 1 and any(match.weight != 1 for match in coverage.matches)
        sentences.append(
            f"{coverage.matched} of {coverage.total} "
            f"{'keyword is' if coverage.total == 1 else 'keywords are'} covered"
            f"{', which count by their weights' if weighted else ''}."
        )
        sentences.append(f"Read as {LANGUAGES[coverage.language].name}.")
    if coverage.missing:
        sentences.append(f"Missing: {_quoted(coverage.missing)}.")
    marked = [match for match in coverage.matches if match.marked is not None]
    if marked:
        sentences.append(f"A person decided on {_quoted(marked)}.")
    return " ".join(sentences)


def _quoted(matches: Iterable[KeywordMatch]) -> str:
    return _in_quotes(match.keyword for match in matches)


def _in_quotes(texts: Iterable[str]) -> str:
    return ", ".join(f"“{' '.join(text.split())}”" for text in texts)
