"""How a text is cut at its marks."""

from hypothesis import given
from hypothesis import strategies as st

from pages.shared.text import Mark, cut

MARKS = st.builds(
    Mark,
    st.integers(0, 30),
    st.integers(0, 30),
    st.sampled_from(["matched", "variant", "missing"]),
    st.text(max_size=3),
)


@given(st.text(max_size=25), st.lists(MARKS))
def test_pieces_add_up_to_the_text(text: str, marks: list[Mark]) -> None:
    pieces = list(cut(text, marks))

    assert "".join(piece for piece, _, _ in pieces) == text
    assert all(piece for piece, _, _ in pieces)


def test_text_is_cut_at_its_marks() -> None:
    marks = [Mark(6, 9, "missing", "no"), Mark(0, 2, "matched", "yes")]

    assert list(cut("😀b cd efg", marks)) == [
        ("😀b", "matched", "yes"),
        (" cd ", None, ""),
        ("efg", "missing", "no"),
    ]


def test_overlapping_marks_share_no_text() -> None:
    marks = [Mark(2, 6, "missing", "second"), Mark(0, 4, "matched", "first")]
    marks += [Mark(1, 3, "variant", "inside"), Mark(5, 99, "matched", "last")]

    assert list(cut("abcdefgh", marks)) == [
        ("abcd", "matched", "first"),
        ("ef", "missing", "second"),
        ("gh", "matched", "last"),
    ]


def test_text_without_marks_is_one_piece_and_no_text_is_none() -> None:
    assert list(cut("a\nb", [])) == [("a\nb", None, "")]
    assert list(cut("", [Mark(0, 0, "matched", "nothing")])) == []
