"""The languages that are read, and what reading each needs to know."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.errors import InvalidValueError

AUTO: Final = "auto"
"""The language setting that lets both texts together decide."""


@dataclass(frozen=True, slots=True)
class Language:
    """What reading a language needs to know of it.

    Attributes:
        code: ISO 639-1, or "und" for a language that is not known more closely.
        name: Its English name.
        snowball: NLTK's name of its Snowball stemmer, where it has one.
        dictionary: simplemma's code of its dictionary, where it has one.
        elisions: What it writes together with the next word by an apostrophe ("l" in "l'avion").
        closed_compounds: Whether it writes compound words as one word.
        capital_nouns: Whether it capitalises every noun, so that capitals mark nothing.
        latin: Whether its script is Latin.
    """

    code: str
    name: str
    snowball: str | None = None
    dictionary: str | None = None
    elisions: frozenset[str] = frozenset()
    closed_compounds: bool = False
    capital_nouns: bool = False
    latin: bool = True


_FRENCH_ELISIONS: Final = "c d j jusqu l lorsqu m n puisqu qu quoiqu s t"
_ITALIAN_ELISIONS: Final = (
    "c d l un all dall dell nell sull coll agl dagl degl negl sugl quell quest sant bell"
)
UNDETERMINED: Final = Language("und", "undetermined", latin=False)
LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {
        language.code: language
        for language in (
            Language("ar", "Arabic", "arabic", "ar", latin=False),
            Language("da", "Danish", "danish", "da", closed_compounds=True),
            Language("de", "German", "german", "de", closed_compounds=True, capital_nouns=True),
            Language("en", "English", "english", "en"),
            Language("es", "Spanish", "spanish", "es"),
            Language("fi", "Finnish", "finnish", "fi"),
            Language("fr", "French", "french", "fr", frozenset(_FRENCH_ELISIONS.split())),
            Language("hu", "Hungarian", "hungarian", "hu"),
            Language("it", "Italian", "italian", "it", frozenset(_ITALIAN_ELISIONS.split())),
            Language("ja", "Japanese", latin=False),
            Language("ko", "Korean", latin=False),
            Language("nl", "Dutch", "dutch", "nl", closed_compounds=True),
            Language("no", "Norwegian", "norwegian", "nb", closed_compounds=True),
            Language("pt", "Portuguese", "portuguese", "pt"),
            Language("ro", "Romanian", "romanian", "ro"),
            Language("ru", "Russian", "russian", "ru", latin=False),
            Language("sv", "Swedish", "swedish", "sv", closed_compounds=True),
            Language("zh", "Chinese", latin=False),
            UNDETERMINED,
        )
    }
)
"""Every language that can be asked for, by its code."""

_SYNONYMS: Final = {"nb": "no", "nn": "no"}


def named_language(code: str) -> Language:
    """The language of a code such as "en", "EN" or "pt-BR".

    Raises:
        InvalidValueError: A language that is not read; the message names those that are.
    """
    base = re.split(r"[-_]", code.strip().lower())[0]
    language = LANGUAGES.get(_SYNONYMS.get(base, base))
    if language is None:
        raise InvalidValueError(
            f"language must be {AUTO!r} or one of {', '.join(LANGUAGES)}, not {code!r}"
        )
    return language
