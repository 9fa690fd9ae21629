"""A run that asks a model, against a real HTTP server that answers badly, late, or not at all."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from scoring.errors import InvalidValueError, JudgeError, StoreError
from scoring.judges.llm import FailureKind, LLMJudge, ModelError
from scoring.judging import Limits, Run, RunState, Snapshot
from scoring.model import Case, Judgement
from scoring.store import JudgementStore
from tests.judging.faults import Faults, cases, number_of
from tests.loopback_server import LoopbackServer, Reply, Request, Script, honest, judgement_text

NUMBERS = count()
QUICK = Limits(concurrency=16, backoff=0.01)
PRICED = "gpt-4o"  # 2.50 USD for a million tokens in and 10 USD out


@pytest.fixture
def model() -> str:
    """A model that this process has learned nothing about."""
    return f"openai/run-{next(NUMBERS)}"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JudgementStore]:
    with JudgementStore(f"sqlite:///{tmp_path / 'kept.sqlite3'}") as opened:
        yield opened


@contextmanager
def judging(
    script: Script | Reply | Sequence[Reply], model: str, timeout: float = 60.0
) -> Iterator[tuple[LoopbackServer, LLMJudge]]:
    with LoopbackServer(script) as server:
        yield (
            server,
            LLMJudge(model, api_key="sk-canary", api_base=server.api_base, timeout=timeout),
        )


def finished(run: Run) -> Snapshot:
    run.start()
    assert run.wait(120)
    return run.snapshot()


def kinds(snapshot: Snapshot) -> list[FailureKind | None]:
    return [
        outcome.kind if isinstance(outcome, ModelError) else None for outcome in snapshot.outcomes
    ]


# Faults


def test_of_500_cases_with_faults_in_30_percent_none_is_lost_and_none_judged_twice(
    model: str, store: JudgementStore
) -> None:
    faults = Faults()
    limits = Limits(concurrency=32, retries=2, backoff=0.01)
    everything = cases(500)
    # Learned beforehand what the model can do, so that no request goes to finding out.
    with judging(faults, model, timeout=10) as (server, judge):
        assert finished(Run([everything[3]], judge)).failed == 0
        server.requests.clear()
        snapshot = finished(Run(everything, judge, limits=limits, store=store, seed=1))
        asked = Counter(map(number_of, server.requests))
        again = finished(Run(everything, judge, limits=limits, store=store))

    expected = [faults.explained(number, limits.retries) for number in range(500)]
    assert snapshot.state is RunState.FINISHED
    assert kinds(snapshot) == [kind for _, kind in expected]
    assert [asked[number] for number in range(500)] == [requests for requests, _ in expected]
    assert snapshot.spending.requests == sum(requests for requests, _ in expected)
    assert snapshot.failures == Counter(kind.value for _, kind in expected if kind is not None)
    judged = [outcome for outcome in snapshot.outcomes if isinstance(outcome, Judgement)]
    # The one fault in the list that leaves a context without its verdict.
    assert sum(judgement.unjudged == (1,) for judgement in judged) == 10
    assert sum(judgement.unjudged == () for judgement in judged) == 500 - 40 - 10
    # What failed or lacks a verdict was asked again in the second run, and nothing else.
    assert again.asked == 40 + 10


def test_half_a_body_is_asked_for_again(model: str) -> None:
    def script(request: Request) -> Reply:
        return replace(honest(request), cut=request.number == 1)

    with judging(script, model) as (server, judge):
        snapshot = finished(Run(cases(3), judge, limits=replace(QUICK, concurrency=1)))
    assert snapshot.failed == 0
    assert len(server.requests) == 4
    assert snapshot.spending.retries == 1


def test_a_format_that_the_server_fails_over_is_not_asked_for_again(model: str) -> None:
    def script(request: Request) -> Reply:
        if "json_schema" in str(request.body["response_format"]):
            # llama_cpp.server's answer to a JSON schema
            said = "{'loc': ('body', 'response_format', 'type'), 'msg': 'Input should be ...'}"
            return Reply(status=500, error={"message": said, "type": "internal_server_error"})
        return honest(request)

    with judging(script, model) as (server, judge):
        snapshot = finished(Run(cases(3), judge, limits=Limits(concurrency=1)))
    assert (snapshot.failed, snapshot.spending.retries) == (0, 0)
    assert len(server.requests) == 1 + 3


def test_a_fault_that_does_not_pass_is_asked_as_often_as_was_said(model: str) -> None:
    with judging(Reply(status=500), model) as (server, judge):
        snapshot = finished(Run(cases(1), judge, limits=replace(QUICK, retries=3)))
    assert kinds(snapshot) == [FailureKind.SERVER]
    assert len(server.requests) == 4
    assert (snapshot.spending.requests, snapshot.spending.retries) == (4, 3)


def test_retry_after_stops_everybody_for_as_long_as_it_says(model: str) -> None:
    arrivals: list[tuple[float, int]] = []
    refused_once = threading.Event()

    def script(request: Request) -> Reply:
        arrivals.append((time.monotonic(), number_of(request)))
        if number_of(request) == 5 and not refused_once.is_set():
            refused_once.set()
            return Reply(status=429, headers={"Retry-After": "2"})
        return replace(honest(request), delay=0.01)

    with judging(script, model) as (_, judge):
        run = Run(cases(40), judge, limits=Limits(concurrency=2))
        run.start()
        assert refused_once.wait(30)
        pauses = []
        while not run.wait(0.1):
            pauses.append(run.snapshot().pause)
        snapshot = run.snapshot()
    assert snapshot.failed == 0
    assert max(pauses) > 0.5
    refused = next(moment for moment, number in arrivals if number == 5)
    # The answer to a request that was under way already may lead to no new one in the pause.
    assert [moment for moment, _ in arrivals if refused + 0.5 < moment < refused + 1.9] == []


def test_a_rate_limit_is_no_fault_of_the_case_however_often_it_comes(model: str) -> None:
    def script(request: Request) -> Reply:
        return Reply(status=429) if request.number < 12 else honest(request)

    limits = Limits(concurrency=1, retries=1, backoff=0.001)
    with judging(script, model) as (server, judge):
        assert finished(Run(cases(2), judge, limits=limits)).failed == 0
    assert len(server.requests) == 14


def test_rate_limits_use_up_none_of_the_retries_that_faults_have(model: str) -> None:
    met = (429, 503, 429, 429, 500, 429)
    replies = [*(Reply(status=status) for status in met), Reply(judgement_text((0, 1)))]
    with judging(replies, model) as (server, judge):
        limits = Limits(concurrency=1, retries=2, backoff=0.001)
        snapshot = finished(Run(cases(1), judge, limits=limits))
    assert snapshot.failed == 0
    assert (len(server.requests), snapshot.spending.retries) == (7, 6)


@pytest.mark.parametrize("moment", ["0", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_pause_of_nothing_is_no_leave_to_ask_without_end(model: str, moment: str) -> None:
    refusal = Reply(status=429, headers={"Retry-After": moment})
    with judging(refusal, model) as (server, judge):
        finished(Run(cases(1), judge, limits=Limits(patience=1, backoff=0.2)))
    # At the soonest after 0, 0.1, 0.3, 0.7 and 1.5 seconds.
    assert len(server.requests) <= 5


def test_a_quiet_spell_before_a_refusal_is_no_refusing(model: str) -> None:
    def script(request: Request) -> Reply:
        return Reply(status=429) if request.number == 1 else honest(request)

    with judging(script, model) as (_, judge):
        limits = Limits(concurrency=1, requests_per_minute=120, patience=0.2, backoff=0.01)
        assert finished(Run(cases(2), judge, limits=limits)).failed == 0


def test_spent_patience_ends_the_run_and_leaves_the_rest_to_the_next(
    model: str, store: JudgementStore
) -> None:
    with judging(Reply(status=429), model) as (_, judge):
        limits = Limits(concurrency=4, patience=0.5, backoff=0.05)
        refused = finished(Run(cases(40), judge, limits=limits, store=store))
    assert refused.state is RunState.STOPPED
    assert "slow down" in refused.note
    assert 1 <= refused.failed <= 4
    assert refused.done == refused.failed
    with judging(honest, model) as (_, judge):
        assert finished(Run(cases(40), judge, store=store)).failed == 0


def test_a_server_that_only_ever_refuses_is_given_up_in_the_end(model: str) -> None:
    limits = Limits(concurrency=1, patience=0.2, backoff=0.05)
    with judging(Reply(status=429), model) as (_, judge):
        assert kinds(finished(Run(cases(1), judge, limits=limits))) == [FailureKind.RATE_LIMIT]


def test_a_pause_that_is_longer_than_the_patience_fails_at_once(model: str) -> None:
    refusal = Reply(status=429, headers={"Retry-After": "86400"})
    with judging(refusal, model) as (server, judge):
        run = Run(cases(1), judge, limits=Limits(patience=60))
        run.start()
        assert run.wait(30)
        assert kinds(run.snapshot()) == [FailureKind.RATE_LIMIT]
        assert len(server.requests) == 1


def test_requests_keep_the_distance_that_a_minutes_limit_means(model: str) -> None:
    moments: list[float] = []

    def script(request: Request) -> Reply:
        moments.append(time.monotonic())
        return honest(request)

    with judging(script, model) as (_, judge):
        finished(Run(cases(6), judge, limits=Limits(requests_per_minute=600)))
    # 0.1 s apart where they are sent; a busy machine may hand the first one over late. Without a
    # limit all six would come at once.
    assert moments[-1] - moments[0] > 5 * 0.1 / 2


def test_no_more_cases_are_under_way_than_was_said(model: str) -> None:
    under_way = most = 0
    lock = threading.Lock()

    class Counted(LLMJudge):
        async def ask(self, case: Case, traffic: object) -> Judgement:
            nonlocal under_way, most
            with lock:
                under_way += 1
                most = max(most, under_way)
            try:
                return await super().ask(case, traffic)  # type: ignore[arg-type]  # passed through
            finally:
                with lock:
                    under_way -= 1

    with LoopbackServer(lambda request: replace(honest(request), delay=0.05)) as server:
        judge = Counted(model, api_key="x", api_base=server.api_base)
        finished(Run(cases(40), judge, limits=Limits(concurrency=7)))
    assert most == 7


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(status=401, error={"message": "bad key"}), FailureKind.KEY_REFUSED),
        (Reply(status=404, error={"message": "no such model"}), FailureKind.UNKNOWN_MODEL),
        (Reply(status=429, error={"message": "insufficient_quota"}), FailureKind.QUOTA),
        (Reply(status=429, headers={"Retry-After": "3600"}), FailureKind.RATE_LIMIT),
    ],
)
def test_what_lies_in_the_model_or_its_key_is_not_tried_out_on_every_case(
    model: str, reply: Reply, kind: FailureKind
) -> None:
    with judging(reply, model) as (server, judge):
        snapshot = finished(Run(cases(200), judge, limits=Limits(concurrency=4)))
    assert snapshot.state is RunState.STOPPED
    assert len(server.requests) == 4
    assert kinds(snapshot)[:4] == [kind] * 4
    assert snapshot.outcomes[4:] == (None,) * 196
    assert snapshot.note == str(snapshot.outcomes[0])


# Ends


def test_cancelling_takes_effect_at_once_and_nothing_is_asked_afterwards(model: str) -> None:
    asked = threading.Event()

    def script(request: Request) -> Reply:
        asked.set()
        return Reply(delay=30)

    with judging(script, model) as (server, judge):
        run = Run(cases(50), judge, limits=Limits(concurrency=4))
        run.start()
        assert asked.wait(60)
        run.cancel()
        assert run.wait(0)
        cancelled = run.snapshot()
        assert cancelled.state is RunState.CANCELLED
        time.sleep(0.5)
        requests = len(server.requests)
        time.sleep(0.5)
        assert len(server.requests) == requests <= 4
        assert run.snapshot().outcomes == cancelled.outcomes == (None,) * 50


def test_a_budget_in_dollars_ends_the_asking_and_what_is_under_way_is_kept(
    store: JudgementStore,
) -> None:
    # Each answer costs 1000 * 2.5e-6 + 100 * 1e-5 = 0.0035.
    def script(request: Request) -> Reply:
        return replace(honest(request), usage=(1000, 100))

    with judging(script, PRICED) as (server, judge):
        limits = Limits(concurrency=3, budget=0.034)
        snapshot = finished(Run(cases(60), judge, limits=limits, store=store))
        rest = finished(Run(cases(60), judge, store=store))
    assert snapshot.state is RunState.OUT_OF_BUDGET
    assert snapshot.note == "The budget of $0.034 is spent."
    assert 10 <= snapshot.done <= 10 + 2
    assert snapshot.spending.cost == pytest.approx(0.0035 * snapshot.done)
    assert (rest.done, rest.asked) == (60, 60 - snapshot.done)
    assert len(server.requests) == 60


def test_a_budget_of_nothing_asks_nobody(store: JudgementStore) -> None:
    with judging(honest, PRICED) as (server, judge):
        snapshot = finished(Run(cases(3), judge, limits=Limits(budget=0)))
        assert (snapshot.state, server.requests) == (RunState.OUT_OF_BUDGET, [])
        finished(Run(cases(3), judge, store=store))
        kept = finished(Run(cases(3), judge, store=store, limits=Limits(budget=0)))
    assert (kept.state, kept.done, kept.note) == (RunState.FINISHED, 3, "")


def test_a_budget_in_tokens_needs_no_price(model: str) -> None:
    with judging(honest, model) as (_, judge):  # 120 tokens an answer
        limits = Limits(concurrency=1, token_budget=500)
        snapshot = finished(Run(cases(20), judge, limits=limits))
    assert snapshot.state is RunState.OUT_OF_BUDGET
    assert (snapshot.done, snapshot.spending.tokens) == (5, 600)
    assert snapshot.spending.cost is None


def test_a_budget_in_dollars_without_a_price_stops_the_run_and_says_why(model: str) -> None:
    with judging(honest, model) as (_, judge):
        snapshot = finished(Run(cases(20), judge, limits=Limits(concurrency=1, budget=1)))
    assert (snapshot.state, snapshot.done) == (RunState.STOPPED, 1)
    assert "price" in snapshot.note


def test_a_budget_that_is_spent_does_not_wait_for_those_who_were_to_ask_again() -> None:
    def script(request: Request) -> Reply:
        if number_of(request) == 0:
            return Reply(status=500, delay=0.2)
        return replace(honest(request), usage=(1000, 100))

    with judging(script, PRICED) as (_, judge):
        limits = Limits(concurrency=2, budget=0.01, backoff=60)
        run = Run(cases(20), judge, limits=limits)
        run.start()
        assert run.wait(30)
        assert run.snapshot().outcomes[0] is None


def test_a_bug_on_the_way_ends_the_run_and_reaches_whoever_looks(model: str) -> None:
    class Broken(LLMJudge):
        async def ask(self, case: Case, traffic: object) -> Judgement:
            answers: dict[str, Judgement] = {}
            return answers[case.id]

    run = Run(cases(5), Broken(model))
    run.start()
    with pytest.raises(KeyError):
        run.wait(30)


# The store


def test_a_second_run_asks_nobody(model: str, store: JudgementStore) -> None:
    with judging(honest, model) as (server, judge):
        first = finished(Run(cases(20), judge, store=store))
        second = finished(Run(cases(20), judge, store=store))
    assert len(server.requests) == 20
    assert second.outcomes == first.outcomes
    assert (first.asked, second.asked) == (20, 0)
    assert second.spending.requests == 0


def test_what_was_left_unjudged_is_asked_again_and_kept_where_that_fails(
    model: str, store: JudgementStore
) -> None:
    replies = iter([judgement_text((0,)), "no", "no", "no", judgement_text((0, 1))])
    with judging(lambda request: Reply(next(replies)), model) as (server, judge):
        unjudged = []
        for expected in (2, 4, 5, 5):
            snapshot = finished(Run(cases(1), judge, store=store))
            (outcome,) = snapshot.outcomes
            assert isinstance(outcome, Judgement)
            unjudged.append(outcome.unjudged)
            assert len(server.requests) == expected
    assert unjudged == [(1,), (1,), (), ()]


def test_fresh_asks_again_and_keeps_both(model: str, store: JudgementStore) -> None:
    answers = iter(["low", "high"])

    def script(request: Request) -> Reply:
        return Reply(judgement_text(request.asked, level=next(answers)))

    with judging(script, model) as (_, judge):
        finished(Run(cases(1), judge, store=store))
        fresh = finished(Run(cases(1), judge, store=store, fresh=True))
        later = finished(Run(cases(1), judge, store=store))
        both = finished(Run(cases(1), judge, store=store, repeat=2))

    def levels(snapshot: Snapshot) -> list[str]:
        return [
            each.verdicts[0].level for each in snapshot.attempts[0] if isinstance(each, Judgement)
        ]

    assert levels(fresh) == levels(later) == ["high"]
    assert levels(both) == ["low", "high"]


def test_a_fresh_run_that_was_broken_off_is_gone_on_with(model: str, store: JudgementStore) -> None:
    with judging(honest, model) as (server, judge):
        finished(Run(cases(3), judge, store=store))
        began = time.time()
        finished(Run(cases(1), judge, store=store, fresh=True))
        rest = finished(Run(cases(3), judge, store=store, since=began))
        assert (rest.asked, rest.failed) == (2, 0)
        assert finished(Run(cases(3), judge, store=store, since=began)).asked == 0
    assert len(server.requests) == 3 + 1 + 2


def test_repeats_are_attempts_of_their_own_and_only_what_lacks_is_asked(
    model: str, store: JudgementStore
) -> None:
    with judging(honest, model) as (server, judge):
        finished(Run(cases(4), judge, store=store))
        snapshot = finished(Run(cases(4), judge, store=store, repeat=3))
    assert len(server.requests) == 4 + 8
    assert (snapshot.total, snapshot.done, snapshot.asked) == (4, 4, 8)
    for attempts in snapshot.attempts:
        numbers = [
            each.provenance.attempt
            for each in attempts
            if isinstance(each, Judgement) and each.provenance
        ]
        assert sorted(numbers) == [0, 1, 2]


def test_without_a_store_repeats_are_numbered_all_the_same(model: str) -> None:
    with judging(honest, model) as (_, judge):
        snapshot = finished(Run(cases(1), judge, repeat=2, limits=Limits(concurrency=1)))
    numbers = [
        each.provenance.attempt
        for each in snapshot.attempts[0]
        if isinstance(each, Judgement) and each.provenance
    ]
    assert numbers == [0, 1]


def test_of_cases_with_the_same_texts_one_is_asked_and_all_are_judged(model: str) -> None:
    (one,) = cases(1)
    with judging(honest, model) as (server, judge):
        snapshot = finished(Run([one, replace(one, id="twin"), *cases(3)[1:]], judge))
    assert len(server.requests) == 3
    assert snapshot.done == 4
    assert snapshot.outcomes[0] == snapshot.outcomes[1]


class BrokenStore:
    def __init__(self, *, reads: bool) -> None:
        self._reads = reads

    def newest(self, keys: object, count: int, *, since: float) -> dict[str, tuple[Judgement, ...]]:
        if self._reads:
            return {}
        raise StoreError("The store is gone.")

    def add(self, key: str, judgement: Judgement) -> Judgement:
        raise StoreError("The disk is full.")


def test_a_store_that_cannot_be_written_stops_the_run_before_more_is_paid_for(model: str) -> None:
    with judging(honest, model) as (server, judge):
        run = Run(cases(30), judge, limits=Limits(concurrency=1), store=BrokenStore(reads=True))
        snapshot = finished(run)
    assert (snapshot.state, snapshot.note) == (RunState.STOPPED, "The disk is full.")
    assert len(server.requests) == 1
    assert isinstance(snapshot.outcomes[0], Judgement)


def test_a_store_that_cannot_be_read_stops_the_run_before_anybody_is_asked(model: str) -> None:
    with judging(honest, model) as (server, judge):
        snapshot = finished(Run(cases(3), judge, store=BrokenStore(reads=False)))
    assert (snapshot.state, snapshot.note) == (RunState.STOPPED, "The store is gone.")
    assert server.requests == []


# Keys


def test_a_key_is_found_nowhere_in_what_is_kept(
    model: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kept.sqlite3"
    faults = Faults()

    def parrot(request: Request) -> Reply:
        reply = faults(request)
        heard = request.headers["authorization"]
        if reply.status >= 400:
            return replace(reply, error={"message": f"refused {heard}"})
        if reply.content and number_of(request) % 10 > 2:
            return replace(reply, content=f"{heard} {reply.content}")
        return reply

    with (
        judging(parrot, model, timeout=2) as (_, judge),
        JudgementStore(f"sqlite:///{path}") as kept,
    ):
        limits = Limits(concurrency=32, retries=1, backoff=0.01)
        snapshot = finished(Run(cases(60), judge, limits=limits, store=kept))
    assert snapshot.failed > 0
    assert snapshot.done - snapshot.failed > 40
    seen = [repr(snapshot), caplog.text]
    seen += [str(each.raw_reply) for each in snapshot.outcomes if isinstance(each, JudgeError)]
    seen += [file.read_bytes().decode("latin-1") for file in tmp_path.iterdir()]
    assert "[key removed]" in "".join(seen)
    assert "canary" not in "".join(seen)


def test_another_key_finds_the_same_judgements(model: str, store: JudgementStore) -> None:
    def judge(key: str) -> LLMJudge:
        headers = {"extra_headers": {"Authorization": f"Bearer {key}"}}
        return LLMJudge(model, api_key=key, api_base=server.api_base, parameters=headers)

    with LoopbackServer() as server:
        finished(Run(cases(1), judge("first-key"), store=store))
        finished(Run(cases(1), judge("second-key"), store=store))
    assert len(server.requests) == 1


# Snapshots


def test_a_snapshot_tells_rate_time_left_and_what_was_spent() -> None:
    gate = threading.Event()

    def script(request: Request) -> Reply:
        if number_of(request) >= 4:
            gate.wait(60)
        return replace(honest(request), usage=(1000, 100))

    with judging(script, PRICED) as (_, judge):
        run = Run(cases(8), judge, limits=Limits(concurrency=1))
        run.start()
        arrivals = run.arrivals()
        for _ in range(4):
            next(arrivals)
        snapshot = run.snapshot()
        gate.set()
        assert run.wait(60)
    assert (snapshot.state, snapshot.done, snapshot.total) == (RunState.RUNNING, 4, 8)
    assert snapshot.rate == pytest.approx(4 * 60 / snapshot.elapsed)
    assert snapshot.seconds_left == pytest.approx(snapshot.elapsed)
    assert snapshot.spending.cost == pytest.approx(4 * 0.0035)
    assert (snapshot.spending.input_tokens, snapshot.spending.output_tokens) == (4000, 400)
    assert run.snapshot().seconds_left == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Limits(concurrency=0),
        lambda: Limits(requests_per_minute=0),
        lambda: Limits(budget=-1),
        lambda: Limits(budget=float("nan")),
        lambda: Run([], LLMJudge("m"), repeat=0),
    ],
)
def test_limits_out_of_range_are_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(InvalidValueError):
        wrong()
