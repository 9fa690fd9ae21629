"""Looking for a keyword in a response, by every kind of match, from the closest to the loosest."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from scoring.keywords.analysis import NOT_A_KEYWORD, Token
from scoring.keywords.evidence import KeywordKind, MatchKind, Span
from scoring.keywords.normalisation import folded
from scoring.keywords.terms import TERM_SEPARATOR, Terms
from scoring.keywords.tokens import joined_spelling

_SHORTEST_JOINED: Final = 4
"""Shorter words are too easily put together from others by chance."""

Range = tuple[int, int]
"""A stretch of a text's tokens, by number, end exclusive."""


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


class Clues(NamedTuple):
    """What else than its own key a keyword may be found by.

    Attributes:
        joins: Its key written together with its neighbour's in the reference ("data base").
        bare: Its spellings without accents.
    """

    joins: tuple[str, ...]
    bare: frozenset[str]


class Response:
    """A response that keywords are looked for in.

    Attributes:
        text: The response.
        keys: The keys of its words, common words and breaks included, in order.
        held: The same, each once.
    """

    def __init__(self, text: str, language: Terms) -> None:
        self.text = text
        self._language = language
        self._pieces = language.words.pieces(text)
        self.keys = language.words.keys(self._pieces)
        self.held = set(self.keys)

    def covers(self, key: str, clues: Clues) -> bool:
        """Whether the response holds a keyword in any way that counts."""
        return (
            key in self.held
            or (TERM_SEPARATOR in key and f" {key} " in self._line)
            or key in self._parts
            or any(join in self.held for join in clues.joins)
            or bool(self._spelled(key))
            or any(self._says(other) for other in self._language.aliases_of(key))
            or not clues.bare.isdisjoint(self._bare)
        )

    def find(self, wanted: Wanted, clues: Clues) -> tuple[MatchKind | None, tuple[Span, ...]]:
        """How the response covers a keyword and where; `None` and no place if it does not."""
        ranges = self._ranges(wanted.key)
        if ranges:
            return self._closeness(wanted, ranges), self._spans(ranges)
        for kind, found in self._loosely(wanted.key, clues):
            if found:
                return kind, self._spans(found)
        return None, ()

    @cached_property
    def tokens(self) -> list[Token]:
        """The response's words with their places, in the order of `keys`."""
        return self._language.words.tokens(self.text)

    def places_of(self, key: str) -> tuple[Span, ...]:
        """Where the response has a key."""
        return self._spans(self._ranges(key))

    def _loosely(self, key: str, clues: Clues) -> Iterator[tuple[MatchKind, list[Range]]]:
        joined = [place for join in clues.joins for place in self._ranges(join)]
        yield MatchKind.JOINED, sorted({*self._spelled(key), *joined})
        yield MatchKind.COMPOUND, self._within(key)
        others = self._language.aliases_of(key)
        yield MatchKind.ALIAS, [place for other in others for place in self._said(other)]
        yield MatchKind.ACCENT, self._unaccented(clues)

    def _closeness(self, wanted: Wanted, ranges: Sequence[Range]) -> MatchKind:
        forms = {
            TERM_SEPARATOR.join(token.form for token in self.tokens[first:last])
            for first, last in ranges
        }
        if not forms.isdisjoint(wanted.forms):
            return MatchKind.EXACT
        if {folded(form) for form in forms} & {folded(form) for form in wanted.forms}:
            return MatchKind.CASE
        return MatchKind.INFLECTED

    def _spans(self, ranges: Sequence[Range]) -> tuple[Span, ...]:
        return tuple(
            (self.tokens[first].start, self.tokens[last - 1].end) for first, last in ranges
        )

    # The word or term itself

    @cached_property
    def _line(self) -> str:
        return f" {TERM_SEPARATOR.join(self.keys)} "

    @cached_property
    def _positions(self) -> dict[str, list[int]]:
        positions: dict[str, list[int]] = {}
        for position, key in enumerate(self.keys):
            positions.setdefault(key, []).append(position)
        return positions

    def _ranges(self, key: str) -> list[Range]:
        words = key.split(TERM_SEPARATOR)
        return [
            (first, first + len(words))
            for first in self._positions.get(words[0], ())
            if self.keys[first : first + len(words)] == words
        ]

    # Another spelling: "data base", "data-base", "database"

    @cached_property
    def _joined_pieces(self) -> list[str]:
        return self._language.words.joined(self._pieces)

    @cached_property
    def _joined_text(self) -> str:
        return "".join(self._joined_pieces)

    @cached_property
    def _joined_starts(self) -> set[int]:
        """Where in the joined text pieces begin; words within a piece are told apart by tokens."""
        return {0, *accumulate(map(len, self._joined_pieces))}

    @cached_property
    def _words_within_pieces(self) -> bool:
        return len(self.keys) > len(self._pieces)

    @cached_property
    def _token_starts(self) -> dict[int, int]:
        starts: dict[int, int] = {}
        offset = 0
        for number, token in enumerate(self.tokens):
            starts[offset] = number
            offset += len(token.joined)
        return starts

    def _spelled(self, key: str) -> list[Range]:
        """The tokens that, written together, are the keyword written together."""
        target = joined_spelling(key.replace(NOT_A_KEYWORD, ""))
        if len(target) < _SHORTEST_JOINED and target == key:
            return []
        found = []
        position = self._joined_text.find(target)
        while position >= 0:
            if position in self._joined_starts or self._words_within_pieces:
                first = self._token_starts.get(position)
                last = None if first is None else self._spelled_from(first, target)
                if first is not None and last is not None:
                    found.append((first, last))
            position = self._joined_text.find(target, position + 1)
        return found

    def _spelled_from(self, first: int, target: str) -> int | None:
        rest = target
        for number in range(first, len(self.tokens)):
            token = self.tokens[number]
            if rest in (token.joined, token.key):
                return number + 1
            if not token.joined or not rest.startswith(token.joined):
                return None
            rest = rest[len(token.joined) :]
        return None

    # Inside a longer term

    @cached_property
    def _parts(self) -> set[str]:
        parts = self._language.words.parts
        return {part for term in parts.keys() & self.held for part in parts[term]}

    def _within(self, key: str) -> list[Range]:
        if key not in self._parts:
            return []
        return [
            (number, number + 1) for number, token in enumerate(self.tokens) if key in token.parts
        ]

    # By another name

    def _says(self, key: str) -> bool:
        return (
            key in self.held
            or (TERM_SEPARATOR in key and f" {key} " in self._line)
            or bool(self._spelled(key))
        )

    def _said(self, key: str) -> list[Range]:
        return self._ranges(key) or self._spelled(key)

    # Without accents

    @cached_property
    def _bare(self) -> set[str]:
        return {
            bare for _, spellings in self._language.words.bare(self._pieces) for bare in spellings
        }

    def _unaccented(self, clues: Clues) -> list[Range]:
        if clues.bare.isdisjoint(self._bare):
            return []
        return [
            (number, number + 1)
            for number, (_, spellings) in enumerate(self._language.words.bare(self._pieces))
            if not clues.bare.isdisjoint(spellings)
        ]
