"""What a score means in words: the documented bands, with the holes between them closed.

The documentation gives ranges such as 0.7-0.8 and 0.9-1.0 and leaves 0.85 homeless; here a band
reaches from its lower bound up to the next band's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.rounding import settled


@dataclass(frozen=True, slots=True)
class Band:
    """A named range of score / scale.

    Attributes:
        name: One word or two, such as "good".
        lower: The least score / scale that belongs to it, 0 to 1.
        meaning: What the documentation says of it. Penalties can bring a case there otherwise.
    """

    name: str
    lower: float
    meaning: str


RELEVANCE_BANDS: Final = (
    Band("excellent", 0.9, "all contexts relevant and used"),
    Band("good", 0.7, "relevant, with small gaps"),
    Band("mixed", 0.4, "many contexts irrelevant or not used"),
    Band("poor", 0.2, "mostly irrelevant contexts"),
    Band("very poor", 0.0, "nothing relevant found"),
)

KEYWORD_BANDS: Final = (
    Band("complete", 1.0, "every keyword covered"),
    Band("high", 0.7, "most keywords covered"),
    Band("partial", 0.4, "about half of the keywords covered"),
    Band("low", 0.1, "few keywords covered"),
    Band("none", 0.0, "no keyword covered"),
)


def band_of(score: float, scale: float, bands: Sequence[Band]) -> Band:
    """The band of a score, decided on score / scale rounded to nine places.

    Args:
        score: From 0 to `scale`.
        scale: The value of a perfect score, above 0.
        bands: Bands from the highest lower bound to the lowest, which is 0.
    """
    share = settled(score / scale)
    return next(band for band in bands if share >= band.lower)
