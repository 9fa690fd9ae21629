"""The sample data: the documented scores come out, and every real case says whose it is."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from scoring.formats import read_cases
from scoring.keywords import keyword_coverage
from scoring.model import Case, JsonValue, Penalties, RelevanceLevel, State
from scoring.relevance import score_relevance
from scoring.rounding import half_up

SAMPLE_DATA = Path(__file__).parents[1] / "sample_data"
README = (SAMPLE_DATA / "README.md").read_text(encoding="utf-8")


def read(name: str) -> dict[str, Case]:
    loaded = read_cases(SAMPLE_DATA / name)
    assert [str(issue) for issue in loaded.issues] == []
    return {case.id: case for case in loaded.cases}


DOCUMENTED = read("documented_examples.jsonl")
REAL = read("real_cases.jsonl")


def text_of(case: Case, name: str) -> str:
    value = case.metadata[name]
    assert isinstance(value, str)
    return value


def object_of(case: Case, name: str) -> Mapping[str, JsonValue]:
    value = case.metadata[name]
    assert isinstance(value, Mapping)
    return value


def penalties_of(case: Case) -> Penalties:
    amounts: dict[str, float] = {}
    for name, amount in object_of(case, "penalties").items():
        assert isinstance(amount, float)
        amounts[name] = amount
    return Penalties(**amounts)


def documented_score(case_id: str) -> float:
    """The score of an example under the penalties that it was documented with."""
    case = DOCUMENTED[case_id]
    assert case.judgement is not None
    result = score_relevance(case.judgement, penalties_of(case))
    assert result.state is State.SCORED
    assert result.score is not None
    return result.score


@pytest.mark.parametrize(
    ("case_id", "score"),
    [
        ("einstein-high", 1.00),
        ("eclipses-mixed", 0.64),
        ("eclipses-mixed-lenient", 0.69),
        ("australia-low", 0.26),
    ],
)
def test_a_documented_example_comes_out_at_its_documented_score(case_id: str, score: float) -> None:
    assert half_up(documented_score(case_id)) == score
    assert DOCUMENTED[case_id].metadata["documented_score"] == score


def test_strict_penalties_score_below_lenient_ones_over_one_judgement() -> None:
    assert DOCUMENTED["einstein-strict"].judgement == DOCUMENTED["einstein-lenient"].judgement
    assert 0 < documented_score("einstein-strict") < documented_score("einstein-lenient") < 1


def test_both_eclipse_examples_share_one_judgement() -> None:
    assert DOCUMENTED["eclipses-mixed"].judgement == DOCUMENTED["eclipses-mixed-lenient"].judgement


def test_the_documented_keyword_example_is_covered_completely() -> None:
    case = DOCUMENTED["keywords-react-vue"]
    coverage = keyword_coverage(case.query, case.response)
    assert (coverage.score, coverage.matched, coverage.total) == (1.0, 4, 4)
    assert case.metadata["documented_keyword_score"] == 1.0


@pytest.mark.parametrize(
    ("case_id", "band"), [("keywords-typescript", "partial"), ("keywords-machine-learning", "low")]
)
def test_the_other_keyword_examples_are_what_their_titles_say(case_id: str, band: str) -> None:
    case = DOCUMENTED[case_id]
    coverage = keyword_coverage(case.query, case.response)
    assert coverage.band is not None
    assert coverage.band.name == band


def test_there_are_at_least_ten_real_cases() -> None:
    assert len(REAL) >= 10


def test_cases_are_told_apart_by_id_and_by_title() -> None:
    cases = [*DOCUMENTED.values(), *REAL.values()]
    assert len({case.id for case in cases}) == len(cases)
    assert len({text_of(case, "title") for case in cases}) == len(cases)


@pytest.mark.parametrize("case", REAL.values(), ids=lambda case: case.id)
def test_a_real_case_names_its_source_licence_and_authors(case: Case) -> None:
    for name in ("source", "licence", "attribution", "language"):
        assert text_of(case, name)
    prefix = case.id.split("-")[0]
    assert f"`{prefix}-*`" in README, "the README attributes every source"


def test_the_notice_of_the_debian_faq_stands_beside_its_cases() -> None:
    for words in (
        "Copyright (C) 1996-2003  Software in the Public Interest",
        "Permission is granted to make and distribute verbatim copies",
        "a permission notice identical to this one",
    ):
        assert words in README


@pytest.mark.parametrize(
    "case",
    [case for case in (*DOCUMENTED.values(), *REAL.values()) if case.judgement is not None],
    ids=lambda case: case.id,
)
def test_a_recorded_judgement_is_complete_and_explained(case: Case) -> None:
    assert case.judgement is not None
    assert case.judgement.context_count == len(case.contexts)
    assert case.judgement.unjudged == ()
    assert all(verdict.reasoning for verdict in case.judgement.verdicts)
    assert case.judgement.assessment
    assert case.judgement.provenance is not None
    assert case.judgement.provenance.judge == "recorded"
    assert case.judgement.provenance.notes


def test_real_judgements_have_the_levels_that_people_gave() -> None:
    level_of = {
        1: RelevanceLevel.NONE,  # Incorrect
        2: RelevanceLevel.LOW,  # Related
        3: RelevanceLevel.MEDIUM,  # Incomplete
        4: RelevanceLevel.HIGH,  # Excellent
    }
    graded = [case for case in REAL.values() if case.judgement is not None]
    assert len(graded) >= 3
    for case in graded:
        grades = object_of(case, "people")["grades"]
        assert isinstance(grades, tuple | list)
        assert case.judgement is not None
        assert [verdict.level for verdict in case.judgement.verdicts] == [
            level_of[grade] for grade in grades if isinstance(grade, int)
        ]


def test_no_level_is_invented_where_people_labelled_usage_alone() -> None:
    labelled = {
        case.id: people["used"]
        for case in REAL.values()
        if isinstance(people := case.metadata.get("people"), Mapping) and "used" in people
    }
    assert len(labelled) >= 3
    for case_id, used in labelled.items():
        assert REAL[case_id].judgement is None
        assert isinstance(used, tuple | list)
        assert len(used) == len(REAL[case_id].contexts)


def test_one_real_question_was_answered_under_three_configurations() -> None:
    answered = [case for case in REAL.values() if "toby" in case.query]
    assert {case.configuration for case in answered} == {
        "reference",
        "llama-3.1-405b-instruct",
        "gpt-4o",
    }
    assert len({case.contexts for case in answered}) == 1
