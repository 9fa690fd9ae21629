"""A whole comparison at one setting: every metric, every configuration, who is surely worse."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.comparison.differences import Difference, differences_from, means
from scoring.comparison.inference import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    FEWEST_PAIRS,
    Inference,
    inferences_of,
)
from scoring.comparison.leaders import Axis
from scoring.comparison.measurements import Measurements, Metric, place_of
from scoring.comparison.pairing import Pairing
from scoring.comparison.regions import Regions, regions
from scoring.comparison.sentence import Outcome, outcome
from scoring.model import PRESETS, Penalties, checked_scale
from scoring.tallies import Penalty


def _to_twice_strict(penalty: Penalty) -> Axis:
    return Axis(penalty, 0.0, 2 * penalty.of(PRESETS["strict"]))


UNUSED_HIGH_RANGE: Final = _to_twice_strict(Penalty.UNUSED_HIGH)
MISSING_ITEM_RANGE: Final = _to_twice_strict(Penalty.MISSING_ITEM)
"""Where flips are looked for unless told: from no penalty to twice the strict setting's."""


@dataclass(frozen=True, slots=True)
class MetricComparison:
    """Every configuration against the baseline in one metric.

    Attributes:
        metric: What was compared.
        pairs: How many pairs have it on every side.
        means: Each configuration's mean over them; `None` without any.
        differences: Each other configuration's, in the order of the configurations.
        inferences: How sure those are, one a difference; `None` with too few pairs.
    """

    metric: Metric
    pairs: int
    means: Mapping[str, float | None]
    differences: tuple[Difference, ...]
    inferences: tuple[Inference, ...] | None

    @property
    def compared(self) -> tuple[tuple[Difference, Inference | None], ...]:
        """The differences, each with how sure it is."""
        inferences = self.inferences or (None,) * len(self.differences)
        return tuple(zip(self.differences, inferences, strict=True))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Configurations side by side at one setting.

    Attributes:
        pairing: What was compared with what.
        baseline: What the others were compared with.
        penalties: What faults cost.
        scale: The value of a perfect score.
        confidence: Of the intervals.
        resamples: How many were drawn.
        seed: What they were drawn from.
        metrics: One entry a metric, in the order of `Metric`.
        regions: Where the lead flips; `None` where no pair is scored on every side.
        part: What the pairs were chosen by, in words; `None` where they are all that there are.
    """

    pairing: Pairing
    baseline: str
    penalties: Penalties
    scale: float
    confidence: float
    resamples: int
    seed: int
    metrics: tuple[MetricComparison, ...]
    regions: Regions | None
    part: str | None = None

    @property
    def says_something(self) -> bool:
        """Whether there are pairs enough to say anything of the Context Relevance."""
        return self._relevance.pairs >= FEWEST_PAIRS

    @property
    def _relevance(self) -> MetricComparison:
        return next(one for one in self.metrics if one.metric is Metric.RELEVANCE)

    @property
    def surely_worse(self) -> tuple[str, ...]:
        """The configurations whose Context Relevance is surely worse than the baseline's."""
        return tuple(
            difference.configuration
            for difference, inference in self._relevance.compared
            if outcome(difference, inference) is Outcome.WORSE
        )


def compared(
    pairing: Pairing,
    baseline: str | None = None,
    *,
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
    x: Axis = UNUSED_HIGH_RANGE,
    y: Axis = MISSING_ITEM_RANGE,
    part: str | None = None,
) -> Comparison:
    """Compare everything that can be compared.

    Args:
        pairing: What belongs to what.
        baseline: A configuration; the first one unless told.
        penalties: What faults cost.
        scale: The value of a perfect score.
        confidence: Of the intervals, above 0 and below 1.
        resamples: How many are drawn, at least 99.
        seed: Same seed, same numbers.
        x: One penalty's range, for the flips.
        y: Another's.
        part: What the pairs were chosen by, in words, such as "tag: easy".

    Raises:
        InvalidValueError: A baseline that is not among the configurations, or a value out of range.
    """
    baseline = pairing.configurations[0] if baseline is None else baseline
    place_of(baseline, pairing.configurations)
    measurements = Measurements(pairing)
    samples = [measurements.sample(metric, penalties, checked_scale(scale)) for metric in Metric]
    inferences = inferences_of(
        samples, baseline, seed=seed, resamples=resamples, confidence=confidence
    )
    metrics = [
        MetricComparison(
            metric=sample.metric,
            pairs=len(sample.pairs),
            means=means(sample),
            differences=differences_from(sample, baseline),
            inferences=told,
        )
        for sample, told in zip(samples, inferences, strict=True)
    ]
    return Comparison(
        pairing=pairing,
        baseline=baseline,
        penalties=penalties,
        scale=scale,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        metrics=tuple(metrics),
        regions=regions(measurements, x, y, penalties) if measurements.scored.size else None,
        part=part,
    )
