"""What a query asks for and no context holds: a suggestion, in the query's own words."""

from collections.abc import Iterable, Iterator, Sequence
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
        lacking = tuple(word for word in part.words if not reader.found(word))
        if lacking:
            gap = _short_enough(query, lacking, part.words)
            last = _head(query, gap[-1], part.words) if language.code == "en" else gap[-1]
            items.append(query[gap[0].start : last.end])
    return distinct_items(items)


def _head(query: str, last: Word, words: Sequence[Word]) -> Word:
    """The end of the run of words, with nothing but space between them, that a word begins."""
    for word in words[words.index(last) + 1 :]:
        if query[last.end : word.start].strip():
            break
        last = word
    return last


def _short_enough(query: str, lacking: tuple[Word, ...], words: Sequence[Word]) -> tuple[Word, ...]:
    """All lacking words if their stretch reads like a phrase, else their longest unbroken run."""
    if len(query[lacking[0].start : lacking[-1].end].split()) <= _MOST_WORDS:
        return lacking
    longest = max(_runs(lacking, words), key=len)
    return longest[:_MOST_WORDS]


def _runs(lacking: Iterable[Word], words: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    wanted = set(lacking)
    run: list[Word] = []
    for word in words:
        if word in wanted:
            run.append(word)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)
