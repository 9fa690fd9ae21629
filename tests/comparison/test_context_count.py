import numpy as np
import pytest

from scoring.comparison import ALL_CONTEXTS, ContextCounts, Dropping, differences_from
from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties, RelevanceLevel
from scoring.relevance import score_relevance
from tests.comparison.sides import judged, random_judgement

PENALTIES = Penalties(0.07, 0.11, 0.31)


def random_judgements(seed: int, count: int = 60) -> list[Judgement]:
    random = np.random.default_rng(seed)
    return [random_judgement(random, most_contexts=8) for _ in range(count)]


def scores(judgements: list[Judgement]) -> list[float | None]:
    return [score_relevance(judgement, PENALTIES, 10.0).score for judgement in judgements]


def cut(judgement: Judgement, first: int) -> Judgement:
    kept = tuple(verdict for verdict in judgement.verdicts if verdict.index < first)
    return Judgement(min(first, judgement.context_count), kept, judgement.missing)


def test_the_curve_is_what_scoring_each_cut_judgement_gives() -> None:
    judgements = random_judgements(1)
    counts = ContextCounts(judgements)
    curve = counts.curve(PENALTIES, 10.0)
    assert curve.cuts == tuple(range(1, 9))
    assert curve.cases == 60
    for place, first in enumerate(curve.cuts):
        expected = scores([cut(judgement, first) for judgement in judgements])
        assert counts.cut(first, PENALTIES, 10.0).values[1].tolist() == expected
        assert curve.means[place] == pytest.approx(np.array(expected, dtype=float).mean())
        assert curve.cut_short[place] == sum(j.context_count > first for j in judgements)


def test_a_case_of_very_many_contexts_is_cut_below_fifty_and_kept_whole() -> None:
    long, short = judged("h" + "n" * 1_999 + "H"), judged("hm")
    counts = ContextCounts([long, short])
    curve = counts.curve(PENALTIES)
    assert curve.cuts == (*range(1, 50), 2_001)
    for place, first in ((0, 1), (48, 49), (49, 2_001)):
        expected = [score_relevance(cut(one, first), PENALTIES).score for one in (long, short)]
        assert curve.means[place] == pytest.approx(np.array(expected, dtype=float).mean())
        assert counts.cut(first, PENALTIES).values[1].tolist() == expected
    assert curve.cut_short.tolist()[-2:] == [1, 0]
    with pytest.raises(InvalidValueError, match="not 70"):
        counts.cut(70)


def test_the_best_cut_is_the_smallest_that_no_other_beats() -> None:
    assert ContextCounts([judged("hhnn"), judged("hhln")]).curve().best == 1
    assert ContextCounts([judged("nhhn"), judged("nhhn")]).curve().best == 3
    # 0.3 + 0.4 and 0.7 differ by dust alone, and so do not make a longer list the better one.
    assert ContextCounts([judged("mmm")]).curve().best == 1


def test_a_cut_is_compared_as_two_configurations_are() -> None:
    sample = ContextCounts([judged("hn"), judged("h"), judged("mm")]).cut(1)
    assert sample.configurations == (ALL_CONTEXTS, "the first context")
    (difference,) = differences_from(sample, ALL_CONTEXTS)
    assert (difference.wins, difference.equal) == (1, 2)
    assert difference.difference == pytest.approx(0.5 / 3)


def test_judgements_that_cannot_be_cut_are_left_out() -> None:
    partial = Judgement(2, judged("h").verdicts)
    counts = ContextCounts([None, judged("h"), judged(""), partial, judged("l")])
    assert counts.positions.tolist() == [1, 4]


def test_nothing_to_cut_and_a_cut_to_nothing_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="no case has a judgement"):
        ContextCounts([None]).curve()
    with pytest.raises(InvalidValueError, match="at least 1 context, not 0"):
        ContextCounts([judged("h")]).cut(0)


def test_dropping_is_what_scoring_without_the_contexts_gives() -> None:
    judgements = random_judgements(2)
    dropping = Dropping(ContextCounts(judgements))
    assert dropping.name == "without low and none"
    kept = [
        judgement.rearranged(
            [
                verdict.index
                for verdict in judgement.verdicts
                if verdict.level in (RelevanceLevel.HIGH, RelevanceLevel.MEDIUM)
            ]
        )
        for judgement in judgements
    ]
    left = [place for place, judgement in enumerate(kept) if judgement.context_count]
    assert dropping.positions.tolist() == left
    assert dropping.emptied.tolist() == sorted(set(range(60)) - set(left))
    assert 0 < len(left) < 60
    sample = dropping.sample(PENALTIES, 10.0)
    assert sample.row(ALL_CONTEXTS).tolist() == scores([judgements[place] for place in left])
    assert sample.row(dropping.name).tolist() == scores([kept[place] for place in left])


def test_what_has_no_judgement_loses_nothing() -> None:
    dropping = Dropping(ContextCounts([None, judged("nl"), judged("Hn"), judged("h")]))
    assert (dropping.positions.tolist(), dropping.emptied.tolist()) == ([2, 3], [1])
    empty = Dropping(ContextCounts([None]))
    assert (empty.positions.size, empty.emptied.size) == (0, 0)


def test_unused_high_contexts_go_with_the_high_ones() -> None:
    dropping = Dropping(ContextCounts([judged("Hm")]), {RelevanceLevel.HIGH})
    assert dropping.sample(PENALTIES).row(dropping.name).tolist() == [0.7]


def test_any_level_can_be_dropped() -> None:
    dropping = Dropping(ContextCounts([judged("hn"), judged("n")]), {RelevanceLevel.NONE})
    assert dropping.name == "without none"
    assert dropping.sample().values.tolist() == [[0.5], [1.0]]
    assert dropping.emptied.tolist() == [1]
