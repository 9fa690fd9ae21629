"""A judge's attempts at one case: where they lie apart, and what that does to the score."""

import pytest
from scipy import stats

from scoring.model import Judgement, Overrides, Penalties, RelevanceLevel, Verdict
from scoring.repeats import spread_of


def judgement(*levels: str, used: bool = True, missing: tuple[str, ...] = ()) -> Judgement:
    verdicts = (Verdict(at, RelevanceLevel(level), used) for at, level in enumerate(levels))
    return Judgement(len(levels), tuple(verdicts), missing)


def test_each_context_has_its_levels_counted_and_its_usage() -> None:
    attempts = [judgement("high", "low"), judgement("high", "none"), judgement("high", "low")]
    first, second = spread_of([*attempts[:2], judgement("medium", "low", used=False)]).contexts
    assert first.levels == {"high": 2, "medium": 1, "low": 0, "none": 0}
    assert (first.used, first.judged) == (2, 3)
    assert second.levels == {"high": 0, "medium": 0, "low": 2, "none": 1}


def test_missing_items_are_counted_once_an_attempt_whatever_their_spelling() -> None:
    attempts = [
        judgement("high", missing=("The price", "the  PRICE", "a date")),
        judgement("high", missing=("the price",)),
        judgement("high"),
    ]
    assert spread_of(attempts).missing == {"The price": 2, "a date": 1}


def test_every_attempt_goes_through_the_formula() -> None:
    attempts = [judgement("high", missing=("x",)), judgement("medium"), judgement("low")]
    spread = spread_of(attempts)
    # 1 - 0.15, 0.7 and 0.3
    assert spread.scores == pytest.approx((0.85, 0.7, 0.3))
    assert spread.mean == pytest.approx((0.85 + 0.7 + 0.3) / 3)
    dearer = spread_of(attempts, Penalties(missing_context_per_item=0.45))
    assert dearer.scores == pytest.approx((0.55, 0.7, 0.3))


def test_the_interval_is_students_around_the_mean() -> None:
    attempts = [judgement(*levels) for levels in (["medium"] * 4, ["low"] * 4, ["medium"] * 4)]
    attempts.append(judgement("medium", "low", "medium", "low"))
    spread = spread_of(attempts)
    scores = (0.7, 0.3, 0.7, 0.5)
    expected = stats.t.interval(0.95, 3, loc=0.55, scale=stats.sem(scores))
    assert spread.scores == pytest.approx(scores)
    assert spread.deviation == pytest.approx(stats.tstd(scores))
    assert spread.interval == pytest.approx(tuple(map(float, expected)))


def test_the_interval_ends_where_scores_do() -> None:
    attempts = [judgement("high"), judgement("none")]
    assert spread_of(attempts, scale=10).interval == (0.0, 10.0)


def test_attempts_that_agree_have_an_interval_without_width() -> None:
    spread = spread_of([judgement("medium")] * 3)
    assert (spread.deviation, spread.interval) == (0.0, (0.7, 0.7))


def test_one_attempt_has_no_interval() -> None:
    spread = spread_of([judgement("medium")])
    assert (spread.mean, spread.deviation, spread.interval) == (0.7, None, None)


def test_no_attempts_have_nothing() -> None:
    spread = spread_of([])
    assert (spread.attempts, spread.contexts, spread.mean, spread.interval) == (0, (), None, None)


def test_a_partial_attempt_has_no_score_and_is_counted_out() -> None:
    partial = Judgement(2, (Verdict(0, RelevanceLevel.HIGH, used=True),))
    spread = spread_of([partial, judgement("high", "low"), judgement("low", "low")])
    assert spread.scores == pytest.approx((None, 0.65, 0.3))
    assert spread.mean == pytest.approx(0.475)
    assert spread.contexts[1].judged == 2
    whole = spread_of([partial], score_judged_part=True)
    assert whole.scores == (1.0,)


def test_a_persons_corrections_hold_for_every_attempt() -> None:
    overrides = Overrides(levels={0: RelevanceLevel.HIGH})
    assert spread_of([judgement("low"), judgement("none")], overrides=overrides).scores == (1, 1)


def test_in_words_it_is_the_mean_and_the_interval() -> None:
    assert str(spread_of([judgement("medium")] * 3)) == "mean of 3 0.70, 95 % from 0.70 to 0.70"
    assert str(spread_of([judgement("medium")])) == "no spread of 1"


def test_the_json_says_it_all() -> None:
    line = spread_of([judgement("high", missing=("x",)), judgement("high")]).to_json()
    assert line["attempts"] == 2
    assert line["contexts"] == [
        {"levels": {"high": 2, "medium": 0, "low": 0, "none": 0}, "used": 2, "judged": 2}
    ]
    assert line["missing"] == {"x": 1}
    assert line["scores"] == pytest.approx([0.85, 1.0])
