"""Parquet: columns of typed values, as rows of JSON values."""

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Final

from scoring.errors import FormatError
from scoring.formats.issues import Unit
from scoring.formats.records import Record, Records
from scoring.model import JsonValue

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

_MOST_BYTES: Final = 2 << 30
_BATCH: Final = 1000


def read_parquet(content: bytes) -> Records:
    """Read every row. What JSON has no word for becomes text, and a NaN is no value at all.

    Raises:
        FormatError: This is no Parquet file, is damaged, or unpacks to too much.
    """
    # Half a second to import, and most files are not Parquet.
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        _check_size(file)
        rows = tuple(_rows(file))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        raise FormatError(
            f"the Parquet file cannot be read: {reason}; it may be cut short, so write it again"
        ) from None
    return Records(rows, "parquet", Unit.ROW, tuple(map(str, file.schema_arrow.names)))


def _check_size(file: "ParquetFile") -> None:
    metadata = file.metadata
    groups = (metadata.row_group(index) for index in range(metadata.num_row_groups))
    total = sum(group.total_byte_size for group in groups)
    if total > _MOST_BYTES:
        raise FormatError(f"the Parquet file unpacks to {total >> 20} MB; split it")


def _rows(file: "ParquetFile") -> Iterator[Record]:
    place = 0
    for batch in file.iter_batches(_BATCH):
        for values in batch.to_pylist():
            # Row 1 is the header, as in every other table.
            place += 1
            plain = {str(name): _plain(value) for name, value in values.items()}
            yield Record(place + 1, plain, f"row-{place + 1}")


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
        return value.decode("utf-8", "replace")
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
