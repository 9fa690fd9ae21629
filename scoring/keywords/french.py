"""French words that the dictionary does not know, by regular inflection."""

from collections.abc import Iterator
from typing import Final

from scoring.keywords.english import Lookup

_SHORTEST_PLURAL: Final = 4
_SHORTEST_STEM: Final = 3
_FEMININES: Final = (
    ("euse", "eux"),
    ("euse", "eur"),
    ("trice", "teur"),
    ("ive", "if"),
    ("ère", "er"),
    ("elle", "el"),
    ("enne", "en"),
    ("onne", "on"),
    ("ette", "et"),
    ("e", ""),
)
"""How a feminine ends, and the masculine that it belongs to."""
_PARTICIPLES: Final = ("é", "ée", "ant")
"""How the participles of a regular verb end; its infinitive ends in "er"."""


def regular_base(word: str, lookup: Lookup) -> str:
    """The base of a word that the dictionary does not know, by regular inflection alone.

    A base that the dictionary knows is preferred; without one, a plural's ending goes, and a new
    verb's participles ("dockerisées") meet its infinitive. Endings that make another word
    ("-ement", "-ique", "-isme") stay: NLTK's Snowball would take them off.
    """
    for base in _bases(word):
        known = lookup(base)
        if known is not None:
            return known
    singular = _singular(word)
    for ending in _PARTICIPLES:
        stem = singular.removesuffix(ending)
        if stem != singular and len(stem) >= _SHORTEST_STEM:
            return f"{stem}er"
    return singular


def _singular(word: str) -> str:
    plural = word.endswith("s") and not word.endswith("ss") and len(word) >= _SHORTEST_PLURAL
    return word[:-1] if plural else word


def _bases(word: str) -> Iterator[str]:
    if word.endswith("aux"):
        yield f"{word[:-3]}al"
    if word.endswith("x"):
        yield word[:-1]
    singular = _singular(word)
    yield singular
    for feminine, masculine in _FEMININES:
        stem = singular.removesuffix(feminine)
        if stem != singular:
            yield f"{stem}{masculine}"
