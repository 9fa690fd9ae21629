import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.fuzz import ratio

from scoring.comparison import Change, aligned, aligned_positions, missing_items
from scoring.errors import InvalidValueError
from scoring.model import Context, Judgement
from tests.comparison.sides import judged, result

SUN = "The Sun is a star at the centre of the Solar System, and by far its largest body."
SUN_AGAIN = "The Sun is the star at the centre of the Solar System, by far its largest body."
MOON = "The Moon is Earth's only natural satellite and keeps the same face towards it."
MARS = "Mars is the fourth planet from the Sun, red by the iron oxide of its dust."


def test_each_context_is_gained_lost_same_moved_or_of_another_level() -> None:
    before = result("1", judgement=judged("hmln"), texts=["same", "moved", "level", "lost"])
    after = result("1", judgement=judged("hnhm"), texts=["same", "gained", "level", "moved"])
    changes = {(one.before, one.after): one.changes for one in aligned(before, after).contexts}
    assert changes == {
        (0, 0): (Change.SAME,),
        (None, 1): (Change.GAINED,),
        (2, 2): (Change.LEVEL,),
        (1, 3): (Change.MOVED,),
        (3, None): (Change.LOST,),
    }


def test_a_context_can_move_and_change_its_level_at_once() -> None:
    before = result("1", judgement=judged("hl"), texts=["a", "b"])
    after = result("1", judgement=judged("lm"), texts=["b", "a"])
    assert [one.changes for one in aligned(before, after).contexts] == [
        (Change.MOVED,),
        (Change.LEVEL, Change.MOVED),
    ]


def test_verdicts_stand_with_their_contexts() -> None:
    before = result("1", judgement=judged("hH"), texts=["a", "b"])
    after = result("1", judgement=judged("l"), texts=["b"])
    (kept, lost) = aligned(before, after).contexts
    assert kept.verdict_before is not None
    assert kept.verdict_after is not None
    assert (kept.verdict_before.used, kept.verdict_after.level.value) == (False, "low")
    assert (lost.before, lost.verdict_after) == (0, None)


def positions(before: list[str], after: list[str]) -> list[tuple[int | None, int | None]]:
    contexts = ([Context(text) for text in side] for side in (before, after))
    return [(old, new) for old, new, _ in aligned_positions(*contexts)]


def test_text_is_the_same_whatever_its_spacing_case_and_unicode() -> None:
    assert positions(["  A café\n", "b"], ["B", "a  cafe\u0301"]) == [(1, 0), (0, 1)]


def test_a_text_that_stands_twice_is_matched_in_order() -> None:
    assert positions(["x", "x", "y"], ["x", "x"]) == [(0, 0), (1, 1), (2, None)]
    assert positions(["x"], ["x", "x"]) == [(0, 0), (None, 1)]


def test_near_text_belongs_together_and_other_text_does_not() -> None:
    assert positions([SUN, MOON], [MARS, SUN_AGAIN]) == [(None, 0), (0, 1), (1, None)]
    contexts = ([Context(SUN)], [Context(SUN_AGAIN)])
    ((_, _, similarity),) = aligned_positions(*contexts)
    assert similarity == pytest.approx(ratio(SUN.casefold(), SUN_AGAIN.casefold()))
    strictly = aligned_positions(*contexts, near=100)
    assert [(old, new) for old, new, _ in strictly] == [(None, 0), (0, None)]


NEAR = 75.0
"""Low, so that short texts of two letters come near each other."""

texts = st.lists(st.text("ab", min_size=8, max_size=12), max_size=4)


@given(texts, texts)
def test_near_texts_are_matched_as_trying_every_way_finds(
    before: list[str], after: list[str]
) -> None:
    contexts = ([Context(text) for text in side] for side in (before, after))
    found = aligned_positions(*contexts, near=NEAR)
    both = [
        (old, new, alike)
        for old, new, alike in found
        if old is not None and new is not None and alike is not None
    ]
    assert sorted(new for _, new, _ in found if new is not None) == list(range(len(after)))
    assert sorted(old for old, _, _ in found if old is not None) == list(range(len(before)))
    for old, new, alike in both:
        assert alike == pytest.approx(ratio(before[old], after[new]))
        assert alike >= NEAR
    # Equal texts go first; of the others, no way of pairing them adds up to more.
    equal = {(old, new) for old, new, _ in both if before[old] == after[new]}
    for text in set(before) | set(after):
        shared = min(before.count(text), after.count(text))
        assert sum(before[old] == text for old, _ in equal) == shared
    old_left = [place for place in range(len(before)) if place not in {old for old, _ in equal}]
    new_left = [place for place in range(len(after)) if place not in {new for _, new in equal}]
    padded = [*new_left, *[None] * len(old_left)]
    best = max(
        sum(
            alike
            for old, new in zip(old_left, order, strict=False)
            if new is not None and (alike := ratio(before[old], after[new])) >= NEAR
        )
        for order in itertools.permutations(padded, len(old_left))
    )
    assert sum(alike for old, new, alike in both if (old, new) not in equal) == pytest.approx(best)


def test_missing_items_are_told_apart_whatever_their_spelling() -> None:
    before = Judgement(1, judged("h").verdicts, ("The  price", "A date"))
    after = Judgement(1, judged("h").verdicts, ("the price", "A name"))
    items = missing_items(before, after)
    assert (items.only_before, items.only_after) == (("A date",), ("A name",))
    assert items.both == ("The  price",)
    assert missing_items(None, after).only_after == ("the price", "A name")
    sides = (result("1", judgement=judgement) for judgement in (before, after))
    assert aligned(*sides).missing == items


def test_a_failed_side_aligns_its_texts_without_verdicts() -> None:
    before = result("1", texts=["a"])
    (context,) = aligned(before, result("1", judgement=judged("h"), texts=["a"])).contexts
    assert context.verdict_before is None
    assert context.changes == (Change.SAME,)


def test_a_threshold_out_of_range_is_refused() -> None:
    for near in (0.0, 100.1):
        with pytest.raises(InvalidValueError, match="above 0 and at most 100"):
            aligned_positions([], [], near=near)
