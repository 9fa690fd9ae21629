import io
from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.containers.parquet import read_parquet


def saved(**columns: object) -> bytes:
    return written(pa.table(columns))


def written(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    return file.getvalue()


LONG = "x" * 1_000_000


def test_lists_and_objects_are_values() -> None:
    content = saved(
        question=["q"], contexts=[[{"content": "a", "score": 0.5}]], answer=["r"], number=[1]
    )
    (case,) = read_cases(content).cases
    assert case.contexts[0].retrieval_score == 0.5
    assert case.extra == {"number": 1}


def test_what_json_has_no_word_for_is_text_and_nan_is_nothing() -> None:
    (record,) = read_parquet(
        saved(
            d=[date(2024, 3, 1)],
            t=[datetime(2024, 3, 1, 12, 30)],
            m=[Decimal("1.50")],
            n=[float("nan")],
            b=[b"\x00a"],
            w=["NA"],
        )
    )
    assert record.values == {
        "d": "2024-03-01",
        "t": "2024-03-01 12:30:00",
        "m": "1.50",
        "n": None,
        "b": "\x00a",
        "w": "NA",
    }
    assert record.place == 2


def test_a_damaged_file_is_one_clear_error() -> None:
    whole = saved(a=["x"] * 1000)
    for content in (whole[:-20], whole[:40] + b"\x00" * 30 + whole[70:-8], whole[:4]):
        with pytest.raises(FormatError, match="the Parquet file cannot be read"):
            read_parquet(content)


@pytest.mark.parametrize(
    "values",
    [
        [LONG] * 100,
        [[LONG, LONG]] * 50,
        [{"text": LONG, "of": [{"text": LONG}]}] * 50,
        pa.array([[("key", LONG)]] * 100, pa.map_(pa.string(), pa.string())),
        pa.array([LONG.encode()] * 100, pa.binary(len(LONG))),
        [None] * 1_000_000,
        [[None] * 10_000] * 1000,
    ],
    ids=["text", "list", "object", "map", "fixed", "rows of nothing", "lists of nothing"],
)
def test_a_file_of_a_few_bytes_that_unpacks_to_a_hundred_megabytes_is_refused(
    values: object,
) -> None:
    bomb = saved(a=values)
    assert len(bomb) < 200_000
    with pytest.raises(FormatError, match="unpacks to more than 64 MB"):
        read_parquet(bomb)


def test_a_text_that_many_rows_share_is_read_in_each() -> None:
    content = saved(a=["long " * 1000] * 1000, b=[["c", "d"]] * 1000)
    assert [dict(record.values) for record in read_parquet(content)] == [
        {"a": "long " * 1000, "b": ["c", "d"]}
    ] * 1000


def test_bytes_that_are_no_text_are_left_out_and_their_column_is_named() -> None:
    records = read_parquet(saved(a=["x", "y", "z"], b=[b"text", b"\xff", b"\xfe"]))
    assert [dict(record.values) for record in records] == [
        {"a": "x", "b": "text"},
        {"a": "y"},
        {"a": "z"},
    ]
    assert [(issue.line, issue.path) for issue in records.issues] == [(3, "b")]


@pytest.mark.parametrize("names", [["a", "a"], ["a", "b", "a"]])
def test_two_columns_of_one_name_are_refused_by_name(names: list[str]) -> None:
    table = pa.Table.from_arrays([pa.array(["x"]) for _ in names], names=names)
    with pytest.raises(FormatError, match="several columns named 'a'"):
        read_parquet(written(table))


@pytest.mark.parametrize(
    "values",
    [
        pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]),
        pa.array([10**6 * 365], pa.date32()),
    ],
    ids=["an object with a name twice", "a date beyond Python's"],
)
def test_what_python_cannot_hold_is_one_clear_error(values: pa.Array) -> None:
    with pytest.raises(FormatError, match="the Parquet file cannot be read"):
        read_parquet(saved(a=values))
