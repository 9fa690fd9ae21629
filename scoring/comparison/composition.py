"""What each configuration retrieved: contexts by level, how many of the high ones were used."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.comparison.measurements import Measurements
from scoring.model import RelevanceLevel


@dataclass(frozen=True, slots=True)
class Composition:
    """One configuration's contexts over the pairs that are scored on every side.

    Attributes:
        configuration: Its name.
        pairs: How many pairs these are.
        levels: How many contexts of each level they hold.
        unused_high: How many high contexts the responses did not use.
        missing: How many missing items were named.
    """

    configuration: str
    pairs: int
    levels: Mapping[RelevanceLevel, int]
    unused_high: int
    missing: int

    @property
    def usage_rate(self) -> float | None:
        """The share of high contexts that were used, 0 to 1; `None` without any."""
        high = self.levels[RelevanceLevel.HIGH]
        return (high - self.unused_high) / high if high else None


def compositions(measurements: Measurements) -> tuple[Composition, ...]:
    """What each configuration retrieved, in their order."""
    found = []
    for name, table in zip(measurements.configurations, measurements.tallies, strict=True):
        *levels, unused_high, missing = (table.multiplicity @ table.counts).tolist()
        counted = dict(zip(RelevanceLevel, levels, strict=True))
        found.append(Composition(name, table.cases, counted, unused_high, missing))
    return tuple(found)
