"""Keywords of many cases are read for as long as somebody waits for them."""

import threading
import time

import pytest

from pages.shared import dataset_keywords
from pages.shared.dataset_keywords import KeywordReading
from scoring.keywords import KeywordCoverage, keyword_coverage
from scoring.model import Case, Context

CASES = tuple(Case(f"c{at}", f"term{at}", (Context("x"),), f"term{at}") for at in range(100))


def readers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "keywords"]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was read so far, each at its ease."""
    seen: list[str] = []

    def slowly(query: str, response: str) -> KeywordCoverage:
        time.sleep(0.02)
        seen.append(query)
        return keyword_coverage(query, response)

    monkeypatch.setattr(dataset_keywords, "keyword_coverage", slowly)
    return seen


def test_nothing_is_read_before_somebody_asks(read: list[str]) -> None:
    reading = KeywordReading(CASES)
    assert read == []
    assert len(reading.result()) == len(CASES)


def test_reading_rests_when_nobody_waits_any_more_and_goes_on_at_the_next_question(
    read: list[str],
) -> None:
    reading = KeywordReading(CASES, patience=0.1)
    assert not reading.done_within(0.0)
    deadline = time.monotonic() + 30
    while readers():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert len(read) < len(CASES)
    assert [coverage.score for coverage in reading.result()] == [1.0] * len(CASES)
    assert read == [case.query for case in CASES]
    assert reading.done_within(0.0)


def test_who_waits_long_is_not_left_waiting(read: list[str]) -> None:
    assert KeywordReading(CASES, patience=0.0).done_within(60.0)
    assert len(read) == len(CASES)


def test_no_cases_are_read_at_once() -> None:
    assert KeywordReading(()).done_within(0.0)


def test_a_bug_reaches_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(query: str, response: str) -> KeywordCoverage:
        raise RuntimeError("a bug")

    monkeypatch.setattr(dataset_keywords, "keyword_coverage", broken)
    reading = KeywordReading(CASES)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="a bug"):
            reading.result()
