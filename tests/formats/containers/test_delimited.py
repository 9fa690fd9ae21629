import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.containers.delimited import Dialect, read_delimited, sniffed
from scoring.formats.decoding import decode
from scoring.formats.records import Records


def read(text: str) -> Records:
    dialect = sniffed(text)
    assert dialect is not None
    return read_delimited(decode(text), dialect)


def rows(records: Records) -> list[tuple[int, dict[str, object]]]:
    return [(record.place, dict(record.values)) for record in records]


def messages(records: Records) -> list[str]:
    return [str(issue) for issue in records.issues]


@pytest.mark.parametrize(
    ("delimiter", "title"),
    [(",", "commas"), (";", "semicolons"), ("\t", "tabs"), ("|", "bars")],
)
def test_the_delimiter_is_told_from_the_rows(delimiter: str, title: str) -> None:
    table = [["q", "r"], ["a, b; c | d", "e"], ["f", "g, h"]]
    text = "\n".join(
        delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in row) for row in table
    )
    records = read(text)
    assert rows(records) == [(2, {"q": "a, b; c | d", "r": "e"}), (3, {"q": "f", "r": "g, h"})]
    assert f"{title} between cells" in records.notes


def test_a_stated_delimiter_is_believed_and_takes_a_row() -> None:
    assert rows(read("sep=;\na,b;c\n1,5;2\n")) == [(3, {"a,b": "1,5", "c": "2"})]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a,b\n'x, y','it''s'\n".replace("a,b", "'a','b'"), "it's"),
        ('a,b\n"x","say \\"hi\\", then"\n"y","\\\\ z"\n', 'say "hi", then'),
        ('a\tb\nx\t"so it began\ny\t5" wide\n', '"so it began'),
    ],
)
def test_other_ways_to_quote_are_told(text: str, cell: str) -> None:
    assert rows(read(text))[0][1]["b"] == cell


def test_words_for_nothing_are_words_and_only_an_empty_cell_is_missing() -> None:
    ((_, values),) = rows(read('a,b,c,d,e,f\nNA,null,None,nan,,""\n'))
    assert values == {"a": "NA", "b": "null", "c": "None", "d": "nan"}


def test_numbers_dates_and_ids_keep_their_text() -> None:
    ((_, values),) = rows(read("id,n,d\n0012345678901234567890,1.50,2024-03-01\n"))
    assert values == {"id": "0012345678901234567890", "n": "1.50", "d": "2024-03-01"}


def test_only_line_breaks_end_a_row_and_rows_are_counted_as_spreadsheets_do() -> None:
    text = 'a,b\r\n"x\r\ny",1\u2028\x00\r\n\r\n3,4'
    assert rows(read(text)) == [(2, {"a": "x\r\ny", "b": "1\u2028\x00"}), (4, {"a": "3", "b": "4"})]


def test_names_given_twice_and_names_left_out_are_made_different() -> None:
    records = read("Status,,Status\nx,y,z\n")
    assert rows(records) == [(2, {"Status": "x", "column 2": "y", "Status [2]": "z"})]
    assert messages(records) == [
        "row 1: the header has the name 'Status' more than once; "
        "this column is read as 'Status [2]'"
    ]


def test_a_name_that_a_repeated_one_would_get_is_left_to_the_column_that_has_it() -> None:
    assert read("a [2],a,a,a [2],a\n1,2,3,4,5\n").columns == (
        *("a [2]", "a", "a [3]", "a [2] [2]", "a [4]"),
    )


def test_titles_that_a_spreadsheet_left_above_the_header_are_passed_over_and_named() -> None:
    records = read("My export,,\n\nof Monday,,\nq,c,r\na,,\nb,c,d\n")
    assert rows(records) == [(5, {"q": "a"}), (6, {"q": "b", "c": "c", "r": "d"})]
    assert [(issue.line, issue.severity.value) for issue in records.issues] == [
        (1, "warning"),
        (3, "warning"),
    ]
    assert rows(read("q,c\na,b\n")) == [(2, {"q": "a", "c": "b"})]


def test_ragged_rows_are_named_and_the_rest_is_read() -> None:
    records = read("a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n4,5,6\n")
    assert [place for place, _ in rows(records)] == [2, 4, 5]
    assert messages(records) == [
        "row 2: has 2 of 3 cells; the cells at its end are read as empty",
        "row 3: has 4 cells, but the header names 3; put text with separators in it in quotation "
        "marks",
    ]


def test_unescaped_quotation_marks_are_named_and_the_rest_is_read() -> None:
    records = read('a,b\n1,2\n"{"x": 1}",3\n4,"open\n5,6\n')
    assert [place for place, _ in rows(records)] == [2, 5]
    assert messages(records) == [
        'row 3: cell 1 goes on after its closing quotation mark; write "" for each quotation mark '
        "that is part of the text",
        'row 4: cell 2 opens a quotation mark that nothing closes; write "" for each quotation '
        "mark that is part of the text",
    ]


def test_a_file_cut_in_the_middle_keeps_its_whole_rows() -> None:
    records = read('a,b\n1,2\n3,"4 and mo')
    assert rows(records) == [(2, {"a": "1", "b": "2"})]
    assert [issue.line for issue in records.issues] == [3]


def test_a_cell_of_five_megabytes_is_a_cell() -> None:
    long = 'x,"\n' * 1_250_000
    doubled = long.replace('"', '""')
    assert rows(read(f'a,b\n1,"{doubled}"\n2,z\n'))[0][1]["b"] == long


def test_bytes_that_do_not_fit_cost_their_row_alone() -> None:
    content = "a,b\nあ,1\n".encode() + b"\xff\xfe\xff,2\n" + "い,3\nうえおかきくけこ,4\n".encode()
    records = read_delimited(decode(content), Dialect(","))
    assert [place for place, _ in rows(records)] == [2, 4, 5]
    assert messages(records) == ["row 3: this is not UTF-8 text; save the file as UTF-8"]


texts = st.text(max_size=12) | st.text(alphabet="a,\"'\\ \n", max_size=12)
tables = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(texts, min_size=width, max_size=width), min_size=1, max_size=6)
)


@given(tables, st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["\n", "\r\n"]))
def test_whatever_pythons_writer_writes_is_read_as_it_was(
    table: list[list[str]], delimiter: str, line_break: str
) -> None:
    header = [f"column {number}" for number in range(1, len(table[0]) + 1)]
    # Python's writer quotes a carriage return where it ends rows with one, and only there.
    if line_break == "\n":
        table = [[cell.replace("\r", "") for cell in row] for row in table]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=line_break).writerows([header, *table])
    records = read_delimited(decode(text.getvalue()), Dialect(delimiter))
    assert records.issues == ()
    assert [[record.values.get(name, "") for name in header] for record in records] == [
        row for row in table if any(row)
    ]


@given(st.text(alphabet="a,\"\n\r ;\t\\'", max_size=60))
def test_any_text_ends_in_rows_and_issues_and_no_cell_is_lost_unsaid(text: str) -> None:
    dialect = sniffed(text) or Dialect(",")
    records = read_delimited(decode(text), dialect)
    if "a" in text:
        assert records.rows or records.issues or any("a" in name for name in records.columns)
