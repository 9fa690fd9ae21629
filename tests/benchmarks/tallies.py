"""How fast tallies are, as ratios against plain NumPy on the same machine in the same minute.

Run it from the clone's root: `python -m tests.benchmarks.tallies`. It takes about two minutes and
some gigabytes of memory.

1. One setting over a million distinct tallies, against one NumPy pass that reads three columns and
   writes one (`numpy.clip` of three arrays). Wanted: at most 4.
2. A 60 x 60 map over a million cases of 1 to 20 contexts, against scoring every case at every grid
   point with the same NumPy code (some points are timed, and the fastest stands for all). Wanted:
   at least 200.
3. That map over ten million cases once tallied, against a million. Wanted: 0.8 to 1.2.
"""

import time
from collections.abc import Callable

import numpy as np

from scoring.model import Penalties
from scoring.tallies import Measure, Penalty, Tallies, curve_along, penalty_map, scores, summarise
from scoring.tallies.dataset import IntArray

AXIS = np.linspace(0.0, 0.6, 60)
POINTS_TIMED = 25


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The best of several runs: what the work takes when nothing else disturbs it."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def random_cases(cases: int, seed: int) -> IntArray:
    """Cases of 1 to 20 contexts, any level as likely as another, and 0 to 5 missing items."""
    generator = np.random.default_rng(seed)
    levels = generator.multinomial(generator.integers(1, 21, cases), [0.25] * 4)
    unused = generator.binomial(levels[:, 0], 0.5)
    missing = generator.integers(0, 6, cases)
    return np.column_stack([levels, unused, missing])


def distinct_rows(rows: int) -> IntArray:
    """As many different tallies as asked for, in random order."""
    generator = np.random.default_rng(0)
    drawn = np.column_stack(
        [generator.integers(0, 40, (3 * rows, 4)), generator.integers(0, 10, (3 * rows, 2))]
    )
    drawn[:, 3] += 1
    drawn[:, 4] = np.minimum(drawn[:, 4], drawn[:, 0])
    return np.unique(drawn, axis=0)[:rows]


def one_setting() -> None:
    """Print the ratio of one setting over a million rows to one pass."""
    table = Tallies.from_counts(distinct_rows(1_000_000))
    base, unused, missing = (
        np.ascontiguousarray(column, dtype=np.float64)
        for column in (table.base, table.unused_high, table.missing)
    )
    ours = seconds(lambda: scores(table, Penalties()), 20)
    one_pass = seconds(lambda: np.clip(base, unused, missing), 20)
    print(
        f"one setting, {table.rows:,} distinct tallies: {ours * 1e3:.2f} ms; one pass over three "
        f"columns: {one_pass * 1e3:.2f} ms; ratio {ours / one_pass:.2f} (wanted: at most 4)"
    )


def time_map(table: Tallies, measure: Measure, repeats: int = 40) -> float:
    """Seconds for a map of 60 x 60 settings."""
    return seconds(
        lambda: penalty_map(
            table,
            Penalties(),
            (Penalty.UNUSED_HIGH, AXIS),
            (Penalty.MISSING_ITEM, AXIS),
            measure,
        ),
        repeats,
    )


def every_case_at_every_point(counts: IntArray) -> float:
    """Seconds for 60 x 60 settings scored case by case with the same NumPy code."""
    one = Tallies.from_counts(counts)
    # A table with a row a case: what it would be if distinct tallies were not brought together.
    row = one.row_of_case
    cases = Tallies(
        weights=one.weights,
        counts=np.asfortranarray(one.counts[row]),
        base=one.base[row],
        multiplicity=np.ones(one.cases, dtype=np.int64),
        positions=one.positions,
        row_of_case=np.arange(one.cases),
        total=one.total,
        groups=one.groups,
    )
    generator = np.random.default_rng(1)
    points = generator.choice(AXIS, (POINTS_TIMED, 2)).tolist()
    fastest = float("inf")
    for unused, item in points:
        start = time.perf_counter()
        scores(cases, Penalties(unused, item)).mean()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest * len(AXIS) ** 2


def maps() -> None:
    """Print the ratios of a map to brute force, and of ten million cases to one."""
    counts = random_cases(10_000_000, seed=5)
    few, many = Tallies.from_counts(counts[:1_000_000]), Tallies.from_counts(counts)
    print(
        f"1,000,000 cases: {few.rows:,} tallies in {len(few.groups)} groups; "
        f"10,000,000: {many.rows:,} in {len(many.groups)}"
    )
    brute = every_case_at_every_point(counts[:1_000_000])
    for measure in Measure:
        # In turns, so that a busy minute falls on both.
        turns = [(time_map(few, measure), time_map(many, measure)) for _ in range(5)]
        ours, larger = (min(each) for each in zip(*turns, strict=True))
        print(
            f"60 x 60 map, {measure}: {ours * 1e3:.1f} ms; every case at every point: "
            f"{brute:.1f} s; {brute / ours:.0f} times faster (wanted: at least 200); "
            f"ten million cases: {larger / ours:.2f} of that (wanted: 0.8 to 1.2)"
        )


def a_slider_move() -> None:
    """Print what one slider move costs over ten thousand cases: for orientation, not a ratio."""
    table = Tallies.from_counts(random_cases(10_000, seed=6))
    summary = seconds(lambda: summarise(table), 20)
    curves = seconds(lambda: [curve_along(table, Penalties(), each) for each in Penalty], 5)
    print(
        f"10,000 cases ({table.rows:,} tallies): summary {summary * 1e3:.2f} ms, three curves with "
        f"quantiles {curves * 1e3:.1f} ms, one map {time_map(table, Measure.MEAN) * 1e3:.1f} ms"
    )


if __name__ == "__main__":
    one_setting()
    a_slider_move()
    maps()
