"""Every lossless format gives back what was put into it, whatever Unicode that is."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.evaluation import CaseResult
from scoring.formats import read_cases
from scoring.formats.exports import EXPORTERS, export
from scoring.keywords import keyword_coverage
from scoring.model import Case, Context, Judgement, Overrides, RelevanceLevel, Verdict
from scoring.relevance import score_relevance
from tests.formats.case_strategies import cases

LOSSLESS = [name for name, exporter in EXPORTERS.items() if exporter.lossless]

AWKWARD = (
    Case("", "", (), "", ""),
    Case("007", "NA", (Context("nan"), Context("None")), "null", "1e5"),
    Case("=1+1", "-2", (Context("'"),), "''", "@x"),
    Case("\ud800", "a\udfffb", (Context("\udc80", "\ud800"),), "\x00\x0b\x1f", "\ud800"),
    Case("\ufeff", "\ufffe\uffff", (Context("\r\n\r\u2028\u2029\x85"),), "_x0041_ _x005F_x0041_"),
    Case(" a ", "\ta", (Context(" "),), "\r", "\n"),
    Case("long", "x" * 70_000, (Context("😀" * 40_000),), "\x01" * 40_000),
    Case(
        "judged",
        "q",
        (Context("a", "1", "s", 0.1), Context("b")),
        "r",
        metadata={"n": [1, 2.5, None, True, {"x": "\ud800"}]},
        judgement=Judgement(2, (Verdict(1, RelevanceLevel.LOW, used=True, reasoning="=1"),)),
        overrides=Overrides({0: RelevanceLevel.HIGH}, {1: False}, ("=x",), ("y",)),
        extra={"written_by": "me", "exact": 1, "extra": {"a": 1}, "signature ": "s"},
    ),
    Case(
        "mapped from Ragas",
        "q",
        (Context("a"),),
        "r",
        extra={"user_input": "other", "retrieved_contexts": ["other"], "reference": "r"},
    ),
    Case(
        "mapped from Langfuse",
        "q",
        (Context("a"),),
        "r",
        extra={
            "input": {"question": "other"},
            "output": "other",
            "sessionId": "s",
            "userId": "u",
            "nested": {"contexts": ["other"]},
        },
    ),
)


def result_of(case: Case) -> CaseResult:
    judgement = case.judgement or Judgement(len(case.contexts), ())
    return CaseResult("run", case, score_relevance(judgement), keyword_coverage("a", "b"))


@pytest.mark.parametrize("name", LOSSLESS)
@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: ascii(case.id))
def test_awkward_cases_come_back_equal(name: str, case: Case) -> None:
    read = read_cases(export([case], name).content)
    assert read.cases == (case,)
    assert read.errors == ()


@pytest.mark.parametrize("name", LOSSLESS)
def test_results_come_back_as_their_cases_and_bare_cases_beside_them(name: str) -> None:
    items: list[Case | CaseResult] = [result_of(AWKWARD[7]), AWKWARD[1], result_of(AWKWARD[0])]
    read = read_cases(export(items, name).content)
    assert read.cases == (AWKWARD[7], AWKWARD[1], AWKWARD[0])
    assert read.errors == ()
    assert read.recognised is not None
    assert read.recognised.format == "native"


@pytest.mark.parametrize("name", LOSSLESS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(written=st.lists(cases(), min_size=1, max_size=3))
def test_any_cases_come_back_equal(name: str, written: list[Case]) -> None:
    for content in (export(written, name), export(map(result_of, written), name)):
        read = read_cases(content.content)
        assert read.cases == tuple(written)
        assert read.errors == ()


@pytest.mark.parametrize("name", EXPORTERS)
def test_every_format_can_be_written_of_anything(name: str) -> None:
    items: list[Case | CaseResult] = [*AWKWARD, *map(result_of, AWKWARD)]
    assert export(items, name).content
    export([], name)
