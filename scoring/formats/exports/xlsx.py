"""XLSX: the same rows as CSV, as a sheet in which every text stays text.

A text that is longer than a cell holds goes on in a column of its own, "contexts (continued 2)",
and is named. Texts that a spreadsheet might run have the cell's own mark for text, which is not
part of it.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from scoring.errors import FormatError
from scoring.formats.cells import EXCEL_CELL
from scoring.formats.exports.export import Export, naming, too_long_for_excel
from scoring.formats.flat import FORMULA_STARTS, Item, columns_of, continued, row_of
from scoring.formats.json_text import json_line
from scoring.model import JsonValue

if TYPE_CHECKING:
    from openpyxl.cell import Cell

_MOST_ROWS: Final = 1_048_575
_MOST_COLUMNS: Final = 16_384
_UNWRITABLE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]")


def write_xlsx(items: Sequence[Item]) -> Export:
    """Write the rows of `scoring.formats.flat`; lists and objects are JSON in their cell.

    Raises:
        FormatError: There are more rows, or longer texts, than a sheet holds.
    """
    # Half a second to import, and only who exports a sheet needs it.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    rows = [{name: _plain(value) for name, value in row_of(item).items()} for item in items]
    columns = columns_of(rows)
    widths = {column: _width(rows, column) for column in columns}
    if len(rows) > _MOST_ROWS or sum(widths.values()) > _MOST_COLUMNS:
        raise FormatError("this is more than a spreadsheet holds; export as JSON Lines or Parquet")
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("cases")
    sheet.freeze_panes = "A2"
    sheet.append([continued(column, part) for column in columns for part in range(widths[column])])

    def text_cell(text: str) -> "Cell":
        cell = WriteOnlyCell(sheet, _UNWRITABLE.sub(_escape, text))
        # Whatever it begins with, it is text, and stays text when somebody edits it.
        cell.data_type = "s"
        if text.startswith(FORMULA_STARTS):
            cell.quotePrefix = True
        return cell

    for row in rows:
        sheet.append(
            [cell for name in columns for cell in _cells(row.get(name), widths[name], text_cell)]
        )
    file = io.BytesIO()
    workbook.save(file)
    too_long = [
        (place, column)
        for place, row in enumerate(rows, start=2)
        for column in columns
        if widths[column] > 1 and len(_parts(row.get(column))) > 1
    ]
    notes = naming(too_long, "too long for Excel, continued in columns beside")
    return Export(file.getvalue(), notes)


def _plain(value: JsonValue) -> JsonValue:
    """The value as a cell can hold it: texts, numbers and flags."""
    return json_line(value) if isinstance(value, Mapping | list | tuple) else value


def _parts(value: JsonValue) -> list[str]:
    """A text in as many parts as it needs cells, each short enough with its escapes."""
    if not isinstance(value, str) or not value:
        return []
    escapes = _UNWRITABLE.search(value) is not None
    if not (escapes or too_long_for_excel(value)):
        return [value]
    # Seven characters spell one that XML cannot hold; two units are the most that one takes.
    size = EXCEL_CELL // (7 if escapes else 2)
    return [value[start : start + size] for start in range(0, len(value), size)]


def _width(rows: Sequence[Mapping[str, JsonValue]], column: str) -> int:
    return max((len(_parts(row.get(column))) for row in rows), default=1) or 1


def _cells(
    value: JsonValue, width: int, text_cell: "Callable[[str], Cell]"
) -> "Iterator[Cell | float | None]":
    """The cells of a value, as many as its column is wide."""
    if not isinstance(value, str):
        yield value if isinstance(value, int | float) else None
        width -= 1
    parts = _parts(value)
    yield from map(text_cell, parts)
    yield from [None] * (width - len(parts))


def _escape(found: re.Match[str]) -> str:
    return f"_x{ord(found[0]):04X}_"
