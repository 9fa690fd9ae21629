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
    desks.hold(desk)
    assert desks.find(desk.id) is desk
    assert desks.find("") is None
    assert desks.find("d") is None
    assert len(desk.id) >= 20
    desks.let_go(desk)
    assert desks.find(desk.id) is None


def desks_with(most: int, *held: Desk) -> Desks:
    desks = Desks(most)
    for desk in held:
        desks.hold(desk)
    return desks


def found(desks: Desks, *wanted: Desk) -> list[bool]:
    return [desk in list(desks) for desk in wanted]


def test_the_desk_that_nobody_looks_at_makes_room_unless_it_is_busy(judge: Gatekeeper) -> None:
    busy, _ = begun(judge)
    first, second, third = (Desk(Dataset("d", CASES)) for _ in range(3))
    desks = desks_with(2, busy, first, second)
    assert found(desks, busy, first, second) == [True, False, True]
    desks.find(second.id)
    busy.cancel()
    desks.hold(third)
    assert found(desks, busy, second, third) == [False, True, True]


def test_a_desk_that_had_to_go_comes_back_when_somebody_is_still_at_it() -> None:
    first, second, third = (Desk(Dataset("d", CASES)) for _ in range(3))
    desks = desks_with(2, first, second, third)
    desks.hold(first)
    assert found(desks, first, second, third) == [True, False, True]


def test_no_run_ends_for_the_sake_of_room(judge: Gatekeeper) -> None:
    busy = [begun(judge)[0] for _ in range(3)]
    desks = desks_with(1, *busy)
    assert found(desks, *busy) == [True] * 3
    assert all(desk.busy for desk in busy)


class Broken:
    name = "broken"
    model = None

    def judge(self, case: Case) -> Judgement:
        raise RuntimeError(f"a bug, with the words of {case.id}")


def broken() -> Desk:
    desk, run = Desk(Dataset("d", CASES)), Run(CASES, Broken())
    desk.begin(Judging(run, (0, 1, 2), "broken"))
    with pytest.raises(RuntimeError):
        run.wait(10)
    return desk


def test_a_bug_in_one_persons_run_is_nobody_elses() -> None:
    sick, well = broken(), Desk(Dataset("d", CASES))
    desks = desks_with(1, sick, well)
    assert found(desks, sick, well) == [False, True]
    assert not sick.busy
    sick.cancel()
    desks.delete(sick)


def test_a_bug_is_told_once_and_the_dataset_stays_within_reach() -> None:
    sick = broken()
    with pytest.raises(RuntimeError, match="a bug"):
        _ = sick.dataset
    assert sick.dataset.cases == CASES


def test_a_deleted_desk_is_held_by_nobody_and_its_run_ends(judge: Gatekeeper) -> None:
    busy, run = begun(judge)
    desks = desks_with(5, busy)
    desks.delete(busy)
    assert run.over
    assert busy.deleted
    desks.hold(busy)  # by a session that has not noticed
    assert desks.find(busy.id) is None


def test_a_desk_is_untouched_until_something_is_done_with_its_cases(judge: Gatekeeper) -> None:
    judged_here, _ = begun(judge)
    corrected, fresh = Desk(Dataset("d", CASES)), Desk(Dataset("d", CASES))
    corrected.put(0, replace(CASES[0], overrides=Overrides(levels={0: RelevanceLevel.HIGH})))
    fresh.put(0, CASES[0])
    saved = Desk(Dataset("d", CASES), desk_id="saved")
    touched = [not desk.untouched for desk in (judged_here, corrected, saved, fresh)]
    assert touched == [True, True, True, False]
