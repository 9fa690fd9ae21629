"""What several settings make of one dataset, for people: outcomes, and the cases that they move."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.model import Penalties
from scoring.tallies import (
    BandChange,
    BandChanges,
    Histogram,
    MeanInterval,
    Penalty,
    RankChanges,
    Summary,
    Tallies,
    flip_values,
    histogram,
    mean_interval,
    passing,
    scores,
    summarise,
)

PENALTY_NAMES: Mapping[Penalty, str] = {
    Penalty.UNUSED_HIGH: "unused high context",
    Penalty.MISSING_ITEM: "missing item",
    Penalty.MISSING_CAP: "cap on missing items",
}
"""What a penalty is called where there is room for a few words only."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What one setting makes of a dataset.

    Attributes:
        name: The setting's name.
        summary: Mean, bands, passes, floor and cap.
        interval: How sure the mean is.
        histogram: How the scores are spread.
    """

    name: str
    summary: Summary
    interval: MeanInterval
    histogram: Histogram


def outcomes(
    tallies: Tallies,
    settings: Mapping[str, Penalties],
    scale: float = 1.0,
    *,
    threshold: float = 0.7,
) -> tuple[Outcome, ...]:
    """Score one dataset under several settings.

    Args:
        tallies: The dataset.
        settings: Penalties by name; the outcomes come in their order.
        scale: The value of a perfect score.
        threshold: What a case needs to pass, as a share of the scale.

    Raises:
        InvalidValueError: A value out of range, or no case with a score.
    """
    return tuple(
        Outcome(
            name,
            summarise(tallies, penalties, scale, threshold=threshold),
            mean_interval(tallies, penalties, scale),
            histogram(tallies, penalties, scale),
        )
        for name, penalties in settings.items()
    )


def changed_cases(
    tallies: Tallies, changes: BandChanges, most: int = 200
) -> list[tuple[int, BandChange]]:
    """The cases that change band, by position, those that move furthest first.

    Args:
        tallies: The dataset.
        changes: What `band_changes` says of it.
        most: How many cases to name; only those of the tallies that `changes` describes can be.
    """
    order = {change.row: (place, change) for place, change in enumerate(changes.changes)}
    marked = np.zeros(tallies.rows, dtype=bool)
    marked[list(order)] = True
    places = np.flatnonzero(marked[tallies.row_of_case])
    rows = tallies.row_of_case[places].tolist()
    positions = tallies.positions[places].tolist()
    found = sorted(zip(rows, positions, strict=True), key=lambda case: order[case[0]][0])
    return [(position, order[row][1]) for row, position in found[:most]]


@dataclass(frozen=True, slots=True)
class CaseFlip:
    """Where one case flips along a penalty.

    Attributes:
        position: Where it stood in what was tallied, from 0.
        score: Its unscaled score at the setting, 0 to 1.
        passes: Whether it passes there.
        last_value: The last value of the penalty, the others as they are, at which it passes.
    """

    position: int
    score: float
    passes: bool
    last_value: float


@dataclass(frozen=True, slots=True)
class CaseFlips:
    """Where the cases of a dataset flip along a penalty.

    Attributes:
        always: Cases that pass whatever the penalty.
        never: Cases that fail even without it.
        flipping: Cases that flip somewhere.
        nearest: Those of them that flip nearest to the setting, the nearest first.
    """

    always: int
    never: int
    flipping: int
    nearest: tuple[CaseFlip, ...]


def case_flips(
    tallies: Tallies,
    penalties: Penalties,
    penalty: Penalty,
    threshold: float = 0.7,
    most: int = 200,
) -> CaseFlips:
    """The exact value of a penalty at which each case flips.

    Args:
        tallies: The dataset.
        penalties: The setting.
        penalty: The one that moves.
        threshold: What a case needs to pass, as a share of the scale.
        most: How many cases to name.

    Raises:
        InvalidValueError: A threshold outside 0 to 1.
    """
    last = flip_values(tallies, penalties, penalty, threshold)
    passes, values = passing(tallies, penalties, threshold), scores(tallies, penalties)
    cases = tallies.multiplicity
    of_cases = last[tallies.row_of_case]
    finite = np.flatnonzero(np.isfinite(of_cases))
    nearness = np.abs(of_cases[finite] - penalty.of(penalties))
    named = finite[np.argsort(nearness, kind="stable")[:most]]
    return CaseFlips(
        always=int(cases[last == np.inf].sum()),
        never=int(cases[last == -np.inf].sum()),
        flipping=len(finite),
        nearest=tuple(
            CaseFlip(position, float(values[row]), bool(passes[row]), float(last[row]))
            for position, row in zip(
                tallies.positions[named].tolist(), tallies.row_of_case[named].tolist(), strict=True
            )
        ),
    )


@dataclass(frozen=True, slots=True)
class CaseMove:
    """One case's place in the order of all under two settings; 1 is the best.

    Attributes:
        position: Where it stood in what was tallied, from 0.
        before, after: Its ranks; cases of equal score share the mean of theirs.
    """

    position: int
    before: float
    after: float


def furthest_moves(tallies: Tallies, ranks: RankChanges, most: int = 200) -> list[CaseMove]:
    """The cases that change their place, those that move furthest first."""
    moved = ranks.moved[tallies.row_of_case]
    furthest = np.argsort(-np.abs(moved), kind="stable")[:most]
    return [
        CaseMove(
            int(tallies.positions[case]),
            float(ranks.before[tallies.row_of_case[case]]),
            float(ranks.after[tallies.row_of_case[case]]),
        )
        for case in furthest[moved[furthest] != 0].tolist()
    ]
