"""What a way of comparing texts must offer, so that the judge need not know which one it is."""

from dataclasses import dataclass
from typing import Final, Protocol

from scoring.judges.embedded.grading import Thresholds
from scoring.judges.embedded.query import Part, Word

MOST_PASSAGES: Final = 8
"""How many passages of one context are compared at most; a longer context is read in part."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How close a context is to the query.

    Attributes:
        similarity: Of its closest passage to the query or to a part that stands alone, -1 to 1.
        carried_by: The query's words that make the most of it, strongest first; may be empty.
        passages: How many passages the context has.
        passages_read: How many of them were compared.
    """

    similarity: float
    carried_by: tuple[str, ...]
    passages: int
    passages_read: int


class Reader(Protocol):
    """Compares the contexts of one case with its query, one after the other.

    Attributes:
        measure: What its similarity is, in words.
        thresholds: What its similarity means.
    """

    measure: str
    thresholds: Thresholds

    def read(self, text: str) -> Reading:
        """Compare one context, and remember what it covers."""
        ...

    def closest_to(self, part: Part) -> float:
        """The similarity of a part of the query to the closest passage read so far."""
        ...

    def found(self, word: Word) -> bool:
        """Whether any context read so far holds a word of the query, or something close to it."""
        ...
