"""What a query asks for and no context holds: a suggestion, in the query's own words."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from scoring.judges.embedded.query import Part, Word
from scoring.judges.embedded.reading import Reader
from scoring.keywords.languages import Language
from scoring.model import distinct_items

_MOST_WORDS: Final = 8


def missing_items(
    query: str, parts: Sequence[Part], reader: Reader, language: Language
) -> tuple[str, ...]:
    """Name what is missing: at most one item for each part of the query.

    A part has a gap if no context comes close to it and some of its words are in none of them, not
    even in other words. The item is the stretch of the query from the first such word to the last,
    and in English on to the noun that they belong to ("major scientific achievements").

    Args:
        query: The query that the parts were taken from.
        parts: Its parts.
        reader: Has read every context of the case.
        language: Of the query.
    """
    items = []
    for part in parts:
        if reader.closest_to(part) >= reader.thresholds.covered:
            continue
        lacking = [word for word in part.words if not reader.found(word)]
        if lacking:
            last = _head(query, lacking[-1], part.words) if language.code == "en" else lacking[-1]
            items.append(_phrase(query, lacking, last, part.words))
    return distinct_items(items)


def _head(query: str, last: Word, words: Sequence[Word]) -> Word:
    """The end of the run of words, with nothing but space between them, that a word begins."""
    for word in words[words.index(last) + 1 :]:
        if query[last.end : word.start].strip():
            break
        last = word
    return last


def _phrase(query: str, lacking: Sequence[Word], last: Word, words: Sequence[Word]) -> str:
    """The stretch up to `last` if it reads like a phrase, else the longest run of lacking words."""
    stretch = query[lacking[0].start : last.end]
    if len(stretch.split()) <= _MOST_WORDS:
        return stretch
    runs = (list(run) for lacks, run in groupby(words, set(lacking).__contains__) if lacks)
    longest = max(runs, key=len)[:_MOST_WORDS]
    return query[longest[0].start : longest[-1].end]
