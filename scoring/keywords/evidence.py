"""The words in which a keyword comparison explains itself."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""Where something stands in a text, in characters from 0, end exclusive."""


class KeywordKind(StrEnum):
    """What sort of thing a keyword is."""

    WORD = "word"
    TECHNICAL = "technical"
    COMPOUND = "compound"
    NUMBER = "number"


class MatchKind(StrEnum):
    """How a keyword was found in the response, from the closest kind to the loosest.

    `COMPOUND` is a word found inside a longer term, such as "node" in "Node.js". `PERSON` says
    that somebody marked the keyword as covered although it was not found.
    """

    EXACT = "exact"
    CASE = "case"
    INFLECTED = "inflected"
    JOINED = "joined spelling"
    COMPOUND = "compound"
    ALIAS = "alias"
    ACCENT = "accent"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class KeywordMatch:
    """One keyword of the reference and what became of it.

    Attributes:
        keyword: The keyword as the reference first writes it.
        kind: What sort of keyword it is.
        matched_by: How the response covers it; `None` where it is missing.
        reference_spans: Every place of the keyword in the reference, in order.
        response_spans: Every place in the response that covers it, in order; empty where missing.
        key: What all forms of the keyword have in common, to count it over many cases.
        weight: What it counts for in the score, above 0; 1 unless somebody asked for more or less.
        marked: What a person said of it: covered, not covered, or nothing (`None`).
    """

    keyword: str
    kind: KeywordKind
    matched_by: MatchKind | None
    reference_spans: tuple[Span, ...]
    response_spans: tuple[Span, ...]
    key: str = ""
    weight: float = 1.0
    marked: bool | None = None

    @property
    def missing(self) -> bool:
        """Whether the response does not cover the keyword."""
        return self.matched_by is None


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Something in the response that resembles a missing keyword; a hint that never scores.

    Attributes:
        text: What the response says.
        spans: Where, in the response.
        similarity: 0 to 1; 1 for a whole word of a multi-word term.
        part: Whether it is a word of the missing term rather than one that looks like it.
    """

    text: str
    spans: tuple[Span, ...]
    similarity: float
    part: bool
