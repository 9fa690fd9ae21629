"""Long tables: one row a piece, as retrieval logs are written, made into one row a case."""

from collections.abc import Collection, Iterator

from scoring.formats.cells import Lists, lists_in_column
from scoring.formats.issues import Issue, Severity
from scoring.formats.records import Record, Records
from scoring.model import JsonValue


def one_row_a_case(records: Records, key: str, single: Collection[str]) -> Records:
    """The records with all rows that have the same value in a column made one.

    A column in which rows of one case differ anywhere becomes one of lists, with null where a row
    has nothing. A row without a value in the key's column is a case by itself.

    Args:
        records: The records.
        key: The column whose value the rows of a case share.
        single: Columns of which a case has one value: the first counts, and a row with another is
            named.
    """
    groups = _groups(records, key)
    differing = {
        name
        for first, *others in groups
        for other in others
        for name in first.values.keys() | other.values.keys()
        if first.values.get(name) != other.values.get(name)
    }
    lists = differing - {key, *single}
    rows = tuple(
        group[0]._replace(values=dict(_together(group, records.columns, lists))) for group in groups
    )
    issues = [
        records.issue(
            row,
            f"is not that of {records.unit} {first.place}, with which this is one case",
            "the first is read; give each case its own value where rows are told apart",
            name,
            Severity.WARNING,
        )
        for first, *others in groups
        for row in others
        for name in sorted(differing & {*single})
        if row.values.get(name) not in (None, first.values.get(name))
    ]
    return Records(
        rows,
        records.container,
        records.unit,
        records.columns,
        records.issues,
        (*records.notes, f"rows with the same {key} are one case"),
        records.document,
    ).with_issues(issues)


def long_table_key(
    records: Records, keys: Collection[str], pieces: str, single: Collection[str]
) -> str | None:
    """The first of the keys by which a table seems to be long; `None` where each row is a case.

    It does where most rows share their value with others that differ in their one piece and in none
    of the columns of which a case has one value.
    """
    if lists_in_column(records, pieces) is not Lists.WHOLE:
        return None
    return next((key for key in keys if _is_long(records, key, pieces, single)), None)


def doubt(records: Records, key: str) -> Iterator[Issue]:
    """What a person should know where nothing but the look of the rows makes them one case."""
    for first in records.rows[:1]:
        yield records.issue(
            first,
            "rows that share its value and differ in their context are read as one case",
            "where each row is a case, say so by a mapping",
            key,
            Severity.WARNING,
        )


def _is_long(records: Records, key: str, pieces: str, single: Collection[str]) -> bool:
    shared = 0
    for group in _groups(records, key):
        if len(group) > 1:
            shared += len(group)
            texts = {str(row.values.get(pieces)) for row in group}
            if len(texts) < len(group) or any(
                row.values.get(name) != group[0].values.get(name)
                for row in group
                for name in single
            ):
                return False
    return 2 * shared > len(records)


def _groups(records: Records, key: str) -> list[list[Record]]:
    """The rows of each case, the cases in the order of their first rows."""
    groups: dict[JsonValue | tuple[int], list[Record]] = {}
    for number, record in enumerate(records):
        value = record.values.get(key)
        shared = value if isinstance(value, str | int | float) else (number,)
        groups.setdefault(shared, []).append(record)
    return list(groups.values())


def _together(
    group: list[Record], columns: tuple[str, ...], lists: set[str]
) -> Iterator[tuple[str, JsonValue]]:
    for name in columns:
        values = [row.values.get(name) for row in group]
        if name in lists:
            yield name, values
        else:
            first = next((value for value in values if value is not None), None)
            if first is not None:
                yield name, first
