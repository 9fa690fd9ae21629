"""Whether a response used a context: whether it repeats enough of the context's word sequences.

A context is used if at least 4 % of the response's sequences of three content words occur in it.
Measured on QuoteSum and CLAPNQ, in English; a response that says the same in other words goes
unnoticed. Japanese and Chinese are compared by sequences of characters.
"""

import re
from dataclasses import dataclass
from typing import Final

from scoring.keywords.languages import Language
from scoring.keywords.stopwords import stop_words
from scoring.keywords.wordforms import word_forms

_LEAST_SHARE: Final = 0.04
_WORDS: Final = 3
_CHARACTERS: Final = {"ja": 10, "zh": 6}
"""The length of a sequence where words are not spaced; unrelated texts share shorter ones."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a response took from a context.

    Attributes:
        used: Whether that is enough to say that it used the context.
        share: How much of the response's sequences occur in the context, 0 to 1.
        because: The same as a sentence.
    """

    used: bool
    share: float
    because: str


class UsageRule:
    """The rule for one response."""

    def __init__(self, response: str, language: Language) -> None:
        self._unspaced = language.code in _CHARACTERS
        self._stops = stop_words(language.code)
        self._forms = word_forms(language.code)
        self._size = _CHARACTERS.get(language.code, _WORDS)
        self._response = self._units(response)

    def of(self, context: str) -> Usage:
        """Decide for one context."""
        units = self._units(context)
        if not self._response or not units:
            return Usage(False, 0.0, "There are no content words to compare with the response.")
        # A text shorter than a sequence counts as one sequence, to be found whole.
        size = min(self._size, len(self._response), len(units))
        wanted = _sequences(self._response, size)
        share = len(wanted & _sequences(units, size)) / len(wanted)
        if size < self._size:
            which = "response" if size == len(self._response) else "context"
            other = "context" if which == "response" else "response"
            found = "occur" if share else "do not occur"
            return Usage(
                share > 0, share, f"The few content words of the {which} {found} in the {other}."
            )
        kind = f"{size}-character" if self._unspaced else "three-word"
        return Usage(
            share >= _LEAST_SHARE,
            share,
            f"{share:.0%} of the response's {kind} sequences occur here "
            f"(used from {_LEAST_SHARE:.0%}).",
        )

    def _units(self, text: str) -> tuple[str, ...]:
        words = re.findall(r"[^\W_]+", text.casefold())
        if self._unspaced:
            return tuple("".join(words))
        return tuple(self._forms[word] for word in words if word not in self._stops)


def _sequences(units: tuple[str, ...], size: int) -> set[tuple[str, ...]]:
    return {units[at : at + size] for at in range(len(units) - size + 1)}
