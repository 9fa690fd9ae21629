"""A reference's keywords against a response: which are missing, and what shows it."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from scoring.keywords.analysis import BREAK, NOT_A_KEYWORD, PlacedToken, span_of
from scoring.keywords.evidence import KeywordKind, KeywordMatch, MatchKind, NearMiss, Span
from scoring.keywords.normalisation import folded
from scoring.keywords.options import KeywordOptions
from scoring.keywords.required import RequiredKeyword
from scoring.keywords.search import Clues, Reading, Response, Wanted
from scoring.keywords.terms import TERM_SEPARATOR, is_keyword, terms

_LEAST_SIMILARITY: Final = 0.8
_MOST_HINTS: Final = 3


class Comparison:
    """Two texts, and which of the one's keywords the other lacks.

    What is missing is told at once; the evidence is made when somebody asks for it. Two comparisons
    are equal when their texts were read in the same way.

    Attributes:
        reference, response: The texts.
        language: The code of the language they were read in.
        options: How they were read.
        required: The entries of the reference, where it is a list of required keywords.
        wanted: The keys of the reference's keywords, each once, in order of first appearance.
        missing: The keys of those that the response does not cover.
    """

    def __init__(
        self,
        texts: tuple[str, str],
        pieces: tuple[list[str], list[str]],
        language: str,
        options: KeywordOptions,
        required: tuple[RequiredKeyword, ...] | None = None,
    ) -> None:
        self.reference, self.response = texts
        self.language = language
        self.options = options
        self.required = required
        self._pieces = pieces
        self._terms = terms(language, options)
        self._from = Reading(self.reference, pieces[0], self._terms)
        self._to = Response(self.response, pieces[1], self._terms)
        self._clues = Clues(self._from)
        if required is None:
            self._merged = self._terms.merged(self.reference, self._from.keys)
            self.wanted = [
                key
                for key in dict.fromkeys(self._merged)
                if key[0] != NOT_A_KEYWORD or TERM_SEPARATOR in key
            ]
        else:
            self.wanted = list(dict.fromkeys(wanted.key for wanted in self._listed()))
        self.missing = self._to.lacking(self.wanted, self._clues)

    def __reduce__(self) -> tuple[object, ...]:
        texts = (self.reference, self.response)
        return Comparison, (texts, self._pieces, self.language, self.options, self.required)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparison) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.reference, self.response, self.language, self.options, self.required

    @property
    def covered_share(self) -> float:
        """The covered keywords' part of all, by weight; only where there are keywords."""
        if self.required is None:
            return (len(self.wanted) - len(self.missing)) / len(self.wanted)
        weights = {wanted.key: wanted.weight for wanted in self._keywords}
        return 1.0 - sum(weights[key] for key in self.missing) / sum(weights.values())

    @cached_property
    def matches(self) -> tuple[KeywordMatch, ...]:
        """What became of each keyword."""
        found = []
        missing = set(self.missing)
        for wanted in self._keywords:
            kind: MatchKind | None = None
            spans: tuple[Span, ...] = ()
            if wanted.key not in missing:
                kind, spans = self._to.find(wanted, self._clues)
            found.append(
                KeywordMatch(
                    wanted.text, wanted.kind, kind, wanted.spans, spans, wanted.key, wanted.weight
                )
            )
        return tuple(found)

    @property
    def reference_keywords(self) -> tuple[str, ...]:
        """The reference's keywords as first written, in order."""
        return tuple(wanted.text for wanted in self._keywords)

    @cached_property
    def response_keywords(self) -> tuple[str, ...]:
        """The response's keywords as first written, in order."""
        first: dict[str, str] = {}
        for keyword in _keywords_in(self._to, self._terms.merged(self.response, self._to.keys)):
            first.setdefault(keyword.key, keyword.text)
        return tuple(first.values())

    def near_misses(self, match: KeywordMatch) -> tuple[NearMiss, ...]:
        """What in the response resembles a missing keyword, the most similar first."""
        if not match.missing:
            return ()
        words = match.key.split(TERM_SEPARATOR)
        parts = [word for word in words if len(words) > 1 and word in self._to.held]
        hints = [self._hint(word, 1.0, part=True) for word in parts if is_keyword(word)]
        return (*hints, *self._look_alikes(match.keyword))

    def _look_alikes(self, keyword: str) -> Iterable[NearMiss]:
        from rapidfuzz.distance import DamerauLevenshtein
        from rapidfuzz.process import extract

        forms = {
            folded(token.form): token.key for _, token in self._to.tokens if is_keyword(token.key)
        }
        similar = extract(
            folded(keyword),
            forms.keys(),
            scorer=DamerauLevenshtein.normalized_similarity,
            score_cutoff=_LEAST_SIMILARITY,
            limit=_MOST_HINTS,
        )
        return [self._hint(forms[form], similarity, part=False) for form, similarity, _ in similar]

    def _hint(self, key: str, similarity: float, *, part: bool) -> NearMiss:
        spans = self._to.places_of(key)
        return NearMiss(self.response[slice(*spans[0])], spans, similarity, part)

    @cached_property
    def _keywords(self) -> tuple[Wanted, ...]:
        """The keywords with their places, in the order of `wanted`."""
        listed = self.required is not None
        found: dict[str, list[Wanted]] = {}
        for one in self._listed() if listed else _keywords_in(self._from, self._merged):
            found.setdefault(one.key, []).append(one)
        return tuple(
            several[0]._replace(
                forms=frozenset(form for one in several for form in one.forms),
                spans=tuple(span for one in several for span in one.spans),
                weight=max(one.weight for one in several),
            )
            if len(several) > 1
            else several[0]
            for several in found.values()
        )

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """What is listed as required and holds no word: HTML tags, punctuation."""
        return tuple(entry.text for entry in self.required or () if not self._words_of(entry))

    def _words_of(self, entry: RequiredKeyword) -> list[PlacedToken]:
        return [word for word in self._terms.words.tokens(entry.text) if word[1].key != BREAK]

    def _listed(self) -> Iterator[Wanted]:
        for entry in self.required or ():
            words = self._words_of(entry)
            if words:
                keyword = _keyword(entry.text, words, (entry.start, entry.end))
                yield keyword._replace(weight=entry.weight)


def _keywords_in(text: Reading, merged: list[str]) -> Iterator[Wanted]:
    """The keywords of a text one by one, from its keys with those of one term merged."""
    position = 0
    for key in merged:
        words = text.tokens[position : position + key.count(TERM_SEPARATOR) + 1]
        position += len(words)
        if is_keyword(key):
            span = span_of(words)
            yield _keyword(text.text[slice(*span)], words, span)


def _keyword(text: str, words: list[PlacedToken], span: Span) -> Wanted:
    key = TERM_SEPARATOR.join(token.key for _, token in words)
    form = TERM_SEPARATOR.join(token.form for _, token in words)
    kind = KeywordKind.COMPOUND if len(words) > 1 else words[0][1].kind
    return Wanted(key, text, kind, frozenset({form}), (span,))
