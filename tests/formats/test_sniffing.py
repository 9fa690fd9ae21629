import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.sniffing import read_records


@pytest.mark.parametrize(
    ("start", "mend"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "save it as .xlsx"),
        (b"%PDF-1.7", "export the table"),
        (b"\x1f\x8b\x08", "unpack it first"),
        (b"\x80\x04\x95", "never opened"),
        (b"PK\x03\x04", "cannot be read"),
        (b"PAR1", "cannot be read"),
    ],
)
def test_files_that_hold_no_rows_are_refused_with_the_mend(start: bytes, mend: str) -> None:
    with pytest.raises(FormatError, match=mend):
        read_records(start + b"\x00" * 40)


def test_a_name_says_nothing_and_the_content_everything(tmp_path: Path) -> None:
    misnamed = tmp_path / "cases.xlsx"
    misnamed.write_text('{"query": "q", "contexts": [], "response": "r"}')
    assert len(read_cases(misnamed).cases) == 1


def test_a_sheet_is_read_by_its_name_and_only_a_spreadsheet_has_any() -> None:
    workbook = Workbook(write_only=True)
    for title in ("train", "test"):
        sheet = workbook.create_sheet(title)
        sheet.append(["query", "contexts", "response"])
        sheet.append([title, "c", "r"])
    file = io.BytesIO()
    workbook.save(file)
    assert [case.query for case in read_cases(file.getvalue()).cases] == ["train"]
    assert [case.query for case in read_cases(file.getvalue(), sheet="test").cases] == ["test"]
    with pytest.raises(FormatError, match="train"):
        read_cases(file.getvalue(), sheet="dev")
    with pytest.raises(FormatError, match="no XLSX file"):
        read_cases("query,response\nq,r\n", sheet="test")


def test_json_lines_whose_first_line_is_broken_are_still_json_lines() -> None:
    line = '{"query": "q", "contexts": [], "response": "r"}'
    read = read_cases(f"oops\n{line}\n{line}\n")
    assert len(read.cases) == 2
    assert [issue.line for issue in read.issues] == [1]


def test_text_that_is_neither_says_so() -> None:
    read = read_cases("just some words")
    assert read.cases == ()
    assert "neither JSON nor a table" in str(read.issues[0])


@pytest.mark.parametrize(
    "text",
    [
        "Query: what?\nContext 1: one\nContext 2: two\nResponse: yes\nand more",
        "Question:\nwhat?\n\nContexts:\none\n\ntwo\n\nAnswer:\nyes\nand more\n",
        '**Input:** what?\n**Documents:** ["one", "two"]\n**Output:** yes\nand more',
        "質問：what?\n文脈：one\n\ntwo\n回答：yes\nand more",
    ],
)
def test_one_case_of_loose_text_is_read_by_its_labels(text: str) -> None:
    (case,) = read_cases(text).cases
    assert case.query == "what?"
    assert [context.text for context in case.contexts] == ["one", "two"]
    assert case.response == "yes\nand more"


def test_pasted_spreadsheet_cells_are_a_table() -> None:
    (case,) = read_cases('query\tcontexts\tresponse\nq\t"a\nb"\tr\n').cases
    assert [context.text for context in case.contexts] == ["a", "b"]


def test_a_person_can_say_the_encoding() -> None:
    (case,) = read_cases("query,contexts,response\né,c,r\n".encode(), encoding="latin-1").cases
    assert case.query == "Ã©"
