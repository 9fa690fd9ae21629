import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.json_text import JsonError
from scoring.formats.literals import parse_literal
from tests.formats.case_strategies import json_values, texts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('["a", "b"]', ["a", "b"]),
        ("['a', \"it's\"]", ["a", "it's"]),
        ("('a',)", ["a"]),
        ("{'b', 'a'}", ["b", "a"]),
        ("['a' 'b'\n 'c']", ["a", "b", "c"]),
        ("array(['a', 'b'], dtype=object)", ["a", "b"]),
        ("array(['a'], dtype='<U1')", ["a"]),
        ("[np.str_('a'), np.float64(0.5)]", ["a", 0.5]),
        ("[0.1 nan 2.]", [0.1, None, 2.0]),
        (
            "[Document(metadata={'page': 1}, page_content='a')]",
            [{"metadata": {"page": 1}, "page_content": "a"}],
        ),
        ("{'a': [1, None, True], 'b': -2.5}", {"a": [1, None, True], "b": -2.5}),
        (r"['\x41\u3042\n\'\\', u'\101']", ["Aあ\n'\\", "A"]),
        ("[]", []),
        ("[NaN, null, true]", [None, None, True]),
    ],
)
def test_lists_are_read_in_whichever_notation(text: str, value: object) -> None:
    assert parse_literal(text) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("['a', 'b", "ends in the middle"),
        ('["a", "b', "ends in the middle"),
        ("['a' ... 'b']", "shortened with ..."),
        ("['a' 'b', 'c', 'd']", "a comma is missing"),
        ("['a'] and more", "more text after the list's end"),
        ("{'a': 1, 'a': 2}", "stands twice"),
        ("[" * 101 + "]" * 101, "nest more than 100 levels"),
        ("[" * 100_000, "nest"),
        ("[1e999, 'a']", "too large"),
        (f"['a', {'9' * 5000}]", "too large"),
        ("[9**9**9]", "not JSON"),
        ("[__import__('os').system('true')]", "cannot be read|not JSON|list"),
        ("[citation needed]", "not JSON"),
        ("'a'", "not JSON"),
        ("3", "neither a list nor an object"),
    ],
)
def test_what_is_no_list_is_refused_and_said_why(text: str, problem: str) -> None:
    with pytest.raises(JsonError, match=problem):
        parse_literal(text)


@given(st.lists(texts, max_size=5))
def test_what_python_prints_of_texts_is_read_back(items: list[str]) -> None:
    assert parse_literal(repr(items)) == items


@given(st.lists(json_values, max_size=4))
def test_what_python_prints_of_json_values_is_read_back(items: list[object]) -> None:
    assert parse_literal(repr(items)) == items


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5))
def test_what_numpy_prints_of_texts_is_read_back(items: list[str]) -> None:
    array = np.array(items, dtype=object)
    with np.printoptions(threshold=10**6):
        assert parse_literal(str(array)) == items
        assert parse_literal(repr(array)) == items


@given(st.text(alphabet="[](){}'\",:=a1.\\ \n-", max_size=40))
def test_any_text_is_a_value_or_one_clear_error(text: str) -> None:
    try:
        value = parse_literal(text)
    except JsonError:
        return
    assert isinstance(value, list | dict)
