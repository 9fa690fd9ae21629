from dataclasses import replace

import numpy as np
import pytest

from scoring.comparison import Measurements, Metric, QuestionValues, ranked
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from tests.comparison.sides import judged, side_by_side

PAIRING = side_by_side(
    A=[judged("h"), judged("h"), None, judged("l"), judged("m", 2)],
    B=[judged("h"), judged("n"), judged("h"), judged("h"), judged("m", 1)],
)
MEASURED = Measurements(PAIRING)


def test_questions_come_from_the_greatest_loss_to_the_greatest_gain() -> None:
    sample = MEASURED.sample(Metric.RELEVANCE, Penalties())

    found = [
        replace(one, baseline=round(one.baseline, 9), other=round(one.other, 9))
        for one in ranked(sample, PAIRING.pairs, "A", "B").told()
    ]

    # The third pair has no score on one side; the last differs by one missing item.
    assert found == [
        QuestionValues(1, "1", "question 1", 1.0, 0.0, -1.0),
        QuestionValues(0, "0", "question 0", 1.0, 1.0, 0.0),
        QuestionValues(4, "4", "question 4", 0.4, 0.55, 0.15),
        QuestionValues(3, "3", "question 3", 0.3, 1.0, 0.7),
    ]


def test_where_less_is_better_more_is_the_loss() -> None:
    fewer = ranked(MEASURED.sample(Metric.MISSING), PAIRING.pairs, "B", "A")
    neither = ranked(MEASURED.sample(Metric.CONTEXTS), PAIRING.pairs, "A", "B")

    assert [one.id for one in fewer.told()] == ["4", "0", "1", "3"]
    assert [one.difference for one in neither.told()] == sorted(neither.differences.tolist())


def test_a_part_of_the_questions_keeps_their_names() -> None:
    questions = ranked(MEASURED.sample(Metric.RELEVANCE), PAIRING.pairs, "A", "B")

    assert [one.id for one in questions.part(slice(1, 3)).told()] == ["0", "4"]
    assert [one.id for one in questions.part(np.array([3, 0])).told()] == ["3", "1"]
    assert len(questions.part(slice(0))) == 0


def test_a_configuration_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="no configuration C"):
        ranked(MEASURED.sample(Metric.RELEVANCE), PAIRING.pairs, "A", "C")
