"""The tool's own shape, in JSON and as a table."""

from collections.abc import Mapping
from typing import Final

from scoring.formats.cases import RESULT_FIELDS, unread_fields
from scoring.formats.cells import with_lists, with_objects
from scoring.formats.collecting import Collector
from scoring.formats.flat import MARK, fields_of_row, is_own_row
from scoring.formats.issues import Cases, FieldError
from scoring.formats.long_tables import doubt, long_table_key, one_row_a_case
from scoring.formats.records import Records
from scoring.formats.shapes.protocol import Sureness
from scoring.model import JsonValue

_NAMES: Final = ("query", "response")
_SINGLE: Final = ("id", "query", "response", "configuration", "judgement", "overrides")
_OBJECTS: Final = ("metadata", "judgement", "overrides")


class Native:
    """Reads `{id, query, contexts, response, ...}` (see `scoring.formats.cases`)."""

    name: Final = "native"
    title: Final = "Scorescope"

    def recognises(self, records: Records) -> Sureness:
        """Sure of what this tool wrote; likely where a table's names are right.

        In JSON the names of all three parts are enough: a case may have brought anything else along
        from another tool's file, and is still the case that was written.
        """
        if _is_own_table(records) or records.has("signature", "relevance", "keywords"):
            return Sureness.CERTAIN
        if not records.has(*_NAMES):
            return Sureness.NO
        if not records.has("contexts"):
            return Sureness.POSSIBLE
        return Sureness.CERTAIN if records.container == "json" else Sureness.LIKELY

    def read(self, records: Records) -> Cases:
        """Read each row's case; names in it that have no place are warnings."""
        if _is_own_table(records):
            return _read_own_table(records)
        if records.textual:
            records = with_lists(_by_case(records), "contexts")
            return _read_table(with_objects(records, *_OBJECTS))
        collector = Collector(records)
        for record in records:
            if collector.take(record, record.values) is not None:
                for name in unread_fields(record.values):
                    collector.warn(
                        record, "is not read", "put what should be kept in metadata", name
                    )
        return collector.cases()


def _is_own_table(records: Records) -> bool:
    if records.container == "json" or not records.has(MARK):
        return False
    return any(is_own_row(record.values) for record in records)


def _read_own_table(records: Records) -> Cases:
    collector = Collector(records)
    for record in records:
        try:
            fields = fields_of_row(record.values)
        except FieldError as error:
            collector.refuse(record, error)
        else:
            collector.take(record, _with_all_kept(fields))
    return collector.cases()


def _by_case(records: Records) -> Records:
    """A table with a row a piece as one with a row a case."""
    key = long_table_key(records, ("id", "query"), "contexts", _SINGLE)
    if key is None:
        return records
    return one_row_a_case(records, key, _SINGLE).with_issues(doubt(records, key))


def _read_table(records: Records) -> Cases:
    # No text in a cell is an empty query or response, for the checks to find.
    collector = Collector(records)
    for record in records:
        fields = _with_all_kept(record.values)
        collector.take(record, {"query": "", "response": "", **fields})
    return collector.cases()


def _with_all_kept(fields: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """The fields, with columns that are called like a part of a result moved to the metadata.

    This tool's own tables have no such columns: they are somebody's, who calls a grade "relevance".
    """
    strays = {name: fields[name] for name in RESULT_FIELDS if fields.get(name) is not None}
    metadata = fields.get("metadata")
    if not strays or not isinstance(metadata, Mapping | None):
        return fields
    return {**fields, "metadata": {**strays, **(metadata or {})}}
