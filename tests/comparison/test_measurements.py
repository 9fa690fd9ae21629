import numpy as np
import pytest

from scoring.comparison import (
    Measurements,
    Metric,
    Sample,
    compositions,
    differences_from,
    means,
)
from scoring.errors import InvalidValueError
from scoring.model import Penalties, RelevanceLevel
from scoring.precision import context_precision
from scoring.relevance import score_relevance
from tests.comparison.sides import (
    judged,
    random_judgement,
    sample_of,
    side_by_side,
)


def test_every_value_is_what_the_case_by_case_formula_gives() -> None:
    random = np.random.default_rng(5)
    sides = {name: [random_judgement(random) for _ in range(80)] for name in "ABC"}
    measurements = Measurements(side_by_side(**sides))
    penalties = Penalties(0.07, 0.11, 0.31)
    relevance = measurements.sample(Metric.RELEVANCE, penalties, 100.0)
    for name, judgements in sides.items():
        scored = [score_relevance(judgement, penalties, 100.0) for judgement in judgements]
        evidence = [score.evidence for score in scored if score.evidence is not None]
        assert relevance.row(name).tolist() == [score.score for score in scored]

        def values(metric: Metric, of: str = name) -> list[float]:
            listed: list[float] = measurements.sample(metric).row(of).tolist()
            return listed

        assert values(Metric.BASE) == [one.base for one in evidence]
        assert values(Metric.UNUSED_HIGH) == [len(one.unused_high) for one in evidence]
        assert values(Metric.MISSING) == [one.missing_count for one in evidence]
        assert values(Metric.CONTEXTS) == [j.context_count for j in judgements]
        assert values(Metric.PRECISION) == [context_precision(j) for j in judgements]


def test_penalties_move_one_metric_and_no_other() -> None:
    random = np.random.default_rng(6)
    sides = {name: [random_judgement(random) for _ in range(20)] for name in "AB"}
    measurements = Measurements(side_by_side(**sides))
    for metric in Metric:
        before = measurements.sample(metric, Penalties(0.1, 0.1, 0.1)).values
        after = measurements.sample(metric, Penalties(0.2, 0.2, 0.2)).values
        assert metric.follows_penalties == (before != after).any()


def test_a_mean_is_of_the_pairs_that_every_side_scored() -> None:
    pairing = side_by_side(A=[judged("h"), None, judged("n")], B=[judged("h")] * 3)
    measurements = Measurements(pairing)
    sample = measurements.sample(Metric.RELEVANCE)
    assert sample.pairs.tolist() == [0, 2]
    assert means(sample) == {"A": 0.5, "B": 1.0}
    # A failed judgement says nothing of the keywords, nor of how much was retrieved.
    assert measurements.sample(Metric.KEYWORDS).pairs.tolist() == [0, 1, 2]
    assert measurements.sample(Metric.CONTEXTS).pairs.tolist() == [0, 1, 2]


def test_no_pair_leaves_means_open() -> None:
    measurements = Measurements(side_by_side(A=[None], B=[judged("h")]))
    sample = measurements.sample(Metric.RELEVANCE)
    assert means(sample) == {"A": None, "B": None}
    (difference,) = differences_from(sample, "A")
    assert (difference.pairs, difference.difference) == (0, None)


def test_dust_is_a_tie_at_any_scale() -> None:
    for scale in (1.0, 100.0, 1e-6):
        values = np.array([[0.7 - 0.3, 0.3], [0.4, 0.4]]) * scale
        sample = Sample(Metric.RELEVANCE, ("A", "B"), values, np.arange(2), scale)
        (difference,) = differences_from(sample, "A")
        assert (difference.above, difference.equal, difference.below) == (1, 1, 0)
        assert difference.difference == pytest.approx(0.05 * scale)


def test_less_is_better_where_it_counts_faults() -> None:
    (faults,) = differences_from(sample_of([1, 2, 3], [0, 0, 4], metric=Metric.MISSING), "A")
    assert (faults.wins, faults.losses) == (2, 1)
    (points,) = differences_from(sample_of([1, 2, 3], [0, 0, 4]), "A")
    assert (points.wins, points.losses) == (1, 2)


def test_any_side_can_be_the_baseline() -> None:
    sample = sample_of([0.1], [0.2], [0.4])
    differences = {d.configuration: d.difference for d in differences_from(sample, "B")}
    assert differences == {"A": pytest.approx(-0.1), "C": pytest.approx(0.2)}
    with pytest.raises(InvalidValueError, match="no configuration X; there are A, B, C"):
        differences_from(sample, "X")


def test_composition_counts_levels_usage_and_gaps() -> None:
    pairing = side_by_side(A=[judged("hhHm", 2), judged("l", 1)], B=[judged("n"), judged("m")])
    a, b = compositions(Measurements(pairing))
    assert a.levels == {
        RelevanceLevel.HIGH: 3,
        RelevanceLevel.MEDIUM: 1,
        RelevanceLevel.LOW: 1,
        RelevanceLevel.NONE: 0,
    }
    assert (a.pairs, a.usage_rate, a.missing) == (2, 2 / 3, 3)
    assert b.usage_rate is None
