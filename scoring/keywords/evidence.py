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

    `PERSON` says that somebody marked the keyword as covered, whatever was found.
    """

    EXACT = "exact"
    CASE = "case"
    INFLECTED = "inflected"
    COMPOUND = "compound"
    JOINED = "joined spelling"
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
        weight: What it counts for in the score, above 0; 1 unless somebody asked for more or less.
    """

    keyword: str
    kind: KeywordKind
    matched_by: MatchKind | None
    reference_spans: tuple[Span, ...]
    response_spans: tuple[Span, ...]
    weight: float = 1.0

    @property
    def missing(self) -> bool:
        """Whether the response does not cover the keyword."""
        return self.matched_by is None
