"""Question by question: two configurations' values, from the greatest loss to the greatest gain."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.comparison.measurements import Sample
from scoring.comparison.pairing import Pair
from scoring.tallies.dataset import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class QuestionValues:
    """One question under two configurations.

    Attributes:
        position: Of its pair in `Pairing.pairs`.
        id: Its name.
        query: Its text.
        baseline: The metric under the baseline, in its unit.
        other: The metric under the other configuration.
        difference: Other less baseline, free of floating-point dust.
    """

    position: int
    id: str
    query: str
    baseline: float
    other: float
    difference: float


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Questions in an order, as arrays, so that thousands follow a slider; Q of them.

    Attributes:
        pairs: Of the whole comparison, which have the names.
        positions: Of each question's pair, shape (Q,).
        baseline: The metric under the baseline, shape (Q,).
        other: The metric under the other configuration, shape (Q,).
        differences: Other less baseline, free of floating-point dust, shape (Q,).
    """

    pairs: Sequence[Pair]
    positions: IntArray
    baseline: FloatArray
    other: FloatArray
    differences: FloatArray

    def __len__(self) -> int:
        """How many they are."""
        return len(self.positions)

    def part(self, places: slice | IntArray) -> "Questions":
        """Some of them, or all in another order."""
        return Questions(
            self.pairs,
            self.positions[places],
            self.baseline[places],
            self.other[places],
            self.differences[places],
        )

    def told(self) -> list[QuestionValues]:
        """Each with its name and text."""
        return [
            QuestionValues(position, self.pairs[position].id, self.pairs[position].query, *numbers)
            for position, *numbers in zip(
                self.positions.tolist(),
                self.baseline.tolist(),
                self.other.tolist(),
                self.differences.tolist(),
                strict=True,
            )
        ]


def ranked(sample: Sample, pairs: Sequence[Pair], baseline: str, other: str) -> Questions:
    """The questions of a sample, the one first in which `other` loses most against `baseline`.

    Of a metric without a better, to have less is to lose. Questions that lose alike keep their
    order.

    Args:
        sample: One metric's values.
        pairs: What the sample was taken of.
        baseline: One configuration.
        other: Another one.

    Raises:
        InvalidValueError: A configuration that is not in the sample.
    """
    others = [name for name in sample.configurations if name != baseline]
    after = sample.row(other)
    differences = sample.differences(baseline)[others.index(other)]
    questions = Questions(pairs, sample.pairs, sample.row(baseline), after, differences)
    sign = sample.metric.direction or 1
    return questions.part(np.argsort(sign * differences, kind="stable"))
