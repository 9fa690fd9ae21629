"""The domain's values: checked where they are made, moved and corrected without loss."""

import math
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError, ScoringError
from scoring.model import (
    PRESETS,
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    Provenance,
    RelevanceLevel,
    Verdict,
    checked_level,
    checked_scale,
    distinct_items,
)

HIGH, MEDIUM, LOW, NONE = RelevanceLevel


def judgement_of(*levels: RelevanceLevel, missing: tuple[str, ...] = ()) -> Judgement:
    """A complete judgement in which no context was used."""
    verdicts = tuple(Verdict(index, level, used=False) for index, level in enumerate(levels))
    return Judgement(len(levels), verdicts, missing)


def levels_of(judgement: Judgement) -> dict[int, RelevanceLevel]:
    return {verdict.index: verdict.level for verdict in judgement.verdicts}


# Ranges


@pytest.mark.parametrize("value", [-0.01, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize(
    "name",
    [
        "unused_high_relevance_context",
        "missing_context_per_item",
        "max_missing_context_penalty",
    ],
)
def test_a_penalty_must_be_finite_and_not_negative(name: str, value: float) -> None:
    with pytest.raises(InvalidValueError, match=name):
        Penalties(**{name: value})


def test_penalties_may_be_zero_and_larger_than_any_score() -> None:
    assert Penalties(0, 0, 0).max_missing_context_penalty == 0
    assert Penalties(1e308, 1e308, 1e308).missing_context_per_item == 1e308


def test_penalties_default_to_the_documented_values() -> None:
    assert Penalties() == Penalties(
        unused_high_relevance_context=0.10,
        missing_context_per_item=0.15,
        max_missing_context_penalty=0.50,
    )


def test_the_documented_presets_are_there_in_order() -> None:
    assert {
        name: (
            preset.unused_high_relevance_context,
            preset.missing_context_per_item,
            preset.max_missing_context_penalty,
        )
        for name, preset in PRESETS.items()
    } == {
        "strict": (0.20, 0.25, 0.60),
        "default": (0.10, 0.15, 0.50),
        "lenient": (0.05, 0.10, 0.30),
        "RAG pipeline": (0.12, 0.18, 0.45),
        "dynamic extraction": (0.15, 0.20, 0.40),
    }
    assert list(PRESETS)[:3] == ["strict", "default", "lenient"]


@pytest.mark.parametrize("scale", [0.0, -1.0, math.inf, math.nan])
def test_a_scale_must_be_finite_and_above_zero(scale: float) -> None:
    with pytest.raises(InvalidValueError, match="scale"):
        checked_scale(scale)


def test_a_valid_scale_is_returned() -> None:
    assert checked_scale(100.0) == 100.0


def test_a_verdict_counts_from_zero() -> None:
    with pytest.raises(InvalidValueError, match="-1"):
        Verdict(-1, HIGH, used=True)


def test_a_level_given_as_a_word_becomes_the_member() -> None:
    # A caller without a type checker passes "high"; a plain string would escape the usage penalty.
    assert checked_level("high") is HIGH
    assert Verdict(0, "high", used=False).level is HIGH  # type: ignore[arg-type]  # on purpose
    assert Overrides(levels={0: "low"}).levels[0] is LOW  # type: ignore[dict-item]  # on purpose


@pytest.mark.parametrize("word", ["High", "", "very high", "1"])
def test_a_level_off_the_menu_is_refused(word: str) -> None:
    with pytest.raises(InvalidValueError, match="high, medium, low, none"):
        checked_level(word)


def test_a_retrieval_score_must_be_finite() -> None:
    assert Context("text", retrieval_score=-3.5).retrieval_score == -3.5
    with pytest.raises(InvalidValueError, match="retrieval_score"):
        Context("text", retrieval_score=math.nan)


def test_a_judgement_speaks_only_of_its_contexts() -> None:
    with pytest.raises(InvalidValueError, match="context 3, but there are 2"):
        Judgement(2, (Verdict(2, HIGH, used=True),))


def test_a_context_has_one_verdict() -> None:
    with pytest.raises(InvalidValueError, match="context 1 has two verdicts"):
        Judgement(2, (Verdict(0, HIGH, used=True), Verdict(0, LOW, used=False)))


def test_a_judgement_cannot_have_a_negative_number_of_contexts() -> None:
    with pytest.raises(InvalidValueError, match="0 or more"):
        Judgement(-1, ())


@pytest.mark.parametrize(
    "overrides", [lambda: Overrides(levels={-1: HIGH}), lambda: Overrides(used={-1: True})]
)
def test_an_override_counts_from_zero(overrides: Callable[[], Overrides]) -> None:
    with pytest.raises(InvalidValueError, match="counts from 0"):
        overrides()


def test_a_value_out_of_range_can_be_caught_as_either_family() -> None:
    with pytest.raises(ScoringError):
        Penalties(-1)
    with pytest.raises(ValueError, match="finite"):
        Penalties(-1)


# Judgements


def test_verdicts_are_kept_in_the_order_of_their_contexts() -> None:
    late, early = Verdict(1, LOW, used=False), Verdict(0, HIGH, used=True)
    assert Judgement(2, (late, early)).verdicts == (early, late)
    assert Judgement(2, (late, early)) == Judgement(2, (early, late))


def test_a_judgement_knows_its_unjudged_contexts() -> None:
    judgement = Judgement(4, (Verdict(2, HIGH, used=True), Verdict(0, LOW, used=False)))
    assert judgement.unjudged == (1, 3)
    assert judgement_of(HIGH, LOW).unjudged == ()


def test_a_judgement_takes_lists_and_keeps_tuples() -> None:
    verdicts = [Verdict(0, HIGH, used=True)]
    missing = ["a date"]
    judgement = Judgement(1, verdicts, missing)  # type: ignore[arg-type]  # what JSON readers pass
    verdicts.clear()
    missing.clear()
    assert judgement.verdicts == (Verdict(0, HIGH, used=True),)
    assert judgement.missing == ("a date",)


def test_reordering_contexts_carries_their_verdicts() -> None:
    judgement = Judgement(
        3,
        (
            Verdict(0, HIGH, used=True, reasoning="first"),
            Verdict(1, LOW, used=False, reasoning="second"),
            Verdict(2, NONE, used=False, reasoning="third"),
        ),
        missing=("a date",),
        assessment="fair",
        provenance=Provenance("recorded"),
    )
    moved = judgement.rearranged([2, 0, 1])
    assert [verdict.reasoning for verdict in moved.verdicts] == ["third", "first", "second"]
    assert levels_of(moved) == {0: NONE, 1: HIGH, 2: LOW}
    assert (moved.missing, moved.assessment) == (("a date",), "fair")
    assert moved.provenance == Provenance("recorded")


def test_an_added_context_is_unjudged() -> None:
    moved = judgement_of(HIGH, LOW).rearranged([0, None, 1])
    assert moved.context_count == 3
    assert moved.unjudged == (1,)
    assert levels_of(moved) == {0: HIGH, 2: LOW}


def test_a_removed_context_takes_its_verdict_with_it() -> None:
    moved = judgement_of(HIGH, LOW, NONE).rearranged([0, 2])
    assert moved.context_count == 2
    assert levels_of(moved) == {0: HIGH, 1: NONE}


def test_a_context_that_was_unjudged_stays_unjudged_where_it_goes() -> None:
    partial = Judgement(2, (Verdict(0, HIGH, used=True),))
    assert partial.rearranged([1, 0]).unjudged == (0,)


@pytest.mark.parametrize("origins", [[0, 0], [-1, 0], [0, 2]])
def test_an_old_position_moves_once_and_must_have_been_there(origins: list[int]) -> None:
    with pytest.raises(InvalidValueError):
        judgement_of(HIGH, LOW).rearranged(origins)


@given(st.permutations(range(5)))
def test_moving_contexts_and_back_changes_nothing(order: list[int]) -> None:
    judgement = judgement_of(HIGH, MEDIUM, LOW, NONE, HIGH)
    overrides = Overrides(levels={0: LOW, 3: HIGH}, used={1: True})
    back = [order.index(position) for position in range(5)]
    assert judgement.rearranged(order).rearranged(back) == judgement
    assert overrides.rearranged(order).rearranged(back) == overrides


# A person's corrections


def test_corrections_replace_levels_and_usage_and_nothing_else() -> None:
    judgement = Judgement(
        2,
        (
            Verdict(0, HIGH, used=False, reasoning="why"),
            Verdict(1, LOW, used=True, reasoning="so"),
        ),
        missing=("a date",),
        assessment="fair",
    )
    corrected = Overrides(levels={1: MEDIUM}, used={0: True}).applied_to(judgement)
    assert corrected.verdicts == (
        Verdict(0, HIGH, used=True, reasoning="why"),
        Verdict(1, MEDIUM, used=True, reasoning="so"),
    )
    assert (corrected.missing, corrected.assessment) == (("a date",), "fair")
    assert levels_of(judgement) == {0: HIGH, 1: LOW}


def test_no_corrections_change_nothing() -> None:
    judgement = judgement_of(HIGH, NONE, missing=("a date", "A date"))
    assert Overrides().applied_to(judgement) == judgement


def test_corrections_applied_twice_are_as_if_applied_once() -> None:
    judgement = judgement_of(HIGH, NONE, missing=("a date",))
    overrides = Overrides(levels={1: LOW}, used={0: True}, struck_missing=("a date",))
    once = overrides.applied_to(judgement)
    assert overrides.applied_to(once) == once


def test_a_struck_item_goes_whatever_its_case_and_spacing() -> None:
    judgement = judgement_of(HIGH, missing=("A  date", "a place", "a DATE"))
    corrected = Overrides(struck_missing=("a date ",)).applied_to(judgement)
    assert corrected.missing == ("a place",)


def test_an_added_item_comes_after_the_judges_own_even_if_that_was_struck() -> None:
    judgement = judgement_of(HIGH, missing=("a date", "a place"))
    overrides = Overrides(added_missing=("a date",), struck_missing=("a date",))
    assert overrides.applied_to(judgement).missing == ("a place", "a date")


def test_a_level_judges_an_unjudged_context() -> None:
    unjudged = Judgement(2, (Verdict(0, HIGH, used=True),))
    corrected = Overrides(levels={1: LOW}).applied_to(unjudged)
    assert corrected.verdicts[1] == Verdict(1, LOW, used=False)
    assert corrected.unjudged == ()


def test_a_level_and_a_usage_flag_judge_an_unjudged_context_together() -> None:
    corrected = Overrides(levels={0: HIGH}, used={0: True}).applied_to(Judgement(1, ()))
    assert corrected.verdicts == (Verdict(0, HIGH, used=True),)


def test_a_usage_flag_alone_judges_nothing() -> None:
    assert Overrides(used={0: True}).applied_to(Judgement(1, ())).unjudged == (0,)


def test_corrections_beyond_the_contexts_are_left_out() -> None:
    judgement = judgement_of(HIGH)
    assert Overrides(levels={5: LOW}, used={5: True}).applied_to(judgement) == judgement


def test_corrections_follow_their_contexts() -> None:
    overrides = Overrides(levels={0: LOW, 2: HIGH}, used={1: True}, added_missing=("a date",))
    moved = overrides.rearranged([2, None, 0])
    assert moved == Overrides(levels={0: HIGH, 2: LOW}, added_missing=("a date",))


@pytest.mark.parametrize("origins", [[0, 0], [-1]])
def test_corrections_cannot_move_to_two_places(origins: list[int]) -> None:
    with pytest.raises(InvalidValueError):
        Overrides(levels={0: LOW}).rearranged(origins)


def test_correcting_and_moving_can_change_places() -> None:
    judgement = judgement_of(HIGH, LOW, NONE)
    overrides = Overrides(levels={0: NONE, 2: HIGH}, used={1: True})
    origins = [2, 0, 1]
    assert overrides.rearranged(origins).applied_to(
        judgement.rearranged(origins)
    ) == overrides.applied_to(judgement).rearranged(origins)


@pytest.mark.parametrize(
    "overrides",
    [
        Overrides(levels={0: HIGH}),
        Overrides(used={0: False}),
        Overrides(added_missing=("x",)),
        Overrides(struck_missing=("x",)),
    ],
)
def test_any_correction_makes_overrides_true(overrides: Overrides) -> None:
    assert overrides
    assert not Overrides()


def test_overrides_do_not_depend_on_the_order_in_which_they_were_made() -> None:
    first, second = Overrides(used={1: True, 0: False}), Overrides(used={0: False, 1: True})
    assert first == second
    assert hash(first) == hash(second)
    assert list(first.used) == [0, 1]


# Missing items


def test_items_that_say_the_same_count_once_as_first_written() -> None:
    assert distinct_items(["The date", "a place", "the  DATE ", "A\nplace"]) == (
        "The date",
        "a place",
    )


def test_case_is_folded_in_every_script() -> None:
    assert distinct_items(["die Straße", "DIE STRASSE"]) == ("die Straße",)


def test_blank_items_say_nothing() -> None:
    assert distinct_items(["", "  ", "\n"]) == ()


# Cases


def test_a_case_takes_a_list_of_contexts_and_keeps_a_tuple() -> None:
    case = Case("1", "query", [Context("text")], "response")  # type: ignore[arg-type]  # as readers do
    assert case.contexts == (Context("text"),)


def test_a_case_can_be_pickled_and_hashed() -> None:
    # Streamlit's caches do both.
    case = Case(
        "1",
        "query",
        (Context("text"),),
        "response",
        metadata={"tags": ["a"]},
        judgement=judgement_of(HIGH),
        overrides=Overrides(levels={0: LOW}),
    )
    restored = pickle.loads(pickle.dumps(case))
    assert restored == case
    assert hash(restored) == hash(case)
