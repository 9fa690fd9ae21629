"""What users of other tools report of import and export, by the number in the trackers' summary."""

import json

import pytest

from scoring.formats import read_cases
from scoring.formats.exports import export
from scoring.model import Case, Context


def texts(source: bytes | str) -> list[list[str]]:
    return [[context.text for context in case.contexts] for case in read_cases(source).cases]


def test_36_a_users_backslashes_are_never_decoded() -> None:
    (case,) = read_cases("query,contexts,response\nC:\\new \\u0111,100% \\x,日本語\n").cases
    assert (case.query, case.contexts[0].text) == ("C:\\new \\u0111", "100% \\x")
    assert case.response == "日本語"


def test_37_a_context_that_is_a_sentence_is_one_context() -> None:
    assert texts("query,contexts,response\nFee?,Fee is 5,5\n") == [["Fee is 5"]]


def test_38_a_python_list_is_a_list() -> None:
    assert texts("query,contexts,response\nFee?,\"['a','b']\",5\n") == [["a", "b"]]


def test_39_and_42_an_own_export_comes_back_as_it_was() -> None:
    case = Case("1", "Fee?", (Context("A|B"), Context("C;D")), "5")
    for name in ("jsonl", "csv", "xlsx", "parquet"):
        once = export([case], name).content
        read = read_cases(once).cases
        assert read == (case,)
        assert export(read, "jsonl").content == export([case], "jsonl").content


def test_40_a_bar_inside_a_chunk_does_not_split_it() -> None:
    assert texts("query,contexts,response\nHow?,\"['cat x | grep y']\",So\n") == [
        ["cat x | grep y"]
    ]


def test_41_semicolons_are_as_good_as_commas() -> None:
    assert texts("query;contexts;response\nFee?;Fee is 5, or so;5\n") == [["Fee is 5, or so"]]


def test_43_half_broken_cells_are_named_one_by_one() -> None:
    read = read_cases(
        "query,contexts,response\n"
        'a,"[""x""]",1\nb,"[""x"", ""y",2\nc,"[""z""]",3\nd,"[""z"" ""q"", ""r""]",4\n'
    )
    assert [case.query for case in read.cases] == ["a", "c"]
    assert [(issue.line, issue.path) for issue in read.issues] == [(3, "contexts"), (5, "contexts")]


def test_44_unescaped_quotation_marks_cost_their_row_alone() -> None:
    read = read_cases('query,contexts,response\na,"{"a":"b"}",1\nb,x,2\n')
    assert [case.query for case in read.cases] == ["b"]
    assert "row 2: cell 2 goes on after its closing quotation mark" in str(read.issues[0])
    assert 'write "" for each quotation mark' in read.issues[0].mend


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_45_a_byte_order_mark_hides_no_column(encoding: str) -> None:
    read = read_cases("query,contexts,response\nFee?,x,5\n".encode(encoding))
    assert [case.query for case in read.cases] == ["Fee?"]


@pytest.mark.parametrize("word", ["NA", "n/a", "null", "None", "nan", "#N/A", "-"])
def test_46_words_for_nothing_are_answers(word: str) -> None:
    (case,) = read_cases(f"query,contexts,response\nFee?,{word},{word}\n").cases
    assert case.response == word
    assert case.contexts[0].text == word


def test_47_a_file_cut_short_is_named_by_line_and_column_and_the_rest_is_read() -> None:
    line = json.dumps({"query": "q", "contexts": ["c"], "response": "r"})
    read = read_cases(f"{line}\n{line[:30]}")
    assert len(read.cases) == 1
    assert str(read.issues[0]).startswith("line 2: the JSON value ends in the middle (column ")


def test_65_an_export_has_everything_that_is_known_of_a_case() -> None:
    tagged = Case("1", "q", (Context("c", "d1", "kb", 0.5),), "r", "hybrid", {"tag": ["x"]})
    for name in ("jsonl", "csv", "xlsx", "parquet"):
        assert read_cases(export([tagged], name).content).cases == (tagged,)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_67_an_exported_cell_runs_nothing_and_comes_back(start: str) -> None:
    case = Case("1", f'{start}HYPERLINK("x")', (), "r")
    content = export([case], "csv").content
    assert f",\"'{start}HYPERLINK" in content.decode("utf-8-sig") or f",'{start}" in content.decode(
        "utf-8-sig"
    )
    assert read_cases(content).cases == (case,)
