import io
import zipfile
from collections.abc import Sequence
from datetime import date, datetime

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell

from scoring.errors import FormatError
from scoring.formats.containers.xlsx import read_xlsx, sheet_names
from scoring.formats.issues import Severity
from scoring.formats.records import Records


def saved(workbook: Workbook) -> bytes:
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def sheet_of(*rows: Sequence[object]) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    return saved(workbook)


def shown(value: object, number_format: str) -> object:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet["A1"] = "a"
    cell = sheet["A2"]
    assert isinstance(cell, Cell)
    cell.value = value  # type: ignore[assignment] # whatever openpyxl takes
    cell.number_format = number_format
    (record,) = read_xlsx(saved(workbook))
    return record.values["a"]


def values(records: Records) -> list[dict[str, object]]:
    return [dict(record.values) for record in records]


def with_part(content: bytes, name: str, new: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", 8) as parts:
        for part in old.namelist():
            parts.writestr(part, new if part == name else old.read(part))
    return file.getvalue()


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (7, "00000", "00007"),
        (123456789012345, "General", "123456789012345"),
        (1e20, "General", "100000000000000000000"),
        (0.1, "General", "0.1"),
        (0.455, "0%", "46%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (-3, '"$"0', "-$3"),
        (2.5, "0.00E+00", "2.5"),
        (True, "General", "TRUE"),
        (datetime(2024, 3, 1), "dd/mm/yyyy", "01/03/2024"),
        (datetime(2024, 3, 1), "mm-dd-yy", "2024-03-01"),
        (datetime(2024, 3, 1, 15, 4, 5), "yyyy-mm-dd h:mm:ss AM/PM", "2024-03-01 3:04:05 PM"),
        (datetime(2024, 3, 1, 15, 4), "d mmm yyyy hh:mm", "1 Mar 2024 15:04"),
        (date(2024, 3, 1), 'yyyy"年"m"月"d"日"', "2024年3月1日"),
        ("NA", "General", "NA"),
        ("0012", "@", "0012"),
    ],
)
def test_a_cell_is_the_text_that_a_person_sees(
    value: object, number_format: str, text: str
) -> None:
    assert shown(value, number_format) == text


def test_a_formula_is_never_computed() -> None:
    assert values(read_xlsx(sheet_of(["a", "b"], ["=1+1", "x"]))) == [{"b": "x"}]


def test_the_first_sheet_with_anything_is_read_and_named() -> None:
    workbook = Workbook()
    second = workbook.create_sheet("data")
    for row in ([None, None], ["q", "r"], ["x", None], [None, None], ["y", 3]):
        second.append(row)
    records = read_xlsx(saved(workbook))
    assert [(record.place, dict(record.values)) for record in records] == [
        (3, {"q": "x"}),
        (5, {"q": "y", "r": "3"}),
    ]
    assert records.notes == ("sheet 'data', not 'Sheet'",)


def with_sheets(**sheets: list[list[object]]) -> bytes:
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return saved(workbook)


NOTES_AND_CASES = with_sheets(
    notes=[["Exported by me"], ["on a Monday"]], cases=[["q", "r"], ["x", "y"]], more=[["a", "b"]]
)


def test_a_sheet_of_notes_before_the_table_is_passed_over_and_said() -> None:
    records = read_xlsx(NOTES_AND_CASES)
    assert values(records) == [{"q": "x", "r": "y"}]
    assert records.notes == ("sheet 'cases', not 'notes', 'more'",)


def test_a_sheet_is_read_by_its_name() -> None:
    assert sheet_names(NOTES_AND_CASES) == ("notes", "cases", "more")
    assert values(read_xlsx(NOTES_AND_CASES, "notes")) == [{"Exported by me": "on a Monday"}]
    with pytest.raises(FormatError, match="no sheet 'other'; there is 'notes', 'cases', 'more'"):
        read_xlsx(NOTES_AND_CASES, "other")


def test_a_title_above_the_table_is_passed_over_and_named() -> None:
    records = read_xlsx(sheet_of(["My export"], [], ["q", "r"], ["x", "y"]))
    assert [(record.place, dict(record.values)) for record in records] == [
        (4, {"q": "x", "r": "y"})
    ]
    (issue,) = records.issues
    assert (issue.line, issue.severity) == (1, Severity.WARNING)
    assert "the header is row 3" in issue.mend


def test_a_table_of_one_column_has_no_title() -> None:
    records = read_xlsx(sheet_of(["q"], *([f"x{number}"] for number in range(20))))
    assert values(records) == [{"q": f"x{number}"} for number in range(20)]
    assert records.issues == ()


def test_merged_cells_are_named_by_column_and_rows() -> None:
    workbook = load_workbook(io.BytesIO(sheet_of(["q", "c"], ["x", "1"], [None, "2"], ["y", "3"])))
    workbook.worksheets[0].merge_cells("A2:A3")
    records = read_xlsx(saved(workbook))
    assert values(records) == [{"q": "x", "c": "1"}, {"c": "2"}, {"q": "y", "c": "3"}]
    (issue,) = records.issues
    assert (issue.line, issue.path, issue.severity) == (2, "q", Severity.WARNING)
    assert "merged over the rows 2-3" in issue.problem


def test_formulas_that_nobody_worked_out_are_named_by_column_and_rows() -> None:
    rows = [[f'="x"&{number}', "y"] for number in range(2, 14)]
    (issue,) = read_xlsx(sheet_of(["a", "b"], *rows)).issues
    assert (issue.line, issue.path, issue.severity) == (2, "a", Severity.WARNING)
    assert "in the rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..., read as empty" in issue.problem


def test_a_formula_with_its_value_is_no_issue() -> None:
    content = sheet_of(["a"], ["=1+1"])
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        xml = parts.read("xl/worksheets/sheet1.xml")
    assert b"<v /></c>" in xml
    worked_out = xml.replace(b"<v /></c>", b"<v>2</v></c>")
    records = read_xlsx(with_part(content, "xl/worksheets/sheet1.xml", worked_out))
    assert (values(records), records.issues) == ([{"a": "2"}], ())


def test_characters_that_xml_cannot_hold_are_read_as_meant() -> None:
    assert values(read_xlsx(sheet_of(["a"], ["x_x000D_y _x005F_x000D_"]))) == [
        {"a": "x\ry _x000D_"}
    ]


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(sheet_of(["a"]), "xl/worksheets/sheet1.xml", b" " * (100 << 20))
    with pytest.raises(FormatError, match="unpacks to"):
        read_xlsx(bomb)


def test_entities_that_grow_are_refused() -> None:
    entities = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 12))
    xml = f'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{entities}]><x>&e11;</x>'
    with pytest.raises(FormatError, match="cannot be read"):
        read_xlsx(with_part(sheet_of(["a"]), "xl/worksheets/sheet1.xml", xml.encode()))


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/styles.xml", "[Content_Types].xml"])
def test_a_damaged_file_is_one_clear_error(part: str) -> None:
    with pytest.raises(FormatError, match="the XLSX file cannot be read"):
        read_xlsx(with_part(sheet_of(["a"], ["b"]), part, b"<damaged"))
    with pytest.raises(FormatError, match="the XLSX file cannot be read"):
        read_xlsx(sheet_of(["a"])[:-50])


def test_a_sheet_that_lies_about_its_size_is_read_whole() -> None:
    content = sheet_of(["a", "b"], ["x", "y"])
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        xml = parts.read("xl/worksheets/sheet1.xml")
    lying = with_part(content, "xl/worksheets/sheet1.xml", xml.replace(b"A1:B2", b"A1"))
    assert values(read_xlsx(lying)) == [{"a": "x", "b": "y"}]
