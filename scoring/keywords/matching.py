"""A reference's keywords against a response: which are missing, and what shows it.

What is missing is told from keys alone, which is fast; `Comparison` works out the places when
somebody asks for them, by the same rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scoring.keywords.analysis import BREAK, Token
from scoring.keywords.evidence import KeywordKind, KeywordMatch, NearMiss
from scoring.keywords.normalisation import folded
from scoring.keywords.options import KeywordOptions
from scoring.keywords.required import RequiredKeyword
from scoring.keywords.search import Clues, Response, Wanted
from scoring.keywords.terms import TERM_SEPARATOR, Terms, is_keyword, terms

_LEAST_SIMILARITY: Final = 0.8
_MOST_HINTS: Final = 3
_NO_CLUES: Final = Clues((), frozenset())


class Reference:
    """A text whose keywords have to be covered, or a person's list of them.

    Attributes:
        wanted: The keys of its keywords, each once, in order of first appearance.
    """

    def __init__(
        self, text: str, language: Terms, required: tuple[RequiredKeyword, ...] | None
    ) -> None:
        self.text = text
        self._language = language
        self._required = required
        self._pieces = language.words.pieces(text)
        if required is None:
            self._keys = language.words.keys(self._pieces)
            merged = language.merged(text, self._keys)
            self.wanted = [key for key in dict.fromkeys(merged) if is_keyword(key)]
        else:
            self._keys = []
            self.wanted = list(dict.fromkeys(self._listed))

    @cached_property
    def _listed(self) -> dict[str, list[RequiredKeyword]]:
        listed: dict[str, list[RequiredKeyword]] = {}
        for entry in self._required or ():
            key = TERM_SEPARATOR.join(self._language.keys_of(entry.text))
            if key:
                listed.setdefault(key, []).append(entry)
        return listed

    @cached_property
    def weights(self) -> dict[str, float]:
        """What each keyword counts for; of a keyword listed twice, the larger weight."""
        if self._required is None:
            return dict.fromkeys(self.wanted, 1.0)
        return {
            key: max(entry.weight for entry in entries) for key, entries in self._listed.items()
        }

    def missing_from(self, response: Response) -> list[str]:
        """The keys of the keywords that a response does not cover, in order."""
        absent = [key for key in self.wanted if key not in response.held]
        return [key for key in absent if not response.covers(key, self.clues_of(key))]

    def clues_of(self, key: str) -> Clues:
        """What else than its own key a keyword may be found by."""
        joins, bare = self._joins.get(key, ()), self._bare.get(key)
        return Clues(joins, bare or frozenset()) if joins or bare else _NO_CLUES

    @cached_property
    def _joins(self) -> dict[str, tuple[str, ...]]:
        joins: dict[str, tuple[str, ...]] = {}
        for first, second in zip(self._keys, self._keys[1:], strict=False):
            if is_keyword(first) and is_keyword(second):
                for key in (first, second):
                    joins[key] = (*joins.get(key, ()), first + second)
        return joins

    @cached_property
    def _bare(self) -> dict[str, frozenset[str]]:
        bare: dict[str, frozenset[str]] = {}
        for key, spellings in self._language.words.bare(self._pieces):
            bare[key] = bare.get(key, frozenset()) | spellings
        return bare

    @cached_property
    def keywords(self) -> tuple[Wanted, ...]:
        """The keywords with their places, in the order of `wanted`."""
        found: dict[str, Wanted] = {}
        occurrences = self._occurrences() if self._required is None else self._entries()
        for occurrence in occurrences:
            first = found.get(occurrence.key)
            if first is not None:
                occurrence = first._replace(
                    forms=first.forms | occurrence.forms, spans=first.spans + occurrence.spans
                )
            found[occurrence.key] = occurrence
        return tuple(found.values())

    def _occurrences(self) -> Iterator[Wanted]:
        tokens = self._language.words.tokens(self.text)
        return _keywords_in(self.text, tokens, self._language)

    def _entries(self) -> Iterator[Wanted]:
        for key, entries in self._listed.items():
            for entry in entries:
                tokens = [
                    token for token in self._language.words.tokens(entry.text) if token.key != BREAK
                ]
                form = TERM_SEPARATOR.join(token.form for token in tokens)
                kind = KeywordKind.COMPOUND if len(tokens) > 1 else tokens[0].kind
                span = (entry.start, entry.end)
                weight = self.weights[key]
                yield Wanted(key, entry.text, kind, frozenset({form}), (span,), weight)


def _keywords_in(text: str, tokens: list[Token], language: Terms) -> Iterator[Wanted]:
    position = 0
    for key in language.merged(text, [token.key for token in tokens]):
        group = tokens[position : position + key.count(TERM_SEPARATOR) + 1]
        position += len(group)
        if is_keyword(key):
            span = (group[0].start, group[-1].end)
            form = TERM_SEPARATOR.join(token.form for token in group)
            kind = KeywordKind.COMPOUND if len(group) > 1 else group[0].kind
            yield Wanted(key, text[slice(*span)], kind, frozenset({form}), (span,))


@dataclass(frozen=True)
class Comparison:
    """Two texts, and which of the one's keywords the other lacks; the evidence is made on demand.

    Attributes:
        reference, response: The texts.
        language: The code of the language they were read in.
        options: How they were read.
        required: The entries of the reference, where it is a list of required keywords.
    """

    reference: str
    response: str
    language: str
    options: KeywordOptions
    required: tuple[RequiredKeyword, ...] | None = None

    @cached_property
    def wanted(self) -> list[str]:
        """The keys of the reference's keywords."""
        return self._reference.wanted

    @cached_property
    def missing(self) -> list[str]:
        """The keys of those that the response does not cover."""
        return self._reference.missing_from(self._response)

    @cached_property
    def covered_share(self) -> float:
        """The covered keywords' part of all, by weight; only where there are keywords."""
        if self.required is None:
            return (len(self.wanted) - len(self.missing)) / len(self.wanted)
        weights = self._reference.weights
        return 1.0 - sum(weights[key] for key in self.missing) / sum(weights.values())

    @cached_property
    def matches(self) -> tuple[KeywordMatch, ...]:
        """What became of each keyword."""
        found = []
        for wanted in self._reference.keywords:
            kind, spans = self._response.find(wanted, self._reference.clues_of(wanted.key))
            found.append(
                KeywordMatch(
                    wanted.text, wanted.kind, kind, wanted.spans, spans, wanted.key, wanted.weight
                )
            )
        return tuple(found)

    @cached_property
    def reference_keywords(self) -> tuple[str, ...]:
        """The reference's keywords as first written, in order."""
        return tuple(wanted.text for wanted in self._reference.keywords)

    @cached_property
    def response_keywords(self) -> tuple[str, ...]:
        """The response's keywords as first written, in order."""
        first: dict[str, str] = {}
        for keyword in _keywords_in(self.response, self._response.tokens, self._terms):
            first.setdefault(keyword.key, keyword.text)
        return tuple(first.values())

    def near_misses(self, match: KeywordMatch) -> tuple[NearMiss, ...]:
        """What in the response resembles a missing keyword, the most similar first."""
        if not match.missing:
            return ()
        words = match.key.split(TERM_SEPARATOR)
        parts = [word for word in words if len(words) > 1 and word in self._response.held]
        hints = [self._hint(word, 1.0, part=True) for word in parts if is_keyword(word)]
        return (*hints, *self._look_alikes(match.keyword))

    def _look_alikes(self, keyword: str) -> Iterable[NearMiss]:
        from rapidfuzz.distance import DamerauLevenshtein
        from rapidfuzz.process import extract

        forms = {
            folded(token.form): token.key
            for token in self._response.tokens
            if is_keyword(token.key)
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
        spans = self._response.places_of(key)
        return NearMiss(self.response[slice(*spans[0])], spans, similarity, part)

    @cached_property
    def _terms(self) -> Terms:
        return terms(self.language, self.options)

    @cached_property
    def _reference(self) -> Reference:
        return Reference(self.reference, self._terms, self.required)

    @cached_property
    def _response(self) -> Response:
        return Response(self.response, self._terms)
