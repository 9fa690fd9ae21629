"""A query taken apart: what it asks for, part by part, and the words that carry each part."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.keywords.languages import Language
from scoring.keywords.stopwords import stop_words

UNSPACED: Final = frozenset({"ja", "zh"})
"""Languages that write their words together."""

_WORD: Final = re.compile(r"[^\W_]+(?:[.+#'’-][^\W_]+)*[+#]*")
# What Japanese and Chinese write content words in: ideographs, katakana, Latin letters, digits.
_UNSPACED_WORD: Final = re.compile(r"[\u3400-\u9fff々]+|[\u30a0-\u30ff]+|[A-Za-z0-9.+#-]+")
_ASKING: Final = re.compile(
    "anyone|describe|differen(ce|t)|do|does|explain|find|give|help|know|list|long|many|means?|much|"
    "name|need|often|old|please|say|show|someone|tell|understand|want|ways?|works?",
    re.IGNORECASE,
)
"""English words that ask for something without saying for what, beside the stop words."""

_WORDS_OF_A_QUESTION: Final = 4
_CHARACTERS_OF_A_QUESTION: Final = 6
_SENTENCE_END: Final = re.compile(r"[?!？！。；;\n]+|\.(?=\s|$)")
_JOINTS: Final = {
    "de": "und|oder",
    "en": "and|or|plus|as well as",
    "es": "y|o",
    "fr": "et|ou",
    "it": "e|o",
    "nl": "en|of",
    "pt": "e|ou",
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word that carries content, with its place in its text in characters, end exclusive."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a query that asks for one thing.

    Attributes:
        text: The stretch itself.
        words: The words that carry it; at least one, placed in the whole query.
        stands_alone: Whether it is long enough to be a question by itself, so that a context that
            comes close to it is relevant, however much else the query asks.
    """

    text: str
    words: tuple[Word, ...]
    stands_alone: bool


def content_words(text: str, language: Language) -> tuple[Word, ...]:
    """The words of a text that are no function words of its language, in order."""
    stops = stop_words(language.code)
    return tuple(
        Word(text[start:end], start, end)
        for start, end in _stretches(text, language)
        if text[start:end].casefold() not in stops
    )


def query_parts(query: str, language: Language) -> tuple[Part, ...]:
    """What a query asks for, one part a question, or a stretch between commas and conjunctions.

    Where some sentences are questions, only they count; the others tell the background.
    """
    words = content_words(query, language)
    if language.code == "en":
        words = tuple(word for word in words if not _ASKING.fullmatch(word.text)) or words
    sentences = list(_between(_SENTENCE_END, query, 0, len(query)))
    questions = [(start, end) for start, end in sentences if _asks(query, end)]
    joint = _joint(language)
    found = []
    for sentence in questions or sentences:
        for start, end in _between(joint, query, *sentence):
            inside = tuple(word for word in words if start <= word.start and word.end <= end)
            if inside:
                text = query[start:end].strip()
                found.append(Part(text, inside, _stands_alone(text, language)))
    return tuple(found)


def _stretches(text: str, language: Language) -> Iterator[tuple[int, int]]:
    if language.code not in UNSPACED:
        yield from (match.span() for match in _WORD.finditer(text))
        return
    function_words = sorted(stop_words(language.code), key=len, reverse=True)
    apart = re.compile("|".join(map(re.escape, function_words)) or r"(?!)")
    for match in _UNSPACED_WORD.finditer(text):
        yield from _between(apart, text, *match.span())


def _between(
    separator: re.Pattern[str], text: str, start: int, end: int
) -> Iterator[tuple[int, int]]:
    """The stretches of text[start:end] that a separator leaves, empty ones left out."""
    for match in separator.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


def _stands_alone(text: str, language: Language) -> bool:
    if language.code in UNSPACED:
        return len(text) >= _CHARACTERS_OF_A_QUESTION
    return len(text.split()) >= _WORDS_OF_A_QUESTION


def _asks(query: str, end: int) -> bool:
    return query[end : end + 1] in ("?", "？")


def _joint(language: Language) -> re.Pattern[str]:
    words = _JOINTS.get(language.code)
    conjunction = rf"|\s(?:{words}|&)\s" if words else ""
    return re.compile(rf"[,，、:]\s*(?!\d)(?:(?:{words or ' '})\s)?{conjunction}", re.IGNORECASE)
