"""Parquet: columns of typed values, as rows of JSON values."""

import io
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Final

from scoring.errors import FormatError
from scoring.formats.issues import Issue, Severity, Unit
from scoring.formats.records import Record, Records
from scoring.model import JsonValue

if TYPE_CHECKING:
    from pyarrow import Array, RecordBatch
    from pyarrow.parquet import ParquetFile

_MOST_BYTES: Final = 2 << 30
_SUSPECT_BYTES: Final = 64 << 20
_MOST_RATIO: Final = 200
"""How many times a file's own size its rows may take, where that is much; as for XLSX."""
_ROW_BYTES: Final = 512
"""What a row takes beside its values."""
_VALUE_BYTES: Final = 64
"""What a value takes beside its text."""
_BATCH: Final = 1000


def read_parquet(content: bytes) -> Records:
    """Read every row. What JSON has no word for becomes text, and a NaN is no value at all.

    Bytes that are not UTF-8 are left out, and each column that has any is an issue.

    Raises:
        FormatError: This is no Parquet file, is damaged, has two columns of one name, or unpacks to
            too much.
    """
    # Half a second to import, and most files are not Parquet.
    import pyarrow as pa

    try:
        file = _opened(content)
        columns = tuple(file.schema_arrow.names)
        twice = [name for name, count in Counter(columns).items() if count > 1]
        if twice:
            raise FormatError(
                f"the Parquet file has several columns named {twice[0]!r}; give each its own name"
            )
        most = min(_MOST_BYTES, max(_SUSPECT_BYTES, _MOST_RATIO * len(content)))
        _check_size(_stated_bytes(file), most)
        undecoded: dict[str, int] = {}
        rows = tuple(_rows(file, most, undecoded))
    # Dates beyond Python's, and objects with a name twice, are plain errors of value.
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        reason = str(error).partition("\n")[0]
        raise FormatError(
            f"the Parquet file cannot be read: {reason}; it may be cut short, so write it again"
        ) from None
    issues = tuple(
        Issue(
            place,
            "has bytes that are no text in UTF-8",
            "they are left out here and in the rows below; write texts as texts",
            column,
            Severity.WARNING,
            Unit.ROW,
        )
        for column, place in undecoded.items()
    )
    return Records(rows, "parquet", Unit.ROW, columns, issues)


def _opened(content: bytes) -> "ParquetFile":
    """The file, with texts read as they are kept: each once, and numbers that stand for it.

    A text that a million rows share would otherwise be a million texts before anybody could count.
    """
    import pyarrow.parquet as pq

    schema = pq.ParquetFile(io.BytesIO(content)).schema
    columns = map(schema.column, range(len(schema)))
    texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
    return pq.ParquetFile(
        io.BytesIO(content), read_dictionary=texts, arrow_extensions_enabled=False
    )


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise FormatError(
            f"the Parquet file unpacks to more than {most >> 20} MB; split it, or use JSON Lines"
        )


def _stated_bytes(file: "ParquetFile") -> int:
    """What the rows take at the least, by what the file says of itself."""
    total = 0
    for index in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(index)
        total += max(int(group.total_byte_size), _ROW_BYTES * int(group.num_rows))
        for number in range(group.num_columns):
            # Of texts no length is stated; all else has a fixed one.
            length = int(file.schema.column(number).length)
            total += int(group.column(number).num_values) * max(length, _VALUE_BYTES)
    return total


def _bytes_of(batch: "RecordBatch") -> int:
    return int(batch.num_rows) * _ROW_BYTES + sum(map(_bytes_in, batch.columns))


def _bytes_in(values: "Array") -> int:
    """What a column takes once each of its texts stands by itself."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(values.type):
        lengths = pc.binary_length(values.dictionary).take(values.indices)
        return len(values) * _VALUE_BYTES + int(pc.sum(lengths).as_py() or 0)
    if pa.types.is_struct(values.type):
        return sum(_bytes_in(values.field(index)) for index in range(values.type.num_fields))
    if pa.types.is_nested(values.type):
        return len(values) * _VALUE_BYTES + _bytes_in(values.values)
    return len(values) * _VALUE_BYTES


def _rows(file: "ParquetFile", most: int, undecoded: dict[str, int]) -> Iterator[Record]:
    """The rows; the first of each column that has bytes that are no text is put into a mapping."""
    # Row 1 is the header, as in every other table.
    place = 1
    size = 0
    for batch in file.iter_batches(_BATCH):
        size += _bytes_of(batch)
        _check_size(size, most)
        for values in batch.to_pylist():
            place += 1
            plain: dict[str, JsonValue] = {}
            for name, value in values.items():
                try:
                    plain[name] = _plain(value)
                except UnicodeDecodeError:
                    undecoded.setdefault(name, place)
            yield Record(place, plain, f"row-{place}")


def _plain(value: object) -> JsonValue:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
