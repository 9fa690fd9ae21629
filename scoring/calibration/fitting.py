"""Fit penalties to what people said of some cases."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from scoring.calibration.labels import LabelKind, Labels
from scoring.calibration.objective import (
    BLUR_RANGE,
    Fitted,
    Parameter,
    objective_for,
)
from scoring.calibration.ranges import fit_with_profiles
from scoring.calibration.results import Calibration, Disagreement, Error, FittedParameter
from scoring.calibration.validation import folds_of, held_out_errors, learning_curve
from scoring.errors import InvalidValueError
from scoring.model import Penalties, checked_scale
from scoring.tallies import Tallies, case_scores
from scoring.tallies.dataset import FloatArray
from scoring.tallies.setting import least_settling_at

SEARCHED: Final[Mapping[Parameter, tuple[float, float]]] = MappingProxyType(
    {
        Parameter.UNUSED_HIGH: (0.0, 0.5),
        Parameter.MISSING_ITEM: (0.0, 0.5),
        Parameter.MISSING_CAP: (0.0, 1.0),
        Parameter.MEDIUM_WEIGHT: (0.0, 1.0),
        Parameter.LOW_WEIGHT: (0.0, 1.0),
        Parameter.THRESHOLD: (0.05, 1.0),
    }
)
"""What a fit tries, unless it is told otherwise: well beyond every documented preset."""

_PENALTIES: Final = (Parameter.UNUSED_HIGH, Parameter.MISSING_ITEM, Parameter.MISSING_CAP)


def calibrate(
    tallies: Tallies,
    labels: Labels,
    *,
    start: Penalties = Penalties(),
    threshold: float = 0.7,
    fit_weights: bool = False,
    fit_threshold: bool = False,
    searched: Mapping[Parameter, tuple[float, float]] = SEARCHED,
    scale: float = 1.0,
    seed: int = 0,
) -> Calibration:
    """Find the setting that meets people's labels best, and say how sure it is.

    Args:
        tallies: The dataset; its weights of the levels are those that the fit starts from.
        labels: What people said, from `score_labels` or `pass_labels`.
        start: The penalties to compare with, and to stay near where the labels leave one open.
        threshold: What a case needs to pass, as a share of the scale; for scores without meaning.
        fit_weights: Fit the weights of medium and low too; high and none stay as they are. This
            leaves the documented formula. Nothing holds them in order: labels that make a low
            context worth more than a medium one are to be looked at, not mended.
        fit_threshold: Fit the threshold too, for passes and failures.
        searched: The first and last value to try of each parameter.
        scale: The value of a perfect score, for what is reported.
        seed: Of everything random.

    Raises:
        InvalidValueError: Fewer labels than a fit with a held-out error needs, a threshold to be
            fitted to scores, or a value out of range.
    """
    checked_scale(scale)
    if fit_threshold and labels.kind is LabelKind.SCORES:
        raise InvalidValueError("a threshold is fitted to passes and failures, not to scores")
    parameters = _parameters(labels.kind, fit_weights, fit_threshold)
    fewest = len(parameters) + 3
    if len(labels) < fewest:
        raise InvalidValueError(
            f"a fit of {len(parameters)} values needs at least {fewest} labelled cases, "
            f"not {len(labels)}"
        )
    before = Fitted(start, tallies.weights, threshold)
    every = {**SEARCHED, **searched, Parameter.BLUR: BLUR_RANGE}
    objective = objective_for(tallies, labels, parameters, before, every)
    values, fitted = fit_with_profiles(objective, seed)
    after = objective.setting(values)
    # Fits to fewer labels leave alone what all of them leave open, as this fit does.
    left_open = np.array([parameter in _left_open(fitted) for parameter in parameters])
    objective = objective.holding(left_open, values)
    held_out, constant = held_out_errors(objective, values, seed)
    misses = [*(_misses(tallies, labels, each) for each in (before, after)), held_out, constant]
    return Calibration(
        kind=labels.kind,
        labelled=len(labels),
        ignored=labels.ignored,
        penalties=after.penalties,
        weights=after.weights,
        threshold=after.threshold if labels.kind is LabelKind.PASSES else None,
        scale=scale,
        errors=_errors(labels.kind, misses, scale),
        parameters=fitted,
        disagreements=_disagreements(tallies, labels, before, after, scale),
        learning=learning_curve(objective, values, misses[1], held_out, scale, seed),
        folds=folds_of(len(labels)),
        seed=seed,
    )


def _parameters(kind: LabelKind, fit_weights: bool, fit_threshold: bool) -> tuple[Parameter, ...]:
    # The blur is nobody's question, and stands last so that the others are numbered as reported.
    return (
        *_PENALTIES,
        *((Parameter.MEDIUM_WEIGHT, Parameter.LOW_WEIGHT) if fit_weights else ()),
        *((Parameter.THRESHOLD,) if fit_threshold else ()),
        *((Parameter.BLUR,) if kind is LabelKind.PASSES else ()),
    )


def _left_open(fitted: tuple[FittedParameter, ...]) -> set[Parameter]:
    return {each.parameter for each in fitted if not each.identified}


def _labelled_scores(tallies: Tallies, labels: Labels, setting: Fitted) -> FloatArray:
    """The unscaled scores of the labelled cases, shape (L,)."""
    weighted = tallies.reweighted(setting.weights)
    scores: FloatArray = case_scores(weighted, setting.penalties)[labels.cases]
    return scores


def _misses(tallies: Tallies, labels: Labels, setting: Fitted) -> FloatArray:
    """Label less score of each labelled case, or 1 where a verdict differs; shape (L,)."""
    scores = _labelled_scores(tallies, labels, setting)
    if labels.kind is LabelKind.SCORES:
        return labels.values - scores
    passes = scores >= least_settling_at(setting.threshold)
    return np.not_equal(passes, labels.values > 0).astype(np.float64)


def _errors(kind: LabelKind, misses: list[FloatArray], scale: float) -> tuple[Error, ...]:
    """Sum up the misses before, after, held out and of a constant, shape (L,) each."""
    if kind is LabelKind.PASSES:
        return (Error("share misjudged", *(float(each.mean()) for each in misses)),)
    return (
        Error(
            "root mean square error",
            *(float(np.sqrt((each**2).mean())) * scale for each in misses),
        ),
        Error("mean absolute error", *(float(np.abs(each).mean()) * scale for each in misses)),
    )


def _disagreements(
    tallies: Tallies, labels: Labels, before: Fitted, after: Fitted, scale: float
) -> tuple[Disagreement, ...]:
    old, new = (_labelled_scores(tallies, labels, setting) for setting in (before, after))
    misses = np.abs(_misses(tallies, labels, after))
    gaps = misses if labels.kind is LabelKind.SCORES else np.abs(new - after.threshold)
    positions = labels.positions(tallies)
    furthest = np.argsort(-gaps, kind="stable")
    return tuple(
        Disagreement(
            position=int(positions[case]),
            label=float(labels.values[case] * scale)
            if labels.kind is LabelKind.SCORES
            else bool(labels.values[case]),
            before=float(old[case] * scale),
            after=float(new[case] * scale),
            gap=float(gaps[case] * scale),
        )
        for case in furthest.tolist()
        if misses[case] > 0
    )
