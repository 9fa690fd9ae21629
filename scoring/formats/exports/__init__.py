"""Cases and results out again, one module a format, one registry."""

from scoring.formats.exports.export import Export, Exporter
from scoring.formats.exports.registry import EXPORTERS, export

__all__ = ["EXPORTERS", "Export", "Exporter", "export"]
