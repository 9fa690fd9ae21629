"""What a person can change about how keywords are read."""

from dataclasses import dataclass
from typing import Final

from scoring.errors import InvalidValueError


@dataclass(frozen=True, slots=True)
class KeywordOptions:
    """How keywords are read and matched; the default is the documented behaviour.

    Attributes:
        count_numbers: Whether bare numbers ("top 10 databases") are keywords.
        stop_words: Words that are no keywords, besides the language's own list.
        kept_words: Words that are keywords although the list has them.
        compounds: Multi-word terms that are one keyword, besides the lexicon's.
        aliases: Groups of terms that stand for one another: `(("JS", "JavaScript"),)`.

    Raises:
        InvalidValueError: An alias group of fewer than two terms.
    """

    count_numbers: bool = False
    stop_words: frozenset[str] = frozenset()
    kept_words: frozenset[str] = frozenset()
    compounds: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "stop_words", _folded_set(self.stop_words))
        object.__setattr__(self, "kept_words", _folded_set(self.kept_words))
        object.__setattr__(self, "compounds", tuple(self.compounds))
        object.__setattr__(self, "aliases", tuple(tuple(group) for group in self.aliases))
        if any(len(group) < 2 for group in self.aliases):
            raise InvalidValueError("an alias needs at least two terms that mean the same")


def parsed_aliases(text: str) -> tuple[tuple[str, ...], ...]:
    """Read an alias table, a group a line: `JS = JavaScript = ECMAScript`.

    Raises:
        InvalidValueError: A line that does not hold two terms; the message gives its number.
    """
    groups = []
    for number, line in enumerate(text.splitlines(), start=1):
        terms = tuple(term.strip() for term in line.split("="))
        if not any(terms):
            continue
        if len(terms) < 2 or not all(terms):
            raise InvalidValueError(
                f"line {number} of the aliases is not of the form JS = JavaScript"
            )
        groups.append(terms)
    return tuple(groups)


def _folded_set(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word.strip().casefold() for word in words)


DEFAULT_OPTIONS: Final = KeywordOptions()
