import itertools

import numpy as np
import numpy.typing as npt
import pytest

from scoring.calibration import (
    Calibration,
    LabelKind,
    Parameter,
    calibrate,
    pass_labels,
    score_labels,
)
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.tallies import Tallies, Weights, case_scores, passing

TRUTH = Penalties(0.13, 0.17, 0.4)
PENALTIES = (Parameter.UNUSED_HIGH, Parameter.MISSING_ITEM, Parameter.MISSING_CAP)


def counted(cases: int, seed: int) -> npt.NDArray[np.int64]:
    generator = np.random.default_rng(seed)
    levels = generator.multinomial(generator.integers(3, 9, cases), [0.55, 0.2, 0.15, 0.1])
    unused = np.minimum(generator.binomial(levels[:, 0], 0.3), 3)
    missing = np.minimum(generator.poisson(1.6, cases), 5)
    return np.column_stack([levels, unused, missing])


def noisy(tallies: Tallies, noise: float, seed: int, truth: Penalties = TRUTH) -> list[float]:
    generator = np.random.default_rng(seed)
    scores = case_scores(tallies, truth)
    labels: list[float] = np.clip(scores + generator.normal(0, noise, len(scores)), 0, 1).tolist()
    return labels


def squares(tallies: Tallies, labels: list[float], penalties: Penalties) -> float:
    return float(((np.array(labels) - case_scores(tallies, penalties)) ** 2).sum())


def test_labels_without_noise_give_their_penalties_back() -> None:
    tallies = Tallies.from_counts(counted(80, seed=1))
    found = calibrate(tallies, score_labels(tallies, case_scores(tallies, TRUTH).tolist()))
    assert found.kind is LabelKind.SCORES
    for parameter in PENALTIES:
        true = getattr(TRUTH, parameter.value)
        fitted = found.parameter(parameter)
        assert fitted.value == pytest.approx(true, abs=1e-3)
        assert fitted.low <= true <= fitted.high
        assert fitted.identified
        assert fitted.note == ""
    assert found.errors[0].after == pytest.approx(0.0, abs=1e-3)
    assert found.weights == Weights()
    assert found.threshold is None


def test_no_setting_of_a_fine_grid_meets_the_labels_better() -> None:
    tallies = Tallies.from_counts(counted(60, seed=2))
    labels = noisy(tallies, 0.15, seed=3)
    found = calibrate(tallies, score_labels(tallies, labels))
    ours = squares(tallies, labels, found.penalties)
    grid = itertools.product(
        np.linspace(0, 0.4, 21).tolist(),
        np.linspace(0, 0.5, 26).tolist(),
        np.linspace(0, 1.0, 26).tolist(),
    )
    assert ours <= min(squares(tallies, labels, Penalties(*point)) for point in grid) + 1e-5


def test_a_range_ends_where_the_best_fit_is_surely_worse() -> None:
    tallies = Tallies.from_counts(counted(60, seed=4))
    labels = noisy(tallies, 0.1, seed=5)
    found = calibrate(tallies, score_labels(tallies, labels))
    least = squares(tallies, labels, found.penalties)
    unused = found.parameter(Parameter.UNUSED_HIGH)
    # Student's t of 57 degrees of freedom at 97.5 %, from a table: 2.0025.
    limit = least / 57 * 2.0025**2
    for end in (unused.low, unused.high):
        best = min(
            squares(tallies, labels, Penalties(end, item, cap))
            for item in np.linspace(0.05, 0.3, 101).tolist()
            for cap in np.linspace(0.2, 0.7, 101).tolist()
        )
        assert best - least == pytest.approx(limit, rel=0.05)


def test_most_ranges_hold_the_truth_and_are_narrow() -> None:
    inside = dict.fromkeys(PENALTIES, 0)
    widths: dict[Parameter, list[float]] = {parameter: [] for parameter in PENALTIES}
    for seed in range(20):
        tallies = Tallies.from_counts(counted(80, seed=seed))
        found = calibrate(
            tallies, score_labels(tallies, noisy(tallies, 0.08, seed=100 + seed)), seed=seed
        )
        for parameter in PENALTIES:
            fitted = found.parameter(parameter)
            inside[parameter] += fitted.low <= getattr(TRUTH, parameter.value) <= fitted.high
            widths[parameter].append(fitted.width / (fitted.searched[1] - fitted.searched[0]))
    # Seventeen or more of twenty, which 95 % coverage fails once in sixty.
    assert min(inside.values()) >= 17
    assert all(np.median(each) < 0.25 for each in widths.values())


@pytest.mark.parametrize(
    ("column", "parameters", "note"),
    [
        (4, [Parameter.UNUSED_HIGH], "leaves a high context unused"),
        (5, [Parameter.MISSING_ITEM, Parameter.MISSING_CAP], "has a missing item"),
    ],
)
def test_a_fault_that_never_occurs_is_not_identified_and_its_penalty_stays(
    column: int, parameters: list[Parameter], note: str
) -> None:
    counts = counted(60, seed=6)
    counts[:, column] = 0
    tallies = Tallies.from_counts(counts)
    start = Penalties(0.11, 0.16, 0.47)
    found = calibrate(tallies, score_labels(tallies, noisy(tallies, 0.05, seed=7)), start=start)
    for parameter in parameters:
        fitted = found.parameter(parameter)
        assert not fitted.identified
        assert note in fitted.note
        assert (fitted.low, fitted.high) == fitted.searched
        assert fitted.value == pytest.approx(getattr(start, parameter.value), abs=1e-9)


def test_a_cap_that_never_binds_is_not_identified_and_stays() -> None:
    counts = counted(80, seed=8)
    counts[:, 5] = np.minimum(counts[:, 5], 2)
    tallies = Tallies.from_counts(counts)
    truth = Penalties(0.13, 0.17, 0.5)
    found = calibrate(tallies, score_labels(tallies, noisy(tallies, 0.05, 9, truth)))
    cap = found.parameter(Parameter.MISSING_CAP)
    assert not cap.identified
    assert "binds in no labelled case" in cap.note
    assert cap.high == 1.0
    assert cap.value == found.penalties.max_missing_context_penalty == 0.5
    assert found.parameter(Parameter.MISSING_ITEM).identified


def test_labels_that_say_nothing_of_a_missing_item_leave_it_open_upwards() -> None:
    counts = counted(80, seed=10)
    counts[:, 5] = np.where(counts[:, 5] > 2, counts[:, 5], 0)
    tallies = Tallies.from_counts(counts)
    found = calibrate(tallies, score_labels(tallies, noisy(tallies, 0.03, seed=11)))
    item = found.parameter(Parameter.MISSING_ITEM)
    assert not item.identified
    assert item.note.startswith("Every value from 0.")
    assert item.value == pytest.approx(0.15, abs=1e-9)
    assert found.parameter(Parameter.MISSING_CAP).identified


def test_errors_and_disagreements_are_those_of_the_cases() -> None:
    tallies = Tallies.from_judgements([None]).from_counts(counted(40, seed=12))
    labels: list[float | None] = [*noisy(tallies, 0.1, seed=13)]
    labels[5] = labels[7] = None
    start = Penalties(0.3, 0.02, 0.1)
    found = calibrate(
        tallies,
        score_labels(tallies, [None if each is None else each * 10 for each in labels], scale=10),
        start=start,
        scale=10,
    )
    given = [position for position, label in enumerate(labels) if label is not None]
    wanted = np.array([label for label in labels if label is not None]) * 10
    before = case_scores(tallies, start, 10)[given]
    after = case_scores(tallies, found.penalties, 10)[given]
    squared, absolute = found.errors
    assert (found.labelled, found.ignored) == (38, 0)
    assert squared.measure == "root mean square error"
    assert squared.before == pytest.approx(np.sqrt(((wanted - before) ** 2).mean()))
    assert squared.after == pytest.approx(np.sqrt(((wanted - after) ** 2).mean()))
    assert absolute.measure == "mean absolute error"
    assert absolute.after == pytest.approx(np.abs(wanted - after).mean())
    assert squared.after < squared.held_out < squared.before
    gaps = [each.gap for each in found.disagreements]
    assert gaps == sorted(gaps, reverse=True)
    for each in found.disagreements:
        place = given.index(each.position)
        assert each.label == pytest.approx(wanted[place])
        assert each.before == pytest.approx(before[place])
        assert each.after == pytest.approx(after[place])
        assert each.gap == pytest.approx(abs(wanted[place] - after[place]))


def test_verdicts_give_penalties_and_threshold_back() -> None:
    tallies = Tallies.from_counts(counted(400, seed=14))
    generator = np.random.default_rng(15)
    scores = case_scores(tallies, TRUTH) + generator.normal(0, 0.03, 400)
    found = calibrate(
        tallies, pass_labels(tallies, (scores >= 0.55).tolist()), threshold=0.7, fit_threshold=True
    )
    assert found.kind is LabelKind.PASSES
    for parameter, true in [
        (Parameter.UNUSED_HIGH, TRUTH.unused_high_relevance_context),
        (Parameter.MISSING_ITEM, TRUTH.missing_context_per_item),
        (Parameter.THRESHOLD, 0.55),
    ]:
        fitted = found.parameter(parameter)
        assert fitted.low <= true <= fitted.high
        assert fitted.width < 0.2
    (error,) = found.errors
    assert error.measure == "share misjudged"
    assert error.after < error.before
    assert error.held_out < error.constant
    assert found.threshold == found.parameter(Parameter.THRESHOLD).value
    with pytest.raises(KeyError):
        found.parameter(Parameter.BLUR)


def test_misjudged_cases_are_listed_with_their_distance_from_the_threshold() -> None:
    tallies = Tallies.from_counts(counted(120, seed=16))
    generator = np.random.default_rng(17)
    scores = case_scores(tallies, TRUTH) + generator.normal(0, 0.1, 120)
    verdicts = (scores >= 0.6).tolist()
    found = calibrate(tallies, pass_labels(tallies, verdicts), threshold=0.6)
    assert found.threshold == 0.6
    passes = passing(tallies, found.penalties, 0.6)[tallies.row_of_case].tolist()
    after = case_scores(tallies, found.penalties)
    wrong = {
        position: abs(after[position] - 0.6)
        for position in range(120)
        if passes[position] != verdicts[position]
    }
    assert {each.position: each.gap for each in found.disagreements} == pytest.approx(wrong)
    # One that lies on the threshold itself is misjudged as any other.
    assert 0 in wrong.values()
    for each in found.disagreements:
        assert each.label is verdicts[each.position]
    assert found.errors[0].after == pytest.approx(len(wrong) / 120)


def test_weights_are_fitted_when_asked_for() -> None:
    tallies = Tallies.from_counts(counted(200, seed=0))
    truth = Weights(1.0, 0.55, 0.2, 0.0)
    scores = case_scores(tallies.reweighted(truth), TRUTH)
    labels = np.clip(scores + np.random.default_rng(1000).normal(0, 0.03, 200), 0, 1)
    found = calibrate(tallies, score_labels(tallies, labels.tolist()), fit_weights=True)
    assert found.weights.medium == pytest.approx(0.55, abs=0.05)
    assert found.weights.low == pytest.approx(0.2, abs=0.05)
    assert (found.weights.high, found.weights.none) == (1.0, 0.0)
    assert not found.weights.documented
    for parameter, true in [(Parameter.MEDIUM_WEIGHT, 0.55), (Parameter.LOW_WEIGHT, 0.2)]:
        assert found.parameter(parameter).low <= true <= found.parameter(parameter).high


def same(one: Calibration, other: Calibration) -> bool:
    return one.penalties == other.penalties and one.errors == other.errors


def test_a_fit_is_repeated_exactly() -> None:
    tallies = Tallies.from_counts(counted(40, seed=20))
    labels = score_labels(tallies, noisy(tallies, 0.1, seed=21))
    assert same(calibrate(tallies, labels, seed=3), calibrate(tallies, labels, seed=3))


def test_more_labels_narrow_a_range_with_their_square_root() -> None:
    def widths(labels: int, seed: int) -> list[float]:
        tallies = Tallies.from_counts(counted(labels, seed))
        found = calibrate(tallies, score_labels(tallies, noisy(tallies, 0.05, seed + 1)))
        assert all(fitted.identified for fitted in found.parameters)
        return [fitted.width for fitted in found.parameters]

    ratios = np.array([np.array(widths(160, seed)) / widths(40, seed) for seed in (22, 23, 24)])
    # Each ratio is half but for chance: four times the labels have twice the root.
    assert np.exp(np.log(ratios).mean()) == pytest.approx(0.5, abs=0.12)


def test_what_cannot_be_fitted_is_refused() -> None:
    tallies = Tallies.from_counts(counted(8, seed=24))
    scores: list[float | None] = [0.5] * 8
    with pytest.raises(InvalidValueError, match="to passes and failures"):
        calibrate(tallies, score_labels(tallies, scores), fit_threshold=True)
    with pytest.raises(InvalidValueError, match="at least 6 labelled cases, not 5"):
        calibrate(tallies, score_labels(tallies, [*scores[:5], None, None, None]))
    with pytest.raises(InvalidValueError, match="searched from 0 or more"):
        calibrate(
            tallies,
            score_labels(tallies, scores),
            searched={Parameter.UNUSED_HIGH: (0.2, 0.2)},
        )
    with pytest.raises(InvalidValueError, match="scale"):
        calibrate(tallies, score_labels(tallies, scores), scale=0)


def test_labels_that_no_setting_moves_leave_every_value_open() -> None:
    # Nothing relevant anywhere: every score is at the floor whatever the penalties.
    counts = np.array([[0, 0, 0, 3, 0, missing] for missing in range(8)])
    tallies = Tallies.from_counts(counts)
    found = calibrate(tallies, score_labels(tallies, [0.0, 0.1] * 4))
    item = found.parameter(Parameter.MISSING_ITEM)
    assert item.note == "Every value that was tried fits about as well."
    assert found.penalties == Penalties()


def test_what_is_left_open_stays_as_near_to_its_start_as_the_labels_allow() -> None:
    # A score is 0.5 - min(missing x item, cap), and people take nothing off for what is missing:
    # either of the two may be anything where the other is 0.
    missing = np.tile([1, 2, 3], 7)
    tallies = Tallies.from_counts(np.array([[2, 0, 0, 2, 0, count] for count in missing]))
    given = 0.5 + np.random.default_rng(5).normal(0, 0.2, 21)
    found = calibrate(tallies, score_labels(tallies, given.tolist()))
    item, cap = (found.parameter(each) for each in (Parameter.MISSING_ITEM, Parameter.MISSING_CAP))
    assert not item.identified
    assert not cap.identified

    def loss(cap: float) -> float:
        scores = 0.5 - np.minimum(missing * 0.15, cap)
        return float(((given - scores) ** 2).sum())

    least = min(map(loss, np.linspace(0, 0.5, 501)))
    allowed = least + cap.limit * least / (21 - 3)
    assert item.value == 0.15
    assert loss(cap.value) <= allowed * 1.0001
    assert loss(cap.value + 0.15 * (0.5 - cap.value)) > allowed
