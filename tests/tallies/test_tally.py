from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties, RelevanceLevel, Verdict
from scoring.tallies import Tally, Weights
from tests.tallies.datasets import complete_judgements, evidence_of

counts = st.integers(0, 60)


@given(complete_judgements())
def test_a_tally_counts_what_the_score_is_made_from(judgement: Judgement) -> None:
    tally, evidence = Tally.of(judgement), evidence_of(judgement, Penalties())
    assert tally.contexts == evidence.divisor
    assert tally.unused_high == len(evidence.unused_high)
    assert tally.missing == evidence.missing_count


@given(counts, counts, counts, counts.map(lambda count: count + 1))
def test_a_base_from_counts_is_that_of_the_verdicts_to_the_last_bit(
    high: int, medium: int, low: int, none: int
) -> None:
    numbers = (high, medium, low, none)
    levels = [
        level for level, count in zip(RelevanceLevel, numbers, strict=True) for _ in range(count)
    ]
    judgement = Judgement(
        len(levels), tuple(Verdict(index, level, True) for index, level in enumerate(levels))
    )
    assert Tally(*numbers).base() == evidence_of(judgement, Penalties()).base


@given(
    st.tuples(counts, counts, counts, counts.map(lambda count: count + 1)),
    st.tuples(*[st.floats(0, 1)] * 4),
)
def test_a_base_under_other_weights_is_the_exact_sum_rounded_once(
    numbers: tuple[int, int, int, int], weights: tuple[float, float, float, float]
) -> None:
    exact = sum(
        (Fraction(weight) * count for weight, count in zip(weights, numbers, strict=True)),
        Fraction(0),
    )
    assert Tally(*numbers).base(Weights(*weights)) == float(exact) / sum(numbers)


def test_unjudged_contexts_are_not_counted() -> None:
    tally = Tally.of(Judgement(3, (Verdict(1, RelevanceLevel.HIGH, used=False),)))
    assert tally == Tally(high=1, medium=0, low=0, none=0, unused_high=1)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0, 0, 0, 0), "at least one"),
        ((1, -1, 1, 0), "0 or more"),
        ((1, 0, 0, 0, 2), "2 high contexts unused"),
    ],
)
def test_impossible_counts_are_refused(numbers: tuple[int, ...], message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        Tally(*numbers)


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
def test_a_weight_outside_its_range_is_refused(weight: float) -> None:
    with pytest.raises(InvalidValueError, match="weight of medium"):
        Weights(medium=weight)


def test_weights_know_whether_they_are_the_documented_ones() -> None:
    assert Weights(1.0, 0.7, 0.3, 0.0).documented
    assert not Weights(medium=0.6).documented
