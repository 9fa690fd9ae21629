"""One text to its keywords: English words, technical terms and compounds, with their places."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.keywords.evidence import KeywordKind, Span

_TOKEN: Final = re.compile(
    r"\.[A-Z]\w+|\w+(?:[-.’'/]\w+)*(?:\+\+|#)?",
)
_STOP_WORDS: Final = frozenset(
    [
        "a",
        "about",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "being",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "explain",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "like",
        "may",
        "me",
        "more",
        "most",
        "my",
        "no",
        "not",
        "of",
        "offers",
        "on",
        "or",
        "our",
        "please",
        "require",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "us",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
_COMPOUNDS: Final = (
    ("machine", "learning"),
    ("type", "inference"),
    ("feature", "engineering"),
    ("hyperparameter", "tuning"),
    ("data", "preprocessing"),
)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of one text.

    Attributes:
        text: As first written.
        kind: What sort of keyword it is.
        forms: Every way the text writes it.
        spans: Every place of it.
    """

    text: str
    kind: KeywordKind
    forms: frozenset[str]
    spans: tuple[Span, ...]


def extracted_keywords(text: str) -> Mapping[str, Keyword]:
    """The keywords of an English text by the key under which they match, in order."""
    from nltk.tokenize.mwe import MWETokenizer  # type: ignore[import-untyped]  # NLTK ships no types

    tokens = [match for match in _TOKEN.finditer(text) if not match[0].isdigit()]
    keys = [_key(match[0]) for match in tokens]
    compounds = MWETokenizer([tuple(map(_key, words)) for words in _COMPOUNDS], separator=" ")
    found: dict[str, Keyword] = {}
    position = 0
    for key in compounds.tokenize(keys):
        length = 1 if key == keys[position] else key.count(" ") + 1
        start, end = tokens[position].start(), tokens[position + length - 1].end()
        first = tokens[position][0]
        position += length
        if first.casefold() in _STOP_WORDS and length == 1:
            continue
        kind = KeywordKind.COMPOUND if length > 1 else KeywordKind.WORD
        if length == 1 and not first.isalpha():
            kind = KeywordKind.TECHNICAL
        written = text[start:end]
        before = found.get(key, Keyword(written, kind, frozenset(), ()))
        found[key] = Keyword(
            before.text, kind, before.forms | {written}, (*before.spans, (start, end))
        )
    return found


@lru_cache(maxsize=100_000)
def _key(word: str) -> str:
    from nltk.stem.snowball import SnowballStemmer  # type: ignore[import-untyped]  # NLTK ships no types

    folded = word.casefold()
    return str(SnowballStemmer("english").stem(folded)) if folded.isalpha() else folded
