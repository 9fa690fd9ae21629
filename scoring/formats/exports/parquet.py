"""Parquet: the same rows as CSV, with numbers as numbers and lists of text as lists."""

import io
import re
from collections.abc import Sequence
from typing import Final

from scoring.formats.exports.export import Export
from scoring.formats.flat import Item, columns_of, row_of
from scoring.formats.json_text import json_line
from scoring.model import JsonValue

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def write_parquet(items: Sequence[Item]) -> Export:
    """Write the rows of `scoring.formats.flat`.

    A column is of numbers, flags, texts, or lists of texts where all its values are; objects and
    mixed lists are JSON.
    """
    # Half a second to import, and only who exports Parquet needs it.
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [row_of(item) for item in items]
    table = pa.table(
        {
            column: pa.array(_column([row.get(column) for row in rows]))
            for column in columns_of(rows)
        }
    )
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    return Export(file.getvalue())


def _column(values: list[JsonValue]) -> list[JsonValue]:
    """The values, all of one type."""
    present = [value for value in values if value is not None]
    if all(map(_is_list_of_texts, present)) or _are_plain(present):
        return values
    return [None if value is None else _text(value) for value in values]


def _are_plain(values: Sequence[JsonValue]) -> bool:
    kinds = {type(value) for value in values}
    return kinds <= {str} or kinds <= {bool} or kinds <= {int, float}


def _is_list_of_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, str) and not _SURROGATE.search(item) for item in value
    )


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json_line(value)
