from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import rankdata

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.rounding import settled
from scoring.tallies import Tallies, rank_changes
from tests.tallies.datasets import datasets, score_of, settings


@given(datasets, settings, settings)
def test_ranks_and_tau_are_those_of_the_cases_one_by_one(
    judgements: list[Judgement], before: Penalties, after: Penalties
) -> None:
    tallies = Tallies.from_judgements(judgements)
    changes = rank_changes(tallies, before, after)
    old, new = (
        [settled(score_of(judgement, penalties)) for judgement in judgements]
        for penalties in (before, after)
    )
    row = tallies.row_of_case
    assert changes.before[row].tolist() == rankdata([-value for value in old]).tolist()
    assert changes.after[row].tolist() == rankdata([-value for value in new]).tolist()
    assert changes.moved.tolist() == (changes.after - changes.before).tolist()

    signs = [
        (np.sign(old[one] - old[other]), np.sign(new[one] - new[other]))
        for one, other in combinations(range(len(judgements)), 2)
    ]
    agreeing = sum(a * b > 0 for a, b in signs)
    opposed = sum(a * b < 0 for a, b in signs)
    told_old, told_new = sum(a != 0 for a, _ in signs), sum(b != 0 for _, b in signs)
    assert changes.pairs == len(signs)
    assert changes.reversed_pairs == opposed
    assert changes.tied_pairs == sum((a == 0) != (b == 0) for a, b in signs)
    if told_old and told_new:
        expected = (agreeing - opposed) / np.sqrt(told_old * told_new)
        assert changes.kendall_tau == pytest.approx(expected)
    else:
        assert changes.kendall_tau is None


def test_without_scores_there_is_no_order() -> None:
    with pytest.raises(InvalidValueError, match="no case"):
        rank_changes(Tallies.from_judgements([]), Penalties(), Penalties())
