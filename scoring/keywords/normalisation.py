"""A stretch of text in the form in which it is compared, each character with where it came from.

Compatibility forms (full width, ligatures, superscripts), dashes, apostrophes and HTML entities
become plain ones, and what nobody sees (soft hyphens, joiners, variation selectors) goes. The
original text is never altered: every character remembers its place there. The cost is linear in the
length whatever the characters are, which is why characters are normalised one by one.
"""

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LONGEST_COMPOSED: Final = 256
"""Runs beyond this length are no words; composing them could cost the square of their length."""

_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_INVISIBLE: Final = frozenset(
    "\u00ad\u034f\u061c\u180b\u180c\u180d\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c"
    "\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
) | {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
_APOSTROPHES: Final = frozenset("\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4\uff07")
_SENTENCE_DASHES: Final = frozenset("\u2014\u2015\u2e3a\u2e3b\ufe58")
_HYPHEN_LIKE: Final = frozenset("\u2212\u2043\u02d7\u207b\u208b")
_KANA_MARKS: Final = frozenset("\u3099\u309a")
_COMPOSED_HERE: Final = _KANA_MARKS | {chr(code) for code in range(0x1160, 0x1200)}
"""Marks and Korean letters that a segmenter wants in one character with what they belong to."""
_TAG_NAMES: Final = (
    "a|abbr|address|article|aside|audio|b|bdi|bdo|big|blockquote|body|br|button|caption|center|cite|"
    "code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|"
    "h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|mark|meta|nav|ol|"
    "option|p|pre|q|s|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|"
    "tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr"
)
_ATTRIBUTE: Final = r"\s+[\w:.@-]+(?:\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))?"
_TAG: Final = re.compile(
    rf"</?(?:{_TAG_NAMES})(?:(?=[^<>]*=)(?:{_ATTRIBUTE})+)?\s*/?>|<!--[^<>]*-->", re.IGNORECASE
)
"""A known name alone or with attributes, one of which has a value: `a<b and c>d` is no tag."""


def without_tags(text: str) -> str:
    """The text with HTML tags blanked out, at its full length. `x < y` is no tag."""
    if "<" not in text:
        return text
    return _TAG.sub(lambda tag: " " * len(tag[0]), text)


@dataclass(frozen=True, slots=True)
class Normalised:
    """Normalised text with its origins.

    Attributes:
        text: What is compared.
        shape: The same, with a letter in the place of every combining mark: a mark belongs to its
            word, which a regular expression would not see.
        starts, ends: For each character of `text`, the span in the original that it came from.
    """

    text: str
    shape: str
    starts: Sequence[int]
    ends: Sequence[int]


def normalised(text: str) -> Normalised:
    """Normalise a stretch of text."""
    if text.isascii() and "&" not in text:
        return Normalised(text, text, range(len(text)), range(1, len(text) + 1))
    written: list[str] = []
    shapes: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for entity in [*_ENTITY.finditer(text), None]:
        stop = len(text) if entity is None else entity.start()
        units = [(index, index + 1, text[index]) for index in range(position, stop)]
        if entity is not None:
            position = entity.end()
            units += [(stop, position, character) for character in html.unescape(entity[0])]
        for start, end, character in units:
            plain, shape = _CHARACTERS[character]
            if plain in _COMPOSED_HERE and _composes(written, plain):
                shapes[-1] = written[-1]
                ends[-1] = end
                continue
            written.append(plain)
            shapes.append(shape)
            starts += [start] * len(plain)
            ends += [end] * len(plain)
    return Normalised("".join(written), "".join(shapes), starts, ends)


def _composes(written: list[str], mark: str) -> bool:
    """Put a mark into the character before it, if the two are one."""
    if not written:
        return False
    both = unicodedata.normalize("NFC", written[-1] + mark)
    if len(both) > 1:
        return False
    written[-1] = both
    return True


def composed(text: str) -> str:
    """Base letters and their marks as one character where there is one (Unicode's NFC)."""
    if text.isascii() or len(text) > LONGEST_COMPOSED:
        return text
    return unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """The text as it is compared when case does not count."""
    return text.lower() if text.isascii() else composed(text.casefold())


def without_accents(text: str) -> str:
    """The text without the marks on its letters, and with German umlauts' other spelling undone."""
    if len(text) > LONGEST_COMPOSED:
        return text
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_BARE_LETTERS)


_BARE_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})


class _Characters(dict[str, tuple[str, str]]):
    """Character -> what it is compared as, and that with letters for combining marks."""

    def __missing__(self, character: str) -> tuple[str, str]:
        plain = _plain(character)
        shape = "".join(
            "a" if unicodedata.category(char).startswith("M") and char not in _KANA_MARKS else char
            for char in plain
        )
        self[character] = plain, shape
        return plain, shape


def _plain(character: str) -> str:
    if character in _INVISIBLE:
        return ""
    if character in _APOSTROPHES:
        return "'"
    if character in _SENTENCE_DASHES:
        return character
    if character in _HYPHEN_LIKE or unicodedata.category(character) == "Pd":
        return "-"
    return unicodedata.normalize("NFKC", character)


_CHARACTERS: Final = _Characters()
