import platform

from scoring.formats import read_cases, result_to_json
from scoring.formats.json_text import json_line
from scoring.formats.results import keywords_to_json, relevance_to_json, signature
from scoring.keywords import keyword_coverage
from scoring.model import (
    Case,
    Context,
    Judgement,
    Penalties,
    Provenance,
    RelevanceLevel,
    State,
    Verdict,
)
from scoring.relevance import score_relevance, unscored_relevance

JUDGEMENT = Judgement(
    2,
    (Verdict(0, RelevanceLevel.HIGH, used=False), Verdict(1, RelevanceLevel.NONE, used=False)),
    ("the price", "The  price", "the date"),
    provenance=Provenance("llm", "openai/gpt-4o-mini", "3"),
)
CASE = Case("a", "q", (Context("one"), Context("two")), "r", judgement=JUDGEMENT)
KEYWORDS = keyword_coverage("React.js and Vue", "Our react.js; react.js!", language="en")


def test_a_relevance_is_written_with_every_number_between_judgement_and_score() -> None:
    relevance = score_relevance(JUDGEMENT, Penalties(0.125, 0.25, 0.25), 100)
    assert relevance.reason
    assert list(relevance_to_json(relevance).items()) == [
        ("state", "scored"),
        ("score", 12.5),
        ("scale", 100),
        ("base", 0.5),
        ("unused_high", 1),
        ("usage_penalty", 0.125),
        ("missing_count", 2),
        ("missing_count_raw", 3),
        ("missing_penalty_uncapped", 0.5),
        ("missing_penalty", 0.25),
        ("floored", False),
        ("band", "very poor"),
        ("reason", relevance.reason),
    ]


def test_an_unscored_relevance_has_nulls_and_never_numbers() -> None:
    relevance = unscored_relevance(State.FAILED, "No answer.", Penalties(), 1)
    written = relevance_to_json(relevance)
    assert written.pop("state") == "failed"
    assert written.pop("scale") == 1
    assert written.pop("reason") == "No answer."
    assert set(written.values()) == {None}


def test_keywords_are_written_with_the_evidence_for_each() -> None:
    assert list(keywords_to_json(KEYWORDS).items()) == [
        ("state", "scored"),
        ("score", 0.5),
        ("total", 2),
        ("matched", 1),
        ("language", "en"),
        ("reference_keywords", ["React.js", "Vue"]),
        ("response_keywords", ["react.js"]),
        (
            "matches",
            [
                {
                    "keyword": "React.js",
                    "matched_by": "case",
                    "kind": "technical",
                    "reference_spans": [[0, 8]],
                    "response_spans": [[4, 12], [14, 22]],
                },
                {
                    "keyword": "Vue",
                    "matched_by": None,
                    "kind": "word",
                    "reference_spans": [[13, 16]],
                    "response_spans": [],
                },
            ],
        ),
        ("band", "partial"),
    ]


def test_the_signature_says_which_settings_and_programs_made_the_numbers() -> None:
    written = signature(score_relevance(JUDGEMENT, Penalties(0.1, 0.2, 0.3), 5), KEYWORDS)
    versions = written.pop("versions")
    assert written == {
        "judge": "llm",
        "model": "openai/gpt-4o-mini",
        "prompt_version": "3",
        "penalties": {
            "unused_high_relevance_context": 0.1,
            "missing_context_per_item": 0.2,
            "max_missing_context_penalty": 0.3,
        },
        "scale": 5,
        "language": "en",
    }
    assert isinstance(versions, dict)
    assert versions["python"] == platform.python_version()
    assert {"scorescope", "nltk"} <= set(versions)


def test_the_signature_of_a_case_that_nobody_judged_names_no_judge() -> None:
    written = signature(unscored_relevance(State.FAILED, "No.", Penalties(), 1), KEYWORDS)
    assert [written["judge"], written["model"], written["prompt_version"]] == [None, None, None]


def test_a_result_line_is_its_case_line_and_more() -> None:
    line = result_to_json("run-1", CASE, score_relevance(JUDGEMENT), KEYWORDS)
    assert list(line)[-4:] == ["run_id", "relevance", "keywords", "signature"]
    assert line["run_id"] == "run-1"
    read = read_cases(json_line(line))
    assert read.cases == (CASE,)
    assert read.issues == ()
