"""Untrusted text as labels: short, in lines, and inert."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures.labels import excerpt, inert, label, paragraph

HOSTILE = '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)><br>$x^2$ &lt;b&gt; %{x}'


def test_nothing_is_left_for_plotly_to_read() -> None:
    assert inert(HOSTILE) == (
        '&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;&lt;img src=x onerror=alert(1)&gt;'
        "&lt;br&gt;&#36;x^2&#36; &amp;lt;b&amp;gt; %{x}"
    )


@given(st.text())
def test_an_inert_text_is_shown_letter_for_letter(text: str) -> None:
    shown = inert(text)

    assert not re.search(r"[<>$]", shown)
    # As plotly.js decodes: each entity once.
    entities = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#36;": "$"}
    assert re.sub("|".join(entities), lambda match: entities[match[0]], shown) == text


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("exactly tens", 11, "exactly te…"),
        ("a word, then more", 8, "a word,…"),
        ("  spaced\n\nout\ttext ", 20, "spaced out text"),
        ("", 10, ""),
        ("機械学習モデル", 14, "機械学習モデル"),
        ("機械学習モデル", 9, "機械学習…"),
        ("cafe\u0301s", 5, "cafe\u0301s"),
    ],
)
def test_an_excerpt_fits_its_columns(text: str, columns: int, expected: str) -> None:
    assert excerpt(text, columns) == expected


def test_an_excerpt_of_a_text_that_begins_with_much_space_says_that_there_is_more() -> None:
    assert excerpt(" " * 1000 + "end", 10) == "…"


def test_a_label_is_cut_before_it_is_made_inert() -> None:
    assert label("<<<<<<", 4) == "&lt;&lt;&lt;…"


def test_a_paragraph_is_broken_between_words_and_only_the_break_is_markup() -> None:
    assert paragraph("one <br> two three", 8, 5) == "one &lt;br&gt;<br>two<br>three"


def test_a_word_longer_than_a_line_is_broken_inside() -> None:
    assert paragraph("機械学習モデル", 6, 5) == "機械学<br>習モデ<br>ル"
    assert paragraph("ab cdefghij", 4, 5) == "ab<br>cdef<br>ghij"


def test_a_paragraph_ends_with_its_last_line() -> None:
    assert paragraph("aaaa bbb cccc dddd", 5, 2) == "aaaa<br>bbb…"


@given(st.text(st.characters(max_codepoint=126)), st.integers(2, 30), st.integers(1, 5))
def test_a_paragraph_keeps_to_its_lines_and_columns(text: str, columns: int, lines: int) -> None:
    broken = paragraph(text, columns, lines).split("<br>")

    assert len(broken) <= lines
    assert all(len(html.unescape(line)) <= columns for line in broken)
