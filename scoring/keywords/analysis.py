"""Texts read in one language under one set of options: keys for speed, tokens for evidence.

A text is cut at white space; what comes between is read once and kept, up to a bound, with the
key of each of its words, under which the word matches in every form. Scoring needs the keys alone,
which are looked up piece by piece; places are worked out when somebody asks for them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from scoring.keywords.evidence import KeywordKind, Span
from scoring.keywords.languages import LANGUAGES
from scoring.keywords.normalisation import (
    Normalised,
    composed,
    folded,
    normalised,
    without_accents,
    without_tags,
)
from scoring.keywords.options import KeywordOptions
from scoring.keywords.segmentation import words_of
from scoring.keywords.stopwords import ACRONYMS, stop_words
from scoring.keywords.tokens import (
    KEEPS_TOGETHER,
    RawToken,
    joined_spelling,
    raw_tokens,
    term_parts,
)
from scoring.keywords.wordforms import WordForms, word_forms

NOT_A_KEYWORD: Final = "\0"
"""The first character of the key of a common word, a bare number or a break, never a keyword's."""

BREAK: Final = f"{NOT_A_KEYWORD}\n"
"""The key of punctuation that no multi-word term reaches across."""

INSIDE: Final = "\1"
"""What stands before the key of a word that a response has inside a longer term."""

_Value = TypeVar("_Value")
_LONGEST_KEPT: Final = 40
_LONGEST_KEPT_UNSPACED: Final = 16
_MOST_KEPT: Final = 100_000
_MOST_RECENT: Final = 32
_PIECE: Final = re.compile(r"\S+")
_POSSESSIVE: Final = "'s"
_SHORTEST_ACRONYM: Final = 2
_UMLAUTS: Final = (("ae", "a"), ("oe", "o"), ("ue", "u"))
"""How German writes umlauts where a keyboard has none, and what is left of one without its dots."""


class Token(NamedTuple):
    """A word of a piece of text.

    Attributes:
        start, end: Its place in the original piece.
        key: What it matches by; starts with `NOT_A_KEYWORD` if it is no keyword.
        form: How it is written, normalised.
        kind: What sort of keyword it is.
        parts: The keys of the words inside it, where it is a term made of several.
    """

    start: int
    end: int
    key: str
    form: str
    kind: KeywordKind
    parts: tuple[str, ...] = ()

    @property
    def joined(self) -> str:
        """The folded spelling without hyphens and the like; a break stays one."""
        return "\n" if self.key == BREAK else joined_spelling(folded(self.form))


PlacedToken: TypeAlias = tuple[int, Token]
"""A word, after the place of its piece in the text."""


def span_of(words: Sequence[PlacedToken]) -> Span:
    """Where in its text a stretch of words stands."""
    (first_offset, first), (last_offset, last) = words[0], words[-1]
    return first_offset + first.start, last_offset + last.end


def pieces_of(text: str) -> list[str]:
    """What white space and HTML tags part."""
    return without_tags(text).split()


class Analyser:
    """Reads texts in one language under one set of options; made by `analyser`."""

    def __init__(self, language: str, options: KeywordOptions) -> None:
        self.language = LANGUAGES[language]
        self.options = options
        self._forms = word_forms(language)
        # Latin words among other scripts are product names and English more than anything else.
        self._latin_forms = self._forms if self.language.latin else word_forms("en")
        listed = stop_words(language) | (frozenset() if self.language.latin else stop_words("en"))
        self._stop_words = (listed | options.stop_words) - options.kept_words
        self._tokens: Kept[tuple[Token, ...]] = Kept(self._read)
        self._keys = Kept(lambda piece: tuple(token.key for token in self._tokens[piece]))
        self._held = Kept(lambda piece: self._keys[piece] + self._insides(piece))
        self._bare = Kept(lambda piece: tuple(map(self._unaccented, self._tokens[piece])))
        self._accented = Kept(
            lambda piece: any(not token.form.isascii() for token in self._tokens[piece])
        )
        self._joined_text = Kept(lambda piece: "".join(self._joined[piece]))
        self._joined = Kept(lambda piece: tuple(token.joined for token in self._tokens[piece]))

    def keys(self, pieces: Iterable[str]) -> list[str]:
        """The keys of all words of the pieces, common words and breaks included, in order."""
        return list(chain.from_iterable(map(self._keys.__getitem__, pieces)))

    def held(self, pieces: Iterable[str]) -> set[str]:
        """The keys of all words of the pieces, and after `INSIDE` those of words inside terms."""
        return set(chain.from_iterable(map(self._held.__getitem__, pieces)))

    def joined(self, pieces: Iterable[str]) -> list[str]:
        """The words' spellings without hyphens and case; they align with `keys`."""
        return list(chain.from_iterable(map(self._joined.__getitem__, pieces)))

    def joined_text(self, pieces: Iterable[str]) -> str:
        """What `joined` gives, written together."""
        return "".join(map(self._joined_text.__getitem__, pieces))

    def bare(self, pieces: Iterable[str]) -> list[tuple[str, frozenset[str]]]:
        """The key of every word of the pieces, with its spellings without accents.

        Common words have no such spelling.
        """
        return list(chain.from_iterable(map(self._bare.__getitem__, pieces)))

    def accented(self, pieces: Iterable[str]) -> list[str]:
        """Those of the pieces that have a word with more than ASCII's letters."""
        return [piece for piece in pieces if self._accented[piece]]

    def tokens(self, text: str) -> list[PlacedToken]:
        """The words of a text with their places, breaks included; they align with `keys`."""
        return [
            (piece.start(), token)
            for piece in _PIECE.finditer(without_tags(text))
            for token in self._tokens[piece[0]]
        ]

    def _read(self, piece: str) -> tuple[Token, ...]:
        plain = normalised(piece)
        found: list[Token] = []
        last = 0
        for raw in raw_tokens(plain.text, plain.shape):
            if raw.broken:
                found.append(_break(plain.starts[raw.start]))
            words = self._segmented if raw.kind is None else self._written
            found += words(plain, raw, raw.kind or KeywordKind.WORD)
            last = raw.end
        if not KEEPS_TOGETHER.issuperset(plain.text[last:]):
            found.append(_break(len(piece)))
        return tuple(found)

    def _insides(self, piece: str) -> tuple[str, ...]:
        return tuple(f"{INSIDE}{part}" for token in self._tokens[piece] for part in token.parts)

    def _segmented(self, plain: Normalised, raw: RawToken, kind: KeywordKind) -> Iterator[Token]:
        run = plain.text[raw.start : raw.end]
        for word in words_of(run, self.language.code):
            base = folded(word.base)
            silent = not word.content or base in self._stop_words
            yield Token(
                plain.starts[raw.start + word.start],
                plain.ends[raw.start + word.end - 1],
                f"{NOT_A_KEYWORD}{base}" if silent else base,
                composed(run[word.start : word.end]),
                kind,
            )

    def _written(self, plain: Normalised, raw: RawToken, kind: KeywordKind) -> Iterator[Token]:
        start, end = raw.start, raw.end
        head, apostrophe, rest = plain.text[start:end].partition("'")
        if apostrophe and rest and head.casefold() in self.language.elisions:
            key = f"{NOT_A_KEYWORD}{folded(head)}"
            stop = start + len(head)
            yield Token(plain.starts[start], plain.ends[stop - 1], key, head, kind)
            start = stop + 1
        if rest == _POSSESSIVE[1:] and self._latin_forms is word_forms("en"):
            end -= len(_POSSESSIVE)
        form = composed(plain.text[start:end])
        key = self._key(form, kind)
        silent = key.startswith(NOT_A_KEYWORD)
        parts = () if silent else self._parts_of(form, kind, key)
        yield Token(plain.starts[start], plain.ends[end - 1], key, form, kind, parts)

    def _key(self, form: str, kind: KeywordKind) -> str:
        if form.endswith("s") and form[:-1].isupper() and len(form) > _SHORTEST_ACRONYM:
            form = form[:-1]
        word = folded(form)
        if kind is KeywordKind.NUMBER:
            plain = word.replace(",", "")
            return plain if self.options.count_numbers else f"{NOT_A_KEYWORD}{plain}"
        if (word in self._stop_words and form not in ACRONYMS) or self._inverted(word):
            return f"{NOT_A_KEYWORD}{word}"
        head, hyphen, last = word.rpartition("-")
        if kind is KeywordKind.COMPOUND and hyphen:
            return f"{head}-{self._forms_of(last)[last]}"
        if kind is KeywordKind.TECHNICAL and not word.isalpha():
            return word
        return self._forms_of(word)[word]

    def _inverted(self, word: str) -> bool:
        """Whether hyphens join nothing but common words: French "faut-il", not English "how-to"."""
        return (
            "-" in word
            and self.language.code != "en"
            and self._stop_words.issuperset(word.split("-"))
        )

    def _parts_of(self, form: str, kind: KeywordKind, key: str) -> tuple[str, ...]:
        if kind is KeywordKind.WORD:
            return self._forms.parts(folded(form))
        words = [folded(part) for part in term_parts(form)]
        keys = (self._forms_of(word)[word] for word in words if word not in self._stop_words)
        return tuple(part for part in keys if part != key)

    def _unaccented(self, token: Token) -> tuple[str, frozenset[str]]:
        if token.key.startswith(NOT_A_KEYWORD):
            return token.key, frozenset()
        return token.key, frozenset(map(self._without_accents, (token.key, token.form)))

    def _without_accents(self, word: str) -> str:
        bare = without_accents(word)
        if self.language.code == "de":
            for written, meant in _UMLAUTS:
                bare = bare.replace(written, meant)
        return bare

    def _forms_of(self, word: str) -> WordForms:
        return self._latin_forms if word.isascii() else self._forms


class Kept(dict[str, _Value], Generic[_Value]):
    """What pieces of text were read as, or keywords: look a piece up by `kept[piece]`.

    Short pieces are words, which come again in other texts, and stay. Of long ones the last few are
    held, for as long as one text is worked on. What is kept depends on the piece alone, so that
    no result shows what was read before.
    """

    def __init__(self, read: Callable[[str], _Value]) -> None:
        super().__init__()
        self._read = read
        self._recent: dict[str, _Value] = {}

    def __missing__(self, piece: str) -> _Value:
        long = len(piece) > (_LONGEST_KEPT if piece.isascii() else _LONGEST_KEPT_UNSPACED)
        value = self._recent.get(piece) if long else None
        if value is not None:
            return value
        value = self._read(piece)
        if long:
            if len(self._recent) >= _MOST_RECENT:
                self._recent.clear()
            self._recent[piece] = value
        else:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[piece] = value
        return value


def _break(position: int) -> Token:
    return Token(position, position, BREAK, "", KeywordKind.WORD)


@lru_cache(maxsize=24)
def analyser(language: str, options: KeywordOptions) -> Analyser:
    """The analyser of a language's code and a set of options, one for the whole process."""
    return Analyser(language, options)
