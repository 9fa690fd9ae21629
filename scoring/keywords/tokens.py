"""Normalised text to tokens: what stays whole, what falls into parts, what is no word."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from scoring.keywords.evidence import KeywordKind
from scoring.keywords.segmentation import CHARACTERS

_WORD: Final = rf"[^\W{CHARACTERS}]"
_PATH_CHARACTER: Final = rf"(?:{_WORD}|[.+@~$%-])"
_BARE_NUMBER: Final = re.compile(r"\d+(?:,\d{3})*")
_SENTENCE_END: Final = re.compile(r"(?<=[a-zß-öø-ÿ]{2})\.(?=[A-ZÀ-Þ][a-zß-öø-ÿ])")
KEEPS_TOGETHER: Final = frozenset("*_`~'\"#$@^<>\\“”„«»‹›= ")
"""What may stand between two words without parting them: emphasis, quotes, blanks."""

_WORD_PART: Final = re.compile(r"[-_/.:&]+")


@cache
def _pattern() -> re.Pattern[str]:
    """What a token looks like, by sort. Compiled at first use: it is large."""
    return re.compile(
        rf"""
        (?P<url>(?<!{_WORD})[A-Za-z][A-Za-z0-9+.-]{{0,15}}://[^\s<>"'`*\x00-\x1f{CHARACTERS}]+)
        |(?P<email>(?<!{_WORD})[A-Za-z0-9_][A-Za-z0-9_.+-]{{0,63}}@[A-Za-z0-9][A-Za-z0-9-]{{0,62}}
            (?:\.[A-Za-z0-9-]{{1,63}})+)
        |(?P<path>(?<![\w/.)\]>])(?:~|\.\.?)?/{_PATH_CHARACTER}+(?:/{_PATH_CHARACTER}+)*/?
            |(?<!\w)[A-Za-z]:\\[\w.\\-]+)
        |(?P<flag>(?<![\w-])(?:-[A-Za-z](?![\w'-])|--[A-Za-z](?:{_WORD}|-)*))
        |(?P<run>[{CHARACTERS}\u3099\u309a]+)
        |(?P<word>(?:(?<![\w.*])\*(?=\.[a-z0-9]{{1,5}}(?![\w.*])))?
            (?:(?<![\w.])\.(?=[A-Za-z]))?[$€£¥]?
            {_WORD}+(?:(?:[-.'/&]|::|,(?=\d\d\d(?!\d))|\+\+(?=\d)){_WORD}+)*
            (?:\+\+|\#(?!\w)|[%‰°]|[-/]\*(?!\*)|/(?![\w/]))?)
        """,
        re.VERBOSE,
    )


class RawToken(NamedTuple):
    """A token of normalised text, before any language has looked at it.

    Attributes:
        start, end: Its place in the normalised text.
        kind: What its writing makes of it; `None` for a run that a segmenter has to cut.
        broken: Whether punctuation parts it from the token before.
    """

    start: int
    end: int
    kind: KeywordKind | None
    broken: bool


def raw_tokens(text: str, shape: str) -> Iterator[RawToken]:
    """The tokens of normalised text, in order, in time linear in its length.

    Args:
        text: The text.
        shape: The text with letters for its combining marks (`Normalised.shape`).
    """
    before = 0
    for match in _pattern().finditer(shape):
        start, end = _trimmed(text, match)
        if start == end:
            continue
        broken = not KEEPS_TOGETHER.issuperset(text[before:start])
        before = end
        if match.lastgroup == "run":
            yield RawToken(start, end, None, broken)
        elif match.lastgroup == "word":
            yield from _words(text, start, end, broken)
        else:
            yield RawToken(start, end, KeywordKind.TECHNICAL, broken)


def _trimmed(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The span without the punctuation that a sentence or Markdown put around the token."""
    start, end = match.span()
    if match.lastgroup in ("url", "path"):
        end = start + len(text[start:end].rstrip(".,;:!?)]}$%"))
    elif match.lastgroup == "word":
        end = start + len(text[start:end].rstrip("_"))
        start = end - len(text[start:end].lstrip("_"))
    return start, end


def _words(text: str, start: int, end: int, broken: bool) -> Iterator[RawToken]:
    """A word, or the words that a slash or a forgotten space joins."""
    written = text[start:end]
    cuts = [(cut.start(), cut.end(), True) for cut in _SENTENCE_END.finditer(written)]
    if "/" in written and not _one_term(written):
        cuts += [(cut.start(), cut.end(), False) for cut in re.finditer("/", written)]
    position = 0
    for cut_start, cut_end, breaks in (*sorted(cuts), (len(written), len(written), False)):
        if cut_start > position:
            piece = written[position:cut_start]
            yield RawToken(start + position, start + cut_start, _kind(piece), broken)
        broken = breaks or cut_start <= position
        position = cut_end


def _one_term(written: str) -> bool:
    """Whether words joined by slashes are one term (TCP/IP, pool/main/a/) or several (on/off)."""
    if written.endswith(("/", "*")):
        return True
    return any(char.isdigit() or char.isupper() or char in "-_.&*" for char in written)


def _kind(written: str) -> KeywordKind:
    if _BARE_NUMBER.fullmatch(written):
        return KeywordKind.NUMBER
    letters = written.replace("'", "")
    if letters.isalpha():
        capitals_inside = written[1:] != written[1:].lower()
        return KeywordKind.TECHNICAL if capitals_inside else KeywordKind.WORD
    if letters.replace("-", "").isalpha():
        return KeywordKind.COMPOUND
    if any(char.isdigit() or (char.isascii() and not char.isalpha()) for char in letters):
        return KeywordKind.TECHNICAL
    return KeywordKind.WORD


def term_parts(written: str) -> list[str]:
    """The words that hyphens, slashes, dots and underscores join; empty for a plain word."""
    parts = [part for part in _WORD_PART.split(written) if len(part) > 1 and part.isalpha()]
    return parts if _WORD_PART.search(written) and not written.startswith(".") else []


def joined_spelling(written: str) -> str:
    """The spelling without what may stand between the parts of a term."""
    return written if written.isalnum() else _SEPARATORS.sub("", written)


_SEPARATORS: Final = re.compile(r"(?<=\w)[-_/.':&\s]+(?=\w)")
