import numpy as np
import pytest
from scipy.special import ndtr

from scoring.comparison import (
    UNUSED_HIGH_RANGE,
    Axis,
    Measurements,
    Regions,
    leader_map,
    regions,
)
from scoring.comparison.leaders import leading
from scoring.errors import InvalidValueError
from scoring.model import Penalties
from scoring.relevance import score_relevance
from scoring.tallies import Penalty
from tests.comparison.sides import judged, random_judgement, side_by_side

UNUSED = Axis(Penalty.UNUSED_HIGH, 0.0, 0.3)
MISSING = Axis(Penalty.MISSING_ITEM, 0.0, 0.4)
CAP = Axis(Penalty.MISSING_CAP, 0.1, 0.9)


class BruteForce:
    """Means at a point by scoring every case there."""

    def __init__(self, seed: int, configurations: int, pairs: int) -> None:
        random = np.random.default_rng(seed)
        self.sides = {
            name: [random_judgement(random) for _ in range(pairs)]
            for name in "ABCD"[:configurations]
        }
        self.measurements = Measurements(side_by_side(**self.sides))

    def scores(
        self, name: str, penalties: Penalties
    ) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        return np.array([score_relevance(j, penalties).score for j in self.sides[name]])

    def means(self, penalties: Penalties) -> dict[str, float]:
        return {name: float(self.scores(name, penalties).mean()) for name in self.sides}


def at(x: Axis, y: Axis, point: tuple[float, float]) -> Penalties:
    return y.penalty.moved_to(point[1], x.penalty.moved_to(point[0], Penalties()))


@pytest.mark.parametrize(("x", "y"), [(UNUSED, MISSING), (MISSING, CAP), (CAP, UNUSED)])
def test_the_map_is_what_scoring_every_case_at_every_point_gives(x: Axis, y: Axis) -> None:
    brute = BruteForce(seed=1, configurations=3, pairs=12)
    found = leader_map(brute.measurements, x, y, Penalties(), steps=5)
    assert found.confidence is not None
    for row, column in np.ndindex(5, 5):
        penalties = at(x, y, (float(found.xs[column]), float(found.ys[row])))
        means = brute.means(penalties)
        assert found.means[:, row, column] == pytest.approx(list(means.values()), abs=1e-12)
        first, second, _ = sorted(means, key=lambda name: -means[name])
        assert found.configurations[found.leader[row, column]] == first
        assert found.lead[row, column] == pytest.approx(means[first] - means[second], abs=1e-12)
        lead = brute.scores(first, penalties) - brute.scores(second, penalties)
        p_value = 2 * ndtr(-lead.mean() / (lead.std(ddof=1) / np.sqrt(12)))
        # Three configurations: the leader was picked before two others.
        surely = max(1 - 2 * p_value, 0)
        assert found.confidence[row, column] == pytest.approx(surely, abs=1e-9)
        assert not found.tied[row, column]


@pytest.mark.parametrize(("x", "y"), [(UNUSED, MISSING), (MISSING, CAP), (CAP, UNUSED)])
@pytest.mark.parametrize("seed", [0, 1])
def test_shares_are_those_that_dense_sampling_finds(x: Axis, y: Axis, seed: int) -> None:
    brute = BruteForce(seed=seed, configurations=3, pairs=8)
    found = regions(brute.measurements, x, y, Penalties())
    assert sum(found.shares.values()) + found.tied == pytest.approx(1)
    steps = 24
    counts = dict.fromkeys(brute.sides, 0)
    for row, column in np.ndindex(steps, steps):
        point = tuple(
            axis.lower + (axis.upper - axis.lower) * (place + 0.5) / steps
            for axis, place in ((x, column), (y, row))
        )
        means = brute.means(at(x, y, (point[0], point[1])))
        counts[max(means, key=lambda name: means[name])] += 1
    for name, count in counts.items():
        # A 24 x 24 sample misses along the boundary alone: about half a cell each way.
        assert found.shares[name] == pytest.approx(count / steps**2, abs=0.03)


@pytest.mark.parametrize(("x", "y"), [(UNUSED, MISSING), (MISSING, CAP), (CAP, UNUSED)])
def test_on_the_boundary_two_configurations_lead_together(x: Axis, y: Axis) -> None:
    drawn = 0
    for seed in range(6):
        brute = BruteForce(seed=seed, configurations=3, pairs=8)
        for pair, segments in regions(brute.measurements, x, y, Penalties()).boundaries.items():
            for start, end in segments:
                middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                for point, apart in ((start, 1e-9), (end, 1e-9), (middle, 5e-4)):
                    means = brute.means(at(x, y, point))
                    assert means[pair[0]] == pytest.approx(means[pair[1]], abs=apart)
                    assert max(means.values()) == pytest.approx(means[pair[0]], abs=apart)
                    drawn += 1
    assert drawn > 50


def test_a_boundary_known_in_closed_form_is_found() -> None:
    # A loses 1 x per unused high, B 2 / 3 x per missing item: they meet where u = 2 m / 3.
    unused, gaps = judged("H"), judged("h", missing=2)
    whole = judged("h")
    pairing = side_by_side(A=[unused, unused, unused] * 2, B=[gaps, whole, whole] * 2)
    found = regions(
        Measurements(pairing),
        Axis(Penalty.UNUSED_HIGH, 0.0, 0.2),
        Axis(Penalty.MISSING_ITEM, 0.0, 0.2),
        Penalties(),
    )
    (segments,) = found.boundaries.values()
    for unused_penalty, missing_penalty in (point for segment in segments for point in segment):
        assert unused_penalty == pytest.approx(2 * missing_penalty / 3, abs=1e-12)
    # A leads above the line u = 2 m / 3: a triangle of a third of the square.
    assert found.shares == {"A": pytest.approx(1 / 3), "B": pytest.approx(2 / 3)}
    assert found.sentence == (
        "B leads in 67 %, A leads in 33 % of the penalties' range (0 to 0.2 per unused high "
        "context, 0 to 0.2 per missing item; 0.5 at most for missing items)."
    )


def test_a_third_that_leads_in_a_strip_between_lattice_points_is_found() -> None:
    # Means of 1 - u, of 0.9 and of 0.9505 - u / 2: the last leads from 0.099 to 0.101 alone.
    third = [judged("m")] * 33 + [judged("H")] * 100 + [judged("h")] * 67
    pairing = side_by_side(A=[judged("H")] * 200, B=[judged("hhm")] * 200, C=third)
    found = regions(Measurements(pairing), UNUSED, MISSING, Penalties())
    assert found.shares == {
        "A": pytest.approx(0.099 / 0.3),
        "B": pytest.approx(0.199 / 0.3),
        "C": pytest.approx(0.002 / 0.3),
    }
    assert set(found.boundaries) == {("A", "C"), ("B", "C")}
    for pair, place in ((("A", "C"), 0.099), (("B", "C"), 0.101)):
        ends = [x for segment in found.boundaries[pair] for x, _ in segment]
        assert ends == pytest.approx([place] * len(ends), abs=1e-12)


def test_a_lead_inside_one_cell_of_the_lattice_is_found() -> None:
    # A's mean is 0.65 - 1.5 u as far as u = 1/3, where "HHH" is worth nothing, and 0.15 from there;
    # B's is 0.2171 - 0.2 u: it leads around 1/3 alone.
    pairing = side_by_side(
        A=[judged("HHH")] * 500 + [judged("l")] * 500,
        B=[judged("H")] * 200 + [judged("l")] * 57 + [judged("n")] * 743,
    )
    found = regions(Measurements(pairing), UNUSED_HIGH_RANGE, MISSING, Penalties())
    ends = [x for segment in found.boundaries["A", "B"] for x, _ in segment]
    assert [min(ends), max(ends)] == pytest.approx([0.4329 / 1.3, 0.0671 / 0.2], abs=1e-9)
    assert found.shares["B"] == pytest.approx((0.3355 - 0.333) / 0.4, abs=1e-3)
    assert found.sentence.startswith("A leads in 99 %, B leads in 1 % of the")


def test_the_sentence_names_the_third_penalty_which_may_turn_it_round() -> None:
    measurements = Measurements(side_by_side(A=[judged("h", 4)] * 6, B=[judged("mm")] * 6))
    said = [
        regions(measurements, UNUSED, MISSING, Penalties(max_missing_context_penalty=cap)).sentence
        for cap in (0.2, 0.5)
    ]
    assert said[0].startswith("A leads whatever the penalties (")
    assert said[0].endswith("; 0.2 at most for missing items).")
    assert said[1].startswith("B leads in")
    assert said[1].endswith("; 0.5 at most for missing items).")


def test_of_a_few_pairs_nothing_is_claimed() -> None:
    found = regions(
        Measurements(side_by_side(A=[judged("l")], B=[judged("h")])), UNUSED, MISSING, Penalties()
    )
    assert found.sentence.startswith(
        "With 1 pair, below 6, nothing can be said. In these alone: B leads whatever the penalties"
    )


def test_alike_configurations_are_seldom_told_apart_with_confidence() -> None:
    held = 0
    for trial in range(200):
        random = np.random.default_rng([7, trial])
        sides = {name: [random_judgement(random) for _ in range(60)] for name in "AB"}
        here = leader_map(
            Measurements(side_by_side(**sides)), UNUSED, MISSING, Penalties(), steps=2
        )
        assert here.confidence is not None
        held += here.confidence[0, 0] >= 0.95
    # 5 % of 200 is 10, with a standard deviation of 3: three of them above.
    assert held <= 19


def test_where_penalties_leave_nothing_nobody_leads_alone() -> None:
    pairing = side_by_side(A=[judged("H")] * 7, B=[judged("n")] * 7)
    plane = Axis(Penalty.UNUSED_HIGH, 0.0, 2.0)
    found = regions(Measurements(pairing), plane, MISSING, Penalties())
    assert found.shares == {"A": pytest.approx(0.5, abs=1e-3), "B": 0}
    assert found.tied == pytest.approx(0.5, abs=1e-3)
    assert found.sentence.startswith("A leads in 50 %, nobody alone in 50 % of the")


def test_a_sliver_is_not_rounded_to_nothing() -> None:
    third = (Penalty.MISSING_CAP, 0.5)
    found = Regions(UNUSED, MISSING, third, 20, {"A": 0.999, "B": 0.001}, 0.0, {})
    assert found.sentence.startswith("A leads in over 99 %, B leads in under 1 % of the")


def test_who_leads_everywhere_is_said_to() -> None:
    pairing = side_by_side(A=[judged("l")] * 7, B=[judged("h")] * 7)
    found = regions(Measurements(pairing), UNUSED, MISSING, Penalties())
    assert found.shares == {"A": 0, "B": 1}
    assert not found.boundaries
    assert found.sentence.startswith("B leads whatever the penalties (")


def test_equal_configurations_lead_together() -> None:
    same = [judged("hHm", 1), judged("l")] * 4
    measurements = Measurements(side_by_side(A=same, B=same))
    found = regions(measurements, UNUSED, MISSING, Penalties())
    assert (found.shares, found.tied) == ({"A": 0, "B": 0}, 1)
    assert found.sentence.startswith("Nobody leads alone, whatever the penalties")
    grid = leader_map(measurements, UNUSED, MISSING, Penalties(), steps=3)
    assert grid.tied.all()
    assert grid.confidence is not None
    assert (grid.confidence == 0).all()


def test_dust_between_means_is_a_tie() -> None:
    assert leading(np.array([0.7 - 0.3, 0.4, 0.39])).tolist() == [True, True, False]


def test_too_few_pairs_say_nothing_of_confidence() -> None:
    measurements = Measurements(side_by_side(A=[judged("l")] * 5, B=[judged("h")] * 5))
    assert leader_map(measurements, UNUSED, MISSING, Penalties()).confidence is None


def test_a_plane_that_is_none_is_refused() -> None:
    measurements = Measurements(side_by_side(A=[judged("l")], B=[judged("h")]))
    with pytest.raises(InvalidValueError, match="two different penalties"):
        regions(measurements, UNUSED, UNUSED, Penalties())
    with pytest.raises(InvalidValueError, match="a range of penalties runs up"):
        Axis(Penalty.UNUSED_HIGH, 0.2, 0.2)
    with pytest.raises(InvalidValueError, match="at least 2 steps"):
        leader_map(measurements, UNUSED, MISSING, Penalties(), steps=1)
    nothing = Measurements(side_by_side(A=[None], B=[judged("h")]))
    with pytest.raises(InvalidValueError, match="no pair is scored"):
        leader_map(nothing, UNUSED, MISSING, Penalties())
