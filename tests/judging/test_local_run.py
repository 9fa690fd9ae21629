import gc
import threading
import traceback
import weakref
from collections.abc import Callable, Iterator

import pytest

from scoring.errors import JudgeError
from scoring.judging import Run, RunState
from scoring.model import Case, Context, Judgement, RelevanceLevel, Verdict


def case(case_id: str) -> Case:
    return Case(case_id, "q", (Context("one"),), "r")


def judgement(assessment: str) -> Judgement:
    return Judgement(1, (Verdict(0, RelevanceLevel.HIGH, used=True),), assessment=assessment)


class ScriptedJudge:
    """Does with each case what the test says, and remembers whom it was asked about."""

    name = "scripted"
    model = None

    def __init__(self, answer: Callable[[Case], Judgement]) -> None:
        self._answer = answer
        self.asked: list[str] = []

    def judge(self, case: Case) -> Judgement:
        self.asked.append(case.id)
        return self._answer(case)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Something for a judge to hang on; opened at the end, so that no thread outlives the test."""
    event = threading.Event()
    yield event
    event.set()


def test_every_case_has_its_outcome_in_the_cases_order() -> None:
    def answer(asked: Case) -> Judgement:
        if asked.id == "b":
            raise JudgeError("No answer.", raw_reply="???")
        return judgement(asked.id)

    judge = ScriptedJudge(answer)
    run = Run([case("a"), case("b"), case("c")], judge)
    run.start()
    assert run.wait(10)
    snapshot = run.snapshot()
    first, second, third = snapshot.outcomes
    assert (first, third) == (judgement("a"), judgement("c"))
    assert isinstance(second, JudgeError)
    assert (str(second), second.raw_reply) == ("No answer.", "???")
    assert judge.asked == ["a", "b", "c"]
    assert snapshot.state is RunState.FINISHED
    assert (snapshot.total, snapshot.done, snapshot.failed) == (3, 3, 1)


def test_a_run_of_no_cases_finishes() -> None:
    run = Run([], ScriptedJudge(lambda _: judgement("")))
    assert run.snapshot().state is RunState.READY
    run.start()
    assert run.wait(10)
    assert list(run.arrivals()) == []


def test_a_run_can_be_watched_while_it_goes(gate: threading.Event) -> None:
    def answer(asked: Case) -> Judgement:
        if asked.id == "b":
            gate.wait()
        return judgement(asked.id)

    run = Run([case("a"), case("b")], ScriptedJudge(answer))
    run.start()
    arrivals = run.arrivals()
    assert next(arrivals) == (0, judgement("a"))
    snapshot = run.snapshot()
    assert snapshot.state is RunState.RUNNING
    assert snapshot.outcomes == (judgement("a"), None)
    assert (snapshot.total, snapshot.done, snapshot.failed) == (2, 1, 0)
    assert not run.wait(0.01)
    gate.set()
    assert list(arrivals) == [(1, judgement("b"))]
    assert run.snapshot().state is RunState.FINISHED


def test_cancelling_works_at_once_while_the_judge_hangs(gate: threading.Event) -> None:
    hanging = threading.Event()

    def answer(asked: Case) -> Judgement:
        hanging.set()
        gate.wait()
        return judgement(asked.id)

    judge = ScriptedJudge(answer)
    run = Run([case("a"), case("b")], judge)
    run.start()
    assert hanging.wait(10)
    run.cancel()
    assert run.wait(0)
    assert list(run.arrivals()) == []
    cancelled = run.snapshot()
    assert (cancelled.state, cancelled.outcomes) == (RunState.CANCELLED, (None, None))
    (worker,) = (thread for thread in threading.enumerate() if thread.name == "judging")
    gate.set()
    worker.join(10)
    # What came in after the end changes nothing, and nobody was asked any more.
    assert run.snapshot() == cancelled
    assert judge.asked == ["a"]


def test_cancelling_what_is_finished_changes_nothing() -> None:
    run = Run([case("a")], ScriptedJudge(lambda asked: judgement(asked.id)))
    run.start()
    assert run.wait(10)
    before = run.snapshot()
    run.cancel()
    assert run.snapshot() == before


def test_a_run_starts_once() -> None:
    run = Run([], ScriptedJudge(lambda _: judgement("")))
    run.start()
    with pytest.raises(RuntimeError, match="once"):
        run.start()


def test_a_bug_in_a_judge_ends_the_run_and_reaches_whoever_looks() -> None:
    def answer(asked: Case) -> Judgement:
        return {"a": judgement("a")}[asked.id]

    run = Run([case("a"), case("b")], ScriptedJudge(answer))
    run.start()
    with pytest.raises(KeyError):
        run.wait(10)
    with pytest.raises(KeyError):
        run.snapshot()
    with pytest.raises(KeyError):
        list(run.arrivals())


def test_looking_at_a_bug_again_and_again_does_not_lengthen_its_story() -> None:
    def answer(_: Case) -> Judgement:
        raise KeyError("where it happened")

    run = Run([case("a")], ScriptedJudge(answer))
    run.start()
    with pytest.raises(KeyError):
        run.wait(10)

    def story() -> list[str]:
        with pytest.raises(KeyError) as seen:
            run.snapshot()
        return [frame.name for frame in traceback.extract_tb(seen.tb)]

    assert story() == story() == story()
    assert story()[-1] == "answer"


def test_a_judgement_of_another_number_of_contexts_is_a_failure() -> None:
    run = Run([case("a")], ScriptedJudge(lambda _: Judgement(2, ())))
    run.start()
    assert run.wait(10)
    (outcome,) = run.snapshot().outcomes
    assert isinstance(outcome, JudgeError)
    assert str(outcome) == "The judge spoke of 2 contexts, but the case has 1."


def test_a_kept_failure_keeps_nothing_of_the_call_alive() -> None:
    class Secret:
        """Stands for a key in a local variable of the judge."""

    alive: list[weakref.ref[Secret]] = []

    def answer(asked: Case) -> Judgement:
        secret = Secret()
        alive.append(weakref.ref(secret))
        try:
            raise ConnectionError("refused")
        except ConnectionError as error:
            raise JudgeError("No answer.") from error

    run = Run([case("a")], ScriptedJudge(answer))
    run.start()
    assert run.wait(10)
    gc.collect()
    assert run.snapshot().failed == 1
    assert alive[0]() is None
