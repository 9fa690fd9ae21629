"""The formats that can be written, by name, and the one way out."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from scoring.errors import FormatError
from scoring.formats.exports.csv_table import write_csv
from scoring.formats.exports.export import Export, Exporter
from scoring.formats.exports.jsonl import write_jsonl
from scoring.formats.exports.mastra import write_mastra
from scoring.formats.exports.parquet import write_parquet
from scoring.formats.exports.promptfoo import write_promptfoo
from scoring.formats.exports.ragas import write_ragas
from scoring.formats.exports.xlsx import write_xlsx
from scoring.formats.flat import Item

_JSON_LINES: Final = "application/x-ndjson"
_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

EXPORTERS: Final[Mapping[str, Exporter]] = MappingProxyType(
    {
        exporter.name: exporter
        for exporter in (
            Exporter("jsonl", "JSON Lines", ".jsonl", _JSON_LINES, write_jsonl, lossless=True),
            Exporter("csv", "CSV", ".csv", "text/csv", write_csv, lossless=True),
            Exporter("xlsx", "Excel (XLSX)", ".xlsx", _XLSX, write_xlsx, lossless=True),
            Exporter(
                "parquet",
                "Parquet",
                ".parquet",
                "application/vnd.apache.parquet",
                write_parquet,
                lossless=True,
            ),
            Exporter("mastra", "Mastra score rows", ".jsonl", _JSON_LINES, write_mastra),
            Exporter("ragas", "Ragas", ".jsonl", _JSON_LINES, write_ragas),
            Exporter("promptfoo", "promptfoo CSV", ".csv", "text/csv", write_promptfoo),
        )
    }
)
"""Format name -> how it is written."""


def export(items: Iterable[Item], format: str) -> Export:  # noqa: A002 - as in `read_cases`
    """Write cases, or results, as a file.

    Args:
        items: Cases, or results of cases (`scoring.evaluation.CaseResult`), in any mixture.
        format: A name in `EXPORTERS`.

    Raises:
        FormatError: There is no such format, or it cannot hold that much.
    """
    if format not in EXPORTERS:
        raise FormatError(
            f"there is no format {format!r} to write; there is {', '.join(EXPORTERS)}"
        )
    return EXPORTERS[format].write(list(items))
