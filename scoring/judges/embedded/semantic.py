"""Meaning compared by MiniLM, for English: by vectors of passages, and of their tokens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scoring.judges.embedded.encoder import Encoder, Window
from scoring.judges.embedded.grading import EMBEDDING_THRESHOLDS
from scoring.judges.embedded.query import Part, Word, content_words
from scoring.judges.embedded.reading import MOST_PASSAGES, Reading
from scoring.keywords.languages import Language
from scoring.keywords.wordforms import word_forms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SAME_THING: Final = 0.45
"""Cosine of token vectors from which a passage says a word of the query in other words."""
_NAMED_WORDS: Final = 2


class SemanticReader:
    """A `Reader` by MiniLM.

    The cosine of two mean-pooled vectors is a sum over pairs of their tokens, so that each word's
    share of it is known without further computation.
    """

    measure = "cosine of MiniLM vectors"
    thresholds = EMBEDDING_THRESHOLDS

    def __init__(
        self, query: str, parts: Sequence[Part], language: Language, encoder: Encoder
    ) -> None:
        import numpy as np

        self._encoder = encoder
        self._language = language
        self._forms = word_forms(language.code)
        self._query = encoder.windows(query)[0]
        self._tokens = encoder.tokens(self._query)
        self._vector = _unit(self._tokens.mean(axis=0))
        self._words = [word for part in parts for word in part.words]
        self._keys = {self._key(word) for word in self._words}
        self._found_keys: set[str] = set()
        self._closest_tokens = np.full(len(self._tokens), -1.0, dtype=np.float32)
        self._part_vectors = {
            part: self._vector
            if len(parts) == 1
            else _unit(encoder.tokens(encoder.windows(part.text)[0]).mean(axis=0))
            for part in parts
        }
        self._closest_parts = dict.fromkeys(parts, -1.0)

    def read(self, text: str) -> Reading:
        """Compare one context, and remember what it covers."""
        windows = self._encoder.windows(text)
        self._found_keys |= self._keys & {
            self._key(word) for word in content_words(text, self._language)
        }
        best = -1.0
        carried_by: tuple[str, ...] = ()
        chosen = self._likeliest(windows, text)
        for window in chosen:
            tokens = self._encoder.tokens(window)
            vector = _unit(tokens.mean(axis=0))
            self._remember(tokens, vector)
            similarity = self._similarity(vector)
            if similarity > best:
                best, carried_by = similarity, self._strongest(vector)
        return Reading(best, carried_by, len(windows), len(chosen))

    def closest_to(self, part: Part) -> float:
        """The similarity of a part of the query to the closest passage read so far."""
        return self._closest_parts[part]

    def found(self, word: Word) -> bool:
        """Whether any context read so far holds a word of the query, in some form."""
        tokens = self._tokens_of(word)
        close = bool(tokens) and float(self._closest_tokens[tokens].max()) >= _SAME_THING
        return close or self._key(word) in self._found_keys

    def _key(self, word: Word) -> str:
        return self._forms[word.text.casefold()]

    def _likeliest(self, windows: Sequence[Window], text: str) -> list[Window]:
        """The passages worth comparing: the first, and those with most of the query's words."""
        if len(windows) <= MOST_PASSAGES:
            return list(windows)

        def shared(window: Window) -> int:
            passage = text[window.spans[1][0] : window.spans[-2][1]]
            return len(
                self._keys & {self._key(word) for word in content_words(passage, self._language)}
            )

        rest = sorted(windows[1:], key=shared, reverse=True)
        return [windows[0], *rest[: MOST_PASSAGES - 1]]

    def _similarity(self, vector: "NDArray[np.float32]") -> float:
        questions = [own for part, own in self._part_vectors.items() if part.stands_alone]
        return max(float(vector @ own) for own in (self._vector, *questions))

    def _remember(self, tokens: "NDArray[np.float32]", vector: "NDArray[np.float32]") -> None:
        import numpy as np

        for part, part_vector in self._part_vectors.items():
            self._closest_parts[part] = max(self._closest_parts[part], float(vector @ part_vector))
        inner = tokens[1:-1]
        if len(inner):
            closeness = (_units(self._tokens) @ _units(inner).T).max(axis=1)
            self._closest_tokens = np.maximum(self._closest_tokens, closeness)

    def _strongest(self, vector: "NDArray[np.float32]") -> tuple[str, ...]:
        shares = self._tokens @ vector
        by_word = {
            word.text: float(sum(shares[token] for token in self._tokens_of(word)))
            for word in self._words
        }
        ranked = sorted(by_word, key=lambda text: by_word[text], reverse=True)
        return tuple(text for text in ranked[:_NAMED_WORDS] if by_word[text] > 0)

    def _tokens_of(self, word: Word) -> list[int]:
        return [
            token
            for token, (start, end) in enumerate(self._query.spans)
            if word.start <= start < end <= word.end
        ]


def _unit(vector: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np

    unit: NDArray[np.float32] = vector / np.linalg.norm(vector)
    return unit


def _units(vectors: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np

    units: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return units
