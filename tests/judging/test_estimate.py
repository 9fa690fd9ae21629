"""What a run is said to take before anybody is asked."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.judges.llm import LLMJudge
from scoring.judging import Run, estimate
from scoring.model import Case, Context
from scoring.store import JudgementStore
from tests.judging.faults import cases
from tests.loopback_server import LoopbackServer

PRICED = "gpt-4o"  # 2.50 USD for a million tokens in and 10 USD out


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JudgementStore]:
    with JudgementStore(f"sqlite:///{tmp_path / 'kept.sqlite3'}") as opened:
        yield opened


def test_tokens_and_price_are_those_of_the_requests() -> None:
    judge = LLMJudge(PRICED, api_key="x")
    (case,) = cases(1)
    expected = estimate([case], judge)
    assert expected.asked == 1
    # The delimiters are drawn anew for each request, and come to more or fewer tokens.
    assert expected.input_tokens == pytest.approx(judge.input_tokens(case), rel=0.1)
    # 80 tokens and 60 a context
    assert expected.output_tokens == 200
    assert expected.cost == pytest.approx(expected.input_tokens * 2.5e-6 + 200 * 1e-5)


def test_the_count_of_tokens_is_that_of_the_prompt_within_reason() -> None:
    judge = LLMJudge(PRICED, api_key="x")
    (case,) = cases(1)
    longer = replace(case, contexts=(*case.contexts, Context("word " * 1000)))
    more = judge.input_tokens(longer) - judge.input_tokens(case)
    assert 950 <= more <= 1100


def test_of_many_cases_some_are_counted_and_the_rest_is_scaled_and_said() -> None:
    judge = LLMJudge(PRICED, api_key="x")
    many = [
        replace(case, contexts=(Context("word " * (at % 50)), *case.contexts))
        for at, case in enumerate(cases(600))
    ]
    expected = estimate(many, judge)
    exact = sum(judge.input_tokens(case) for case in many)
    assert expected.input_tokens == pytest.approx(exact, rel=0.02)
    assert any("200 cases" in assumption for assumption in expected.assumptions)


def test_an_unknown_price_is_said_to_be_unknown() -> None:
    expected = estimate(cases(2), LLMJudge("openai/nobody-knows", api_key="x"))
    assert expected.cost is None
    assert "price unknown" in str(expected)
    assert any("no price for openai/nobody-knows" in each for each in expected.assumptions)


def test_what_is_kept_is_not_counted_and_what_needs_no_judge_neither(store: JudgementStore) -> None:
    with LoopbackServer() as server:
        judge = LLMJudge(PRICED, api_key="x", api_base=server.api_base)
        run = Run(cases(3), judge, store=store)
        run.start()
        assert run.wait(60)
        more = [*cases(5), Case("empty", "q", (), "r"), Case("blank", " ", (Context("x"),), "r")]
        once = estimate(more, judge, store=store)
        twice = estimate(more, judge, store=store, repeat=2)
        fresh = estimate(more, judge, store=store, fresh=True)
        nothing = estimate(cases(3), judge, store=store)
    assert (once.asked, once.kept) == (2, 3)
    assert (twice.asked, twice.kept) == (7, 3)
    assert (fresh.asked, fresh.kept) == (5, 0)
    assert str(nothing) == "nothing to ask, 3 kept"
    assert (nothing.input_tokens, nothing.cost) == (0, 0)
