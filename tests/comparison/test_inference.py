import itertools
import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from scoring.comparison import Inference, holm, inferences_from, inferences_of
from scoring.comparison.inference import bca_intervals, sign_flip_p_values
from scoring.errors import InvalidValueError
from tests.comparison.sides import sample_of


def told(*rows: list[float], seed: int = 1, resamples: int = 9_999) -> tuple[Inference, ...]:
    inferences = inferences_from(sample_of(*rows), "A", seed=seed, resamples=resamples)
    assert inferences is not None
    return inferences


def skewed(pairs: int, seed: int = 3) -> list[float]:
    """Differences as scores have them: many ties, a long tail, steps of a twentieth."""
    random = np.random.default_rng(seed)
    drawn = np.round(random.gamma(0.7, 0.2, pairs) * 20) / 20 - 0.1
    return [float(value) for value in drawn * (random.random(pairs) < 0.7)]


@pytest.mark.parametrize("pairs", [12, 60, 400])
def test_intervals_agree_with_scipys(pairs: int) -> None:
    differences = skewed(pairs)
    (low, high) = bca_intervals(np.array([differences]), np.random.default_rng(1), 40_000, 0.95)[0]
    # Ours reaches as far as Student's t does; SciPy's BCa is given a level that does so, too.
    reach = math.sqrt(pairs / (pairs - 1)) * stats.t.ppf(0.975, pairs - 1)
    theirs = stats.bootstrap(
        (differences,),
        np.mean,
        n_resamples=40_000,
        method="BCa",
        confidence_level=2 * stats.norm.cdf(reach) - 1,
        rng=np.random.default_rng(2),
    ).confidence_interval
    # Two runs of as many resamples differ by a few thousandths of the interval, or by one step of
    # the means where these are few.
    apart = max(0.02 * (theirs.high - theirs.low), 1.01 * 0.05 / pairs)
    assert low == pytest.approx(theirs.low, abs=apart)
    assert high == pytest.approx(theirs.high, abs=apart)


def test_a_resample_that_ties_with_the_mean_does_so_in_tenths_too() -> None:
    # In whole numbers whose mean is one, ties are exact; in tenths they are up to float dust.
    whole, tenths = (
        bca_intervals(np.array([values]), np.random.default_rng(1), 999, 0.95)[0]
        for values in ([0, 0, 0, 1, 2, 3.0], [0, 0, 0, 0.1, 0.2, 0.3])
    )
    assert tenths == pytest.approx(whole / 10, abs=1e-12)


@pytest.mark.parametrize("pairs", [6, 9, 13])
def test_exact_p_values_are_scipys_and_brute_forces(pairs: int) -> None:
    differences = skewed(pairs)
    (p_value,) = sign_flip_p_values(np.array([differences]), np.random.default_rng(1), 9_999)
    theirs = stats.permutation_test(
        (differences,),
        lambda values, axis: np.sum(values, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=2**pairs,
    )
    assert p_value == pytest.approx(theirs.pvalue, abs=1e-12)
    sums = [
        abs(math.fsum(sign * value for sign, value in zip(signs, differences, strict=True)))
        for signs in itertools.product((1, -1), repeat=pairs)
    ]
    extreme = sum(total >= abs(math.fsum(differences)) - 1e-9 for total in sums)
    assert p_value == extreme / 2**pairs


def test_drawn_p_values_agree_with_scipys() -> None:
    differences = skewed(80)
    (p_value,) = sign_flip_p_values(np.array([differences]), np.random.default_rng(1), 40_000)
    theirs = stats.permutation_test(
        (differences,),
        lambda values, axis: np.sum(values, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=40_000,
        rng=np.random.default_rng(2),
    )
    assert p_value == pytest.approx(theirs.pvalue, abs=6 * math.sqrt(theirs.pvalue / 40_000))


def test_wilcoxon_over_many_pairs_is_scipys() -> None:
    differences = skewed(80)
    (inference,) = told([0.0] * 80, differences)
    # Without the rounding, dust would rank differences of 0.1 and -0.1 apart.
    theirs = stats.wilcoxon(np.round(differences, 9))
    assert inference.wilcoxon_p == pytest.approx(theirs.pvalue, abs=1e-12)


@pytest.mark.parametrize("pairs", [8, 14, 20])
def test_wilcoxon_is_exact_where_few_pairs_differ_however_many_tie(pairs: int) -> None:
    differences = np.zeros(pairs)
    differences[:7] = [0.1, 0.2, 0.2, -0.1, 0.3, 0.4, 0.2]
    (inference,) = told([0.0] * pairs, differences.tolist())
    # By size 0.1, 0.1, 0.2 three times, 0.3, 0.4: ranks 1.5, 1.5, 4, 4, 4, 6, 7.
    ranks, against = [1.5, 1.5, 4, 4, 4, 6, 7], 1.5
    subsets = [sum(chosen) for count in range(8) for chosen in itertools.combinations(ranks, count)]
    assert inference.wilcoxon_p == 2 * sum(total <= against for total in subsets) / 2**7


def test_five_pairs_that_differ_among_many_that_tie_are_no_proof() -> None:
    (inference,) = told([0.0] * 14, [0.1, 0.2, 0.3, 0.4, 0.5] + [0.0] * 9)
    assert inference.wilcoxon_p == 2 / 2**5
    assert inference.permutation_p > 0.05


def test_both_tests_are_corrected() -> None:
    first, second = told([0.0] * 8, [0.1] * 8, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, -0.1])
    assert (first.wilcoxon_p, first.adjusted_wilcoxon_p) == (2 / 2**8, 4 / 2**8)
    assert second.adjusted_wilcoxon_p == second.wilcoxon_p > 2 / 2**8


DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48.0]
"""Crossed less self-fertilised maize, in eighths of an inch (Fisher 1935, section 17)."""


def test_fishers_own_permutation_test_of_darwins_maize() -> None:
    (inference,) = told([0.0] * 15, DARWIN, resamples=2**15)
    # "The Design of Experiments", section 21: 863 of the 32,768 ways have a total of 314 or more.
    assert inference.exact
    assert inference.permutation_p == 2 * 863 / 32_768


def test_wilcoxons_tables_put_darwins_maize_between_two_and_five_per_cent() -> None:
    (inference,) = told([0.0] * 15, DARWIN)
    # Ranks 10 and 14 against: 24. For 15 pairs the tables give 25 at 5 % and 19 at 2 %, two-sided.
    assert 0.02 < inference.wilcoxon_p < 0.05
    assert inference.rank_biserial == (96 - 24) / 120


def test_the_interval_is_that_of_every_possible_resample() -> None:
    differences = [0.0, 0.1, 0.3, -0.1, 0.2, 0.6]
    ((low, high),) = bca_intervals(np.array([differences]), np.random.default_rng(1), 200_000, 0.95)
    # All 6^6 resamples, each as likely as the other, and Efron's formulas by hand.
    means = sorted(math.fsum(drawn) / 6 for drawn in itertools.product(differences, repeat=6))
    observed = math.fsum(differences) / 6
    dust, normal = 1e-9, NormalDist()
    under = sum((mean < observed - dust) + (mean < observed + dust) for mean in means)
    bias = normal.inv_cdf(under / 2 / 6**6)
    squares, cubes = (sum((one - observed) ** power for one in differences) for power in (2, 3))
    acceleration = cubes / (6 * squares**1.5)
    for end, side in ((low, -1), (high, 1)):
        # Student's t of five degrees of freedom has 2.5 % beyond 2.5706.
        shifted = bias + side * 2.5706 * math.sqrt(6 / 5)
        share = normal.cdf(bias + shifted / (1 - acceleration * shifted))
        assert end == pytest.approx(means[round(share * (6**6 - 1))], abs=0.01)


def test_samples_taken_together_say_what_each_says_alone() -> None:
    few, many, none = (
        sample_of([0.0] * pairs, skewed(pairs), skewed(pairs, seed=4)) for pairs in (20, 30, 5)
    )
    short = sample_of([0.0] * 20, skewed(20, seed=5))
    together = inferences_of([few, none, many, short], "A", resamples=999)
    for sample, found in zip((few, none, many, short), together, strict=True):
        alone = inferences_from(sample, "A", resamples=999)
        assert (alone is None) == (found is None)
        for one, other in zip(alone or (), found or (), strict=True):
            assert other.interval == pytest.approx(one.interval, abs=1e-12)
            assert replace(other, interval=one.interval) == one


def test_a_row_beside_larger_numbers_and_at_any_scale_is_its_own() -> None:
    values = np.array(skewed(40))
    (alone,) = told([0.0] * 40, values.tolist(), resamples=999)
    tiny, _ = inferences_of(
        [
            replace(sample_of([0.0] * 40, (values * 1e-13).tolist()), scale=1e-13),
            sample_of([0.0] * 40, (values * 1e3).tolist()),
        ],
        "A",
        seed=1,
        resamples=999,
    )
    assert tiny is not None
    assert np.array(tiny[0].interval) * 1e13 == pytest.approx(alone.interval, abs=1e-9)
    assert tiny[0].permutation_p == alone.permutation_p


def test_holm_as_worked_out_by_hand() -> None:
    # Sorted: 0.01 x 4, 0.02 x 3, 0.03 x 2, 0.04 x 1, each at least what stands before it.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))
    assert holm([0.6, 0.5]) == (1.0, 1.0)
    assert holm([]) == ()


def test_holm_is_never_bolder_than_scipys_false_discovery_control() -> None:
    for p_values in ([0.2], [0.001, 0.02, 0.03, 0.3]):
        theirs = stats.false_discovery_control(p_values)
        assert all(own >= other for own, other in zip(holm(p_values), theirs, strict=True))


def test_effect_sizes_as_worked_out_by_hand() -> None:
    (inference,) = told([0.0] * 6, [0.1, 0.2, -0.3, 0.4, 0.0, 0.5])
    # Mean 0.15, squared deviations 0.0025 + 0.0025 + 0.2025 + 0.0625 + 0.0225 + 0.1225 = 0.415.
    assert inference.standardised == pytest.approx(0.15 / math.sqrt(0.415 / 5))
    # Ranks 1 and 2, 3 against, 4, 5: (1 + 2 + 4 + 5 - 3) / 15.
    assert inference.rank_biserial == pytest.approx(9 / 15)


def test_swapped_sides_mirror_everything() -> None:
    values = skewed(40)
    (there,), (back,) = told([0.0] * 40, values), told(values, [0.0] * 40)
    assert back.interval == pytest.approx((-there.interval[1], -there.interval[0]), abs=1e-12)
    assert (back.permutation_p, back.wilcoxon_p) == (there.permutation_p, there.wilcoxon_p)
    assert there.standardised is not None
    assert back.standardised == pytest.approx(-there.standardised)
    assert back.rank_biserial == pytest.approx(-there.rank_biserial)


def test_equal_sides_are_equal() -> None:
    (inference,) = told([0.7 - 0.3] * 8, [0.4] * 8)
    assert inference.interval == (0.0, 0.0)
    assert (inference.permutation_p, inference.wilcoxon_p) == (1.0, 1.0)
    assert (inference.standardised, inference.rank_biserial) == (None, 0)


def test_a_difference_without_spread_has_no_width_and_a_p_value_all_the_same() -> None:
    (inference,) = told([0.1] * 8, [0.3] * 8)
    assert inference.interval == pytest.approx((0.2, 0.2))
    assert inference.permutation_p == 2 / 2**8
    assert inference.standardised is None
    assert inference.rank_biserial == 1


@given(st.lists(st.integers(-20, 20).map(lambda step: step / 20), min_size=6, max_size=30))
def test_whatever_the_differences_the_numbers_are_sane(differences: list[float]) -> None:
    (inference,) = told([0.0] * len(differences), differences, resamples=99)
    low, high = inference.interval
    assert min(differences) - 1e-12 <= low <= high <= max(differences) + 1e-12
    for p_value in (inference.permutation_p, inference.wilcoxon_p, inference.adjusted_p):
        assert 0 < p_value <= 1
    assert -1 <= inference.rank_biserial <= 1
    assert (inference.standardised is None) == (len(set(differences)) == 1)


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_below_six_pairs_nothing_is_said(pairs: int) -> None:
    assert inferences_from(sample_of([0.0] * pairs, [0.5] * pairs), "A") is None


def test_the_same_seed_gives_the_same_numbers_and_is_reported() -> None:
    rows = ([0.0] * 50, skewed(50))
    assert told(*rows, seed=8) == told(*rows, seed=8)
    assert told(*rows, seed=8)[0].interval != told(*rows, seed=9)[0].interval
    assert told(*rows, seed=8)[0].seed == 8


def test_a_configuration_meets_the_same_luck_whoever_stands_beside_it() -> None:
    rows = ([0.0] * 50, skewed(50))
    (alone,), (beside, _) = told(*rows), told(*rows, skewed(50, seed=4))
    assert beside.interval == pytest.approx(alone.interval, abs=1e-12)
    assert beside.permutation_p == alone.permutation_p
    assert beside.adjusted_p > alone.adjusted_p


def test_numbers_out_of_range_are_refused() -> None:
    sample = sample_of([0.0] * 6, [1.0] * 6)
    with pytest.raises(InvalidValueError, match="99 resamples"):
        inferences_from(sample, "A", resamples=98)
    for confidence in (0.0, 1.0):
        with pytest.raises(InvalidValueError, match="confidence"):
            inferences_from(sample, "A", confidence=confidence)
