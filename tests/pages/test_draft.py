from hypothesis import given
from hypothesis import strategies as st

from pages.shared.draft import Draft
from scoring.model import Case, Context, Judgement, Verdict
from scoring.model import RelevanceLevel as Level

CASE = Case(
    "c",
    "query",
    (Context("a", source="s1", retrieval_score=0.5), Context("b"), Context("c")),
    "response",
    metadata={"tag": "x"},
    judgement=Judgement(3, (Verdict(0, Level.HIGH, used=True),)),
)


def texts_of(draft: Draft) -> dict[int, str]:
    return {block.id: block.context.text for block in draft.blocks}


def test_an_untouched_draft_is_the_same_text_without_its_judgement() -> None:
    draft = Draft.of(CASE)
    case, origins = draft.written("query", texts_of(draft), "response")
    assert origins == (0, 1, 2)
    assert case.contexts == CASE.contexts
    assert case.metadata == {"tag": "x"}
    assert case.judgement is None


def test_blank_blocks_are_no_contexts_and_edited_text_keeps_its_source() -> None:
    draft = Draft.of(CASE).added((Context("  "), Context("new")))
    texts = texts_of(draft) | {0: "A, edited", 1: "\n"}
    case, origins = draft.written("q", texts, "r")
    assert case.contexts == (
        Context("A, edited", source="s1", retrieval_score=0.5),
        Context("c"),
        Context("new"),
    )
    assert origins == (0, 2, None)


def test_moving_a_block_stops_at_the_ends() -> None:
    draft = Draft.of(CASE)
    assert [block.id for block in draft.moved(0, -1).blocks] == [0, 1, 2]
    assert [block.id for block in draft.moved(0, 1).blocks] == [1, 0, 2]
    assert [block.id for block in draft.moved(2, 5).blocks] == [0, 1, 2]


def test_ids_are_never_used_twice() -> None:
    draft = Draft.of(CASE).without((2,)).added((Context("x"),))
    assert [block.id for block in draft.blocks] == [0, 1, 3]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-3, 3)), max_size=8))
def test_no_move_loses_or_repeats_a_context(moves: list[tuple[int, int]]) -> None:
    draft = Draft.of(CASE)
    for block_id, step in moves:
        draft = draft.moved(block_id, step)
    case, origins = draft.written("q", texts_of(draft), "r")
    assert sorted(old for old in origins if old is not None) == [0, 1, 2]
    assert [CASE.contexts[old] for old in origins if old is not None] == list(case.contexts)
