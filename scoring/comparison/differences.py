"""How far each configuration lies from the baseline: cheap enough to follow a slider."""

from dataclasses import dataclass

import numpy as np

from scoring.comparison.measurements import Metric, Sample, place_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A configuration against the baseline in one metric, over their common pairs alone.

    Attributes:
        metric: What was compared.
        configuration: The one.
        baseline: The other.
        pairs: How many pairs have the metric on every side.
        mean: Of the configuration, in the metric's unit; `None` without pairs.
        baseline_mean: Of the baseline.
        difference: Mean of the pairs' differences, configuration less baseline, signed.
        above: Pairs in which the configuration has more.
        equal: Pairs in which the two agree to nine places.
        below: Pairs in which the configuration has less.
    """

    metric: Metric
    configuration: str
    baseline: str
    pairs: int
    mean: float | None
    baseline_mean: float | None
    difference: float | None
    above: int
    equal: int
    below: int

    @property
    def wins(self) -> int:
        """Pairs in which the configuration is better; of a metric without a better, has more."""
        return self.below if self.metric.direction < 0 else self.above

    @property
    def losses(self) -> int:
        """Pairs in which the configuration is worse; of a metric without a better, has less."""
        return self.above if self.metric.direction < 0 else self.below


def differences_from(sample: Sample, baseline: str) -> tuple[Difference, ...]:
    """Every other configuration against the baseline, in the order of the configurations.

    Raises:
        InvalidValueError: A baseline that is not in the sample.
    """
    place = place_of(baseline, sample.configurations)
    others = [name for name in sample.configurations if name != baseline]
    values = np.delete(sample.values, place, axis=0)
    return tuple(
        Difference(
            metric=sample.metric,
            configuration=name,
            baseline=baseline,
            pairs=len(row),
            mean=_mean(own),
            baseline_mean=_mean(sample.values[place]),
            difference=_mean(row),
            above=int((row > 0).sum()),
            equal=int((row == 0).sum()),
            below=int((row < 0).sum()),
        )
        for name, own, row in zip(others, values, sample.differences(baseline), strict=True)
    )


def means(sample: Sample) -> dict[str, float | None]:
    """Each configuration's mean over the common pairs; `None` without any."""
    return {
        name: _mean(row) for name, row in zip(sample.configurations, sample.values, strict=True)
    }


def _mean(values: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> float | None:
    return float(values.mean()) if values.size else None
