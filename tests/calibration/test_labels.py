import numpy as np
import pytest

from scoring.calibration import LabelKind, pass_labels, score_labels
from scoring.errors import InvalidValueError
from scoring.model import Judgement, RelevanceLevel, Verdict
from scoring.tallies import Tallies

GOOD = Judgement(1, (Verdict(0, RelevanceLevel.HIGH, True),))
TALLIES = Tallies.from_judgements([GOOD, None, GOOD, GOOD])


def test_scores_become_shares_of_the_scale_and_stay_with_their_cases() -> None:
    labels = score_labels(TALLIES, [80, 10, None, 0], scale=100)
    assert labels.kind is LabelKind.SCORES
    assert labels.values.tolist() == [0.8, 0.0]
    assert labels.positions(TALLIES).tolist() == [0, 3]
    assert labels.ignored == 1
    assert len(labels) == 2


def test_verdicts_become_ones_and_noughts() -> None:
    labels = pass_labels(TALLIES, [True, None, None, False])
    assert labels.kind is LabelKind.PASSES
    assert labels.values.tolist() == [1.0, 0.0]
    assert labels.ignored == 0


@pytest.mark.parametrize("label", [-0.1, 1.2, float("nan")])
def test_a_score_off_the_scale_is_refused_by_the_number_of_its_case(label: float) -> None:
    with pytest.raises(InvalidValueError, match="label of case 3"):
        score_labels(TALLIES, [None, None, label, 1.0])


def test_a_label_is_wanted_for_each_case() -> None:
    with pytest.raises(InvalidValueError, match="3 labels for 4 cases"):
        score_labels(TALLIES, [0.5, 0.5, 0.5])


def test_verdicts_that_agree_draw_no_bound() -> None:
    with pytest.raises(InvalidValueError, match="both passes and failures"):
        pass_labels(TALLIES, [True, None, True, True])


def test_no_labels_are_no_labels() -> None:
    assert len(score_labels(TALLIES, [None] * 4)) == 0
    assert np.isfinite(score_labels(TALLIES, [None] * 4).values).all()
