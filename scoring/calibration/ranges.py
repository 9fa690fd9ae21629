"""How flat an optimum is: the values of each parameter that fit about as well, and why if all do.

A parameter's profile is the least loss at each of its values, everything else fitted anew. The
values whose loss exceeds the least by no more than a likelihood-ratio test allows are its 95 %
range (Venzon and Moolgavkar, 1988). It needs no slopes, so that bends and flat stretches are no
trouble: a cap that never binds shows as a range that does not end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scoring.calibration.labels import LabelKind
from scoring.calibration.objective import Objective, Parameter, Problems
from scoring.calibration.results import FittedParameter
from scoring.calibration.search import Found, minimise
from scoring.tallies.dataset import FloatArray

CONFIDENCE: Final = 0.95
FINEST_LABEL: Final = 0.005
"""People's scores are taken for no finer than this share of the scale, however well met."""

_COARSE: Final = 16
_FINE: Final = 6
_STEPS_BACK: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class _Profile:
    """Values of one parameter with the excess of the best fit at each."""

    values: FloatArray
    excess: FloatArray

    def joined(self, values: FloatArray, excess: FloatArray) -> "_Profile":
        every, first = np.unique(np.r_[self.values, values], return_index=True)
        return _Profile(every, np.r_[self.excess, excess][first])


def search(objective: Objective, problems: Problems, start: FloatArray, seed: int) -> Found:
    """Fit every set of labels over all that is searched, from one start of shape (P,)."""
    shape = (len(problems), len(objective.parameters))
    return minimise(
        problems.losses,
        np.broadcast_to(start, shape),
        np.broadcast_to(objective.low, shape),
        np.broadcast_to(objective.high, shape),
        nearness(problems),
        seed,
    )


def nearness(problems: Problems) -> FloatArray:
    """The loss of labels met as well as people can give them, shape (K,)."""
    near: FloatArray = problems.counts.sum(axis=1) * FINEST_LABEL**2
    return near


def fit_with_profiles(
    objective: Objective, seed: int
) -> tuple[FloatArray, tuple[FittedParameter, ...]]:
    """The best values of all parameters, shape (P,), and the range of each that people see."""
    best = search(objective, Problems.alike(objective, 1), objective.start, seed)
    values, least = best.values[0], float(best.losses[0])
    reported = [each for each in objective.parameters if each is not Parameter.BLUR]
    grids = [
        np.linspace(objective.low[number], objective.high[number], _COARSE + 1)
        for number in range(len(reported))
    ]
    found = _held(objective, values, dict(enumerate(grids)), seed)
    lowest = found.losses.argmin()
    if found.losses[lowest] < least:
        # A held value led to a deeper valley than the free search: start again from there.
        again = search(objective, Problems.alike(objective, 1), found.values[lowest], seed + 1)
        values, least = again.values[0], float(again.losses[0])
    scale, limit = _likelihood_scale(objective, least)

    def excess(losses: FloatArray) -> FloatArray:
        return np.maximum(0.0, losses - least) * scale

    split = np.split(excess(found.losses), np.cumsum([len(grid) for grid in grids])[:-1])
    profiles = [
        _Profile(grid, worse).joined(values[number : number + 1], np.zeros(1))
        for number, (grid, worse) in enumerate(zip(grids, split, strict=True))
    ]
    cells = [_edge_cells(profile, limit) for profile in profiles]
    found = _held(objective, values, dict(enumerate(cells)), seed)
    split = np.split(excess(found.losses), np.cumsum([len(cell) for cell in cells])[:-1])
    profiles = [
        profile.joined(cell, worse)
        for profile, cell, worse in zip(profiles, cells, split, strict=True)
    ]
    described = tuple(
        _described(objective, values, number, parameter, profiles[number], limit)
        for number, parameter in enumerate(reported)
    )
    return _near_start(objective, values, described, excess, seed)


def _near_start(
    objective: Objective,
    values: FloatArray,
    described: tuple[FittedParameter, ...],
    excess: Callable[[FloatArray], FloatArray],
    seed: int,
) -> tuple[FloatArray, tuple[FittedParameter, ...]]:
    """Leave what the labels leave open where it was, as near as all of them together allow.

    One parameter after the other, each by steps towards its start.
    """
    held = np.zeros(len(values), dtype=bool)
    for number, fitted in enumerate(described):
        if fitted.identified:
            continue
        nearest = np.clip(fitted.start, fitted.low, fitted.high)
        steps = np.linspace(nearest, values[number], _STEPS_BACK + 1)
        found = _held(objective.holding(held, values), values, {number: steps}, seed)
        fitting = np.flatnonzero(excess(found.losses) <= fitted.limit)
        if len(fitting):
            values = found.values[fitting[0]]
            held[number] = True
    return values, tuple(
        replace(fitted, value=float(value))
        for fitted, value in zip(described, values.tolist(), strict=False)
    )


def _held(
    objective: Objective, start: FloatArray, held: Mapping[int, FloatArray], seed: int
) -> Found:
    """Fit with some parameters, by number, held at each of their values in turn.

    One problem a value, the parameters in their order.
    """
    total = sum(len(values) for values in held.values())
    low, high = (np.tile(bound, (total, 1)) for bound in (objective.low, objective.high))
    problem = 0
    for number, values in held.items():
        block = slice(problem, problem + len(values))
        low[block, number] = high[block, number] = values
        problem += len(values)
    problems = Problems.alike(objective, total)
    return minimise(
        problems.losses, np.tile(start, (total, 1)), low, high, nearness(problems), seed
    )


def _likelihood_scale(objective: Objective, least: float) -> tuple[float, float]:
    """What turns a difference of losses into a likelihood ratio, and the most that it may be."""
    from scipy.special import stdtrit

    if objective.kind is LabelKind.PASSES:
        return 2.0, float(stdtrit(np.inf, (1 + CONFIDENCE) / 2)) ** 2
    free = len(objective.values) - len(objective.parameters)
    variance = max(least / free, FINEST_LABEL**2)
    return 1.0 / variance, float(stdtrit(free, (1 + CONFIDENCE) / 2)) ** 2


def _edge_cells(profile: _Profile, limit: float) -> FloatArray:
    """Values inside the two cells in which the profile crosses the limit, if it does."""
    inside = np.flatnonzero(profile.excess <= limit)
    cells = [
        np.linspace(profile.values[one], profile.values[other], _FINE + 2)[1:-1]
        for one, other in ((inside[0] - 1, inside[0]), (inside[-1], inside[-1] + 1))
        if one >= 0 and other < len(profile.values)
    ]
    return np.concatenate(cells) if cells else np.zeros(0)


def _described(
    objective: Objective,
    values: FloatArray,
    number: int,
    parameter: Parameter,
    profile: _Profile,
    limit: float,
) -> FittedParameter:
    inside = np.flatnonzero(profile.excess <= limit)
    low = _crossing(profile, inside[0], inside[0] - 1, limit)
    high = _crossing(profile, inside[-1], inside[-1] + 1, limit)
    searched = (float(objective.low[number]), float(objective.high[number]))
    note = _left_open(objective, values, parameter, (low, high), searched)
    return FittedParameter(
        parameter=parameter,
        start=float(objective.start[number]),
        value=float(values[number]),
        low=low,
        high=high,
        searched=searched,
        identified=not note,
        note=note,
        profile=profile.values,
        excess=profile.excess,
        limit=limit,
    )


def _crossing(profile: _Profile, inside: int, outside: int, limit: float) -> float:
    """Where the profile crosses the limit between two neighbours, or the end of what was tried."""
    if not 0 <= outside < len(profile.values):
        return float(profile.values[inside])
    # Near its least a profile is a parabola, whose root is straight.
    near, far = np.sqrt(profile.excess[inside]), np.sqrt(profile.excess[outside])
    share = (np.sqrt(limit) - near) / (far - near)
    crossing = profile.values[inside] + share * (profile.values[outside] - profile.values[inside])
    return float(crossing)


def _left_open(
    objective: Objective,
    values: FloatArray,
    parameter: Parameter,
    found: tuple[float, float],
    searched: tuple[float, float],
) -> str:
    """Why the labels do not say what a parameter is, in a sentence; empty where they do."""
    levels, missing = objective.levels, objective.missing
    never = {
        Parameter.UNUSED_HIGH: (objective.unused_high, "leaves a high context unused"),
        Parameter.MISSING_ITEM: (missing, "has a missing item"),
        Parameter.MISSING_CAP: (missing, "has a missing item"),
        Parameter.MEDIUM_WEIGHT: (levels[:, 1], "has a medium context"),
        Parameter.LOW_WEIGHT: (levels[:, 2], "has a low context"),
    }
    if parameter in never and not never[parameter][0].any():
        return f"No labelled case {never[parameter][1]}."
    low, high = found
    if high - low >= searched[1] - searched[0]:
        return "Every value that was tried fits about as well."
    if parameter in (Parameter.THRESHOLD, Parameter.MEDIUM_WEIGHT, Parameter.LOW_WEIGHT):
        half = (searched[1] - searched[0]) / 2
        return "More than half of the values fit about as well." if high - low > half else ""
    if high < searched[1]:
        return ""
    if parameter is Parameter.MISSING_CAP:
        item = objective.setting(values).penalties.missing_context_per_item
        if missing.max() * item <= values[objective.parameters.index(parameter)] + 1e-9:
            return f"The cap binds in no labelled case: any from {low:.2f} up fits about as well."
    return f"Every value from {low:.2f} up fits about as well."
