"""How fast a comparison of 8 configurations over 5,000 questions is, as ratios on one machine.

Run it from the clone's root: `python -m tests.benchmarks.comparison_speed`. It takes two minutes.

1. What a slider move costs: scores, means, signed differences and wins of all configurations at new
   penalties, against one NumPy pass over as many cases that reads three columns and writes one.
2. What follows as soon as it is ready: intervals and tests of one metric, against SciPy's
   `bootstrap` and `permutation_test`, configuration by configuration, with as many resamples.
3. The map of leaders and the exact boundary, in slider moves.
"""

import time
from collections.abc import Callable

import numpy as np
from scipy import stats

from scoring.comparison import (
    MISSING_ITEM_RANGE,
    UNUSED_HIGH_RANGE,
    Metric,
    differences_from,
    inferences_from,
    leader_map,
    regions,
)
from scoring.model import Penalties
from scoring.tallies.dataset import FloatArray
from tests.comparison.sides import random_sides

CONFIGURATIONS, PAIRS, RESAMPLES = 8, 5_000, 9_999


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The best of several runs: what the work takes when nothing else disturbs it."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def one_pass() -> float:
    """Seconds of `numpy.clip` over as many cases as are compared."""
    columns = np.random.default_rng(1).random((3, CONFIGURATIONS * PAIRS))
    written = np.empty(CONFIGURATIONS * PAIRS)
    return seconds(lambda: np.clip(*columns, out=written), 50)


def scipys(differences: FloatArray) -> None:
    """The same statistics by SciPy, one configuration after the other."""
    for row in differences:
        stats.bootstrap((row,), np.mean, n_resamples=RESAMPLES, method="BCa", batch=500, rng=1)
        stats.permutation_test(
            (row,),
            np.mean,
            permutation_type="samples",
            vectorized=True,
            n_resamples=RESAMPLES,
            batch=500,
            rng=1,
        )


def main() -> None:
    """Print the ratios."""
    start = time.perf_counter()
    measurements = random_sides(1, CONFIGURATIONS, PAIRS)
    print(f"made and counted once: {time.perf_counter() - start:.1f} s")
    moving = iter(np.linspace(0.0, 0.5, 1_000).tolist())

    def moved() -> None:
        sample = measurements.sample(Metric.RELEVANCE, Penalties(next(moving)))
        differences_from(sample, "A")

    move = seconds(moved, 50)
    print(f"slider move: {move * 1e3:.1f} ms, {move / one_pass():.0f} plain passes")
    sample = measurements.sample(Metric.RELEVANCE)
    ours = seconds(lambda: inferences_from(sample, "A", resamples=RESAMPLES), 2)
    theirs = seconds(lambda: scipys(sample.differences("A")), 1)
    print(f"intervals and tests: {ours:.2f} s, {theirs / ours:.1f} times as fast as SciPy's")
    plane = (measurements, UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    leaders = seconds(lambda: leader_map(*plane), 2)
    parted = seconds(lambda: regions(*plane), 2)
    print(f"map of leaders: {leaders:.2f} s, {leaders / move:.0f} slider moves")
    print(f"exact boundary: {parted:.2f} s, {parted / move:.0f} slider moves")


if __name__ == "__main__":
    main()
