"""What is compared: each metric of each pair under each configuration, as arrays.

The slow part, counting judgements, is done once; values at new penalties are arithmetic over the
counts, so that a comparison follows a slider.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from scoring.comparison.pairing import Pairing
from scoring.errors import InvalidValueError
from scoring.evaluation import CaseResult
from scoring.model import Penalties, checked_scale
from scoring.precision import context_precision
from scoring.tallies import Tallies, scores
from scoring.tallies.dataset import FloatArray, IntArray


class Metric(StrEnum):
    """What can be compared, by its name for people."""

    RELEVANCE = "Context Relevance"
    KEYWORDS = "Keyword Coverage"
    PRECISION = "Context Precision"
    BASE = "base score"
    UNUSED_HIGH = "unused high contexts"
    MISSING = "missing items"
    CONTEXTS = "contexts"

    @property
    def direction(self) -> int:
        """1 where more is better, -1 where less is, 0 where neither is."""
        return _DIRECTIONS.get(self, 1)

    @property
    def scaled(self) -> bool:
        """Whether it runs from 0 to the scale; the others are counts."""
        return self not in _COUNTS

    @property
    def follows_penalties(self) -> bool:
        """Whether a changed penalty changes it."""
        return self is Metric.RELEVANCE


_COUNTS: Final = (Metric.UNUSED_HIGH, Metric.MISSING, Metric.CONTEXTS)
_DIRECTIONS: Final = {Metric.UNUSED_HIGH: -1, Metric.MISSING: -1, Metric.CONTEXTS: 0}


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One metric of those pairs that have it under every configuration.

    Attributes:
        metric: What was measured.
        configurations: K names.
        values: Shape (K, N); no gaps.
        pairs: The position of each column in `Pairing.pairs`, ascending, shape (N,).
        scale: The value of a perfect score; 1 for a count.
    """

    metric: Metric
    configurations: tuple[str, ...]
    values: FloatArray
    pairs: IntArray
    scale: float = 1.0

    def row(self, configuration: str) -> FloatArray:
        """The values of one configuration, shape (N,).

        Raises:
            InvalidValueError: A configuration that is not here.
        """
        values: FloatArray = self.values[place_of(configuration, self.configurations)]
        return values

    def differences(self, baseline: str) -> FloatArray:
        """Each other configuration less the baseline, shape (K - 1, N).

        Unscaled, they are rounded to nine places, which is what makes 0.7 - 0.3 and 0.4 a tie.

        Raises:
            InvalidValueError: A baseline that is not here.
        """
        place = place_of(baseline, self.configurations)
        others = np.delete(self.values, place, axis=0)
        unscaled = (others - self.values[place]) / self.scale
        differences: FloatArray = np.round(unscaled, 9) * self.scale
        return differences

    def restricted(self, pairs: IntArray) -> "Sample":
        """The columns of some of the pairs."""
        kept = np.isin(self.pairs, pairs)
        return replace(self, values=self.values[:, kept], pairs=self.pairs[kept])


def place_of(configuration: str, configurations: tuple[str, ...]) -> int:
    """Where a configuration stands.

    Raises:
        InvalidValueError: It is not among them.
    """
    if configuration not in configurations:
        raise InvalidValueError(
            f"there is no configuration {configuration}; there are {', '.join(configurations)}"
        )
    return configurations.index(configuration)


class Measurements:
    """The pairs of a comparison, counted once, to be scored at any penalties.

    Attributes:
        configurations: K names.
        tallies: For each configuration the tallies of the pairs that are scored on every side.
        scored: Positions of those pairs in `Pairing.pairs`, ascending.
    """

    def __init__(self, pairing: Pairing) -> None:
        self.configurations = pairing.configurations
        columns = list(zip(*(pair.results for pair in pairing.pairs), strict=True))
        sides = columns or [()] * len(pairing.configurations)
        tallies = [
            Tallies.from_judgements(
                (None if r.relevance.score is None else r.relevance.judgement for r in side),
                score_judged_part=True,
            )
            for side in sides
        ]
        everywhere = np.ones(len(pairing.pairs), dtype=bool)
        for table in tallies:
            everywhere &= np.isin(np.arange(len(everywhere)), table.positions)
        self.scored: IntArray = np.flatnonzero(everywhere)
        self.tallies: tuple[Tallies, ...] = tuple(table.selected(everywhere) for table in tallies)
        self._beside = {
            metric: _table([[value(result) for result in side] for side in sides])
            for metric, value in _BESIDE.items()
        }

    def sample(
        self, metric: Metric, penalties: Penalties = Penalties(), scale: float = 1.0
    ) -> Sample:
        """A metric's values at a setting.

        Raises:
            InvalidValueError: `scale` is out of range.
        """
        factor = checked_scale(scale) if metric.scaled else 1.0
        if metric in self._beside:
            table = self._beside[metric]
            pairs: IntArray = np.flatnonzero(~np.isnan(table).any(axis=0))
            values = table[:, pairs]
        else:
            values = np.stack(
                [_rows(table, metric, penalties)[table.row_of_case] for table in self.tallies]
            )
            pairs = self.scored
        return Sample(metric, self.configurations, values * factor, pairs, factor)


def _rows(tallies: Tallies, metric: Metric, penalties: Penalties) -> FloatArray:
    """The metric of each distinct tally, shape (T,)."""
    match metric:
        case Metric.BASE:
            return tallies.base
        case Metric.UNUSED_HIGH:
            return tallies.unused_high.astype(np.float64)
        case Metric.MISSING:
            return tallies.missing.astype(np.float64)
        case _:
            return scores(tallies, penalties)


def _coverage(result: CaseResult) -> float | None:
    coverage = result.keywords
    return None if coverage.score is None else coverage.score / coverage.scale


def _precision(result: CaseResult) -> float | None:
    judgement = result.relevance.judgement
    return None if judgement is None else context_precision(judgement)


def _context_count(result: CaseResult) -> float:
    return float(len(result.case.contexts))


_BESIDE: Final[Mapping[Metric, Callable[[CaseResult], float | None]]] = {
    Metric.KEYWORDS: _coverage,
    Metric.PRECISION: _precision,
    Metric.CONTEXTS: _context_count,
}
"""The metrics that no tally tells: unscaled, of any pair that has them on every side."""


def _table(rows: list[list[float | None]]) -> FloatArray:
    """Numbers with gaps: inside this module, and only here, a gap is NaN."""
    table: FloatArray = np.array(rows, dtype=np.float64)
    return table
