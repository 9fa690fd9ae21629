"""CSV: one row a case, safe to open in a spreadsheet, read back without loss."""

import csv
import io
from collections.abc import Mapping, Sequence

from scoring.formats.exports.export import Export, naming, too_long_for_excel
from scoring.formats.flat import Item, columns_of, formula_safe, row_of, without_surrogates
from scoring.formats.json_text import json_line
from scoring.model import JsonValue


def write_csv(items: Sequence[Item]) -> Export:
    """Write the rows of `scoring.formats.flat`; lists and objects are JSON in their cell."""
    return csv_of([row_of(item) for item in items])


def csv_of(rows: Sequence[Mapping[str, JsonValue]]) -> Export:
    """Write rows as CSV with a header, UTF-8 with the mark by which spreadsheets know it."""
    columns = columns_of(rows)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(map(formula_safe, columns))
    too_long = []
    for place, row in enumerate(rows, start=2):
        cells = [_cell(row.get(column)) for column in columns]
        writer.writerow(cells)
        too_long += [
            (place, column)
            for column, cell in zip(columns, cells, strict=True)
            if isinstance(cell, str) and too_long_for_excel(cell)
        ]
    notes = naming(too_long, "would be cut by Excel, which holds 32,767 characters")
    return Export(without_surrogates(text.getvalue()).encode("utf-8-sig"), notes)


def _cell(value: JsonValue) -> str | float | None:
    if isinstance(value, str):
        return formula_safe(value)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return json_line(value)
