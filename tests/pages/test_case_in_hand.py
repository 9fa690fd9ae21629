from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pages.shared.case_in_hand import CaseInHand
from scoring.model import Case, Context, Judgement, Overrides, RelevanceLevel, Verdict

LEVELS = tuple(RelevanceLevel)


def a_case(*texts: str) -> Case:
    return Case("c", "query", tuple(Context(text) for text in texts), "response")


def judged_hand(*texts: str) -> CaseInHand:
    verdicts = tuple(Verdict(i, LEVELS[i % 4], used=i % 2 == 0) for i in range(len(texts)))
    return CaseInHand(a_case(*texts)).with_judgement(Judgement(len(texts), verdicts, ("gap",)))


def test_a_judged_case_is_stale_once_its_text_differs_and_fresh_when_it_is_put_back() -> None:
    hand = judged_hand("a", "b")
    assert not hand.stale
    edited = hand.edited(replace(hand.case, response="another"), (0, 1))
    assert edited.stale
    assert not edited.edited(hand.case, (0, 1)).stale


def test_a_case_that_was_never_judged_is_not_stale() -> None:
    hand = CaseInHand(a_case("a")).edited(a_case("b"), (0,))
    assert not hand.stale
    assert hand.corrected is None


def test_reordering_contexts_carries_verdicts_and_corrections_along_and_is_not_stale() -> None:
    hand = judged_hand("a", "b", "c").correct(Overrides(levels={2: RelevanceLevel.HIGH}))
    turned = hand.edited(a_case("c", "a", "b"), (2, 0, 1))
    assert not turned.stale
    assert turned.corrected is not None
    assert [verdict.level for verdict in turned.corrected.verdicts] == [
        RelevanceLevel.HIGH,
        RelevanceLevel.HIGH,
        RelevanceLevel.MEDIUM,
    ]
    assert turned.overrides.levels == {0: RelevanceLevel.HIGH}


def test_a_new_context_is_unjudged_and_a_removed_one_leaves_the_judgement_stale() -> None:
    hand = judged_hand("a", "b")
    longer = hand.edited(a_case("a", "b", "new"), (0, 1, None))
    assert longer.stale
    assert longer.judgement is not None
    assert longer.judgement.unjudged == (2,)
    shorter = hand.edited(a_case("b"), (1,))
    assert shorter.stale
    assert shorter.judgement is not None
    assert shorter.judgement.context_count == 1
    assert shorter.judgement.verdicts[0].level is RelevanceLevel.MEDIUM


def test_taking_a_context_out_and_another_in_its_place_is_stale() -> None:
    hand = judged_hand("a", "b")
    assert hand.edited(a_case("a", "x"), (0, None)).stale


def test_an_opened_case_brings_its_own_judgement_and_corrections() -> None:
    judgement = Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),))
    case = replace(a_case("a"), judgement=judgement, overrides=Overrides(used={0: True}))
    hand = CaseInHand.opened(case)
    assert not hand.stale
    assert hand.corrected is not None
    assert hand.corrected.verdicts[0].used
    assert hand.result_case == case


def test_judging_again_keeps_the_persons_corrections() -> None:
    hand = judged_hand("a").correct(Overrides(levels={0: RelevanceLevel.NONE}))
    again = hand.with_judgement(Judgement(1, (Verdict(0, RelevanceLevel.MEDIUM, used=True),)))
    assert again.corrected is not None
    assert again.corrected.verdicts[0].level is RelevanceLevel.NONE


CORRECTIONS = st.lists(
    st.builds(Overrides, levels=st.dictionaries(st.integers(0, 2), st.sampled_from(LEVELS))),
    max_size=6,
)


@given(CORRECTIONS)
def test_undoing_every_correction_brings_the_judges_verdicts_back_and_redoing_the_last(
    corrections: list[Overrides],
) -> None:
    hand = start = judged_hand("a", "b", "c")
    for overrides in corrections:
        hand = hand.correct(overrides)
    last = hand
    while hand.undo:
        hand = hand.step_back()
    assert hand.overrides == start.overrides
    assert hand.step_back() is hand
    while hand.redo:
        hand = hand.step_forward()
    assert hand.overrides == last.overrides
    assert hand.step_forward() is hand


def test_a_new_correction_ends_the_way_forward() -> None:
    hand = judged_hand("a").correct(Overrides(used={0: False})).step_back()
    assert hand.redo
    assert not hand.correct(Overrides(added_missing=("x",))).redo
