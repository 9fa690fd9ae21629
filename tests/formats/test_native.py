import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FormatError
from scoring.formats import Cases, Severity, case_to_json, json_line, read_cases
from scoring.model import Case
from tests.formats.case_strategies import cases

A = '{"id": "a", "query": "q", "response": "r"}'
B = '{"id": "b", "query": "q", "response": "r"}'
C = '{"id": "c", "query": "q", "response": "r"}'


def ids(read: Cases) -> list[str]:
    return [case.id for case in read.cases]


def messages(read: Cases) -> list[str]:
    return [str(issue) for issue in read.issues]


def test_json_lines_are_read_one_case_a_line() -> None:
    read = read_cases(f"{A}\n{B}\n")
    assert ids(read) == ["a", "b"]
    assert read.issues == ()


@pytest.mark.parametrize(
    "source",
    [
        f"{A}\r\n\r\n  \t\n{B}",
        f"\ufeff{A}\n\ufeff{B}\n",
        f"\ufeff{A}\n\ufeff{B}\n".encode(),
        f"[{A}, {B}]",
        f"\n [\n{A},\n{B}\n]\n",
        f"[{A}\n,{B},]",
        json.dumps([json.loads(A), json.loads(B)], indent=2),
        json.dumps(json.loads(A), indent=2) + "\n" + json.dumps(json.loads(B), indent="\t"),
    ],
)
def test_other_layouts_of_the_same_cases_read_the_same(source: str | bytes) -> None:
    read = read_cases(source)
    assert ids(read) == ["a", "b"]
    assert read.issues == ()


def test_one_case_printed_over_many_lines_is_one_case() -> None:
    read = read_cases(json.dumps(json.loads(A) | {"metadata": {"x": {}}}, indent=4))
    assert ids(read) == ["a"]
    assert read.issues == ()


def test_only_a_line_feed_ends_a_line() -> None:
    text = "one\u2028two\u2029three\x85four"
    read = read_cases(f'{{"query": "{text}", "response": "r"}}\n{B}'.encode())
    assert read.cases[0].query == text
    assert ids(read) == ["line-1", "b"]


def test_a_case_without_an_id_is_called_after_its_line_or_its_item() -> None:
    bare = '{"query": "q", "response": "r"}'
    assert ids(read_cases(f"{A}\n\n{bare}")) == ["a", "line-3"]
    assert ids(read_cases(f"[{A}, {bare}]")) == ["a", "item-2"]


def test_bad_lines_are_named_and_the_rest_is_read() -> None:
    read = read_cases(
        "\n".join(
            [
                A,
                '{"query": "q", "response": null}',
                "not json",
                '{"query": "q", "query": "p", "response": "r"}',
                '{"query": "q", "response": "r", "contexts": ["x", "y", {"text": 1}]}',
                "[]",
                B,
                '{"query": "q", "respon',
            ]
        )
    )
    assert ids(read) == ["a", "b"]
    assert messages(read) == [
        'line 2, response: is missing; give "" for an empty answer',
        "line 3: this is not JSON: expecting value (column 1); "
        "make it one complete JSON value, with names and text in double quotes",
        'line 4: the name "query" stands twice in one object; keep one',
        "line 5, contexts[2].text: must be text, not a number; put it in double quotes",
        'line 6: must be an object, not a list; write it as {"name": value, ...}',
        "line 8: the JSON value ends in the middle (column 16); "
        "the file may have been cut short; write the value to its end",
    ]
    assert read.errors == read.issues


BAD = '{"query": "café", "response": "r"}'.encode("latin-1")
ACCENTED = '{"id": "é", "query": "éàü", "response": "r"}'.encode()


def test_lines_that_are_not_utf_8_are_named_and_the_rest_is_read() -> None:
    read = read_cases(b"\n".join([A.encode(), BAD, ACCENTED]))
    assert ids(read) == ["a", "é"]
    assert messages(read) == ["line 2: this is not UTF-8 text (column 15); save the file as UTF-8"]


def test_an_item_of_a_list_that_is_not_utf_8_is_named_and_the_rest_is_read() -> None:
    read = read_cases(b"[" + A.encode() + b",\n" + BAD + b",\n" + ACCENTED + b"]")
    assert ids(read) == ["a", "é"]
    assert [(issue.line, issue.path) for issue in read.issues] == [(2, "[1]")]


def test_unpaired_surrogates_in_a_file_of_good_and_bad_bytes_are_told_apart() -> None:
    good = rb'{"id": "\udc80", "query": "q", "response": "r"}'
    read = read_cases(good + b"\n\xff\n")
    assert ids(read) == ["\udc80"]
    assert [issue.line for issue in read.issues] == [2]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "latin-1"])
def test_a_file_in_another_encoding_is_read_and_said_to_be(encoding: str) -> None:
    read = read_cases('{"id": "é", "query": "q", "response": "r"}'.encode(encoding))
    assert ids(read) == ["é"]
    assert read.recognised is not None
    assert encoding.upper()[:6] in str(read.recognised).upper()


def test_a_fault_in_a_document_is_named_by_line_and_column_and_reading_goes_on_behind_it() -> None:
    lines = json.dumps([json.loads(A), json.loads(B), json.loads(C)], indent=2).split("\n")
    lines[8] = '    "query": "q"'  # the comma is gone, which shows on the next line
    read = read_cases("\n".join(lines))
    assert ids(read) == ["a", "c"]
    assert messages(read) == [
        "line 10, [1]: this is not JSON: expecting ',' delimiter (column 5); "
        "make it one complete JSON value, with names and text in double quotes"
    ]


NAN = '{"id": "n", "query": "q", "response": "r", "metadata": {"score": NaN, "best": -Infinity}}'


@pytest.mark.parametrize("source", [f"{A}\n{NAN}\n{C}\n", f"[{A},\n{NAN}, {C}]"])
def test_a_number_that_json_has_no_word_for_is_null_and_costs_no_case(source: str) -> None:
    read = read_cases(source)
    assert ids(read) == ["a", "n", "c"]
    assert read.cases[1].metadata == {"score": None, "best": None}
    (issue,) = read.issues
    assert (issue.line, issue.problem) == (2, "NaN is not JSON")
    assert issue.severity is Severity.WARNING


@pytest.mark.parametrize(
    "faulty",
    [
        '{"query": "q", "query": "p", "response": "r"}',
        '{"query": "q", "response": "r", "metadata": {"n": 1e999, "m": NaN}}',
        '{"query": "q", "response": "r", "metadata": {"n": ' + "9" * 5000 + "}}",
        '{"query": "q", "response": "r", "metadata": ' + "[" * 101 + "]" * 101 + "}",
    ],
)
def test_an_item_that_says_what_it_may_not_costs_no_other_item_of_its_line(faulty: str) -> None:
    read = read_cases(f"[{A}, {faulty}, {B}, {C}]")
    assert ids(read) == ["a", "b", "c"]
    (issue,) = read.errors
    assert issue.path == "[1]"


def test_a_list_cut_in_the_middle_keeps_its_whole_items() -> None:
    whole = f"[{A},\n{B}]"
    assert messages(read_cases(whole[:-1])) == [
        "line 2: the list ends in the middle; the file may have been cut short"
    ]
    for length in range(len(A) + 3, len(whole) - 1):
        read = read_cases(whole[:length])
        assert ids(read) == ["a"]
        assert len(read.errors) == 1
    assert "nothing after it was read" in messages(read_cases(whole[:-5]))[0]


def test_a_faulty_field_in_a_list_is_named_with_its_item() -> None:
    read = read_cases(f'[{A},\n{{"query": 1, "response": ""}}, {B}] and more')
    assert ids(read) == ["a", "b"]
    assert messages(read) == [
        "line 2, [1].query: must be text, not a number; put it in double quotes",
        "line 2: there is more text after the list's end; remove it",
    ]


def test_ids_that_appear_twice_are_loaded_with_a_warning() -> None:
    read = read_cases(f"{A}\n{B}\n{A}")
    assert ids(read) == ["a", "b", "a"]
    assert messages(read) == ["line 3, id: is also that of line 1; give each case its own"]
    assert read.issues[0].severity is Severity.WARNING
    assert read.errors == ()


def test_a_correction_of_a_context_that_is_not_there_is_named_and_kept() -> None:
    line = json.loads(A)
    read = read_cases(json.dumps({**line, "contexts": ["c"], "overrides": {"used": {"7": True}}}))
    assert read.cases[0].overrides.used == {7: True}
    (issue,) = read.issues
    assert (issue.path, issue.severity) == ("overrides", Severity.WARNING)
    assert "context 8, but the case has 1" in issue.problem
    alone = json.dumps({**line, "overrides": {"used": {"7": True}}})
    assert read_cases(alone).issues == ()


def test_fields_that_have_no_place_are_named_and_those_of_a_result_line_are_not() -> None:
    contexts = '"query": "q", "response": "r", "contexts": ["x", {"text": "t", "page": 3}]'
    read = read_cases(
        f'{{{contexts}, "relevance": 2}}\n{{{contexts}, "relevance": 2, "signature": 1}}'
    )
    assert [(issue.line, issue.path) for issue in read.issues] == [
        (1, "relevance"),
        (1, "contexts[1].page"),
        (2, "contexts[1].page"),
    ]
    assert read.errors == ()


@pytest.mark.parametrize("source", ["", b"", "\n \r\n", "[]", "\ufeff", b"\xef\xbb\xbf"])
def test_a_file_without_a_case_says_so(source: str | bytes) -> None:
    read = read_cases(source)
    assert read.cases == ()
    assert messages(read) == ["line 1: there is no case; give one JSON object a line"]


def test_a_path_is_read_and_one_that_cannot_be_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(A, encoding="utf-8")
    assert ids(read_cases(path)) == ["a"]
    with pytest.raises(FormatError, match=r"cannot read .*nowhere\.jsonl: No such file"):
        read_cases(tmp_path / "nowhere.jsonl")
    with pytest.raises(FormatError, match="cannot read"):
        read_cases(tmp_path)


def test_a_format_is_chosen_by_name_and_an_unknown_one_is_refused() -> None:
    assert ids(read_cases(A, format="native")) == ["a"]
    with pytest.raises(FormatError, match="there is no format 'xls'"):
        read_cases(A, format="xls")


@given(st.lists(cases(), min_size=1, max_size=3))
def test_files_of_any_cases_read_back_equal_in_every_layout(written: list[Case]) -> None:
    lines = [json_line(case_to_json(case)) for case in written]
    for source in ("\n".join(lines), f"[{','.join(lines)}]", "\r\n".join([*lines, ""])):
        for content in (source, source.encode("utf-8")):
            read = read_cases(content)
            assert read.cases == tuple(written)
            assert read.errors == ()


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_content_gives_cases_and_issues_or_one_clear_error(content: bytes | str) -> None:
    try:
        read = read_cases(content)
    except FormatError:
        assert isinstance(content, bytes)
        assert content[:2] in (
            b"PK",
            b"PA",
            b"%P",
            b"\xd0\xcf",
            b"\x1f\x8b",
            b"\x80\x04",
            b"\x80\x05",
        )
    else:
        assert read.cases or read.issues


@given(st.data())
def test_a_mutated_file_loses_only_what_was_mutated_and_says_so(data: st.DataObject) -> None:
    lines = [A.encode(), B.encode(), C.encode()]
    line = bytearray(lines[1])
    position = data.draw(st.integers(0, len(line) - 1))
    line[position] = data.draw(st.integers(0, 255).filter(lambda byte: byte != 10))
    read = read_cases(b"\n".join([lines[0], bytes(line), lines[2]]))
    found = ids(read)
    assert found[0] == "a"
    assert found[-1] == "c"
    assert len(found) == 3 or [issue.line for issue in read.errors] == [2]


@given(st.data())
def test_a_mutated_list_is_read_as_far_as_it_goes(data: st.DataObject) -> None:
    content = bytearray(f"[\n  {A},\n  {B},\n  {C}\n]".encode())
    position = data.draw(st.integers(0, len(content) - 1))
    content[position] = data.draw(st.integers(0, 255))
    try:
        read = read_cases(bytes(content))
    except FormatError:
        return
    assert len(read.cases) >= 2 or read.errors
    assert len(read.cases) == 3 or read.errors
