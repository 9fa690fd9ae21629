"""An export that a spreadsheet program opened and saved in its other format is still the same."""

import csv
import io

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell

from scoring.formats import read_cases
from scoring.formats.exports import export
from scoring.model import Case, Context

CASES = (
    Case("'tis", "=1+1", (Context("'a'"), Context("b")), "''-", "@x", {"n": [1, "'"]}),
    Case("long", "q", (Context("c" * 40_000),), "r " * 40_000),
)


def saved_as_csv(workbook: bytes) -> bytes:
    sheet = load_workbook(io.BytesIO(workbook)).worksheets[0]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(sheet.iter_rows(values_only=True))
    return text.getvalue().encode()


def saved_as_xlsx(table: bytes) -> bytes:
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("table")
    for row in csv.reader(io.StringIO(table.decode("utf-8-sig"), newline="")):
        cells = [WriteOnlyCell(sheet, cell or None) for cell in row]
        for cell in cells:
            if cell.value is not None:
                cell.data_type = "s"
        sheet.append(cells)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def test_a_workbook_saved_as_csv_keeps_apostrophes_and_long_texts() -> None:
    read = read_cases(saved_as_csv(export(CASES, "xlsx").content))
    assert read.cases == CASES
    assert read.issues == ()


def test_a_csv_saved_as_a_workbook_loses_the_apostrophes_that_were_put_before() -> None:
    read = read_cases(saved_as_xlsx(export(CASES[:1], "csv").content))
    assert read.cases == CASES[:1]
    assert read.issues == ()


@pytest.mark.parametrize("name", ["csv", "xlsx"])
def test_a_row_that_a_person_added_is_read_as_it_stands(name: str) -> None:
    content = export(CASES[:1], name).content
    rows = list(
        csv.reader(
            io.StringIO(
                (content if name == "csv" else saved_as_csv(content)).decode("utf-8-sig"),
                newline="",
            )
        )
    )
    added = {"id": "new", "query": "'tis mine", "response": "-1", "contexts": '["c"]'}
    rows.append([added.get(column, "") for column in rows[0]])
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    read = read_cases(text.getvalue())
    assert read.cases == (CASES[0], Case("new", "'tis mine", (Context("c"),), "-1"))


def test_a_column_that_somebody_else_calls_written_by_is_no_mark() -> None:
    (case,) = read_cases("query,contexts,response,written_by\nq,\"['a', 'b']\",'r,Ann\n").cases
    assert [context.text for context in case.contexts] == ["a", "b"]
    assert case.response == "'r"


def test_columns_called_like_parts_of_a_result_are_kept_in_the_metadata() -> None:
    table = 'id,query,contexts,response,relevance,keywords,run_id\nc,q,a,r,high,"x, y",7\n'
    (case,) = read_cases(table).cases
    assert case.metadata == {"relevance": "high", "keywords": "x, y", "run_id": "7"}


def test_such_a_column_that_was_added_to_an_export_is_kept_too() -> None:
    header, row = csv.reader(
        io.StringIO(export(CASES[:1], "csv").content.decode("utf-8-sig"), newline="")
    )
    text = io.StringIO(newline="")
    csv.writer(text).writerows([[*header, "relevance"], [*row, "high"]])
    (case,) = read_cases(text.getvalue()).cases
    assert case.metadata == {"n": [1, "'"], "relevance": "high"}
