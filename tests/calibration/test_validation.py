import math

import numpy as np
import pytest

from scoring.calibration import Calibration, LearningCurve, calibrate, pass_labels, score_labels
from scoring.model import Penalties
from scoring.tallies import Tallies, case_scores


def dataset(cases: int, seed: int) -> Tallies:
    generator = np.random.default_rng(seed)
    levels = generator.multinomial(generator.integers(3, 9, cases), [0.55, 0.2, 0.15, 0.1])
    unused = np.minimum(generator.binomial(levels[:, 0], 0.3), 3)
    return Tallies.from_counts(
        np.column_stack([levels, unused, np.minimum(generator.poisson(1.6, cases), 5)])
    )


def labelled(tallies: Tallies, noise: float, seed: int) -> list[float | None]:
    generator = np.random.default_rng(seed)
    scores = case_scores(tallies, Penalties(0.13, 0.17, 0.4))
    return [*np.clip(scores + generator.normal(0, noise, len(scores)), 0, 1).tolist()]


def test_fewer_than_ten_labels_are_held_out_one_by_one() -> None:
    tallies = dataset(9, seed=4)
    labels = labelled(tallies, 0.02, seed=104)
    found = calibrate(tallies, score_labels(tallies, labels))
    assert found.folds == 9
    assert all(fitted.identified for fitted in found.parameters)
    misses, constants = [], []
    for position, label in enumerate(labels):
        assert label is not None
        others = [*labels[:position], None, *labels[position + 1 :]]
        without = calibrate(tallies, score_labels(tallies, others))
        misses.append(label - case_scores(tallies, without.penalties)[position])
        constants.append(label - np.mean([each for each in others if each is not None]))
    error = found.errors[0]
    assert error.constant == pytest.approx(np.sqrt(np.mean(np.square(constants))))
    assert error.held_out == pytest.approx(np.sqrt(np.mean(np.square(misses))), rel=0.01)


def test_labels_of_pure_noise_are_predicted_no_better_than_by_their_mean() -> None:
    tallies = dataset(100, seed=3)
    noise = np.random.default_rng(4).uniform(0, 1, 100).tolist()
    error = calibrate(tallies, score_labels(tallies, noise)).errors[0]
    assert error.held_out > 0.95 * error.constant
    assert error.held_out > error.after


def test_the_held_out_error_of_a_known_noise_is_near_that_noise() -> None:
    tallies = dataset(400, seed=5)
    error = calibrate(tallies, score_labels(tallies, labelled(tallies, 0.08, seed=6))).errors[0]
    assert error.held_out == pytest.approx(0.08, rel=0.1)
    assert error.after <= error.held_out < 0.5 * error.constant


def test_the_curve_goes_from_the_cross_validation_halfway_to_the_error_on_labels_seen() -> None:
    tallies = dataset(60, seed=7)
    found = calibrate(tallies, score_labels(tallies, labelled(tallies, 0.08, seed=8)))
    curve = found.learning
    assert curve.labels.tolist() == [12, 24, 36, 48, 54]
    assert curve.errors[-1] == pytest.approx(found.errors[0].held_out)
    assert curve.errors[0] > curve.errors[-1]
    assert curve.error_at(54) == pytest.approx(curve.errors[-1])
    ahead = [curve.error_at(labels) for labels in (60, 120, 1200, 10**9)]
    assert ahead == sorted(ahead, reverse=True)
    error = found.errors[0]
    assert ahead[-1] ** 2 == pytest.approx((error.held_out**2 + error.after**2) / 2)
    assert ahead[-1] == pytest.approx(0.08, rel=0.25)


def test_verdicts_have_a_learning_curve_of_shares() -> None:
    tallies = dataset(60, seed=9)
    scores = case_scores(tallies, Penalties(0.13, 0.17, 0.4))
    found: Calibration = calibrate(
        tallies, pass_labels(tallies, (scores >= 0.55).tolist()), threshold=0.55
    )
    assert not found.learning.squared
    assert found.learning.errors[-1] == pytest.approx(found.errors[0].held_out)
    assert ((found.learning.errors >= 0) & (found.learning.errors <= 1)).all()


def test_the_curve_extrapolates_by_its_formula() -> None:
    sizes, errors = np.array([10, 20]), np.array([0.3, 0.2])
    squared = LearningCurve(
        sizes, errors, limit=0.3, excess=0.07, squared=True, tested=21, spread=math.log(4)
    )
    assert squared.error_at(1) == pytest.approx(0.4)
    assert squared.range_at(1) == pytest.approx((0.2, 0.8))
    shares = LearningCurve(
        sizes, errors, limit=0.1, excess=0.5, squared=False, tested=10, spread=0.0
    )
    assert shares.error_at(25) == pytest.approx(0.2)
    # Wilson's interval of 2 of 10, as tables give it.
    assert shares.range_at(25) == pytest.approx((0.0567, 0.5098), abs=5e-5)
    many = LearningCurve(sizes, errors, 0.8, 0.5, squared=False, tested=10, spread=0.0)
    assert many.error_at(1) == 1.0


def test_the_outlook_says_what_twice_the_labels_bring_and_when_no_gain_is_sure() -> None:
    sizes, errors = np.array([10, 18]), np.array([0.3, 0.2])
    sure = LearningCurve(sizes, errors, 0.08, 0.144, squared=True, tested=20, spread=math.log(2.25))
    assert sure.outlook == (
        "With 40 labels the held-out error would be about 0.100 (0.067 to 0.150) instead of 0.200."
    )
    unsure = LearningCurve(sizes, errors, 0.0, 1.6, squared=True, tested=40, spread=math.log(4))
    assert unsure.outlook == (
        "With 80 labels the held-out error would be about 0.141 (0.071 to 0.283) instead of "
        "0.200: no gain is sure."
    )
    rising = LearningCurve(sizes, errors, 0.25, 0.0, squared=True, tested=20, spread=0.5)
    assert "hardly help" in rising.outlook


def test_the_learning_curve_is_in_points_of_the_scale() -> None:
    tallies = dataset(40, seed=7)
    labels = labelled(tallies, 0.08, seed=8)
    one = calibrate(tallies, score_labels(tallies, labels)).learning
    hundred = calibrate(
        tallies,
        score_labels(tallies, [None if each is None else each * 100 for each in labels], 100.0),
        scale=100.0,
    )
    assert hundred.learning.errors[-1] == pytest.approx(hundred.errors[0].held_out)
    assert hundred.learning.errors == pytest.approx(one.errors * 100)
    assert hundred.learning.range_at(80) == pytest.approx([100 * end for end in one.range_at(80)])


@pytest.mark.parametrize("verdicts", [False, True], ids=["scores", "verdicts"])
def test_what_twice_the_labels_bring_lies_in_the_range_that_was_foretold(verdicts: bool) -> None:
    trials, labels, hit = 12, 12, 0
    for seed in range(trials):
        tallies = dataset(400, seed)
        given = np.array(labelled(tallies, 0.1, seed + 1000), dtype=float)
        said = [*(given >= 0.5).tolist()] if verdicts else [*given.tolist()]

        def fitted(count: int, tallies: Tallies, said: list[float]) -> Calibration:
            seen = [*said[:count], *[None] * (len(said) - count)]
            return calibrate(
                tallies,
                pass_labels(tallies, [None if each is None else bool(each) for each in seen])
                if verdicts
                else score_labels(tallies, seen),
                threshold=0.5,
            )

        foretold = fitted(labels, tallies, said).learning
        scores = case_scores(tallies, fitted(2 * labels, tallies, said).penalties)[2 * labels :]
        if verdicts:
            came = float(((scores >= 0.5) != (given >= 0.5)[2 * labels :]).mean())
        else:
            came = float(np.sqrt(((scores - given[2 * labels :]) ** 2).mean()))
        low, high = foretold.range_at(2 * labels)
        hit += low <= came <= high
    # Of 12 ranges that hold 95 times in 100, 9 or more hold in all but one of 500 such runs.
    assert hit >= 9


def test_where_labels_teach_nothing_more_of_them_do_not_help() -> None:
    # Neither unused nor missing anywhere: no penalty moves any score.
    counts = np.array([[high, 0, 0, 10, 0, 0] for high in range(1, 41)])
    tallies = Tallies.from_counts(counts)
    labels = np.random.default_rng(11).uniform(0, 1, 40).tolist()
    found = calibrate(tallies, score_labels(tallies, labels))
    error = found.errors[0]
    assert error.before == pytest.approx(error.after) == pytest.approx(error.held_out)
    assert found.learning.errors == pytest.approx(np.full(5, error.held_out))
    assert found.learning.error_at(10**6) == pytest.approx(error.held_out)


def test_the_fewest_labels_that_can_be_fitted_still_have_a_curve() -> None:
    tallies = dataset(6, seed=13)
    found = calibrate(tallies, score_labels(tallies, labelled(tallies, 0.05, seed=14)))
    assert found.learning.labels.tolist() == [4, 5]
    assert found.learning.errors[-1] == pytest.approx(found.errors[0].held_out)
