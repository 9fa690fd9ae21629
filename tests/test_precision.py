import itertools
from fractions import Fraction

import pytest

from scoring.model import Judgement, RelevanceLevel, Verdict
from scoring.precision import context_precision
from scoring.relevance import score_relevance

HIGH, MEDIUM, LOW, NONE = RelevanceLevel


def judged(*levels: RelevanceLevel, unjudged: int = 0) -> Judgement:
    verdicts = tuple(Verdict(index, level, used=True) for index, level in enumerate(levels))
    return Judgement(len(levels) + unjudged, verdicts)


@pytest.mark.parametrize(
    ("levels", "precision"),
    [
        ((HIGH, HIGH, HIGH), Fraction(1)),
        ((HIGH, NONE, NONE), Fraction(1)),
        ((NONE, NONE, HIGH), Fraction(1, 3)),
        # Position 1: 1/1, position 3: 2/3, position 5: 3/5.
        ((HIGH, LOW, MEDIUM, NONE, HIGH), (1 + Fraction(2, 3) + Fraction(3, 5)) / 3),
        ((LOW, LOW), Fraction(0)),
    ],
)
def test_average_precision_as_worked_out_by_hand(
    levels: tuple[RelevanceLevel, ...], precision: Fraction
) -> None:
    assert context_precision(judged(*levels)) == pytest.approx(float(precision), abs=1e-15)


def test_high_and_medium_are_relevant_and_nothing_else_is() -> None:
    assert [context_precision(judged(level)) for level in RelevanceLevel] == [1, 1, 0, 0]


def test_order_changes_precision_and_never_relevance() -> None:
    orders = [judged(*levels) for levels in itertools.permutations((HIGH, MEDIUM, LOW, NONE))]
    assert len({score_relevance(judgement).score for judgement in orders}) == 1
    precisions = {context_precision(judgement) for judgement in orders}
    assert max(filter(None, precisions)) == 1
    assert len(precisions) == 6  # one for each pair of places that the relevant two can take


def test_usage_and_missing_items_do_not_move_precision() -> None:
    used = judged(HIGH, LOW)
    unused = Judgement(2, (Verdict(0, HIGH, used=False), Verdict(1, LOW, used=False)), ("x", "y"))
    assert context_precision(used) == context_precision(unused) == 1


def test_nothing_is_said_without_contexts_or_with_one_unjudged() -> None:
    assert context_precision(judged()) is None
    assert context_precision(judged(HIGH, unjudged=1)) is None
