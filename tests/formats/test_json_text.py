import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.formats.json_text import MAX_DEPTH, JsonError, json_line, parse_json

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_values)
@example("\ud800")
@example({"\udfff": ['\u2028\u2029\x85\x00\r\n\t"\\']})
def test_a_written_line_is_one_line_of_valid_utf_8_and_reads_back_equal(value: object) -> None:
    line = json_line(value)  # type: ignore[arg-type]  # Hypothesis cannot say "JSON"
    assert line.encode("utf-8").decode("utf-8") == line
    assert line.splitlines() == [line]
    assert json.loads(line) == value
    assert parse_json(line) == value


def test_text_in_any_script_stays_readable() -> None:
    assert json_line({"q": "検索 é 😀"}) == '{"q": "検索 é 😀"}'


@given(st.text(max_size=40) | st.text(alphabet='{}[]",:\\u019eE+-.NaIfty \n', max_size=40))
def test_any_text_is_read_or_refused_as_the_standard_reader_does(text: str) -> None:
    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        with pytest.raises(JsonError):
            parse_json(text)
    else:
        try:
            assert parse_json(text) == expected
        except JsonError as error:
            # What the standard reader takes and this one does not.
            assert "twice" in error.problem or "too large" in error.problem  # noqa: PT017


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": 1, "b": 2, "a": 3}', 'the name "a" stands twice in one object'),
        ('[{"名": 1, "名": 1}]', 'the name "名" stands twice in one object'),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"a": 1e999}', "a number is too large"),
        ('{"a": ' + "9" * 5000 + "}", "a number has more than 4300 digits"),
        ("[" * 100_000, f"lists and objects nest more than {MAX_DEPTH} levels deep"),
        ("[" * 101 + "]" * 101, f"lists and objects nest more than {MAX_DEPTH} levels deep"),
        ('{"a": "b', "the JSON value ends in the middle"),
        ('{"a": ', "the JSON value ends in the middle"),
        ("{'a': 1}", "this is not JSON: expecting property name enclosed in double quotes"),
        ('{"a": 1} {"b": 2}', "there is more text after the end of the JSON value"),
        ('{"a": "tab\there"}', "this is not JSON: invalid control character at"),
    ],
)
def test_what_is_refused_is_named_with_a_mend(text: str, problem: str) -> None:
    with pytest.raises(JsonError) as raised:
        parse_json(text)
    assert raised.value.problem == problem
    assert raised.value.mend


def test_nesting_is_allowed_up_to_the_limit_and_many_brackets_side_by_side_are_not_nesting() -> (
    None
):
    assert parse_json("[" * 100 + "]" * 100)
    assert parse_json("[" + ",".join(["[{}]"] * 500) + "]") == [[{}]] * 500


def test_a_fault_says_where_it_is() -> None:
    with pytest.raises(JsonError) as raised:
        parse_json('{"a": 1,, "b": 2}')
    assert raised.value.position == 8


def test_escaped_pairs_and_lone_surrogates_are_read_as_json_means_them() -> None:
    assert parse_json(r'["\ud83d\ude00", "\ud83d", "\ude00x"]') == ["😀", "\ud83d", "\ude00x"]


def test_numbers_that_json_has_no_word_for_are_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_line(float("nan"))


def test_read_only_mappings_and_tuples_are_written_as_objects_and_lists() -> None:
    from types import MappingProxyType

    assert json_line(MappingProxyType({"a": (1, 2)})) == '{"a": [1, 2]}'
    with pytest.raises(TypeError):
        json_line({"a": object()})  # type: ignore[dict-item]  # the point of the test
