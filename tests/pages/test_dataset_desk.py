"""What the process holds for the dataset pages, whoever comes back to it."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pages.shared.dataset import Dataset
from pages.shared.dataset_desk import Desk, Desks, Judging
from scoring.errors import JudgeError
from scoring.judging import Run
from scoring.model import Case, Context, Judgement, Overrides, RelevanceLevel, Verdict

CASES = tuple(Case(name, "Where?", (Context(name),), "There.") for name in "abc")


class Gatekeeper:
    """A judge that lets one case through for each time that its gate is opened."""

    name = "gatekeeper"
    model = None

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)

    def judge(self, case: Case) -> Judgement:
        self.gate.acquire()
        if case.id == "b":
            raise JudgeError("not this one")
        return Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),))


@pytest.fixture
def judge() -> Iterator[Gatekeeper]:
    keeper = Gatekeeper()
    yield keeper
    keeper.gate.release(10)


def begun(judge: Gatekeeper) -> tuple[Desk, Run]:
    desk = Desk(Dataset("d", CASES))
    run = Run([CASES[2], CASES[1], CASES[0]], judge)
    desk.begin(Judging(run, (2, 1, 0), "gatekeeper"))
    return desk, run


def judged(desk: Desk) -> list[bool]:
    return [judgement is not None for judgement in desk.dataset.judgements]


def test_judgements_are_in_the_dataset_as_they_arrive(judge: Gatekeeper) -> None:
    desk, run = begun(judge)
    arrivals = run.arrivals()
    assert judged(desk) == [False, False, False]
    judge.gate.release()
    next(arrivals)
    assert judged(desk) == [False, False, True]
    before = desk.busy
    judge.gate.release(2)
    assert run.wait(10)
    assert judged(desk) == [True, False, True]
    assert list(desk.dataset.failures) == [1]
    assert (before, desk.busy) == (True, False)
    assert desk.dataset is desk.dataset


def test_a_correction_meanwhile_is_kept(judge: Gatekeeper) -> None:
    desk, run = begun(judge)
    corrections = Overrides(levels={0: RelevanceLevel.HIGH})
    assert desk.put(2, replace(CASES[2], overrides=corrections))
    judge.gate.release(3)
    assert run.wait(10)
    corrected = desk.dataset.judgements[2]
    assert corrected is not None
    assert corrected.verdicts[0].level is RelevanceLevel.HIGH


def test_a_case_with_other_texts_is_not_taken(judge: Gatekeeper) -> None:
    desk, _ = begun(judge)
    assert not desk.put(0, replace(CASES[0], query="Whence?"))
    assert desk.dataset.cases[0].query == "Where?"


def test_what_came_before_a_stop_stays(judge: Gatekeeper) -> None:
    desk, run = begun(judge)
    arrivals = run.arrivals()
    judge.gate.release()
    next(arrivals)
    desk.cancel()
    assert not desk.busy
    assert judged(desk) == [False, False, True]


def test_a_desk_is_found_by_its_id_and_by_nothing_else() -> None:
    desks, desk = Desks(), Desk(Dataset("d", CASES))
    desks.add(desk)
    assert desks.find(desk.id) is desk
    assert desks.find("") is None
    assert desks.find("d") is None
    assert len(desk.id) >= 20
    desks.clear(desk)
    assert desks.find(desk.id) is None


def test_the_desk_that_nobody_looks_at_makes_room_unless_it_is_busy(judge: Gatekeeper) -> None:
    desks = Desks(most=2)
    busy, _ = begun(judge)
    first, second, third = (Desk(Dataset("d", CASES)) for _ in range(3))
    for desk in (busy, first, second):
        desks.add(desk)
    assert desks.find(first.id) is None
    assert desks.find(busy.id) is busy
    desks.find(second.id)
    busy.cancel()
    desks.add(third)
    assert desks.find(busy.id) is None
    assert desks.find(second.id) is second
