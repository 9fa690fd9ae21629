import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.registry import FORMATS
from tests.formats.mutations import mutated_files, whole_files


def test_every_file_is_read_before_it_is_damaged() -> None:
    for name, content in whole_files().items():
        read = read_cases(content)
        assert read.cases, name
        assert not read.errors, name


def test_damaged_files_end_in_cases_and_issues_or_one_clear_error() -> None:
    for name, content in mutated_files(300):
        try:
            read = read_cases(content)
        except FormatError as error:
            assert str(error), name  # noqa: PT017 - which of the two it is does not matter here
            continue
        assert read.cases or read.issues, name


ROWS = 6
TABLE = b"id,query,contexts,response\n" + b"".join(
    b'r%d,what?,"[""a, b"", ""c""]",it is %d\n' % (number, number) for number in range(ROWS)
)
LINES = b"".join(
    b'{"id": "r%d", "query": "what?", "contexts": ["a, b", "c"], "response": "it is"}\n' % number
    for number in range(ROWS)
)


@pytest.mark.parametrize("content", [TABLE, LINES], ids=["CSV", "JSON Lines"])
@given(st.data())
def test_a_fault_in_one_row_costs_no_other_and_no_row_is_lost_unsaid(
    content: bytes, data: st.DataObject
) -> None:
    rows = content.splitlines(keepends=True)
    number = data.draw(st.integers(len(rows) - ROWS + 1, len(rows) - 2))
    row = bytearray(rows[number])
    start = data.draw(st.integers(0, len(row) - 2))
    end = data.draw(st.integers(start, min(len(row) - 1, start + 4)))
    # A quotation mark in a table may open a cell that goes on over other rows, rightly so.
    allowed = st.integers(0, 255).filter(lambda byte: bytes([byte]) not in (b'"', b"\n", b"\r"))
    if b'"' in row[start:end]:
        end = start
    row[start:end] = bytes(data.draw(st.lists(allowed, max_size=4)))
    read = read_cases(b"".join([*rows[:number], bytes(row), *rows[number + 1 :]]))
    others = [f"r{other}" for other in range(ROWS) if other != number - len(rows) + ROWS]
    assert [case.id for case in read.cases if case.id in others] == others
    assert len(read.cases) + len(read.errors) >= ROWS


def test_damaged_files_read_as_any_format_end_the_same_way() -> None:
    for _, content in mutated_files(40, seed=1):
        for name in FORMATS:
            try:
                read = read_cases(content, format=name)
            except FormatError:
                continue
            assert read.cases or read.issues, name
