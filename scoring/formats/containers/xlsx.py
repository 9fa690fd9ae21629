"""XLSX: the first sheet with anything in it, each cell as the text that a person sees.

A formula is never computed: its cell has the value that the spreadsheet last showed. What unpacks
to more than any real table is refused before it is unpacked.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import ParseError

from scoring.errors import FormatError
from scoring.formats.number_formats import shown_date, shown_number
from scoring.formats.records import Records
from scoring.formats.tables import Table

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.workbook import Workbook

_MOST_BYTES: Final = 1 << 30
_SUSPECT_BYTES: Final = 64 << 20
_MOST_RATIO: Final = 200
"""How far a large part may have been compressed; real sheets come to about 10."""
_MOST_CELLS: Final = 20_000_000
_ESCAPED: Final = re.compile("_x([0-9A-Fa-f]{4})_")

# openpyxl has no family of errors: a damaged file ends in whichever its code trips over.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


def read_xlsx(content: bytes) -> Records:
    """Read the first sheet that has a row with anything in it; that row is the header.

    Raises:
        FormatError: This is no XLSX file, is damaged, has a password, or unpacks to too much.
    """
    try:
        _check_size(content)
        return _read(content)
    except _DAMAGE as error:
        raise FormatError(
            f"the XLSX file cannot be read: {error}; open it in a spreadsheet and save it again"
        ) from None


def _check_size(content: bytes) -> None:
    total = 0
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for part in parts.infolist():
            total += part.file_size
            ratio = part.file_size / max(part.compress_size, 1)
            if part.file_size > _SUSPECT_BYTES and ratio > _MOST_RATIO:
                raise FormatError(f"{part.filename} in the XLSX file unpacks to {ratio:.0f} times")
    if total > _MOST_BYTES:
        raise FormatError(f"the XLSX file unpacks to {total >> 20} MB; split it, or use JSON Lines")


def _read(content: bytes) -> Records:
    # Half a second to import, and most files are no spreadsheets.
    from openpyxl import load_workbook

    workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    try:
        for sheet in workbook.worksheets:
            # The size that a sheet states can be wrong either way.
            sheet.reset_dimensions()
            table = _table(sheet.iter_rows())
            if table is not None:
                return table.records("xlsx", [_sheet_note(workbook, sheet.title)])
        return Table(()).records("xlsx", [])
    finally:
        workbook.close()


def _sheet_note(workbook: "Workbook", title: str) -> str:
    others = [name for name in workbook.sheetnames if name != title]
    return f"sheet {title!r}" + (f", not {', '.join(map(repr, others))}" if others else "")


def _table(rows: "Iterable[Sequence[Cell | MergedCell]]") -> Table | None:
    table: Table | None = None
    cells = 0
    for place, row in enumerate(rows, start=1):
        cells += len(row)
        if cells > _MOST_CELLS:
            raise FormatError(f"the sheet has more than {_MOST_CELLS:,} cells; delete empty ones")
        texts = list(_trimmed(row))
        if table is not None:
            table.add(place, texts + [""] * (table.width - len(texts)))
        elif any(texts):
            table = Table(texts, place)
    return table


def _trimmed(row: "Sequence[Cell | MergedCell]") -> Iterator[str]:
    """The texts of a row's cells up to the last that has any; a sheet says nothing of the rest."""
    last = len(row)
    while last and row[last - 1].value is None:
        last -= 1
    return map(_text, row[:last])


def _text(cell: "Cell | MergedCell") -> str:
    value = cell.value
    if isinstance(value, str):
        # How XML spells the characters that it cannot hold, and that spelling itself.
        return _ESCAPED.sub(_character, value) if "_x" in value else value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return shown_number(value, cell.number_format)
    if isinstance(value, date | time | timedelta):
        return shown_date(value, cell.number_format)
    return str(value)


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))
