"""The retrievals in sample_data/configurations: real, alike but for the retriever, as described."""

import json
import re
from itertools import pairwise

import pytest

from sample_data.configurations import retrieve
from scoring.comparison import (
    Measurements,
    Metric,
    Pairing,
    by_configuration,
    means,
    paired,
    regions,
)
from scoring.comparison.overview import MISSING_ITEM_RANGE, UNUSED_HIGH_RANGE
from scoring.evaluation import CaseResult
from scoring.formats import read_cases
from scoring.keywords import keyword_coverage
from scoring.model import Case, Penalties, RelevanceLevel
from scoring.relevance import score_relevance

QUESTIONS, POOL = retrieve.read()
ASKED = {question.id: question for question in QUESTIONS}
README = (retrieve.HERE / "README.md").read_text(encoding="utf-8")


def read(name: str) -> tuple[Case, ...]:
    loaded = read_cases(retrieve.HERE / f"{name}.jsonl")
    assert not loaded.issues
    return loaded.cases


CASES = {name: read(name) for name in retrieve.RETRIEVERS}
EVERY_CASE = [case for cases in CASES.values() for case in cases]


def results(name: str) -> list[CaseResult]:
    return [
        CaseResult(
            case.id,
            case,
            score_relevance(case.judgement),
            keyword_coverage(case.query, case.response),
        )
        for case in CASES[name]
        if case.judgement is not None
    ]


@pytest.fixture(scope="module")
def pairing() -> Pairing:
    return paired(by_configuration((name, results(name)) for name in CASES))


def test_every_question_has_a_case_of_every_configuration(pairing: Pairing) -> None:
    assert pairing.configurations == ("bm25", "character-ngrams", "embedding")
    assert len(pairing.pairs) == len(QUESTIONS) >= 40
    assert not pairing.unpaired
    assert not pairing.unscored
    assert not pairing.unlike


def test_contexts_are_the_pools_own_best_first() -> None:
    pool = {passage.text: passage for passage in POOL}
    for case in EVERY_CASE:
        assert 1 <= len(case.contexts) <= retrieve.MOST_RETRIEVED
        scores = [context.retrieval_score or 0.0 for context in case.contexts]
        assert all(better >= worse for better, worse in pairwise(scores))
        # The scores are rounded to four places.
        assert scores[-1] >= retrieve.LEAST_SHARE * scores[0] - 1e-4
        for context in case.contexts:
            assert (context.id, context.source) == (pool[context.text].id, pool[context.text].url)


def test_levels_are_peoples_grades_where_they_gave_one() -> None:
    levels = dict(enumerate(reversed(RelevanceLevel)))
    ungraded = 0
    for case in EVERY_CASE:
        assert case.judgement is not None
        for verdict in case.judgement.verdicts:
            grade = ASKED[case.id].grades.get(case.contexts[verdict.index].text)
            assert verdict.level is levels[grade or 0]
            assert verdict.reasoning.startswith("Nobody graded") == (grade is None)
            ungraded += grade is None
    retrieved = sum(len(case.contexts) for case in EVERY_CASE)
    assert f"It is so for {ungraded} of the {retrieved}" in " ".join(README.split())


def test_used_contexts_are_those_that_the_response_quotes() -> None:
    for case in EVERY_CASE:
        assert case.judgement is not None
        quoted = {
            index
            for index, context in enumerate(case.contexts)
            for sentence in retrieve.sentences(context.text)
            if sentence in case.response
        }
        assert {v.index for v in case.judgement.verdicts if v.used} == quoted != set()


def test_missing_items_head_relevant_passages_that_were_not_retrieved() -> None:
    for case in EVERY_CASE:
        assert case.judgement is not None
        relevant = {text for text, grade in ASKED[case.id].grades.items() if grade >= 2}
        retrieved = {retrieve.heading(context.text) for context in case.contexts}
        assert set(case.judgement.missing) == {retrieve.heading(t) for t in relevant} - retrieved


def test_the_source_and_its_licence_go_with_every_case() -> None:
    for case in EVERY_CASE:
        assert case.metadata["licence"] == "CC BY 4.0"
        attribution = case.metadata["attribution"]
        assert isinstance(attribution, str)
        assert attribution.startswith("MedQuAD")
    assert "CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)" in README


def test_the_read_me_counts_rightly() -> None:
    assert f"{len(QUESTIONS)} real questions" in README
    assert f"all {len(POOL)} different passages" in README
    assert re.search(rf"under {retrieve.LEAST_SHARE} of the best", README)


@pytest.mark.parametrize("name", ["bm25", "character-ngrams"])
def test_the_script_makes_the_file(name: str) -> None:
    # Not the embedding's: its last digits depend on the processor.
    texts = [passage.text for passage in POOL]
    made = retrieve.cases(
        name, retrieve.RETRIEVERS[name](texts), retrieve.Answerer(texts), QUESTIONS, POOL
    )
    lines = (retrieve.HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(made)


def test_the_penalties_decide_who_leads(pairing: Pairing) -> None:
    measurements = Measurements(pairing)
    base = means(measurements.sample(Metric.BASE))
    score = means(measurements.sample(Metric.RELEVANCE))
    assert max(base, key=lambda name: base[name] or 0) == "character-ngrams"
    assert max(score, key=lambda name: score[name] or 0) == "embedding"
    found = regions(measurements, UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    assert found.shares["embedding"] > found.shares["character-ngrams"] > 0.05
    assert list(found.boundaries) == [("character-ngrams", "embedding")]
