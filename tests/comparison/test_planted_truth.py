"""A known difference, planted many times: the full size is tests/benchmarks/comparison_truth.py."""

from tests.comparison.planted import coverage, false_positives, family_errors


def test_the_interval_covers_a_planted_difference() -> None:
    # 95 % of 200 trials is 190, with a standard deviation of 3: three of them either way.
    assert 181 <= coverage(trials=200, pairs=100, resamples=999, seed=1) * 200 <= 199


def test_the_interval_over_few_pairs_is_not_far_too_narrow() -> None:
    # A plain bootstrap's holds 81 % at 10 pairs and 87 % at 20; of 300 trials, 2 % are one error.
    assert coverage(trials=300, pairs=10, resamples=999, seed=5) >= 0.83
    assert coverage(trials=300, pairs=20, resamples=999, seed=5) >= 0.86


# Of 150 trials, 5 % have a standard deviation of 1.8 %: three of them above.
def test_the_test_rarely_finds_what_is_not_there() -> None:
    assert false_positives(trials=150, pairs=100, resamples=999, seed=2) <= 0.05 + 0.054


def test_nor_do_seven_of_them_after_correction() -> None:
    assert family_errors(trials=150, pairs=100, resamples=999, seed=3) <= 0.05 + 0.054


def test_a_real_difference_is_found() -> None:
    # The same generator with a difference of more than three standard errors.
    assert false_positives(trials=100, pairs=100, resamples=999, seed=4, shift=0.1) >= 0.8
