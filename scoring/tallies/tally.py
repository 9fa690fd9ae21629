"""What a score depends on: six counts of a judgement, and the weights of the levels.

    base = (high * w_high + medium * w_medium + low * w_low + none * w_none) / contexts

The sum is rounded once, so that a base made from counts is the same number, to the last bit, as the
one that `scoring.relevance.score_relevance` makes from verdicts.
"""

import math
from collections import Counter
from dataclasses import astuple, dataclass, fields
from typing import Final

from scoring.errors import InvalidValueError
from scoring.model import Judgement, RelevanceLevel, distinct_items
from scoring.relevance import WEIGHTS


@dataclass(frozen=True, slots=True)
class Weights:
    """What a context of each level adds to the base, before the division; each 0 to 1.

    The defaults are the documented formula's. Any others leave it, and whatever shows a score that
    they made has to say so.

    Raises:
        InvalidValueError: A weight outside 0 to 1.
    """

    high: float = WEIGHTS[RelevanceLevel.HIGH]
    medium: float = WEIGHTS[RelevanceLevel.MEDIUM]
    low: float = WEIGHTS[RelevanceLevel.LOW]
    none: float = WEIGHTS[RelevanceLevel.NONE]

    def __post_init__(self) -> None:
        for field in fields(self):
            value: float = getattr(self, field.name)
            if not 0 <= value <= 1:
                raise InvalidValueError(
                    f"the weight of {field.name} must be from 0 to 1, not {value}"
                )

    @property
    def documented(self) -> bool:
        """Whether these are the documented formula's weights."""
        return self == DOCUMENTED_WEIGHTS


DOCUMENTED_WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts that a score is made from.

    Attributes:
        high, medium, low, none: Judged contexts of each level; together at least one.
        unused_high: How many of the high ones the response did not use.
        missing: Missing items that say something different.

    Raises:
        InvalidValueError: A negative count, no context at all, or more unused high than high.
    """

    high: int
    medium: int
    low: int
    none: int
    unused_high: int = 0
    missing: int = 0

    def __post_init__(self) -> None:
        if min(astuple(self)) < 0:
            raise InvalidValueError("a tally's counts are 0 or more")
        if self.contexts == 0:
            raise InvalidValueError("a tally needs at least one judged context")
        if self.unused_high > self.high:
            raise InvalidValueError(
                f"{self.unused_high} high contexts unused, but there are {self.high}"
            )

    @classmethod
    def of(cls, judgement: Judgement) -> "Tally":
        """Count a judgement with at least one verdict; contexts without one are left out.

        Raises:
            InvalidValueError: A judgement without verdicts.
        """
        levels = Counter(verdict.level for verdict in judgement.verdicts)
        return cls(
            high=levels[RelevanceLevel.HIGH],
            medium=levels[RelevanceLevel.MEDIUM],
            low=levels[RelevanceLevel.LOW],
            none=levels[RelevanceLevel.NONE],
            unused_high=sum(
                verdict.level is RelevanceLevel.HIGH and not verdict.used
                for verdict in judgement.verdicts
            ),
            missing=len(distinct_items(judgement.missing)),
        )

    @property
    def contexts(self) -> int:
        """How many contexts the base divides by."""
        return self.high + self.medium + self.low + self.none

    def base(self, weights: Weights = DOCUMENTED_WEIGHTS) -> float:
        """The mean weight of the contexts, 0 to 1."""
        return exact_base((self.high, self.medium, self.low, self.none), weights)


def exact_base(levels: tuple[int, int, int, int], weights: Weights) -> float:
    """The mean weight of contexts counted by level (high, medium, low, none), rounded as fsum does.

    A weight times a power of two is exact, and `math.fsum` rounds once; so the sum over the binary
    digits of the counts is the sum over the contexts one by one, at a fraction of its cost.
    """
    terms = [
        math.ldexp(weight, digit)
        for weight, count in zip(astuple(weights), levels, strict=True)
        for digit in range(count.bit_length())
        if count >> digit & 1
    ]
    return math.fsum(terms) / sum(levels)
