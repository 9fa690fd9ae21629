"""The keywords of a reference: its words, with multi-word terms made one.

Which words are one term is decided by NLTK's MWETokenizer over the curated lexicon, the person's
own list and what the text marks. NLTK is imported when a text first holds such a term.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from scoring.keywords.analysis import BREAK, NOT_A_KEYWORD, Analyser, analyser, pieces_of
from scoring.keywords.compounds import lexicon, marked_terms, repeated_terms
from scoring.keywords.options import KeywordOptions

if TYPE_CHECKING:
    from nltk.tokenize.mwe import (  # type: ignore[import-untyped]  # NLTK ships no types
        MWETokenizer,
    )

TERM_SEPARATOR: Final = " "
"""What stands between the keys of a multi-word term's words in the term's own key."""

_LONGEST_MARKED_TERM: Final = 6
_SHORTEST_REPETITIVE_TEXT: Final = 8


class Terms:
    """The multi-word terms of one language and set of options; made by `terms`.

    Attributes:
        words: What reads the single words.
        has_aliases: Whether a person's table names aliases.
    """

    def __init__(self, words: Analyser) -> None:
        self.words = words
        self.has_aliases = bool(words.options.aliases)
        self._by_first: dict[str, list[str]] = {}
        phrases = (
            *lexicon(),
            *words.options.compounds,
            *chain.from_iterable(words.options.aliases),
        )
        self._known = [keys for keys in map(self.keys_of, phrases) if len(keys) > 1]
        for keys in self._known:
            padded = f" {TERM_SEPARATOR.join(keys)} "
            self._by_first.setdefault(keys[0], []).append(padded)

    def keys_of(self, phrase: str) -> tuple[str, ...]:
        """The keys of a phrase's words, without the punctuation between them."""
        keys = self.words.keys(pieces_of(phrase))
        return tuple(key for key in keys if key != BREAK)

    def aliases_of(self, key: str) -> tuple[str, ...]:
        """The keys of what else stands for a keyword, by the person's table."""
        return self._aliases.get(key, ())

    @cached_property
    def _aliases(self) -> dict[str, tuple[str, ...]]:
        aliases: dict[str, tuple[str, ...]] = {}
        for group in self.words.options.aliases:
            keys = [TERM_SEPARATOR.join(self.keys_of(term)) for term in group]
            for key in keys:
                others = tuple(other for other in keys if other and other != key)
                aliases[key] = (*aliases.get(key, ()), *others)
        return aliases

    def merged(self, text: str, keys: list[str]) -> list[str]:
        """The keys of a text with those of one term joined by `TERM_SEPARATOR`.

        Args:
            text: The text, for what it marks as one term.
            keys: Its keys, all of them, in order.
        """
        marked = self._marked(text, keys)
        if marked:
            keys = _tokenizer(marked).tokenize(keys)
        if not self._by_first.keys().isdisjoint(keys):
            starts = self._by_first.keys() & keys
            line = f" {TERM_SEPARATOR.join(keys)} "
            if any(term in line for start in starts for term in self._by_first[start]):
                keys = self._tokenizer.tokenize(keys)
        return keys

    def _marked(self, text: str, keys: Sequence[str]) -> list[tuple[str, ...]]:
        found = []
        # Capitals make a name of neighbours in a sentence, not in a mere list of keywords.
        capitals = not self.words.language.capital_nouns and any(
            _is_common(key) and key != BREAK for key in keys
        )
        for term in marked_terms(text, capitals=capitals):
            inside = self.words.keys(pieces_of(term))
            while inside and _is_common(inside[0]):
                del inside[0]
            while inside and _is_common(inside[-1]):
                del inside[-1]
            if 1 < len(inside) <= _LONGEST_MARKED_TERM and BREAK not in inside:
                found.append(tuple(inside))
        if len(keys) >= _SHORTEST_REPETITIVE_TEXT:
            found += repeated_terms(keys, NOT_A_KEYWORD)
        return found

    @cached_property
    def _tokenizer(self) -> "MWETokenizer":
        return _tokenizer(self._known)


def is_keyword(key: str) -> bool:
    """Whether a key, of a word or of a term, is a keyword's."""
    return key[0] != NOT_A_KEYWORD or TERM_SEPARATOR in key


def _is_common(key: str) -> bool:
    return key[0] == NOT_A_KEYWORD and not key[1:].isdigit()


def _tokenizer(terms: Iterable[tuple[str, ...]]) -> "MWETokenizer":
    from nltk.tokenize.mwe import MWETokenizer

    return MWETokenizer(terms, separator=TERM_SEPARATOR)


@lru_cache(maxsize=24)
def terms(language: str, options: KeywordOptions) -> Terms:
    """The terms of a language's code and a set of options, one for the whole process."""
    return Terms(analyser(language, options))
