"""Spelling compared by character n-grams, for languages that the embedded model does not read.

Rare n-grams weigh more, counted over the contexts of the case and its query (inverse document
frequency). It knows no synonyms.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.judges.embedded.grading import NGRAM_THRESHOLDS
from scoring.judges.embedded.query import Part, Word
from scoring.judges.embedded.reading import MOST_PASSAGES, Reading
from scoring.keywords.languages import Language

_SHORT_GRAMS: Final = frozenset({"ja", "ko", "zh"})
"""Languages in which one to three characters already make a word; others take three to five."""
_PASSAGE: Final = 1_500
"""Characters of a passage: about what a retriever's chunk has."""
_FOUND: Final = 0.5
"""The share of a word's n-grams that a passage must have to hold the word, in some form."""
_NAMED_WORDS: Final = 2


class SpellingReader:
    """A `Reader` by character n-grams.

    Args:
        query: The query.
        parts: What it asks for.
        language: Of the query.
        contexts: All contexts of the case, from which the weights are counted.
    """

    measure = "cosine of character n-grams"
    thresholds = NGRAM_THRESHOLDS

    def __init__(
        self, query: str, parts: Sequence[Part], language: Language, contexts: Sequence[str]
    ) -> None:
        self._short = language.code in _SHORT_GRAMS
        self._frequency: Counter[str] = Counter()
        for text in (query, *contexts):
            self._frequency.update(set(self._grams(text)))
        self._texts = len(contexts) + 1
        self._query = self._weighted(query)
        self._parts = {part: self._weighted(part.text) for part in parts}
        self._words = {word: self._weighted(word.text) for part in parts for word in part.words}
        self._closest_parts = dict.fromkeys(parts, 0.0)
        self._held = dict.fromkeys(self._words, 0.0)

    def read(self, text: str) -> Reading:
        """Compare one context, and remember what it covers."""
        passages = [text[at : at + _PASSAGE] for at in range(0, max(len(text), 1), _PASSAGE)]
        best = 0.0
        carried_by: tuple[str, ...] = ()
        chosen = self._likeliest(passages)
        for passage in chosen:
            grams = self._weighted(passage)
            closeness = {part: _cosine(own, grams) for part, own in self._parts.items()}
            alone = (closeness[part] for part in closeness if part.stands_alone)
            similarity = max([_cosine(self._query, grams), *alone])
            shares = {word: _share_held(own, grams) for word, own in self._words.items()}
            for word, share in shares.items():
                self._held[word] = max(self._held[word], share)
            for part, close in closeness.items():
                self._closest_parts[part] = max(self._closest_parts[part], close)
            if similarity > best:
                best, carried_by = similarity, _strongest(shares)
        return Reading(best, carried_by, len(passages), len(chosen))

    def closest_to(self, part: Part) -> float:
        """The similarity of a part of the query to the closest passage read so far."""
        return self._closest_parts[part]

    def found(self, word: Word) -> bool:
        """Whether any context read so far holds a word of the query, in some form."""
        return self._held[word] >= _FOUND

    def _likeliest(self, passages: Sequence[str]) -> list[str]:
        if len(passages) <= MOST_PASSAGES:
            return list(passages)
        wanted = self._query.keys()
        rest = sorted(passages[1:], key=lambda text: len(wanted & set(self._grams(text))))
        return [passages[0], *rest[1 - MOST_PASSAGES :]]

    def _grams(self, text: str) -> Iterator[str]:
        sizes = (1, 2, 3) if self._short else (3, 4, 5)
        for match in re.finditer(r"\w+", text.casefold()):
            # The edges of a word count where words stand apart.
            word = match[0] if self._short else f" {match[0]} "
            for size in sizes:
                for start in range(len(word) - size + 1):
                    yield word[start : start + size]

    def _weighted(self, text: str) -> Mapping[str, float]:
        """N-gram -> (1 + log count) times its rarity."""
        return {
            gram: (1 + math.log(count))
            * (1 + math.log((self._texts + 1) / (self._frequency[gram] + 1)))
            for gram, count in Counter(self._grams(text)).items()
        }


def _strongest(shares: Mapping[Word, float]) -> tuple[str, ...]:
    held = [word for word, share in shares.items() if share >= _FOUND]
    held.sort(key=lambda word: shares[word], reverse=True)
    return tuple(dict.fromkeys(word.text for word in held))[:_NAMED_WORDS]


def _share_held(own: Mapping[str, float], other: Mapping[str, float]) -> float:
    whole = math.fsum(own.values())
    return math.fsum(weight for gram, weight in own.items() if gram in other) / (whole or 1.0)


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    product = math.fsum(weight * other.get(gram, 0.0) for gram, weight in one.items())
    norms = math.sqrt(
        math.fsum(weight**2 for weight in one.values())
        * math.fsum(weight**2 for weight in other.values())
    )
    return product / norms if norms else 0.0
