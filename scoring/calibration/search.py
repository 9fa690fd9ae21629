"""A seeded global search for the least of a bent function, many problems at a time.

Differential evolution (Storn and Price, 1997, current-to-best/1/bin). The loss of a fit has bends
wherever a case reaches the floor or the cap, and can have several valleys; the search asks for
neither slopes nor a good start. Fits to all labels, to folds, to subsets, and with one value held
are problems of one kind, which differ in bounds and data alone, so that one array operation serves
all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from scoring.tallies.dataset import FloatArray

Loss: TypeAlias = Callable[[FloatArray, npt.NDArray[np.intp]], FloatArray]
"""Candidates (K, N, P) and which problems they are of (K,) -> their losses (K, N)."""

_MEMBERS_A_DIMENSION: Final = 8
_GENERATIONS: Final = 400
_CROSSOVER: Final = 0.9
_RESTING: Final = 1e-6
"""Spread of a population's losses, relative to the problem's size, at which it has converged."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The least that a search found for each of K problems.

    Attributes:
        values: Shape (K, P).
        losses: Shape (K,).
    """

    values: FloatArray
    losses: FloatArray


def minimise(
    loss: Loss, start: FloatArray, low: FloatArray, high: FloatArray, size: FloatArray, seed: int
) -> Found:
    """Find the least loss of each problem within its bounds.

    Args:
        loss: What to minimise; finite everywhere within the bounds.
        start: A candidate of each problem, moved into its bounds, shape (K, P).
        low: The least value of each, shape (K, P).
        high: The greatest, shape (K, P); a value whose two are equal is held.
        size: The loss at which a problem's losses count as near, shape (K,); above 0.
        seed: Of the search.
    """
    generator = np.random.default_rng(seed)
    problems, dimensions = start.shape
    members = _MEMBERS_A_DIMENSION * max(3, dimensions)
    spread = generator.random((members, dimensions))
    population = low[:, np.newaxis] + spread * (high - low)[:, np.newaxis]
    population[:, 0] = np.clip(start, low, high)
    losses = loss(population, np.arange(problems))
    active = np.arange(problems)
    for _ in range(_GENERATIONS):
        near = _RESTING * (losses.min(axis=1) + size)
        active = np.flatnonzero(np.ptp(losses, axis=1) > near)
        if not len(active):
            break
        trials = _offspring(population[active], losses[active], generator)
        np.clip(trials, low[active, np.newaxis], high[active, np.newaxis], out=trials)
        tried = loss(trials, active)
        problem, member = np.nonzero(tried <= losses[active])
        population[active[problem], member] = trials[problem, member]
        losses[active[problem], member] = tried[problem, member]
    best = losses.argmin(axis=1)
    every = np.arange(problems)
    return Found(population[every, best], losses[every, best])


def _offspring(
    population: FloatArray, losses: FloatArray, generator: np.random.Generator
) -> FloatArray:
    """One trial for each member: towards the best, along the difference of two others."""
    problems, members, dimensions = population.shape
    best = population[np.arange(problems), losses.argmin(axis=1)][:, np.newaxis]
    # Two others, neither the member itself: each is some way further round the circle.
    one = generator.integers(1, members, (members,))
    other = (one + generator.integers(1, members - 1, (members,)) - 1) % (members - 1) + 1
    place = np.arange(members)
    difference = population[:, (place + one) % members] - population[:, (place + other) % members]
    step = generator.uniform(0.4, 0.9, (problems, members, 1))
    mutants = population + step * (best - population + difference)
    crossed = generator.random((problems, members, dimensions)) < _CROSSOVER
    crossed |= generator.integers(0, dimensions, (problems, members, 1)) == np.arange(dimensions)
    trials: FloatArray = np.where(crossed, mutants, population)
    return trials
