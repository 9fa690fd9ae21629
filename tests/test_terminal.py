import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.terminal import aligned, clipped, inert, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\ttab", r"two\nlines\ttab"),
        ("\x1b[2Jgone\x07", r"\x1b[2Jgone\x07"),
        ("\x9b31m", r"\x9b31m"),
        ("right\u202eleft\u2066", r"right\u202eleft\u2066"),
        ("line\u2028end\x85", r"line\u2028end\x85"),
        ("half \ud83d", r"half \ud83d"),
        ("検索 é 😀", "検索 é 😀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_what_a_terminal_might_obey_is_spelled_out(text: str, shown: str) -> None:
    assert inert(text) == shown


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_inert_text_is_one_line_without_control_characters(text: str) -> None:
    shown = inert(text)
    assert len(shown.splitlines()) <= 1
    assert not {"Cc", "Cs"} & {unicodedata.category(character) for character in shown}
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("検索", 4), ("ｶﾅ", 2), ("e\u0301", 1), ("", 0), ("한글x", 5)]
)
def test_width_counts_terminal_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [("abcdef", "abcdef"), ("abcdefg", "ab…efg"), ("検索語", "検索語"), ("検索語句", "検…句")],
)
def test_long_text_is_cut_in_its_middle_to_fit_the_columns(text: str, shown: str) -> None:
    assert clipped(text, 6) == shown


def test_columns_line_up_in_any_script() -> None:
    lines = aligned([("id", "n", "x"), ("検索", "1.00", "y"), ("e\u0301", "10.00", "")], right=[1])
    assert lines == ["id        n  x", "検索   1.00  y", "e\u0301     10.00"]


def test_no_rows_make_no_lines() -> None:
    assert aligned([]) == []
