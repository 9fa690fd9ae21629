"""Looking for keywords in a response, by every kind of match, from the closest to the loosest.

`Response.lacking` tells what is missing for all keywords at once, by set operations alone;
`Response.find` says how and where one keyword is covered. Both follow the same rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import accumulate, pairwise
from operator import add
from typing import Final, NamedTuple

from scoring.keywords.analysis import (
    INSIDE,
    NOT_A_KEYWORD,
    Kept,
    PlacedToken,
    span_of,
)
from scoring.keywords.evidence import KeywordKind, MatchKind, Span
from scoring.keywords.normalisation import folded
from scoring.keywords.terms import TERM_SEPARATOR, Terms
from scoring.keywords.tokens import joined_spelling

_SHORTEST_JOINED: Final = 4
"""Shorter words are too easily put together from others by chance."""
_LONGEST_JOINED: Final = 80
"""Nothing longer is put together: each start of it would be followed to its end."""

Range = tuple[int, int]
"""A stretch of a text's words, by number, end exclusive."""


class Wanted(NamedTuple):
    """A keyword that is looked for.

    Attributes:
        key: Its key; the keys of a multi-word term's words stand apart by `TERM_SEPARATOR`.
        text: As the reference first writes it.
        kind: What sort of keyword it is.
        forms: Every way the reference writes it, normalised.
        spans: Every place of it in the reference.
        weight: What it counts for.
    """

    key: str
    text: str
    kind: KeywordKind
    forms: frozenset[str]
    spans: tuple[Span, ...]
    weight: float = 1.0


class Reading:
    """A text as it is read in one language.

    Attributes:
        text: The text.
        language: What reads it.
        pieces: What white space parts in it.
    """

    def __init__(self, text: str, pieces: list[str], language: Terms) -> None:
        self.text = text
        self.pieces = pieces
        self.language = language

    @cached_property
    def keys(self) -> list[str]:
        """The keys of its words, common words and breaks included, in order."""
        return self.language.words.keys(self.pieces)

    @cached_property
    def tokens(self) -> list[PlacedToken]:
        """The words with their places, in the order of `keys`."""
        return self.language.words.tokens(self.text)

    @cached_property
    def bare(self) -> list[tuple[str, frozenset[str]]]:
        """For each word its key and its spellings without accents, in the order of `keys`."""
        return self.language.words.bare(self.pieces)

    @property
    def accented(self) -> list[str]:
        """The pieces that have accents, or letters beyond ASCII's."""
        if _is_plain(self.text):
            return []
        return self.language.words.accented(piece for piece in self.pieces if not _is_plain(piece))


class Clues:
    """What else than its own key a keyword of a reference may be found by."""

    def __init__(self, reference: Reading) -> None:
        self._reference = reference

    def joins_in(self, held: AbstractSet[str]) -> set[str]:
        """The words that, written together with a neighbour, make one of the keys held."""
        keys = self._reference.keys
        if held.isdisjoint(map(add, keys, keys[1:])):
            return set()
        return {key for key, joins in self.joins.items() if not held.isdisjoint(joins)}

    @property
    def accents(self) -> bool:
        """Whether the reference has accents, or letters beyond ASCII's."""
        return bool(self._reference.accented)

    @cached_property
    def joins(self) -> Mapping[str, AbstractSet[str]]:
        """A word's key -> that key written together with each neighbour's ("data base")."""
        joins: dict[str, set[str]] = {}
        for first, second in pairwise(self._reference.keys):
            if first[0] != NOT_A_KEYWORD and second[0] != NOT_A_KEYWORD:
                for key in (first, second):
                    joins.setdefault(key, set()).add(first + second)
        return joins

    @cached_property
    def bare(self) -> Mapping[str, frozenset[str]]:
        """A word's key -> its spellings without accents."""
        bare: dict[str, frozenset[str]] = {}
        for key, spellings in self._reference.bare:
            bare[key] = bare.get(key, frozenset()) | spellings
        return bare


class Response(Reading):
    """A response that keywords are looked for in.

    Attributes:
        held: Its keys, and those of the words inside its terms, each once (`Analyser.held`).
    """

    def __init__(self, text: str, pieces: list[str], language: Terms) -> None:
        super().__init__(text, pieces, language)
        self.held = language.words.held(pieces)

    def lacking(self, wanted: Iterable[str], clues: Clues) -> list[str]:
        """Which of the wanted keys the response does not cover in any way that counts."""
        absent = [key for key in wanted if key not in self.held]
        if absent:
            found = self._found_loosely(absent, clues)
            if found:
                return [key for key in absent if key not in found]
        return absent

    def _found_loosely(self, absent: list[str], clues: Clues) -> set[str]:
        found = clues.joins_in(self.held)
        found.update([key for key in absent if TERM_SEPARATOR in key and self._ranges(key)])
        found.update([key for key in absent if f"{INSIDE}{key}" in self.held])
        text = self._joined_text
        spellings = zip(absent, map(_JOINED_KEYS.__getitem__, absent), strict=True)
        candidates = [key for key, spelling in spellings if spelling in text]
        found.update([key for key in candidates if self._spelled(key)])
        if self.language.has_aliases:
            found.update([key for key in absent if self._by_alias(key)])
        pieces = self.pieces if clues.accents else self.accented
        if pieces:
            found.update(self._found_unaccented(absent, pieces, clues))
        return found

    def _found_unaccented(
        self, absent: list[str], pieces: list[str], clues: Clues
    ) -> Iterator[str]:
        words = self.language.words.bare(pieces)
        held = {bare for _, spellings in words for bare in spellings}
        return (key for key in absent if not held.isdisjoint(clues.bare.get(key, ())))

    def find(self, wanted: Wanted, clues: Clues) -> tuple[MatchKind | None, tuple[Span, ...]]:
        """How the response covers a keyword and where; `None` and no place if it does not."""
        ranges = self._ranges(wanted.key)
        if ranges:
            return self._closeness(wanted, ranges), self._spans(ranges)
        for kind, found in self._loosely(wanted.key, clues):
            if found:
                return kind, self._spans(found)
        return None, ()

    def places_of(self, key: str) -> tuple[Span, ...]:
        """Where the response has a key."""
        return self._spans(self._ranges(key))

    def _loosely(self, key: str, clues: Clues) -> Iterator[tuple[MatchKind, list[Range]]]:
        joined = [place for join in clues.joins.get(key, ()) for place in self._ranges(join)]
        yield MatchKind.JOINED, sorted({*self._spelled(key), *joined})
        yield (
            MatchKind.COMPOUND,
            self._numbers_where(key in token.parts for _, token in self.tokens),
        )
        yield MatchKind.ALIAS, self._by_alias(key)
        spellings = clues.bare.get(key, frozenset())
        if spellings:
            yield (
                MatchKind.ACCENT,
                self._numbers_where(not spellings.isdisjoint(bare) for _, bare in self.bare),
            )

    def _numbers_where(self, conditions: Iterable[bool]) -> list[Range]:
        return [(number, number + 1) for number, holds in enumerate(conditions) if holds]

    def _closeness(self, wanted: Wanted, ranges: Sequence[Range]) -> MatchKind:
        forms = {
            TERM_SEPARATOR.join(token.form for _, token in self.tokens[first:last])
            for first, last in ranges
        }
        if not forms.isdisjoint(wanted.forms):
            return MatchKind.EXACT
        if {folded(form) for form in forms} & {folded(form) for form in wanted.forms}:
            return MatchKind.CASE
        return MatchKind.INFLECTED

    def _spans(self, ranges: Sequence[Range]) -> tuple[Span, ...]:
        return tuple(span_of(self.tokens[first:last]) for first, last in ranges)

    @cached_property
    def _positions(self) -> dict[str, list[int]]:
        positions: dict[str, list[int]] = {}
        for position, key in enumerate(self.keys):
            positions.setdefault(key, []).append(position)
        return positions

    def _ranges(self, key: str) -> list[Range]:
        """Where the word or the multi-word term itself stands, in any form."""
        if TERM_SEPARATOR not in key:
            return [(first, first + 1) for first in self._positions.get(key, ())]
        words = key.split(TERM_SEPARATOR)
        if not self.held.issuperset(words):
            return []
        return [
            (first, first + len(words))
            for first in self._positions[words[0]]
            if self.keys[first : first + len(words)] == words
        ]

    @cached_property
    def _joined(self) -> list[str]:
        return self.language.words.joined(self.pieces)

    @cached_property
    def _joined_text(self) -> str:
        return self.language.words.joined_text(self.pieces)

    @cached_property
    def _joined_starts(self) -> dict[int, int]:
        """Where in the joined text a word begins -> the word's number."""
        ends = accumulate(map(len, self._joined), initial=0)
        return {start: number for number, start in enumerate(ends)}

    def _spelled(self, key: str) -> list[Range]:
        """The words that, written together, are the keyword written together."""
        target = _JOINED_KEYS[key]
        chance = len(target) < _SHORTEST_JOINED and target == key
        if not target or chance or len(target) > _LONGEST_JOINED:
            return []
        found = []
        position = self._joined_text.find(target)
        while position >= 0:
            first = self._joined_starts.get(position)
            last = None if first is None else self._spelled_from(first, target)
            if first is not None and last is not None:
                found.append((first, last))
            position = self._joined_text.find(target, position + 1)
        return found

    def _spelled_from(self, first: int, target: str) -> int | None:
        rest = target
        for number in range(first, len(self.keys)):
            spelling = self._joined[number]
            if rest in (spelling, _JOINED_KEYS[self.keys[number]]):
                return number + 1
            if not spelling or not rest.startswith(spelling):
                return None
            rest = rest[len(spelling) :]
        return None

    def _by_alias(self, key: str) -> list[Range]:
        others = self.language.aliases_of(key)
        return [place for other in others for place in self._ranges(other) or self._spelled(other)]


_JOINED_KEYS: Final = Kept(lambda key: joined_spelling(key.replace(NOT_A_KEYWORD, "")))
"""Key -> the keyword written without what may stand between its parts."""


def _is_plain(text: str) -> bool:
    """Whether a text is its own normal form: no accents, also not as HTML entities."""
    return text.isascii() and "&" not in text
