"""The Context Relevance formula: its numbers, its evidence and its reason."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties, RelevanceLevel, State, Verdict
from scoring.relevance import (
    RelevanceEvidence,
    RelevanceScore,
    score_relevance,
    unscored_relevance,
)
from scoring.rounding import half_up

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "golden_relevance.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
PEER_NAMES = {
    "unusedHighRelevanceContext": "unused_high_relevance_context",
    "missingContextPerItem": "missing_context_per_item",
    "maxMissingContextPenalty": "max_missing_context_penalty",
}


def judgement_of(marks: str, *missing: str) -> Judgement:
    """A judgement from one word a context, such as "high* high low none -".

    A star says that the response used it; a dash leaves the context unjudged.
    """
    words = marks.split()
    verdicts = tuple(
        Verdict(index, RelevanceLevel(word.rstrip("*")), used=word.endswith("*"))
        for index, word in enumerate(words)
        if word != "-"
    )
    return Judgement(len(words), verdicts, missing)


def evidence_of(result: RelevanceScore) -> RelevanceEvidence:
    assert result.evidence is not None
    return result.evidence


def value_of(result: RelevanceScore) -> float:
    assert result.score is not None
    return result.score


# The numbers


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: str(line["id"]))
def test_rounded_it_equals_what_the_published_package_gave(line: dict[str, Any]) -> None:
    verdicts = tuple(
        Verdict(index, RelevanceLevel(level), used)
        for index, (level, used) in enumerate(zip(line["levels"], line["used"], strict=True))
    )
    judgement = Judgement(
        len(verdicts), verdicts, tuple(f"item {number}" for number in range(line["missing"]))
    )
    penalties = Penalties(**{PEER_NAMES[name]: value for name, value in line["penalties"].items()})
    assert half_up(value_of(score_relevance(judgement, penalties, line["scale"]))) == line["score"]


def test_all_golden_vectors_are_there() -> None:
    assert len(GOLDEN) == 150


@pytest.mark.parametrize(
    ("mark", "score"), [("high*", 1.0), ("medium", 0.7), ("low", 0.3), ("none", 0.0)]
)
def test_a_single_context_scores_the_weight_of_its_level(mark: str, score: float) -> None:
    assert score_relevance(judgement_of(mark)).score == score


def test_the_base_is_the_mean_weight() -> None:
    evidence = evidence_of(score_relevance(judgement_of("high* medium low none")))
    assert evidence.divisor == 4
    assert evidence.base == 0.5  # (1 + 0.7 + 0.3 + 0) / 4


def test_each_unused_high_context_costs_the_usage_penalty() -> None:
    result = score_relevance(judgement_of("high none* high* high"), Penalties(0.2, 0, 0))
    assert evidence_of(result).unused_high == (0, 3)
    assert evidence_of(result).usage_penalty == 0.4
    assert result.score == pytest.approx(0.75 - 0.4)


def test_an_unused_context_that_is_not_high_costs_nothing() -> None:
    result = score_relevance(judgement_of("medium low none"))
    assert evidence_of(result).unused_high == ()
    assert evidence_of(result).usage_penalty == 0.0


def test_missing_items_below_the_cap_cost_their_number() -> None:
    evidence = evidence_of(score_relevance(judgement_of("high*", "a date", "a place")))
    assert (evidence.missing_count, evidence.missing_count_raw) == (2, 2)
    assert evidence.missing_penalty_uncapped == 0.3
    assert evidence.missing_penalty == 0.3
    assert not evidence.capped


def test_the_cap_binds_when_more_is_missing_than_it_allows() -> None:
    result = score_relevance(judgement_of("high*", "one", "two", "three", "four"))
    evidence = evidence_of(result)
    assert evidence.missing_penalty_uncapped == 0.6  # 4 x 0.15
    assert evidence.missing_penalty == 0.5
    assert evidence.capped
    assert result.score == 0.5


def test_a_cap_that_is_reached_exactly_does_not_bind() -> None:
    # 3 x 0.1 is 0.30000000000000004 in floating point.
    evidence = evidence_of(
        score_relevance(judgement_of("high*", "one", "two", "three"), Penalties(0, 0.1, 0.3))
    )
    assert evidence.missing_penalty_uncapped > 0.3
    assert not evidence.capped


def test_the_floor_stops_the_score_at_zero() -> None:
    result = score_relevance(judgement_of("high none", "one", "two", "three", "four"))
    evidence = evidence_of(result)
    assert result.score == 0.0
    assert evidence.unfloored == pytest.approx(-0.1)  # 0.5 - 0.1 - 0.5
    assert evidence.floored


def test_a_score_that_comes_to_zero_is_not_floored() -> None:
    # 0.85 - 0.04 - 0.81 is a speck below 0 in floating point.
    result = score_relevance(judgement_of("high medium", "one"), Penalties(0.04, 0.81, 0.81))
    assert evidence_of(result).unfloored < 0
    assert not evidence_of(result).floored
    assert result.score == 0.0


def test_items_that_say_the_same_are_charged_once_and_both_counts_are_kept() -> None:
    result = score_relevance(judgement_of("high*", "The date", "the  DATE ", "a place", " "))
    evidence = evidence_of(result)
    assert evidence.missing_items == ("The date", "a place")
    assert (evidence.missing_count, evidence.missing_count_raw) == (2, 4)
    assert result.score == 0.7


def test_the_scale_multiplies_the_score_and_leaves_the_evidence_alone() -> None:
    plain = score_relevance(judgement_of("high* none high", "a date"))
    scaled = score_relevance(judgement_of("high* none high", "a date"), scale=100)
    assert value_of(scaled) == 100 * value_of(plain)
    assert scaled.evidence == plain.evidence
    assert scaled.band == plain.band


@pytest.mark.parametrize("scale", [0, -1, math.inf, math.nan])
def test_a_scale_out_of_range_is_refused(scale: float) -> None:
    with pytest.raises(InvalidValueError):
        score_relevance(judgement_of("high*"), scale=scale)


def test_extreme_penalties_stay_finite() -> None:
    result = score_relevance(
        judgement_of("high high", "one", "two"), Penalties(1e308, 1e308, 1.7e308), 1e308
    )
    evidence = evidence_of(result)
    assert result.score == 0.0
    assert all(
        math.isfinite(number)
        for number in (
            evidence.usage_penalty,
            evidence.missing_penalty,
            evidence.missing_penalty_uncapped,
            evidence.unfloored,
        )
    )
    assert evidence.floored
    assert result.reason


def test_the_largest_scale_keeps_the_score_finite() -> None:
    assert score_relevance(judgement_of("high*"), scale=1.7e308).score == 1.7e308


# States other than scored


def test_without_contexts_there_is_no_score() -> None:
    result = score_relevance(Judgement(0, (), ("everything",)), scale=10)
    assert result.state is State.NOT_SCORABLE
    assert (result.score, result.evidence, result.band) == (None, None, None)
    assert result.explanation == result.reason == "There are no contexts to judge."


def test_the_peer_gives_a_perfect_score_where_nothing_was_retrieved() -> None:
    assert score_relevance(Judgement(0, ()), scale=10).peer_score == 10


def test_elsewhere_the_peer_and_this_agree() -> None:
    scored = score_relevance(judgement_of("high* none"))
    assert scored.peer_score == scored.score == 0.5
    assert score_relevance(judgement_of("high* -")).peer_score is None
    assert unscored_relevance(State.FAILED, "No reply.", Penalties(), 1.0).peer_score is None


def test_a_partial_judgement_has_no_score_unless_it_is_asked_for() -> None:
    result = score_relevance(judgement_of("high* - none"))
    assert result.state is State.PARTIAL
    assert (result.score, result.evidence) == (None, None)
    assert result.explanation == "2 of 3 contexts are judged."


def test_a_partial_judgement_is_scored_over_its_judged_part_on_request() -> None:
    result = score_relevance(judgement_of("high* - none"), score_judged_part=True)
    assert result.state is State.PARTIAL
    assert result.score == 0.5  # over the two that were judged, not over three
    assert evidence_of(result).divisor == 2
    assert "2 of 3 contexts are judged" in result.reason
    assert "the judged ones alone" in result.reason


def test_nothing_judged_has_no_score_even_on_request() -> None:
    result = score_relevance(judgement_of("- -"), score_judged_part=True)
    assert result.state is State.PARTIAL
    assert result.score is None
    assert result.reason == "0 of 2 contexts are judged."


def test_a_complete_judgement_is_scored_the_same_whether_or_not_a_part_would_do() -> None:
    judgement = judgement_of("high low", "a date")
    assert score_relevance(judgement, score_judged_part=True) == score_relevance(judgement)


def test_an_unscored_result_says_why() -> None:
    result = unscored_relevance(State.FAILED, "The judge did not reply.", Penalties(), 5.0)
    assert (result.state, result.score, result.scale) == (State.FAILED, None, 5.0)
    assert result.reason == "The judge did not reply."


def test_an_unscored_result_checks_its_scale_too() -> None:
    with pytest.raises(InvalidValueError):
        unscored_relevance(State.FAILED, "The judge did not reply.", Penalties(), 0.0)


# The reason


def test_the_reason_of_a_perfect_score() -> None:
    assert score_relevance(judgement_of("high* high* high*")).reason == (
        "Score 1.00 of 1: excellent. "
        "The base is 1.00, the mean weight of high: contexts 1-3. "
        "The response used every high context it had. "
        "No gap was named."
    )


def test_the_reason_uses_the_numbers_that_were_set() -> None:
    result = score_relevance(
        judgement_of("high* high medium none high", "the date", "The Date", "a place"),
        Penalties(0.05, 0.12, 0.2),
        scale=100,
    )
    assert result.reason == (
        "Score 44.00 of 100: mixed. "
        "The base is 0.74, the mean weight of "
        "high: contexts 1-2, 5; medium: context 3; none: context 4. "
        "Unused by the response: contexts 2, 5 (both high); 2 x 0.05 takes off 0.10. "
        "Missing: “the date”, “a place” (3 were listed, repetitions count once); "
        "2 x 0.12 would take off 0.24, and the cap holds it to 0.20."
    )


def test_the_reason_says_when_the_floor_bit() -> None:
    result = score_relevance(judgement_of("high none", "one", "two", "three"))
    assert result.reason == (
        "Score 0.00 of 1: very poor. "
        "The base is 0.50, the mean weight of high: context 1; none: context 2. "
        "Unused by the response: context 1 (high); 1 x 0.1 takes off 0.10. "
        "Missing: “one”, “two”, “three”; 3 x 0.15 takes off 0.45. "
        "The penalties take 0.05 more than the base holds, so the score stops at 0."
    )


def test_the_reason_claims_no_use_of_high_contexts_where_there_were_none() -> None:
    for marks in ("medium* low", "none none"):
        reason = score_relevance(judgement_of(marks)).reason
        assert "There was no high context to use. No gap was named." in reason
        assert "used every high" not in reason


def test_the_reason_counts_high_contexts_in_words_that_fit() -> None:
    reasons = [
        score_relevance(judgement_of(marks)).reason for marks in ("high", "high high", "high " * 3)
    ]
    for reason, words in zip(
        reasons,
        ["context 1 (high)", "contexts 1-2 (both high)", "contexts 1-3 (all high)"],
        strict=True,
    ):
        assert words in reason


def test_the_reason_of_penalties_that_cost_nothing_names_what_happened() -> None:
    reason = score_relevance(judgement_of("high", "a date"), Penalties(0, 0, 0)).reason
    assert "The response did not use context 1 (high), which costs nothing" in reason
    assert "Gaps named, which cost nothing at this setting: “a date”." in reason


def test_a_missing_item_is_quoted_on_one_line() -> None:
    reason = score_relevance(judgement_of("high*", "the date\n  of birth")).reason
    assert "“the date of birth”" in reason


def test_the_reason_of_an_unscored_partial_judgement_still_tells_the_levels() -> None:
    assert score_relevance(judgement_of("high* - none")).reason == (
        "2 of 3 contexts are judged. By level, high: context 1; none: context 3."
    )


# Properties

verdict_marks = st.sampled_from(
    ["high*", "high", "medium*", "medium", "low*", "low", "none*", "none"]
)
complete_judgements = st.builds(
    lambda marks, missing: judgement_of(" ".join(marks), *missing),
    st.lists(verdict_marks, min_size=1, max_size=12),
    st.lists(st.sampled_from(["a", "A ", "b", "c", "unused", "missing", ""]), max_size=8),
)
amounts = st.one_of(st.floats(0, 1), st.floats(0, 1.7e308), st.just(0.0))
all_penalties = st.builds(Penalties, amounts, amounts, amounts)
scales = st.floats(1e-3, 1e6)


@given(complete_judgements, all_penalties, scales)
def test_a_score_lies_between_zero_and_the_scale(
    judgement: Judgement, penalties: Penalties, scale: float
) -> None:
    assert 0 <= value_of(score_relevance(judgement, penalties, scale)) <= scale


@given(st.data(), complete_judgements, all_penalties)
def test_the_order_of_the_contexts_never_changes_the_score(
    data: st.DataObject, judgement: Judgement, penalties: Penalties
) -> None:
    order = data.draw(st.permutations(range(judgement.context_count)))
    moved = score_relevance(judgement.rearranged(order), penalties)
    assert moved.score == score_relevance(judgement, penalties).score


@given(complete_judgements, all_penalties, all_penalties)
def test_larger_penalties_never_raise_the_score(
    judgement: Judgement, one: Penalties, other: Penalties
) -> None:
    larger = Penalties(
        max(one.unused_high_relevance_context, other.unused_high_relevance_context),
        max(one.missing_context_per_item, other.missing_context_per_item),
        max(one.max_missing_context_penalty, other.max_missing_context_penalty),
    )
    assert value_of(score_relevance(judgement, larger)) <= value_of(score_relevance(judgement, one))


@given(complete_judgements, all_penalties, scales)
def test_scaling_is_linear(judgement: Judgement, penalties: Penalties, scale: float) -> None:
    plain = value_of(score_relevance(judgement, penalties))
    assert value_of(score_relevance(judgement, penalties, scale)) == plain * scale


@given(st.data(), complete_judgements, all_penalties)
def test_repeating_missing_items_never_changes_the_score(
    data: st.DataObject, judgement: Judgement, penalties: Penalties
) -> None:
    extra = (
        data.draw(st.lists(st.sampled_from(judgement.missing), max_size=5))
        if judgement.missing
        else []
    )
    repeated = replace(
        judgement, missing=(*judgement.missing, *(f" {item.upper()}\t" for item in extra))
    )
    assert score_relevance(repeated, penalties).score == score_relevance(judgement, penalties).score


@given(complete_judgements, all_penalties)
def test_using_a_context_never_lowers_the_score(judgement: Judgement, penalties: Penalties) -> None:
    used = replace(
        judgement, verdicts=tuple(replace(verdict, used=True) for verdict in judgement.verdicts)
    )
    assert value_of(score_relevance(used, penalties)) >= value_of(
        score_relevance(judgement, penalties)
    )


@given(complete_judgements, all_penalties, scales)
@example(judgement_of("high", "a"), Penalties(1e-12, 1e-12, 1e-12), 1.0)
def test_the_reason_says_unused_and_missing_exactly_when_those_penalties_apply(
    judgement: Judgement, penalties: Penalties, scale: float
) -> None:
    result = score_relevance(judgement, penalties, scale)
    unquoted = re.sub("“.*?”", "", result.reason).lower()
    assert ("unused" in unquoted) == (evidence_of(result).usage_penalty > 0)
    assert ("missing" in unquoted) == (evidence_of(result).missing_penalty > 0)


@given(complete_judgements, all_penalties, scales)
def test_the_reason_is_whole_sentences_and_names_the_band(
    judgement: Judgement, penalties: Penalties, scale: float
) -> None:
    result = score_relevance(judgement, penalties, scale)
    assert result.band is not None
    assert f": {result.band.name}. " in result.reason
    assert "  " not in result.reason
    assert result.reason.endswith(".")
