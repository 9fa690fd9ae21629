import io
from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.containers.parquet import read_parquet


def saved(**columns: list[object]) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


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
            b=[b"\xff\x00a"],
            w=["NA"],
        )
    )
    assert record.values == {
        "d": "2024-03-01",
        "t": "2024-03-01 12:30:00",
        "m": "1.50",
        "n": None,
        "b": "\ufffd\x00a",
        "w": "NA",
    }
    assert record.place == 2


def test_a_damaged_file_is_one_clear_error() -> None:
    whole = saved(a=["x"] * 1000)
    for content in (whole[:-20], whole[:40] + b"\x00" * 30 + whole[70:-8], whole[:4]):
        with pytest.raises(FormatError, match="the Parquet file cannot be read"):
            read_parquet(content)
