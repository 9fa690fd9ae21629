import io

from openpyxl import load_workbook
from openpyxl.cell import Cell

from scoring.formats.exports import export
from scoring.model import Case, Context


def cells(content: bytes) -> list[Cell]:
    sheet = load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    return [cell for row in sheet.iter_rows() for cell in row if isinstance(cell, Cell)]


def test_no_text_is_a_formula_and_each_that_looks_like_one_is_marked_as_text() -> None:
    texts = ["=1+1", '=HYPERLINK("x")', "+1", "-1", "@A1", "'quoted"]
    cases = [Case(text, text, (), text) for text in texts]
    found = cells(export(cases, "xlsx").content)
    assert not [cell for cell in found if cell.data_type == "f"]
    # The mark of the tool's own rows looks like one as well.
    marked = [cell.value for cell in found if cell.quotePrefix]
    assert marked == [text for text in texts for text in (text, text, text, "@scorescope")]


def test_a_text_too_long_for_a_cell_goes_on_beside_it_and_is_named() -> None:
    cases = [Case("a", "q", (Context("x" * 40_000),), "r"), Case("b", "q", (), "r")]
    written = export(cases, "xlsx")
    assert written.notes == (
        "1 cell too long for Excel, continued in columns beside: contexts of row 2",
    )
    found = cells(written.content)
    assert "contexts (continued 2)" in [cell.value for cell in found]
    assert max(len(str(cell.value)) for cell in found) <= 32_767
