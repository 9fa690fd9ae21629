import json

import pytest
from hypothesis import given

from scoring.formats import FieldError, case_from_json, case_to_json, json_line
from scoring.model import (
    Case,
    Context,
    JsonValue,
    Judgement,
    Overrides,
    Provenance,
    RelevanceLevel,
    Verdict,
)
from tests.formats.case_strategies import cases

HIGH, LOW = RelevanceLevel.HIGH, RelevanceLevel.LOW
LINE: dict[str, JsonValue] = {"query": "q", "response": "r", "contexts": ["one", "two"]}
VERDICT: JsonValue = {"index": 0, "level": "high", "used": True}
VERDICTS: JsonValue = [VERDICT]


@given(cases())
def test_writing_a_case_and_reading_it_gives_an_equal_one(case: Case) -> None:
    line = json_line(case_to_json(case))
    line.encode("utf-8")
    assert case_from_json(json.loads(line), default_id="unused") == case


def test_every_field_stands_in_the_documented_order_under_its_documented_name() -> None:
    case = Case(
        id="a",
        query="q",
        contexts=(Context("bare"), Context("t", "c2", "wiki", 0.5)),
        response="r",
        configuration="top-5",
        metadata={"k": [1]},
        judgement=Judgement(
            2,
            (Verdict(1, LOW, used=True, reasoning="why"),),
            ("price",),
            "thin",
            Provenance("llm", "openai/gpt-4o-mini", "1", 2, 10, 3, 0.01, 1.5, "raw", ("note",)),
        ),
        overrides=Overrides({0: HIGH}, {1: False}, ("added",), ("price",)),
        extra={"own": None},
    )
    assert list(case_to_json(case).items()) == [
        ("id", "a"),
        ("query", "q"),
        (
            "contexts",
            ["bare", {"text": "t", "id": "c2", "source": "wiki", "retrieval_score": 0.5}],
        ),
        ("response", "r"),
        ("configuration", "top-5"),
        ("metadata", {"k": [1]}),
        (
            "judgement",
            {
                "context_count": 2,
                "verdicts": [{"index": 1, "level": "low", "used": True, "reasoning": "why"}],
                "missing": ["price"],
                "assessment": "thin",
                "provenance": {
                    "judge": "llm",
                    "model": "openai/gpt-4o-mini",
                    "prompt_version": "1",
                    "attempt": 2,
                    "input_tokens": 10,
                    "output_tokens": 3,
                    "cost": 0.01,
                    "seconds": 1.5,
                    "raw_reply": "raw",
                    "notes": ["note"],
                },
            },
        ),
        (
            "overrides",
            {
                "levels": {"0": "high"},
                "used": {"1": False},
                "added_missing": ["added"],
                "struck_missing": ["price"],
            },
        ),
        ("own", None),
    ]


def test_what_a_case_does_not_have_is_not_written() -> None:
    assert list(case_to_json(Case("a", "q", (), ""))) == ["id", "query", "contexts", "response"]


def test_optional_fields_may_be_null_and_numbers_become_names() -> None:
    line: dict[str, JsonValue] = {
        "id": 7,
        "query": "q",
        "response": "",
        "contexts": [{"text": "t", "id": 3, "source": None}],
        "configuration": 5,
        "metadata": None,
        "judgement": None,
        "overrides": None,
    }
    assert case_from_json(line, "unused") == Case("7", "q", (Context("t", "3"),), "", "5")


def test_contexts_may_be_left_out_and_a_case_without_an_id_gets_the_default() -> None:
    assert case_from_json({"query": "q", "response": "r", "id": None}, "line-3") == Case(
        "line-3", "q", (), "r"
    )


@pytest.mark.parametrize("name", ["content", "page_content", "pageContent"])
def test_a_context_may_use_the_names_that_retrieval_libraries_write(name: str) -> None:
    case = case_from_json(LINE | {"contexts": [{name: "t", "score": 1}]}, "x")
    assert case.contexts == (Context("t", retrieval_score=1.0),)


def test_a_result_lines_scores_are_left_behind_and_unknown_fields_kept() -> None:
    result: JsonValue = {"score": 0.5}
    line = LINE | {
        "run_id": "u",
        "relevance": result,
        "keywords": result,
        "signature": result,
        "human": 4,
    }
    assert case_from_json(line, "x").extra == {"human": 4}


def test_a_judgement_is_read_leniently() -> None:
    line = LINE | {"judgement": {"verdicts": [{"index": 1.0, "level": " High ", "used": False}]}}
    assert case_from_json(line, "x").judgement == Judgement(2, (Verdict(1, HIGH, used=False),))


def test_a_judgement_in_the_documented_scorers_own_names_is_read() -> None:
    line = LINE | {
        "judgement": {
            "evaluations": [
                {
                    "context_index": 0,
                    "contextPiece": "one",
                    "relevanceLevel": "low",
                    "wasUsed": True,
                    "reasoning": "why",
                }
            ],
            "missingContext": ["price"],
            "overallAssessment": "thin",
        }
    }
    assert case_from_json(line, "x").judgement == Judgement(
        2, (Verdict(0, LOW, used=True, reasoning="why"),), ("price",), "thin"
    )


def test_a_judgement_of_contexts_that_are_still_to_be_found_states_their_number() -> None:
    line: dict[str, JsonValue] = {"query": "q", "response": "r"}
    judgement = case_from_json(
        line | {"judgement": {"context_count": 3, "verdicts": VERDICTS}}, "x"
    ).judgement
    assert judgement is not None
    assert judgement.context_count == 3
    with pytest.raises(FieldError, match=r"judgement\.context_count: is missing"):
        case_from_json(line | {"judgement": {"verdicts": VERDICTS}}, "x")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"query": None}, "query: is missing; every case needs one"),
        ({"query": 3}, "query: must be text, not a number; put it in double quotes"),
        ({"response": None}, 'response: is missing; give "" for an empty answer'),
        ({"response": ["r"]}, "response: must be text, not a list"),
        ({"id": True}, "id: must be text, not true or false"),
        ({"contexts": "one"}, "contexts: must be a list, not text; put it in square brackets"),
        ({"contexts": ["a", None]}, "contexts[1]: must be text or an object with text, not null"),
        ({"contexts": ["a", "b", {"text": 5}]}, "contexts[2].text: must be text, not a number"),
        ({"contexts": [{"id": "c"}]}, "contexts[0].text: is missing"),
        (
            {"contexts": [{"text": "t", "retrieval_score": "high"}]},
            "contexts[0].retrieval_score: must be a number, not text",
        ),
        (
            {"contexts": [{"text": "t", "retrieval_score": 10**400}]},
            "contexts[0].retrieval_score: is too large a number",
        ),
        ({"metadata": []}, "metadata: must be an object, not a list"),
        ({"judgement": {}}, "judgement.verdicts: is missing"),
        ({"judgement": {"verdicts": [{"level": "low", "used": True}]}}, "verdicts[0].index: is"),
        (
            {"judgement": {"verdicts": [{"index": 0, "level": "great", "used": True}]}},
            "judgement.verdicts[0].level: is none of high, medium, low, none",
        ),
        (
            {"judgement": {"verdicts": [{"index": 0, "level": "low", "used": "yes"}]}},
            "judgement.verdicts[0].used: must be true or false, not text",
        ),
        (
            {"judgement": {"verdicts": [{"index": -1, "level": "low", "used": True}]}},
            "judgement.verdicts[0].index: must be a whole number of 0 or more, not -1",
        ),
        (
            {"judgement": {"verdicts": [{"index": 2, "level": "low", "used": True}]}},
            "judgement.verdicts: a verdict speaks of context 3, but there are 2",
        ),
        (
            {"judgement": {"verdicts": [VERDICT, VERDICT]}},
            "judgement.verdicts: context 1 has two verdicts",
        ),
        (
            {"judgement": {"context_count": 3, "verdicts": VERDICTS}},
            "judgement.context_count: is 3, but the case has 2 contexts",
        ),
        (
            {"judgement": {"verdicts": VERDICTS, "missing": "x"}},
            "judgement.missing: must be a list",
        ),
        (
            {"judgement": {"verdicts": VERDICTS, "provenance": {"judge": "llm", "attempt": 0.5}}},
            "judgement.provenance.attempt: must be a whole number of 0 or more, not 0.5",
        ),
        ({"overrides": {"levels": {"0": "best"}}}, 'overrides.levels["0"]: is none of high'),
        ({"overrides": {"levels": {"first": "low"}}}, 'overrides.levels["first"]: is no position'),
        ({"overrides": {"used": {"01": True}}}, 'overrides.used["01"]: is no position'),
        ({"overrides": {"used": {"9" * 5000: True}}}, "is no position"),
        ({"overrides": {"used": {"0": 1}}}, 'overrides.used["0"]: must be true or false'),
    ],
)
def test_what_is_wrong_is_named_by_its_path(change: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(FieldError) as raised:
        case_from_json(LINE | change, "x")
    assert message in str(raised.value)


def test_a_case_that_is_no_object_is_refused() -> None:
    with pytest.raises(FieldError, match="must be an object, not a list"):
        case_from_json([], "x")
