"""XLSX: one sheet, each cell as the text that a person sees.

Unless a sheet is named, it is the first that has a table, which has two columns or more; single
cells above it are its title. A formula is never computed: its cell has the value that the
spreadsheet last showed. What unpacks to more than any real table is refused before it is unpacked.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time, timedelta
from typing import IO, TYPE_CHECKING, Final
from xml.etree.ElementTree import ParseError

from scoring.errors import FormatError
from scoring.formats.containers.xlsx_gaps import gaps_in
from scoring.formats.issues import Issue, Severity, Unit
from scoring.formats.number_formats import shown_date, shown_number
from scoring.formats.records import Records
from scoring.formats.tables import Table

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.reader.excel import ExcelReader

_MOST_BYTES: Final = 1 << 30
_SUSPECT_BYTES: Final = 64 << 20
_MOST_RATIO: Final = 200
"""How far a large part may have been compressed; real sheets come to about 10."""
_MOST_CELLS: Final = 20_000_000
_TITLE_ROWS: Final = 10
"""How many rows of a single cell may stand above the header."""
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


def read_xlsx(content: bytes, sheet: str | None = None) -> Records:
    """Read one sheet.

    Args:
        content: The file.
        sheet: The sheet's name; `None` for the first with a table, else the first with anything.

    Raises:
        FormatError: This is no XLSX file, is damaged, has a password, unpacks to too much, or has
            no such sheet.
    """
    with _damage_named():
        _check_size(content)
        return _read(content, sheet)


def sheet_names(content: bytes) -> tuple[str, ...]:
    """The names of a file's sheets, in their order.

    Raises:
        FormatError: This is no XLSX file, is damaged, has a password, or unpacks to too much.
    """
    from openpyxl.reader.excel import ExcelReader

    with _damage_named():
        _check_size(content)
        reader = ExcelReader(io.BytesIO(content), read_only=True)
        with reader.archive:
            reader.read_manifest()
            reader.read_workbook()
            return tuple(_parts_of_sheets(reader))


@contextmanager
def _damage_named() -> Iterator[None]:
    try:
        yield
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


def _read(content: bytes, wanted: str | None) -> Records:
    # Half a second to import, and most files are no spreadsheets.
    from openpyxl.reader.excel import ExcelReader

    reader = ExcelReader(io.BytesIO(content), read_only=True, data_only=True)
    with reader.archive:
        reader.read()
        parts = _parts_of_sheets(reader)
        if wanted is not None and wanted not in parts:
            raise FormatError(f"there is no sheet {wanted!r}; there is {_listed(parts)}")
        read = Table(()).records("xlsx", [])
        for title in parts if wanted is None else [wanted]:
            worksheet = reader.wb[title]
            # The size that a sheet states can be wrong either way.
            worksheet.reset_dimensions()
            table = _table(worksheet.iter_rows())
            if table is not None and (table.width > 1 or not read.columns):
                others = [name for name in parts if name != title]
                note = f"sheet {title!r}" + (f", not {_listed(others)}" if others else "")
                read = table.records("xlsx", [note])
                with reader.archive.open(parts[title]) as part:
                    read = read.with_issues(_gaps(part, read.columns))
                if table.width > 1:
                    break
        return read


def _parts_of_sheets(reader: "ExcelReader") -> dict[str, str]:
    """Name of a sheet that has cells -> the file's part that it is."""
    return {
        sheet.name: part.target
        for sheet, part in reader.parser.find_sheets()
        if part.target in reader.valid_files and "chartsheet" not in part.Type
    }


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _gaps(sheet: IO[bytes], columns: Sequence[str]) -> Iterator[Issue]:
    """What reads as empty and is not; see `scoring.formats.containers.xlsx_gaps`."""
    merged, unknown = gaps_in(sheet)
    for found, problem, mend in (
        (
            merged,
            "is merged over the rows {}, and only the first of each has the text",
            "unmerge, and give every row its own text",
        ),
        (
            unknown,
            "has formulas without a value in the rows {}, read as empty",
            "open the file in a spreadsheet and save it",
        ),
    ):
        for number, gaps in found.items():
            if number < len(columns):
                told = problem.format(gaps)
                yield Issue(
                    gaps.first, told, mend, columns[number], Severity.WARNING, unit=Unit.ROW
                )


def _table(rows: "Iterable[Sequence[Cell | MergedCell]]") -> Table | None:
    table: Table | None = None
    head: list[tuple[int, list[str]]] = []
    cells = 0
    for place, row in enumerate(rows, start=1):
        cells += len(row)
        if cells > _MOST_CELLS:
            raise FormatError(f"the sheet has more than {_MOST_CELLS:,} cells; delete empty ones")
        texts = list(_trimmed(row))
        if table is not None:
            _add(table, place, texts)
        elif any(texts):
            head.append((place, texts))
            if _is_wide(texts) or len(head) > _TITLE_ROWS:
                table = _begun(head)
    return _begun(head) if table is None and head else table


def _begun(head: Sequence[tuple[int, list[str]]]) -> Table:
    """The table that begins with these rows; what stands above its first wide row is a title."""
    at = len(head) - 1 if _is_wide(head[-1][1]) else 0
    place, header = head[at]
    table = Table(header, place)
    for above, _ in head[:at]:
        table.warn(
            above,
            "is taken for a title above the table",
            f"the header is row {place}; delete what stands above it if that is right",
        )
    for below, texts in head[at + 1 :]:
        _add(table, below, texts)
    return table


def _is_wide(texts: Sequence[str]) -> bool:
    return sum(map(bool, texts)) > 1


def _add(table: Table, place: int, texts: list[str]) -> None:
    table.add(place, texts + [""] * (table.width - len(texts)))


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
