"""Files as the peers' programs write them, made of rows, and what is read of them."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence

from scoring.formats import Cases, read_cases
from scoring.model import Case


def json_lines(*rows: object) -> str:
    """One row a line, as `json.dumps` writes it."""
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def document(value: object) -> str:
    """One JSON document, laid out as people's downloads are."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def pandas_csv(*rows: Mapping[str, object], delimiter: str = ",") -> str:
    """A table as pandas' `to_csv` writes it: Python's repr of every list and object."""
    return _csv(rows, repr, delimiter)


def json_csv(*rows: Mapping[str, object], delimiter: str = ",") -> str:
    """A table as JavaScript programs write it: JSON for every list and object."""
    return _csv(rows, lambda value: json.dumps(value, ensure_ascii=False), delimiter)


def raw_csv(*rows: Sequence[str], delimiter: str = ",") -> str:
    """A table of these cells; names may stand in its header more than once."""
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue()


def read_as(content: str, name: str) -> Cases:
    """What is read of a file that nobody said the format of, which has to be found to be this."""
    read = read_cases(content)
    assert read.recognised is not None
    assert read.recognised.format == name
    return read


def texts(case: Case) -> list[str]:
    """The texts of a case's contexts."""
    return [piece.text for piece in case.contexts]


def _csv(
    rows: Sequence[Mapping[str, object]], write: Callable[[object], str], delimiter: str
) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))

    def cell(value: object) -> str:
        if value is None:
            return ""
        return value if isinstance(value, str) else write(value)

    cells = [[cell(row.get(name)) for name in columns] for row in rows]
    return raw_csv(columns, *cells, delimiter=delimiter)
