"""Penalties fitted to people's scores or verdicts, with how far the fit can be trusted.

    labels = score_labels(tallies, [0.8, None, 0.35, ...])
    calibration = calibrate(tallies, labels)

The fit is the least sum of squared differences to scores, and to passes and failures the most
likely setting under a bound that is blurred. Beside the values it found it says the error before
and after, the error on labels that it had not seen, the range of each value that fits about as
well, what the labels leave open and why, which cases disagree, and what more labels would bring.
"""

from scoring.calibration.fitting import SEARCHED, calibrate
from scoring.calibration.labels import LabelKind, Labels, pass_labels, score_labels
from scoring.calibration.objective import Parameter
from scoring.calibration.results import (
    Calibration,
    Disagreement,
    Error,
    FittedParameter,
    LearningCurve,
)

__all__ = [
    "SEARCHED",
    "Calibration",
    "Disagreement",
    "Error",
    "FittedParameter",
    "LabelKind",
    "Labels",
    "LearningCurve",
    "Parameter",
    "calibrate",
    "pass_labels",
    "score_labels",
]
