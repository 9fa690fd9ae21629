"""English words that the dictionary does not know, by regular inflection."""

from collections.abc import Callable, Iterator
from typing import Final

Lookup = Callable[[str], str | None]
"""A word to its base form, `None` for a word that the dictionary does not know."""

_SHORTEST_BASE: Final = 3
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")
_NOT_PLURAL: Final = ("ss", "us", "is", "os")
_VOWELS: Final = frozenset("aeiouy")


def regular_base(word: str, lookup: Lookup) -> str:
    """The base of a word that the dictionary does not know, by regular inflection alone.

    A base that the dictionary knows is preferred; without one, only a plural's ending goes. Endings
    that make another word ("-ation", "-er") stay: NLTK's Snowball would take them off.
    """
    plural = next(_noun_bases(word), word)
    for base in (*_noun_bases(word), *_verb_bases(word)):
        known = lookup(base)
        if known is not None:
            return known
    return plural


def _noun_bases(word: str) -> Iterator[str]:
    if not word.endswith("s") or word.endswith(_NOT_PLURAL) or len(word) <= _SHORTEST_BASE:
        return
    if word.endswith("ies") and len(word) > _SHORTEST_BASE + 2:
        yield f"{word[:-3]}y"
    elif word.endswith("es") and word[:-2].endswith(_SIBILANTS):
        yield word[:-2]
    yield word[:-1]


def _verb_bases(word: str) -> Iterator[str]:
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _SHORTEST_BASE - 1 or _VOWELS.isdisjoint(stem):
            continue
        if stem[-1] == stem[-2:-1]:
            yield stem[:-1]
        yield stem
        yield f"{stem}e"
        if ending == "ed" and stem.endswith("i"):
            yield f"{stem[:-1]}y"
