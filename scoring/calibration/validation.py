"""Errors on labels that a fit has not seen: cross-validation, and their fall with more labels."""

from typing import Final

import numpy as np

from scoring.calibration.labels import LabelKind
from scoring.calibration.objective import Objective, Problems
from scoring.calibration.ranges import CONFIDENCE, search
from scoring.calibration.results import LearningCurve
from scoring.tallies.dataset import BoolArray, FloatArray
from scoring.tallies.setting import least_settling_at

_FOLDS: Final = 10
_SHARES: Final = (0.2, 0.4, 0.6, 0.8)
_ROTATIONS: Final = 10


def folds_of(labels: int) -> int:
    """Into how many parts so many labels are split: ten, or each by itself if they are fewer."""
    return min(_FOLDS, labels)


def held_out_errors(
    objective: Objective, start: FloatArray, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Each label's error under a fit that has not seen it, and under the best constant, (L,) each.

    An error is label less score, or for passes and failures 1 where they differ.
    """
    labels = len(objective.values)
    fold = np.random.default_rng(seed).permutation(labels) % folds_of(labels)
    seen = fold != np.arange(folds_of(labels))[:, np.newaxis]
    by_fit = _errors(objective, seen, start, seed)
    means = (seen @ objective.values) / seen.sum(axis=1)
    if objective.kind is LabelKind.PASSES:
        by_constant = ((means >= 0.5)[:, np.newaxis] != objective.values).astype(np.float64)
    else:
        by_constant = objective.values - means[:, np.newaxis]
    place = np.arange(labels)
    return by_fit[fold, place], by_constant[fold, place]


def learning_curve(
    objective: Objective,
    start: FloatArray,
    seen: FloatArray,
    held_out: FloatArray,
    scale: float,
    seed: int,
) -> LearningCurve:
    """The held-out error of fits to parts of the labels, and what to expect of more.

    The labels stand in a seeded circle, and each fit sees a run of them. As the run goes round,
    every label is held out about as often as any other, so that the sizes differ by what the fits
    saw and hardly by what they were tested on.

    Args:
        objective: The labels.
        start: The fit to all of them, shape (P,).
        seen: The errors of that fit, shape (L,).
        held_out: The errors of the cross-validation, which is the curve's last point, shape (L,).
        scale: The value of a perfect score.
        seed: Of the circle and of the fits.
    """
    labels = len(objective.values)
    power = 2 if objective.kind is LabelKind.SCORES else 1
    fewest = len(objective.parameters) + 1
    last = labels - labels // folds_of(labels)
    sizes = np.unique([max(fewest, round(labels * share)) for share in _SHARES])
    sizes = sizes[sizes < last]
    circle = np.random.default_rng(seed).permutation(labels)
    starts = np.arange(_ROTATIONS) * labels // _ROTATIONS
    taken = (circle - starts[:, np.newaxis]) % labels < sizes[:, np.newaxis, np.newaxis]
    unit = scale if power == 2 else 1.0
    missed = np.abs(unit * _errors(objective, taken.reshape(-1, labels), start, seed)) ** power
    left = ~taken
    means = (missed.reshape(taken.shape) * left).sum(axis=(1, 2)) / left.sum(axis=(1, 2))
    tested = np.abs(unit * held_out) ** power
    now = float(tested.mean())
    limit = min(now, (now + float((np.abs(unit * seen) ** power).mean())) / 2)
    sizes, means = np.r_[sizes, last], np.r_[means, now]
    return LearningCurve(
        labels=sizes,
        errors=means ** (1 / power),
        limit=limit ** (1 / power),
        excess=(now - limit) * (last if power == 2 else last**0.5),
        squared=power == 2,
        tested=labels,
        spread=_spread(tested) if power == 2 else 0.0,
    )


def _spread(squares: FloatArray) -> float:
    """How far the logarithm of a mean of squared errors reaches.

    By their own spread, or that of normal errors where it is wider: few labels seldom show their
    worst.
    """
    from scipy.special import stdtrit

    mean, count = squares.mean(), len(squares)
    if mean <= 0:
        return 0.0
    relative = max(squares.std(ddof=1) / mean, np.sqrt(2)) / np.sqrt(count)
    return float(stdtrit(count - 1, (1 + CONFIDENCE) / 2) * relative)


def _errors(objective: Objective, seen: BoolArray, start: FloatArray, seed: int) -> FloatArray:
    """Every label's error under a fit to each set of labels seen, (K, L) -> (K, L)."""
    found = search(objective, Problems.of(objective, seen), start, seed)
    scores = objective.predicted(found.values[:, np.newaxis])[:, 0, objective.row]
    if objective.kind is LabelKind.SCORES:
        errors: FloatArray = objective.values - scores
        return errors
    bounds = [least_settling_at(objective.setting(values).threshold) for values in found.values]
    passes = scores >= np.array(bounds)[:, np.newaxis]
    misjudged: FloatArray = (passes != (objective.values > 0)).astype(np.float64)
    return misjudged
