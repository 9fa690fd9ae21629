from dataclasses import replace

import pytest

from scoring.comparison import (
    Difference,
    Inference,
    Metric,
    Outcome,
    differences_from,
    inferences_from,
    outcome,
    sentence,
)
from tests.comparison.sides import sample_of


def said(
    baseline: list[float], *others: list[float], metric: Metric = Metric.RELEVANCE
) -> list[tuple[Outcome, str]]:
    sample = sample_of(baseline, *others, metric=metric)
    differences = differences_from(sample, "A")
    inferences = inferences_from(sample, "A", seed=1) or (None,) * len(differences)
    return [
        (outcome(difference, inference), sentence(difference, inference))
        for difference, inference in zip(differences, inferences, strict=True)
    ]


ZEROS = [0.0] * 12

GAINED = Difference(Metric.RELEVANCE, "B", "A", 97, 0.72, 0.64, 0.08, 41, 39, 17)
LOST = replace(GAINED, difference=-0.08, above=17, below=41)
SURE = Inference(
    interval=(0.03, 0.13),
    permutation_p=0.002,
    wilcoxon_p=0.004,
    adjusted_p=0.002,
    adjusted_wilcoxon_p=0.002,
    comparisons=1,
    standardised=0.3,
    rank_biserial=0.4,
    exact=False,
    confidence=0.95,
    resamples=9_999,
    seed=1,
)


def test_a_sure_gain_is_said_with_all_its_numbers() -> None:
    assert outcome(GAINED, SURE) is Outcome.BETTER
    assert sentence(GAINED, SURE) == (
        "Context Relevance: B is better by 0.08 (0.03 to 0.13) than A, n = 97 pairs, p = 0.002; "
        "41 better, 39 equal, 17 worse."
    )


def test_a_sure_loss_is_said_in_positive_numbers() -> None:
    lost = replace(SURE, interval=(-0.13, -0.03))
    assert outcome(LOST, lost) is Outcome.WORSE
    assert sentence(LOST, lost) == (
        "Context Relevance: B is worse by 0.08 (0.03 to 0.13) than A, n = 97 pairs, p = 0.002; "
        "17 better, 39 equal, 41 worse."
    )


@pytest.mark.parametrize(("p_value", "result"), [(0.05, Outcome.BETTER), (0.0501, Outcome.UNSURE)])
def test_the_corrected_p_value_decides(p_value: float, result: Outcome) -> None:
    inference = replace(SURE, adjusted_p=p_value)
    assert outcome(GAINED, inference) is result
    assert f"p = {p_value};" in sentence(GAINED, inference)


def test_a_tiny_p_value_is_not_spelled_out() -> None:
    assert "n = 97 pairs, p < 0.001;" in sentence(GAINED, replace(SURE, adjusted_p=0.0002))


def test_the_correction_is_named() -> None:
    corrected = replace(SURE, adjusted_p=0.02, comparisons=7)
    assert "p = 0.02 (Holm, 7 comparisons)" in sentence(GAINED, corrected)


def test_fewer_faults_are_better() -> None:
    ((result, words),) = said([1.0] * 8, [0.0] * 8, metric=Metric.UNUSED_HIGH)
    assert result is Outcome.BETTER
    assert words.startswith("unused high contexts: B is better by 1.00 (1.00 to 1.00) than A")


def test_what_has_no_better_is_higher_or_lower() -> None:
    (more, fewer) = said([4.0] * 8, [5.0] * 8, [3.0] * 8, metric=Metric.CONTEXTS)
    assert more[0] is Outcome.HIGHER
    assert fewer[0] is Outcome.LOWER
    assert fewer[1].endswith("0 higher, 0 equal, 8 lower.")


def test_an_unsure_difference_is_not_sold_as_one() -> None:
    ((result, words),) = said(ZEROS, [0.3, -0.2, 0.1, -0.1, 0.2, -0.3, 0.1, -0.1, 0, 0, 0, 0.1])
    assert result is Outcome.UNSURE
    # The values add up to 0.1.
    assert words.startswith("Context Relevance: no sure difference: B lies 0.01 (-0.")
    assert ") above A, n = 12 pairs, p = " in words


def test_an_unsure_difference_downwards_is_said_in_positive_numbers_too() -> None:
    unsure = replace(SURE, interval=(-0.2, 0.04), adjusted_p=0.3)
    assert sentence(LOST, unsure).startswith(
        "Context Relevance: no sure difference: B lies 0.08 (-0.04 to 0.20) below A, "
    )


def test_equal_sides_are_called_equal() -> None:
    assert said(ZEROS, ZEROS) == [
        (Outcome.EQUAL, "Context Relevance: B and A are equal in all 12 pairs.")
    ]


@pytest.mark.parametrize(("pairs", "counted"), [(1, "1 pair,"), (5, "5 pairs,")])
def test_below_six_pairs_nothing_is_said_but_the_counts(pairs: int, counted: str) -> None:
    ((result, words),) = said([0.0] * pairs, [0.5] * pairs)
    assert result is Outcome.TOO_FEW
    assert f"with {counted} below 6, nothing can be said of B and A" in words
    assert words.endswith(f"{pairs} better, 0 equal, 0 worse.")


def test_no_pair_is_said() -> None:
    ((result, words),) = said([], [])
    assert result is Outcome.TOO_FEW
    assert words == (
        "Context Relevance: B and A have no pair in common that both have a value for."
    )


def test_a_small_difference_is_not_rounded_away() -> None:
    ((_, words),) = said([0.0] * 8, [0.0012] * 8)
    assert "better by 0.0012 (0.0012 to 0.0012)" in words
