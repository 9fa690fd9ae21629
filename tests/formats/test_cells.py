import pytest

from scoring.formats.cells import Lists, with_lists, with_objects
from scoring.formats.issues import Severity, Unit
from scoring.formats.records import Record, Records
from scoring.model import JsonValue


def table(*cells: JsonValue) -> Records:
    rows = tuple(
        Record(place, {} if cell is None else {"c": cell}, f"row-{place}")
        for place, cell in enumerate(cells, start=2)
    )
    return Records(rows, "csv", Unit.ROW, ("c",))


def column(records: Records) -> list[JsonValue]:
    return [record.values.get("c") for record in records]


@pytest.mark.parametrize(
    ("cells", "read", "note"),
    [
        (["['a', 'b']", '["c"]'], [["a", "b"], ["c"]], "c: lists in brackets"),
        (["['a' 'b']", "Fee is 5"], [["a", "b"], ["Fee is 5"]], "c: lists in brackets"),
        (["a\nb\n", "c\r\n\r\nd"], [["a", "b"], ["c", "d"]], "c: one piece a line"),
        (["a\nb\n\nc", "d\n\ne"], [["a\nb", "c"], ["d", "e"]], "c: one piece a paragraph"),
        (["Fee is 5", "[sic] it is", "x"], [["Fee is 5"], ["[sic] it is"], ["x"]], None),
        (["[1] see", "[2] see", "x"], [["[1] see"], ["[2] see"], ["x"]], None),
    ],
)
def test_each_column_is_decided_by_its_cells(
    cells: list[JsonValue], read: list[JsonValue], note: str | None
) -> None:
    records = with_lists(table(*cells), "c")
    assert column(records) == read
    assert records.notes == (() if note is None else (note,))
    assert records.issues == () or "one piece a" in str(note)


@pytest.mark.parametrize(
    ("cells", "part"), [(["a\nb", "c\nd"], "each line"), (["a\n\nb", "c\n\nd"], "each paragraph")]
)
def test_pieces_that_only_line_breaks_tell_apart_are_doubted_unless_a_person_says_so(
    cells: list[JsonValue], part: str
) -> None:
    (issue,) = with_lists(table(*cells), "c").issues
    assert (issue.line, issue.path, issue.severity) == (2, "c", Severity.WARNING)
    assert part in issue.problem
    for lists in (Lists.LINES, Lists.PARAGRAPHS, Lists.WHOLE):
        assert with_lists(table(*cells), "c", lists=lists).issues == ()


def test_half_a_list_is_named_and_its_row_left_out() -> None:
    records = with_lists(table("['a', 'b']", "['c', 'd", "['e' ... 'f']"), "c")
    assert column(records) == [["a", "b"]]
    assert [(issue.line, issue.path) for issue in records.issues] == [(3, "c"), (4, "c")]
    assert "row 3, c: the list ends in the middle" in str(records.issues[0])


def test_a_list_that_a_spreadsheet_cut_is_said_to_be_cut() -> None:
    long = "['" + "a" * 40_000
    records = with_lists(table(long[:32_767], "['b']"), "c")
    assert "where a spreadsheet's cell is full" in str(records.issues[0])


def test_values_that_are_lists_already_and_empty_cells_stay() -> None:
    assert column(with_lists(table(["a"], None, "['b']"), "c")) == [["a"], None, ["b"]]


def test_a_person_can_say_how_pieces_stand_in_a_cell() -> None:
    bars = with_lists(table("a|b", "c"), "c", separator="|")
    assert column(bars) == [["a", "b"], ["c"]]
    assert column(with_lists(table("['a']"), "c", lists=Lists.WHOLE)) == [["['a']"]]
    assert column(with_lists(table("a\nb"), "c", lists=Lists.LINES)) == [["a", "b"]]


def test_objects_are_read_where_a_cell_opens_one_and_text_stays_text() -> None:
    records = with_objects(table('{"a": 1}', "{'b': None}", "plain", "{'c': "), "c")
    assert column(records) == [{"a": 1}, {"b": None}, "plain", "{'c': "]
    assert [issue.severity for issue in records.issues] == [Severity.WARNING]
    assert column(with_objects(table('"text"', '{"a": 1}', "3"), "c")) == ["text", {"a": 1}, 3]
