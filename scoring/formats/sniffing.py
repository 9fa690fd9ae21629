"""Which container a file is, by its content, and its rows."""

from pathlib import Path
from typing import Final

from scoring.errors import FormatError
from scoring.formats.containers.delimited import read_delimited, sniffed
from scoring.formats.containers.json_records import is_json, read_json
from scoring.formats.containers.loose_text import is_loose_case, read_loose_case
from scoring.formats.containers.parquet import read_parquet
from scoring.formats.containers.ranked_lines import is_ranked_lines, read_ranked_lines
from scoring.formats.containers.xlsx import read_xlsx
from scoring.formats.decoding import decode
from scoring.formats.garbage import collection_paused
from scoring.formats.issues import Issue, Unit
from scoring.formats.records import Records

_ZIP: Final = b"PK\x03\x04"
_PARQUET: Final = b"PAR1"
_REFUSED: Final = {
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file, or one with a password; save it as .xlsx",
    b"%PDF": "a PDF; export the table behind it instead",
    b"\x1f\x8b": "packed with gzip; unpack it first",
    b"\x80\x04": "a Python pickle, which can run programs and is never opened; export it as JSON",
    b"\x80\x05": "a Python pickle, which can run programs and is never opened; export it as JSON",
}


@collection_paused()
def read_records(
    source: Path | bytes | str, encoding: str | None = None, *, sheet: str | None = None
) -> Records:
    """Read the rows of a file, or of pasted text, whatever they are laid out as.

    Args:
        source: The file's path, or its content as bytes or text. A string is always content.
        encoding: Python's name of a text's encoding; `None` to decide from the bytes.
        sheet: The name of a spreadsheet's sheet; `None` for the first that has a table.

    Raises:
        FormatError: The file cannot be opened or is of no kind that holds rows, or there is no such
            encoding or sheet.
    """
    content = _content(source) if isinstance(source, Path) else source
    if isinstance(content, bytes) and content.startswith(_ZIP):
        return read_xlsx(content, sheet)
    if sheet is not None:
        raise FormatError(f"there is no sheet {sheet!r}: this is no XLSX file")
    if isinstance(content, bytes):
        if content.startswith(_PARQUET):
            return read_parquet(content)
        for mark, problem in _REFUSED.items():
            if content.startswith(mark):
                raise FormatError(f"this is {problem}")
    decoded = decode(content, encoding)
    if is_json(decoded.head):
        return read_json(decoded)
    if is_ranked_lines(decoded.head):
        return read_ranked_lines(decoded)
    if is_loose_case(decoded):
        return read_loose_case(decoded)
    dialect = sniffed(decoded.head)
    if dialect is not None:
        return read_delimited(decoded, dialect)
    issues: tuple[Issue, ...] = ()
    if decoded.head.strip():
        problem = "this is neither JSON nor a table with a header"
        issues = (Issue(1, problem, "give one JSON object a line, or a table"),)
    return Records((), "text", Unit.LINE, (), issues)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from None
