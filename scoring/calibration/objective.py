"""How far a setting is from what people said, for many settings and many sets of labels at a time.

To scores it is the sum of squared differences. To passes and failures it is the negative
log-likelihood of a logistic curve around the threshold: a person's bound is not sharp, and how
blurred it is is found along with the rest.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.calibration.labels import LabelKind, Labels
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.tallies import Tallies, Weights
from scoring.tallies.dataset import FloatArray

_ELEMENTS: Final = 1 << 16
"""How many predictions are held at a time: a block that stays in the CPU's cache."""

_PULL: Final = 1e-6
"""Weight of the distance from the start: settles what the labels leave open, and nothing else."""


class Parameter(StrEnum):
    """What can be fitted, by the name that people see it under."""

    UNUSED_HIGH = "unused_high_relevance_context"
    MISSING_ITEM = "missing_context_per_item"
    MISSING_CAP = "max_missing_context_penalty"
    MEDIUM_WEIGHT = "medium_weight"
    LOW_WEIGHT = "low_weight"
    THRESHOLD = "threshold"
    BLUR = "blur"


BLUR_RANGE: Final = (0.01, 0.5)
"""How blurred a person's bound can be, in points of the unscaled score."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A setting as a fit knows it.

    Attributes:
        penalties: The three penalties.
        weights: The weights of the levels.
        threshold: What a case needs to pass, as a share of the scale.
        blur: The scale of the logistic curve around it.
    """

    penalties: Penalties
    weights: Weights
    threshold: float
    blur: float = 0.1

    def value(self, parameter: Parameter) -> float:
        """One of its values."""
        return {
            Parameter.UNUSED_HIGH: self.penalties.unused_high_relevance_context,
            Parameter.MISSING_ITEM: self.penalties.missing_context_per_item,
            Parameter.MISSING_CAP: self.penalties.max_missing_context_penalty,
            Parameter.MEDIUM_WEIGHT: self.weights.medium,
            Parameter.LOW_WEIGHT: self.weights.low,
            Parameter.THRESHOLD: self.threshold,
            Parameter.BLUR: self.blur,
        }[parameter]


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """Labels and what may be moved to meet them.

    Attributes:
        kind: What the labels are.
        parameters: What moves, P of them.
        fixed: Where everything else comes from.
        levels: Share of each row's contexts that are high, medium, low and none, shape (R, 4).
        unused_high: Unused high contexts of each row, shape (R,).
        missing: Missing items of each row, shape (R,).
        row: The row of each label, shape (L,).
        values: The labels, shape (L,).
        low, high: What is searched, shape (P,); where the two are equal the value is held.
        span: How far apart two values are that count as wholly different, above 0, shape (P,).
    """

    kind: LabelKind
    parameters: tuple[Parameter, ...]
    fixed: Fitted
    levels: FloatArray
    unused_high: FloatArray
    missing: FloatArray
    row: npt.NDArray[np.intp]
    values: FloatArray
    low: FloatArray
    high: FloatArray
    span: FloatArray

    def holding(self, held: npt.NDArray[np.bool_], values: FloatArray) -> "Objective":
        """The same with the parameters marked, shape (P,), held at some values, shape (P,)."""
        return replace(
            self,
            low=np.where(held, values, self.low),
            high=np.where(held, values, self.high),
        )

    @property
    def start(self) -> FloatArray:
        """The fixed setting's values of what moves, shape (P,)."""
        return np.array([self.fixed.value(parameter) for parameter in self.parameters])

    def setting(self, values: FloatArray) -> Fitted:
        """The setting that some values of the parameters stand for, shape (P,)."""
        given: dict[Parameter, float] = dict(zip(self.parameters, values.tolist(), strict=True))

        def value(parameter: Parameter) -> float:
            return given.get(parameter, self.fixed.value(parameter))

        weights = replace(
            self.fixed.weights,
            medium=value(Parameter.MEDIUM_WEIGHT),
            low=value(Parameter.LOW_WEIGHT),
        )
        return Fitted(
            Penalties(
                value(Parameter.UNUSED_HIGH),
                value(Parameter.MISSING_ITEM),
                value(Parameter.MISSING_CAP),
            ),
            weights,
            value(Parameter.THRESHOLD),
            value(Parameter.BLUR),
        )

    def predicted(self, values: FloatArray) -> FloatArray:
        """The unscaled score of each row at each candidate: (K, N, P) -> (K, N, R)."""
        of = {
            parameter: values[..., number, np.newaxis]
            for number, parameter in enumerate(self.parameters)
        }
        # Every operation after the first works in place: these arrays are the cost of a fit.
        penalty = of[Parameter.MISSING_ITEM] * self.missing
        np.minimum(penalty, of[Parameter.MISSING_CAP], out=penalty)
        penalty += of[Parameter.UNUSED_HIGH] * self.unused_high
        score: FloatArray = np.subtract(self._base(of), penalty, out=penalty)
        np.maximum(score, 0.0, out=score)
        return score

    def _base(self, of: dict[Parameter, FloatArray]) -> FloatArray:
        high, medium, low, none = self.levels.T
        weights = self.fixed.weights
        known: FloatArray = high * weights.high + none * weights.none
        if Parameter.MEDIUM_WEIGHT not in of:
            known += medium * weights.medium + low * weights.low
            return known
        fitted = of[Parameter.MEDIUM_WEIGHT] * medium + of[Parameter.LOW_WEIGHT] * low
        base: FloatArray = known + fitted
        return base


@dataclass(frozen=True, slots=True, eq=False)
class Problems:
    """K sets of labels drawn from one objective, with the loss of each.

    Attributes:
        objective: Where the labels come from.
        counts: How often each row is labelled, shape (K, R).
        sums: The sum of those labels, shape (K, R).
        squares: The sum of all labels' squares, shape (K,).
    """

    objective: Objective
    counts: FloatArray
    sums: FloatArray
    squares: FloatArray

    @classmethod
    def of(cls, objective: Objective, taken: npt.NDArray[np.bool_]) -> "Problems":
        """Sets of labels from a mark for each label of each set, shape (K, L)."""
        rows = len(objective.levels)
        counts = np.array(
            [np.bincount(objective.row[marks], minlength=rows) for marks in taken], dtype=float
        )
        sums = np.array(
            [
                np.bincount(objective.row[marks], objective.values[marks], minlength=rows)
                for marks in taken
            ]
        )
        return cls(objective, counts, sums, taken @ objective.values**2)

    @classmethod
    def alike(cls, objective: Objective, problems: int) -> "Problems":
        """The set of all labels, several times over."""
        once = cls.of(objective, np.ones((1, len(objective.values)), dtype=bool))
        return cls(
            objective,
            np.broadcast_to(once.counts, (problems, once.counts.shape[1])),
            np.broadcast_to(once.sums, (problems, once.sums.shape[1])),
            np.broadcast_to(once.squares, (problems,)),
        )

    def __len__(self) -> int:
        return len(self.counts)

    def losses(self, values: FloatArray, problems: npt.NDArray[np.intp]) -> FloatArray:
        """Candidates (K, N, P) of the problems named (K,) -> losses (K, N)."""
        result = np.empty(values.shape[:2])
        at_once = max(1, _ELEMENTS // (values.shape[1] * self.counts.shape[1]))
        for start in range(0, len(problems), at_once):
            block = slice(start, start + at_once)
            result[block] = self._loss(values[block], problems[block])
        away = (values - self.objective.start) / self.objective.span
        result += _PULL * (away**2).sum(axis=-1)
        return result

    def _loss(self, values: FloatArray, problems: npt.NDArray[np.intp]) -> FloatArray:
        score = self.objective.predicted(values)
        counts, sums = self.counts[problems, :, np.newaxis], self.sums[problems, :, np.newaxis]
        if self.objective.kind is LabelKind.SCORES:
            loss = (score * score) @ counts - 2 * (score @ sums)
            # Where labels are met exactly, the difference of large sums can fall just below 0.
            squared: FloatArray = loss[..., 0] + self.squares[problems, np.newaxis]
            return np.maximum(squared, 0.0)
        margin = self._margin(score, values)
        # log(1 + e^x), without overflow for large x.
        softplus = np.maximum(margin, 0.0) + np.log1p(np.exp(-np.abs(margin)))
        unlikely: FloatArray = (softplus @ counts - margin @ sums)[..., 0]
        return unlikely

    def _margin(self, score: FloatArray, values: FloatArray) -> FloatArray:
        """How far above the threshold a score is, in units of the blur."""
        parameters = self.objective.parameters
        threshold: FloatArray | float = self.objective.fixed.threshold
        if Parameter.THRESHOLD in parameters:
            threshold = values[..., parameters.index(Parameter.THRESHOLD), np.newaxis]
        blur = values[..., parameters.index(Parameter.BLUR), np.newaxis]
        margin: FloatArray = (score - threshold) / blur
        return margin


def objective_for(
    tallies: Tallies,
    labels: Labels,
    parameters: tuple[Parameter, ...],
    fixed: Fitted,
    search: dict[Parameter, tuple[float, float]],
) -> Objective:
    """Bring labels and the tallies of their cases together.

    Raises:
        InvalidValueError: Nothing to search between two values.
    """
    for parameter in parameters:
        low, high = search[parameter]
        if not 0 <= low < high < np.inf:
            raise InvalidValueError(
                f"{parameter} is searched from 0 or more up to a finite value above, "
                f"not from {low} to {high}"
            )
    rows, row = np.unique(tallies.row_of_case[labels.cases], return_inverse=True)
    counts = tallies.counts[rows].astype(np.float64)
    levels = counts[:, :4]
    bounds = np.array([search[parameter] for parameter in parameters])
    return Objective(
        kind=labels.kind,
        parameters=parameters,
        fixed=fixed,
        levels=levels / levels.sum(axis=1, keepdims=True),
        unused_high=counts[:, 4],
        missing=counts[:, 5],
        row=row,
        values=labels.values,
        low=bounds[:, 0],
        high=bounds[:, 1],
        span=bounds[:, 1] - bounds[:, 0],
    )
