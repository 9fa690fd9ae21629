"""What people said of some cases: scores, or pass and fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from scoring.errors import InvalidValueError
from scoring.model import checked_scale
from scoring.tallies import Tallies
from scoring.tallies.dataset import FloatArray, IntArray


class LabelKind(StrEnum):
    """What a person gave each case."""

    SCORES = "scores"
    PASSES = "pass_fail"


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The labels that can be fitted to: those of cases with a score.

    Attributes:
        kind: What they are.
        values: Shares of the scale, 0 to 1; or 1.0 for a pass and 0.0 for a failure; shape (L,).
        cases: The labelled cases by their place among the scored ones, ascending, shape (L,).
        ignored: Labels of cases that have no score.
    """

    kind: LabelKind
    values: FloatArray
    cases: npt.NDArray[np.intp]
    ignored: int

    def __len__(self) -> int:
        return len(self.values)

    def positions(self, tallies: Tallies) -> IntArray:
        """Where the labelled cases stood in what was tallied, shape (L,)."""
        found: IntArray = tallies.positions[self.cases]
        return found


def score_labels(tallies: Tallies, labels: Sequence[float | None], scale: float = 1.0) -> Labels:
    """Labels from people's scores.

    Args:
        tallies: The dataset.
        labels: One for each case tallied, 0 to `scale`; `None` where nobody gave one.
        scale: The value of a perfect score.

    Raises:
        InvalidValueError: A label out of range, or another number of them than of cases.
    """
    checked_scale(scale)
    for position, label in enumerate(labels):
        if label is not None and not 0 <= label <= scale:
            raise InvalidValueError(
                f"the label of case {position + 1} must be from 0 to {scale:g}, not {label}"
            )
    shares = [None if label is None else label / scale for label in labels]
    return _of_scored(LabelKind.SCORES, tallies, shares)


def pass_labels(tallies: Tallies, labels: Sequence[bool | None]) -> Labels:
    """Labels from people's passes and failures.

    Args:
        tallies: The dataset.
        labels: One for each case tallied; `None` where nobody gave one.

    Raises:
        InvalidValueError: Another number of labels than of cases, or nothing but passes, or nothing
            but failures: no bound can be drawn between them.
    """
    found = _of_scored(
        LabelKind.PASSES,
        tallies,
        [None if label is None else float(label) for label in labels],
    )
    if len(np.unique(found.values)) == 1:
        raise InvalidValueError("labels need both passes and failures")
    return found


def _of_scored(kind: LabelKind, tallies: Tallies, labels: Sequence[float | None]) -> Labels:
    if len(labels) != tallies.total:
        raise InvalidValueError(
            f"{len(labels)} labels for {tallies.total} cases; a case without one has None"
        )
    cases = [
        case
        for case, position in enumerate(tallies.positions.tolist())
        if labels[position] is not None
    ]
    values = [
        value
        for value in (labels[position] for position in tallies.positions.tolist())
        if value is not None
    ]
    given = sum(label is not None for label in labels)
    return Labels(
        kind,
        np.array(values, dtype=np.float64),
        np.array(cases, dtype=np.intp),
        ignored=given - len(values),
    )
