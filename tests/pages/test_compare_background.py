"""Slow results beside a page: begun when a question rests, kept when answered, faults told."""

import threading
import time
from collections.abc import Callable

import pytest

from pages.shared.compare_background import Background

PATIENCE = 20  # seconds until something has to be there


def eventually(background: Background) -> None:
    """Look at the background as a page does, until what it misses is there."""
    deadline = time.monotonic() + PATIENCE
    while not background.advance():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def answering(value: str, calls: list[str]) -> Callable[[], str]:
    def work() -> str:
        calls.append(value)
        return value

    return work


def test_a_result_is_worked_out_beside_the_page_once_and_kept() -> None:
    background, calls = Background(), list[str]()
    background.begin_run()
    assert background.result("q", answering("a", calls)) is None
    assert background.waiting

    eventually(background)

    for _ in range(2):
        background.begin_run()
        assert background.result("q", answering("a", calls)) == "a"
        assert not background.waiting
    assert calls == ["a"]


def test_work_is_done_in_another_thread() -> None:
    background = Background()
    background.begin_run()
    background.result("q", threading.get_ident)
    eventually(background)

    background.begin_run()
    assert background.result("q", threading.get_ident) != threading.get_ident()


def test_nothing_begins_while_a_slider_moves() -> None:
    background, calls = Background(), list[str]()
    for setting in range(8):
        background.begin_run()
        background.result(setting, answering(str(setting), calls))
        assert not background.advance()
        time.sleep(0.03)
    eventually(background)

    assert calls == ["7"]


def test_what_is_no_longer_asked_for_is_not_begun() -> None:
    background, calls = Background(), list[str]()
    background.begin_run()
    background.result("old", answering("old", calls))
    time.sleep(0.3)
    background.begin_run()
    background.result("new", answering("new", calls))
    eventually(background)

    assert calls == ["new"]


def test_a_question_that_stays_does_not_wait_anew_at_each_run() -> None:
    background, calls = Background(), list[str]()
    deadline = time.monotonic() + PATIENCE
    while not calls:
        assert time.monotonic() < deadline
        background.begin_run()
        background.result("q", answering("a", calls))
        background.advance()
        time.sleep(0.01)


def broken() -> str:
    raise ZeroDivisionError("a bug")


def test_a_fault_in_the_work_is_a_fault_of_the_page_once() -> None:
    background = Background()
    background.begin_run()
    background.result("q", broken)
    eventually(background)

    background.begin_run()
    with pytest.raises(ZeroDivisionError):
        background.result("q", broken)
    assert background.result("q", broken) is None


def test_a_fault_keeps_nothing_else_from_being_worked_out() -> None:
    background, calls = Background(), list[str]()
    background.begin_run()
    background.result("bad", broken)
    background.result("good", answering("good", calls))
    eventually(background)
    deadline = time.monotonic() + PATIENCE
    good = None
    while good is None:
        assert time.monotonic() < deadline
        background.begin_run()
        good = background.result("good", answering("good", calls))
        background.advance()

    assert (good, calls) == ("good", ["good"])


def test_sessions_take_turns() -> None:
    first, second, order = Background(), Background(), list[str]()
    both_wait = threading.Event()

    def held() -> str:
        both_wait.wait(PATIENCE)
        return answering("a", order)()

    first.begin_run()
    first.result("a", held)
    for name in "bc":
        first.result(name, answering(name, order))
    second.begin_run()
    second.result("z", answering("z", order))
    time.sleep(0.8)  # longer than something has to be wanted
    first.advance()
    second.advance()
    both_wait.set()
    deadline = time.monotonic() + PATIENCE
    while len(order) < 4:
        assert time.monotonic() < deadline
        time.sleep(0.01)

    assert order == ["a", "z", "b", "c"]


def test_only_the_latest_results_are_kept() -> None:
    background, calls = Background(), list[str]()
    background.begin_run()
    for number in range(202):
        background.result(number, answering(str(number), calls))
    eventually(background)
    deadline = time.monotonic() + PATIENCE
    while len(calls) < 202:
        assert time.monotonic() < deadline
        time.sleep(0.01)

    background.begin_run()
    assert background.result(0, answering("0", calls)) is None
