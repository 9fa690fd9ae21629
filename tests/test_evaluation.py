import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ExtractionError, InvalidValueError, JudgeError
from scoring.evaluation import CaseResult, Mean, evaluate
from scoring.extraction import own_contexts
from scoring.formats import json_line, read_cases
from scoring.judges.llm import LLMJudge
from scoring.judges.protocol import Judge
from scoring.judges.recorded import RecordedJudge
from scoring.judging import Limits, Run
from scoring.model import (
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    Provenance,
    RelevanceLevel,
    State,
    Verdict,
)
from scoring.scorer import ContextRelevanceScorer
from tests.formats.case_strategies import cases
from tests.loopback_server import LoopbackServer, Reply

HIGH, LOW, NONE = RelevanceLevel.HIGH, RelevanceLevel.LOW, RelevanceLevel.NONE


class LevelJudge:
    """Gives every context of a case one level; fails with the cases that the test names."""

    name = "level"
    model = "test/level"

    def __init__(self, level: RelevanceLevel = HIGH, *, failing: tuple[str, ...] = ()) -> None:
        self._level = level
        self._failing = failing
        self.asked: list[str] = []

    def judge(self, case: Case) -> Judgement:
        self.asked.append(case.id)
        if case.id in self._failing:
            raise JudgeError("The model is busy.", raw_reply="429")
        verdicts = (Verdict(index, self._level, used=True) for index in range(len(case.contexts)))
        return Judgement(
            len(case.contexts), tuple(verdicts), provenance=Provenance(self.name, self.model)
        )


def case(case_id: str = "a", *texts: str, query: str = "React and Vue") -> Case:
    contexts = tuple(Context(text) for text in texts or ("one", "two"))
    return Case(case_id, query, contexts, "React")


def test_each_case_gets_both_scores_with_their_evidence() -> None:
    result = evaluate([case()], LevelJudge(LOW)).results[0]
    assert result.relevance.state is State.SCORED
    assert result.relevance.score == 0.3
    assert result.keywords.score == 0.5
    assert result.case.judgement is not None
    assert result.case.judgement.provenance == Provenance("level", "test/level")
    assert result.failure is None


def test_penalties_and_scale_are_those_given() -> None:
    judged = replace(
        case(), judgement=Judgement(2, (Verdict(0, HIGH, False), Verdict(1, HIGH, True)))
    )
    result = evaluate([judged], penalties=Penalties(0.25), scale=100).results[0]
    assert (result.relevance.score, result.keywords.score) == (75, 50)
    with pytest.raises(InvalidValueError, match="scale"):
        evaluate([judged], scale=0)


def test_results_keep_the_order_of_the_cases_and_no_run_id_is_used_twice() -> None:
    judge = LevelJudge()
    given_cases = [case("a"), replace(case("b"), contexts=()), case("c")]
    results = evaluate(given_cases, judge).results
    assert [result.case.id for result in results] == ["a", "b", "c"]
    assert len({result.run_id for result in results}) == 3


def test_one_failing_case_costs_itself_alone() -> None:
    judge = LevelJudge(failing=("b",))
    evaluation = evaluate([case("a"), case("b"), case("c")], judge)
    first, failed, last = evaluation.results
    assert failed.relevance.state is State.FAILED
    assert failed.relevance.score is None
    assert failed.relevance.explanation == "The model is busy."
    assert isinstance(failed.failure, JudgeError)
    assert failed.failure.raw_reply == "429"
    assert failed.keywords.score == 0.5
    assert (first.relevance.score, last.relevance.score) == (1, 1)
    assert str(evaluation.relevance_mean) == "1.00 (mean of 2 of 3)"
    assert str(evaluation.keywords_mean) == "0.50 (mean of 3 of 3)"


@pytest.mark.parametrize(
    ("unscorable", "why"),
    [
        (Case("a", "q", (), "r"), "There are no contexts to judge."),
        (Case("a", " \n", (Context("one"),), "r"), "The query is blank."),
    ],
)
def test_what_cannot_be_scored_is_no_question_to_a_judge(unscorable: Case, why: str) -> None:
    judge = LevelJudge()
    result = evaluate([unscorable], judge).results[0]
    assert result.relevance.state is State.NOT_SCORABLE
    assert result.relevance.explanation == why
    assert judge.asked == []


def test_the_peers_score_for_no_contexts_is_at_hand_however_they_came_to_lack() -> None:
    results = evaluate(
        [Case("a", "q", (), "r")], LevelJudge(), context_extractor="nowhere", scale=5
    ).results
    assert results[0].relevance.peer_score == 5


def test_without_a_judge_a_cases_own_judgement_is_used() -> None:
    judgement = Judgement(2, (Verdict(0, HIGH, used=True), Verdict(1, NONE, used=False)))
    result = evaluate([replace(case(), judgement=judgement)]).results[0]
    assert result.relevance.score == 0.5
    assert result.case.judgement == replace(judgement, provenance=Provenance("recorded"))


def test_without_a_judge_and_a_judgement_the_embedded_judge_is_asked() -> None:
    result = evaluate([case("a", "React is a library.")]).results[0]
    assert result.case.judgement is not None
    assert result.case.judgement.provenance is not None
    assert result.case.judgement.provenance.judge == "embedded"


def test_a_given_judge_is_asked_even_where_a_case_has_a_judgement() -> None:
    judged = replace(case(), judgement=Judgement(2, ()))
    assert evaluate([judged], LevelJudge(LOW)).results[0].relevance.score == 0.3


def test_a_persons_corrections_are_applied_and_the_judges_word_is_kept() -> None:
    overrides = Overrides(levels={0: NONE}, used={1: False}, added_missing=("price",))
    result = evaluate([replace(case(), overrides=overrides)], LevelJudge()).results[0]
    # The base of 0.5, less 0.1 for the unused one, less 0.15 for the missing one.
    assert result.relevance.score == pytest.approx(0.25, abs=1e-12)
    assert result.case.overrides == overrides
    assert result.case.judgement is not None
    assert [verdict.level for verdict in result.case.judgement.verdicts] == [HIGH, HIGH]


def test_a_partial_judgement_is_scored_only_when_asked_for() -> None:
    partial = replace(case(), judgement=Judgement(2, (Verdict(0, LOW, used=True),)))
    unasked = evaluate([partial], RecordedJudge())
    assert unasked.results[0].relevance.state is State.PARTIAL
    assert unasked.relevance_mean == Mean(None, 0, 1)
    asked = evaluate([partial], RecordedJudge(), score_judged_part=True)
    assert asked.results[0].relevance.score == 0.3
    assert asked.relevance_mean == Mean(0.3, 1, 1)


def test_a_judgement_of_other_contexts_is_not_scored() -> None:
    judged = replace(case(), judgement=Judgement(2, ()))
    result = evaluate([judged], RecordedJudge(), context_extractor=lambda _: ["other"]).results[0]
    assert result.relevance.state is State.FAILED
    assert "no judgement" in result.relevance.explanation


def test_an_extractor_wins_over_given_contexts_and_these_over_a_cases_own() -> None:
    def texts(result: CaseResult) -> list[str]:
        return [context.text for context in result.case.contexts]

    fixed = evaluate([case()], LevelJudge(), contexts=["fixed"]).results[0]
    assert texts(fixed) == ["fixed"]
    found = evaluate(
        [case()], LevelJudge(), contexts=["fixed"], context_extractor="[response, query]"
    ).results[0]
    assert texts(found) == ["React", "React and Vue"]


def test_an_extractor_that_fails_with_one_case_costs_that_case_alone() -> None:
    odd = replace(case("b"), metadata={"kb": 5})
    fine = replace(case("a"), metadata={"kb": ["found"]})
    judge = LevelJudge()
    failed, scored = evaluate([odd, fine], judge, context_extractor="metadata.kb").results
    assert failed.relevance.state is State.FAILED
    assert failed.relevance.explanation == (
        "the context extractor returned a number, not a list of pieces"
    )
    assert isinstance(failed.failure, ExtractionError)
    assert scored.relevance.score == 1
    assert judge.asked == ["a"]


def test_each_result_is_handed_over_when_it_is_there() -> None:
    seen: list[CaseResult] = []
    given_cases = [case("a"), replace(case("b"), contexts=()), case("c")]
    evaluation = evaluate(given_cases, LevelJudge(), on_item_complete=seen.append)
    assert {result.run_id for result in seen} == {result.run_id for result in evaluation.results}


def test_the_first_result_does_not_wait_for_the_last() -> None:
    gate = threading.Event()

    class GatedJudge(LevelJudge):
        def judge(self, case: Case) -> Judgement:
            if case.id == "b":
                assert gate.wait(10)
            return super().judge(case)

    # The second case is judged only once the first was handed over.
    evaluation = evaluate(
        [case("a"), case("b")], GatedJudge(), on_item_complete=lambda _: gate.set()
    )
    assert evaluation.relevance_mean.counted == 2


def test_leaving_an_evaluation_ends_the_judging() -> None:
    gate = threading.Event()

    class GatedJudge(LevelJudge):
        def judge(self, case: Case) -> Judgement:
            judgement = super().judge(case)
            if case.id != "0":
                assert gate.wait(10)
            return judgement

    def interrupt(_: CaseResult) -> None:
        raise KeyboardInterrupt

    judge = GatedJudge()
    with pytest.raises(KeyboardInterrupt):
        evaluate([case(str(number)) for number in range(9)], judge, on_item_complete=interrupt)
    gate.set()
    for thread in threading.enumerate():
        if thread.name == "judging":
            thread.join(10)
    # The first was answered, the second may have been in flight, and nobody asked for more.
    assert len(judge.asked) <= 2


def test_a_bug_in_a_judge_is_not_hidden() -> None:
    class BrokenJudge(LevelJudge):
        def judge(self, case: Case) -> Judgement:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        evaluate([case()], BrokenJudge())


def test_making_a_scorer_without_contexts_and_without_an_extractor_is_an_error() -> None:
    with pytest.raises(ExtractionError, match="needs contexts or a context extractor"):
        ContextRelevanceScorer(LevelJudge())
    with pytest.raises(ExtractionError, match="malformed JMESPath"):
        ContextRelevanceScorer(LevelJudge(), context_extractor="a..b")


def test_a_scorer_scores_one_case() -> None:
    scorer = ContextRelevanceScorer(LevelJudge(LOW), context_extractor=own_contexts, scale=10)
    assert scorer.score(case()).score == 3


def test_given_contexts_serve_every_case() -> None:
    def once() -> Iterator[str]:
        yield from ("one", "two")

    evaluation = evaluate([case("a"), case("b")], LevelJudge(), contexts=once())
    assert [len(result.case.contexts) for result in evaluation.results] == [2, 2]


@pytest.mark.parametrize(
    ("scores", "mean"),
    [
        ([], Mean(None, 0, 0)),
        ([None, None], Mean(None, 0, 2)),
        ([0.5, None, 1.0], Mean(0.75, 2, 3)),
        ([0.1] * 3, Mean(0.1, 3, 3)),
        ([1.7e308, 1.7e308], Mean(1.7e308, 2, 2)),
    ],
)
def test_a_mean_leaves_out_what_has_no_score_and_says_so(
    scores: list[float | None], mean: Mean
) -> None:
    assert Mean.of(scores) == mean


def test_a_mean_of_nothing_says_so() -> None:
    assert str(Mean.of([None])) == "no score (mean of 0 of 1)"


@given(st.lists(st.floats(0, 1), min_size=1))
def test_a_mean_does_not_depend_on_the_order(scores: list[float]) -> None:
    assert Mean.of(scores) == Mean.of(sorted(scores))


@settings(max_examples=25)
@given(st.lists(cases(), max_size=3))
def test_results_read_back_give_the_same_numbers(given_cases: list[Case]) -> None:
    first = evaluate(given_cases, RecordedJudge()).results
    written = "\n".join(json_line(result.to_json()) for result in first)
    again = evaluate(read_cases(written).cases, RecordedJudge()).results
    assert [result.relevance for result in again] == [result.relevance for result in first]
    assert [result.keywords for result in again] == [result.keywords for result in first]


def test_a_run_that_stops_by_itself_leaves_the_rest_failed_for_that_reason() -> None:
    with LoopbackServer(Reply(status=401, error={"message": "bad key"})) as server:
        judge = LLMJudge("openai/evaluated", api_key="x", api_base=server.api_base)
        runs = partial(Run, limits=Limits(concurrency=1))
        many = [Case(str(at), f"q{at}", (Context("one"),), "r") for at in range(4)]
        evaluation = evaluate([*many, Case("none", "q", (), "r")], judge, make_run=runs)
    states = [result.relevance.state for result in evaluation.results]
    assert states == [State.FAILED] * 4 + [State.NOT_SCORABLE]
    first, second, *_ = (str(result.failure) for result in evaluation.results)
    assert "refused the API key" in first
    assert second == f"The judge was not asked. {first}"


def test_a_run_that_somebody_cancels_leaves_the_rest_failed_for_that_reason() -> None:
    gate = threading.Event()
    runs: list[Run] = []

    class Hanging(LevelJudge):
        def judge(self, case: Case) -> Judgement:
            if case.id != "a":
                gate.wait(60)
            return super().judge(case)

    def make_run(cases: Sequence[Case], judge: Judge) -> Run:
        runs.append(Run(cases, judge))
        return runs[0]

    three = [case("a"), case("b"), case("c")]
    evaluation = evaluate(
        three, Hanging(), make_run=make_run, on_item_complete=lambda _: runs[0].cancel()
    )
    gate.set()
    assert [str(result.failure) for result in evaluation.results[1:]] == [
        "The judge was not asked. The run was cancelled."
    ] * 2


def test_a_case_judged_several_times_has_its_spread() -> None:
    levels = iter([HIGH, LOW])

    class Wavering(LevelJudge):
        def judge(self, case: Case) -> Judgement:
            return LevelJudge(next(levels)).judge(case)

    corrected = replace(case("a", "one"), overrides=Overrides(added_missing=("a price",)))
    (result,) = evaluate([corrected], Wavering(), make_run=partial(Run, repeat=2)).results
    assert result.spread is not None
    assert result.spread.scores == pytest.approx((0.85, 0.15))
    assert result.relevance.score == pytest.approx(0.15)
    assert result.to_json()["repeats"] == result.spread.to_json()
    assert evaluate([case()], LevelJudge()).results[0].spread is None


def test_a_persons_word_on_a_keyword_counts_in_an_evaluation() -> None:
    case = Case("c", "React or Vue?", (), "React", overrides=Overrides(keywords={"vue": True}))
    (result,) = evaluate([case]).results
    assert result.keywords.score == 1.0
    assert "Vue" not in [match.keyword for match in result.keywords.missing]
