"""Multi-word terms: the lexicon, and what a text itself marks as one term."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from scoring.keywords.stopwords import DATA

_LONGEST_QUOTED_TERM: Final = 4
_LONGEST_CAPITALISED_TERM: Final = 4
_SHORTEST_TITLE: Final = 6
"""From this many words on, a text mostly in capitals is a title, whose capitals mark nothing."""
_CODE: Final = re.compile(r"`([^`\n]{3,80})`")
_QUOTED: Final = re.compile(
    r"\"([^\"\n]{3,80})\"|“([^”“\n]{3,80})”|„([^“”\n]{3,80})[“”]|«([^»\n]{3,80})»"
)
# Bounded repetitions, and no start within what an earlier attempt would have read: linear cost.
# What stands before is looked at after the first character, which the search can then leap to.
_CAPITALISED: Final = re.compile(
    r"[A-ZÀ-Þ](?<![\w.'-].)[\w'-]{0,40}"
    r"(?:[ \u00a0](?:[A-ZÀ-Þ][\w'-]{0,40}|\d{1,8}(?:\.\d{1,8}){0,4}(?!\.?\w)))+"
)
_VERSIONED: Final = re.compile(
    r"[A-ZÀ-Þ](?<![\w.+#].)[\w+#.]{0,40}[ \u00a0]\d{1,8}(?:\.\d{1,8}){1,4}(?!\.?\w)"
)
_QUANTITY: Final = re.compile(
    r"[0-9](?<![\w.,].)\d{0,20}(?:[.,]\d{1,20}){0,8}[ \u00a0]"
    r"(?:[kMGTP]i?B|[kMG]?bit|[kMGT]?Hz|[kMG]?W|[kmcµn]?m|[kmµ]?g|"
    r"[mµn]?s|ms|min|h|[km]?V|mAh|kWh|°C|°F|K|px|fps|rpm|dB|mol|Pa|[kM]Pa|km/h|mph|kg|lb|oz|ft|"
    r"percent|dollars|euros)(?!\w)"
)
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:]\s+|\n\s*)$")


@cache
def lexicon() -> tuple[str, ...]:
    """The curated multi-word terms, in their base form."""
    lines = (DATA / "compounds.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def marked_terms(text: str, *, capitals: bool) -> Iterator[str]:
    """What a text marks as one term: in quotes or code, in capitals, a name with its version.

    Args:
        text: The text.
        capitals: Whether a run of capitalised words is a name, as it is not where every noun has
            a capital.
    """
    if _MARK.search(text):
        yield from (match[1] for match in _CODE.finditer(text))
        for match in _QUOTED.finditer(text):
            term = next(group for group in match.groups() if group)
            if len(term.split()) <= _LONGEST_QUOTED_TERM:
                yield term
    if _DIGIT.search(text):
        yield from (match[0] for match in _QUANTITY.finditer(text))
        yield from (match[0] for match in _VERSIONED.finditer(text))
    if capitals:
        yield from _capitalised(text)


_MARK: Final = re.compile('[`"“„«]')
_DIGIT: Final = re.compile("[0-9]")


def repeated_terms(keys: Sequence[str], common: str) -> list[tuple[str, str]]:
    """Pairs of neighbouring keywords that a text has more than once.

    Args:
        keys: The text's keys in order.
        common: The character that the keys of common words and of breaks start with.
    """
    words = [key for key in keys if key[0] != common]
    if len(set(words)) == len(words):
        return []
    return [
        pair
        for pair, count in Counter(pairwise(keys)).items()
        if count > 1 and pair[0] != pair[1] and not any(key.startswith(common) for key in pair)
    ]


def _capitalised(text: str) -> Iterator[str]:
    runs = list(_CAPITALISED.finditer(text))
    if not runs:
        return
    words = text.split()
    capitals = sum(1 for word in words if word[:1].isupper())
    if len(words) >= _SHORTEST_TITLE and capitals > len(words) / 2:
        return
    for run in runs:
        terms = run[0].split()
        if _SENTENCE_START.search(text, max(0, run.start() - 4), run.start()):
            terms = terms[1:]
        if 1 < len(terms) <= _LONGEST_CAPITALISED_TERM:
            yield " ".join(terms)
