"""What a fit found, and how far it can be trusted."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.calibration.labels import LabelKind
from scoring.calibration.objective import Parameter
from scoring.model import Penalties
from scoring.rounding import shown
from scoring.tallies import Weights
from scoring.tallies.dataset import FloatArray

_NORMAL: Final = 1.959963984540054
"""Of a normal distribution 95 % lie so many standard deviations around its middle."""


@dataclass(frozen=True, slots=True)
class Error:
    """One way to say how far scores are from what people said.

    Attributes:
        measure: "root mean square error" or "mean absolute error", in points of the scaled score;
            or "share misjudged", 0 to 1.
        before: At the setting that the fit started from.
        after: At the fitted setting, on the labels it was fitted to.
        held_out: On labels that each fit had not seen, by cross-validation: what to expect of new
            cases.
        constant: On the same held-out labels, if every case got the mean (the commoner verdict) of
            the labels seen: a fit that is no better says nothing of these labels.
    """

    measure: str
    before: float
    after: float
    held_out: float
    constant: float


@dataclass(frozen=True, slots=True, eq=False)
class FittedParameter:
    """One fitted value, with the values that fit about as well.

    Attributes:
        parameter: Which one.
        start: Its value before.
        value: Its fitted value. Where the labels leave it open, the one nearest to `start`.
        low, high: Its 95 % range: every value at which, the others fitted anew, the labels are
            met about as well (profile likelihood). It narrows with the root of their number, unless
            it is left open, which only cases of another kind can change.
        searched: The first and the last value that were tried.
        identified: Whether the labels say what it is.
        note: Why not, in a sentence; empty where they do.
        profile: Values tried, ascending, shape (V,).
        excess: How much worse the best fit is at each, as a likelihood-ratio statistic, shape (V,).
        limit: The excess up to which a value belongs to the range.
    """

    parameter: Parameter
    start: float
    value: float
    low: float
    high: float
    searched: tuple[float, float]
    identified: bool
    note: str
    profile: FloatArray
    excess: FloatArray
    limit: float

    @property
    def width(self) -> float:
        """How wide the range is."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A labelled case that the fitted setting does not meet.

    Attributes:
        position: Where it stood in what was tallied, from 0.
        label: The person's score in points of the scaled score, or pass (true) or failure.
        before: Its score at the setting that the fit started from.
        after: Its score at the fitted setting.
        gap: How far `after` is from the label, or on the wrong side of the threshold: 0 for a
            failure that lies on the threshold itself.
    """

    position: int
    label: float | bool
    before: float
    after: float
    gap: float


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve:
    """How the held-out error falls with the number of labels.

    Each point is a mean over seeded splits of the labels at hand; the last is the cross-validation.
    Beyond it the error is expected to fall towards the middle between that and the error on the
    labels fitted to: a fit of few values misses its own labels by about as much too little as it
    misses others too much (Mallows, 1973; Akaike, 1970). The fall of squared errors goes with the
    labels, that of a share misjudged with their root. Points with fewer labels are no guide: a fit
    to a handful fails by far more than that. All is of the same few labels, and how far those
    may mislead is the range, which is mostly wider than the fall.

    Attributes:
        labels: How many labels each fit saw, ascending, shape (S,).
        errors: Its error on the others, in points of the scaled score or as a share, shape (S,).
        limit: Where the error is expected to end with labels without number.
        excess: What too few labels add: error^2 = limit^2 + excess / labels, of a share
            error = limit + excess / sqrt(labels).
        squared: Whether the error is a root mean square.
        tested: How many labels the errors are of: all.
        spread: How far the logarithm of the mean squared error reaches, to either side, in 95 % of
            samples of so many labels; 0 for a share.
    """

    labels: npt.NDArray[np.int64]
    errors: FloatArray
    limit: float
    excess: float
    squared: bool
    tested: int
    spread: float

    def error_at(self, labels: int) -> float:
        """The held-out error to expect of a fit to so many labels, at least 1."""
        if self.squared:
            return math.sqrt(self.limit**2 + self.excess / labels)
        return min(1.0, self.limit + self.excess / math.sqrt(labels))

    def range_at(self, labels: int) -> tuple[float, float]:
        """The 95 % range of that error, the labels at hand being a sample.

        Of a share it is Wilson's (1927), which allows for errors where none was seen.
        """
        error = self.error_at(labels)
        if self.squared:
            factor = math.exp(self.spread / 2)
            return error / factor, error * factor
        wide = _NORMAL**2 / self.tested
        middle = (error + wide / 2) / (1 + wide)
        reach = math.sqrt(wide * (error * (1 - error) + wide / 4)) / (1 + wide)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def outlook(self) -> str:
        """What twice as many labels would bring, in a sentence."""
        twice, now = 2 * self.tested, float(self.errors[-1])
        error, (low, high) = self.error_at(twice), self.range_at(twice)
        if error >= now:
            return "More labels like these would hardly help: the fit meets unseen ones as well."
        gain = (
            f"With {twice} labels the held-out error would be about {shown(error, 3)} "
            f"({shown(low, 3)} to {shown(high, 3)}) instead of {shown(now, 3)}"
        )
        return f"{gain}." if high < now else f"{gain}: no gain is sure."


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The setting that meets people's labels best, and how sure it is.

    Attributes:
        kind: What the labels are.
        labelled: How many labels it was fitted to.
        ignored: Labels left out because their case has no score.
        penalties: The fitted penalties.
        weights: The weights of the levels; the dataset's own unless they were fitted.
        threshold: What a case needs to pass, as a share of the scale; the given one unless it was
            fitted, and `None` for scores.
        scale: The value of a perfect score.
        errors: The error in one measure or more; the first is what was minimised, or stands for it.
        parameters: Every fitted value with its range.
        disagreements: Labelled cases that the fit does not meet, the furthest first.
        learning: How much more labels would help.
        folds: Into how many parts the labels were split for the held-out error.
        seed: Of the search, of the folds and of the learning curve.
    """

    kind: LabelKind
    labelled: int
    ignored: int
    penalties: Penalties
    weights: Weights
    threshold: float | None
    scale: float
    errors: tuple[Error, ...]
    parameters: tuple[FittedParameter, ...]
    disagreements: tuple[Disagreement, ...]
    learning: LearningCurve
    folds: int
    seed: int

    def parameter(self, which: Parameter) -> FittedParameter:
        """One fitted value.

        Raises:
            KeyError: It was not fitted.
        """
        return {fitted.parameter: fitted for fitted in self.parameters}[which]
