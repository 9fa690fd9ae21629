"""Which penalty matters: the mean's slope in each, and the effect of moving each over a range."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from scoring.model import PRESETS, Penalties, checked_scale
from scoring.tallies.dataset import BoolArray, FloatArray, Tallies
from scoring.tallies.grids import grid_along, mean_over
from scoring.tallies.setting import (
    Penalty,
    least_settling_at,
    uncapped_missing_penalties,
    unfloored_scores,
)

LENIENT_TO_STRICT: Final[Mapping[Penalty, tuple[float, float]]] = MappingProxyType(
    {
        penalty: (penalty.of(PRESETS["lenient"]), penalty.of(PRESETS["strict"]))
        for penalty in Penalty
    }
)
"""From the documented lenient preset to the documented strict one."""


@dataclass(frozen=True, slots=True)
class Derivative:
    """How fast the mean score changes with one penalty, in points of score per point of penalty.

    On a bend the two sides differ; elsewhere they agree. No penalty raises a score, so that neither
    is above 0.

    Attributes:
        penalty: Which one.
        left: As the penalty falls; `None` at 0, where it cannot.
        right: As it rises.
    """

    penalty: Penalty
    left: float | None
    right: float


def derivatives(
    tallies: Tallies, penalties: Penalties = Penalties(), scale: float = 1.0
) -> tuple[Derivative, ...]:
    """The partial derivatives of the mean score, bends decided to nine places.

    Raises:
        InvalidValueError: `scale` is out of range, or no case has a score.
    """
    tallies.require_cases()
    share = checked_scale(scale) / tallies.cases
    dust = -least_settling_at(0.0)
    unfloored = unfloored_scores(tallies, penalties)
    above, touching = unfloored > dust, unfloored >= -dust
    uncapped = uncapped_missing_penalties(tallies, penalties)
    over_cap = uncapped - penalties.max_missing_context_penalty
    free = over_cap < -dust
    held = over_cap > dust

    def slope(counts: FloatArray | BoolArray, feels: BoolArray) -> float:
        # Subtracted from 0 rather than negated: no slope is 0.0 and not -0.0.
        return 0.0 - float((counts * feels) @ tallies.multiplicity) * share

    def both(penalty: Penalty, left: float, right: float) -> Derivative:
        return Derivative(penalty, left if penalty.of(penalties) > 0 else None, right)

    unused, missing = tallies.unused_high.astype(float), tallies.missing.astype(float)
    return (
        both(Penalty.UNUSED_HIGH, slope(unused, touching), slope(unused, above)),
        both(Penalty.MISSING_ITEM, slope(missing, touching & ~held), slope(missing, above & free)),
        both(Penalty.MISSING_CAP, slope(~free, touching), slope(held, above)),
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """What moving one penalty does to the mean score, the other two as they are.

    Attributes:
        penalty: The one that moves.
        low, high: The range that it moves over.
        at_low, at_high: The mean score at its ends, in points of the scaled score.
        current: The mean score at the setting itself.
        step: A small move upwards from the setting.
        after_step: The mean score there.
    """

    penalty: Penalty
    low: float
    high: float
    at_low: float
    at_high: float
    current: float
    step: float
    after_step: float

    @property
    def swing(self) -> float:
        """How far the mean moves over the range."""
        return abs(self.at_low - self.at_high)

    @property
    def step_effect(self) -> float:
        """What the small move does; never above 0."""
        return self.after_step - self.current


def tornado(
    tallies: Tallies,
    penalties: Penalties = Penalties(),
    ranges: Mapping[Penalty, tuple[float, float]] = LENIENT_TO_STRICT,
    scale: float = 1.0,
    step: float = 0.01,
) -> tuple[Effect, ...]:
    """Move each penalty by itself; the one with the widest swing comes first.

    Args:
        tallies: The dataset.
        penalties: The setting.
        ranges: From where to where each penalty moves.
        scale: The value of a perfect score.
        step: The small move.

    Raises:
        InvalidValueError: A value out of range, or no case with a score.
    """
    tallies.require_cases()
    checked_scale(scale)
    effects = []
    for penalty, (low, high) in ranges.items():
        now = penalty.of(penalties)
        values, place = np.unique([low, high, now, now + step], return_inverse=True)
        means = mean_over(tallies, grid_along(penalties, (penalty, values)))[0] * scale
        at_low, at_high, current, after_step = means[place].tolist()
        effects.append(Effect(penalty, low, high, at_low, at_high, current, step, after_step))
    return tuple(sorted(effects, key=lambda effect: -effect.swing))
