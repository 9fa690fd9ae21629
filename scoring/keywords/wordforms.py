"""Word forms to one key: "ran" and "running" to "run", "indices" to "index".

A dictionary first, because a stemmer takes "universe" and "university" for one word. What the
dictionary lacks loses regular inflection only in English and French; in other languages NLTK's
Snowball stems it.
`tests/benchmarks/keywords_word_forms.py` measures it.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from scoring.keywords import english, french
from scoring.keywords.languages import LANGUAGES, Language
from scoring.keywords.stopwords import DATA

if TYPE_CHECKING:
    from nltk.stem.snowball import (  # type: ignore[import-untyped]  # NLTK ships no types
        SnowballStemmer,
    )
    from simplemma.strategies import DictionaryLookupStrategy

_LONGEST_WORD: Final = 48
_MOST_FORMS: Final = 200_000
_SHORTEST_PART: Final = 4
_LINKS: Final = ("", "s", "es", "n", "en", "er")
"""What German and its relatives put between the parts of a compound."""


_REGULAR_BASES: Final = {"en": english.regular_base, "fr": french.regular_base}


class WordForms(dict[str, str]):
    """A language's word forms, each to the key that all forms of its word share.

    Look a case-folded word up by `forms[word]`; what was looked up once is kept, up to a bound.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_FORMS:
            self.clear()
        key = self._key(word) if len(word) <= _LONGEST_WORD else word
        self[word] = key
        return key

    def base(self, word: str) -> str | None:
        """The dictionary's base form of a word, case-folded; `None` if it does not know it."""
        code = self._language.dictionary
        if code is None:
            return None
        lemma = _dictionary().get_lemma(word, code)
        if lemma is None:
            return None
        base = lemma.casefold()
        if self._language.capital_nouns and base.startswith(word) and self._is_noun(word):
            base = word
        meant = _meant_bases(self._language.code)
        return meant.get(word) or meant.get(base, base)

    def parts(self, word: str) -> tuple[str, ...]:
        """The keys of the words that a closed compound is made of; empty for other words."""
        if not self._language.closed_compounds or len(word) < 2 * _SHORTEST_PART:
            return ()
        for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            head = self._noun(word[cut:])
            if head is None:
                continue
            for link in _LINKS:
                modifier = word[:cut].removesuffix(link) if link else word[:cut]
                if link and modifier == word[:cut]:
                    continue
                first = self._noun(modifier)
                if first is not None:
                    return (first, head)
        return ()

    def _noun(self, word: str) -> str | None:
        if len(word) < _SHORTEST_PART:
            return None
        return self[word] if self._is_noun(word) else None

    def _is_noun(self, word: str) -> bool:
        """Whether the dictionary has the word in the spelling of a German noun or any other's."""
        code = self._language.dictionary
        written = word.capitalize() if self._language.capital_nouns else word
        return code is not None and _dictionary().is_dictionary_member(written, code)

    def _key(self, word: str) -> str:
        base = self.base(word)
        if base is not None:
            return base
        regular_base = _REGULAR_BASES.get(self._language.code)
        if regular_base is not None:
            return regular_base(word, self.base)
        if self._language.snowball is None:
            return word
        return str(_stemmer(self._language.snowball).stem(word))


@cache
def word_forms(code: str) -> WordForms:
    """The word forms of a language, one for the whole process."""
    return WordForms(LANGUAGES[code])


@cache
def _meant_bases(code: str) -> Mapping[str, str]:
    """Words and bases that the dictionary mistakes ("determin") -> the base that is meant."""
    path = DATA / "bases" / f"{code}.txt"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if not line.startswith("#"))


@cache
def _dictionary() -> "DictionaryLookupStrategy":
    from simplemma.strategies import DictionaryLookupStrategy

    return DictionaryLookupStrategy()


@cache
def _stemmer(name: str) -> "SnowballStemmer":
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer(name)
