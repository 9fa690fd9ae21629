from typing import Any

import pytest

from scoring.evaluation import evaluate
from scoring.formats import Severity, read_cases
from scoring.formats.exports import export
from scoring.judges.recorded import RecordedJudge
from scoring.model import (
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    Provenance,
    RelevanceLevel,
    Verdict,
)
from scoring.relevance import score_relevance
from tests.formats.shapes.peer_files import document, json_csv, json_lines, read_as, texts

QUESTION = "What does a yearly pass cost?"
PIECES = ["A yearly pass costs 120 euros.", "Day passes cost 5.", "Line 1 runs at night."]
PROMPT = (
    "Analyze the relevance of the provided context.\n\n"
    f"User Query:\n{QUESTION}\n\nAgent Response:\n120 euros.\n\nContext pieces to evaluate:\n"
    + "\n".join(f"[{index}] {piece}" for index, piece in enumerate(PIECES))
    + "\n\nFor each context piece, evaluate:\n1. how relevant it is\n\n[0] is the first."
)


def evaluation(index: int, level: str = "high", *, used: bool = True) -> dict[str, Any]:
    return {
        "context_index": index,
        "contextPiece": PIECES[index] if index < len(PIECES) else "?",
        "relevanceLevel": level,
        "wasUsed": used,
        "reasoning": f"because {index}",
    }


def row(*evaluations: object, **fields: object) -> dict[str, Any]:
    return {
        "id": "score-1",
        "runId": "run-1",
        "scorerId": "context-relevance-scorer",
        "entityId": "fares-agent",
        "entityType": "AGENT",
        "source": "LIVE",
        "scorer": {"id": "context-relevance-scorer", "name": "Context Relevance"},
        "input": {
            "inputMessages": [
                {
                    "id": "u1",
                    "role": "user",
                    "content": {"format": 2, "parts": [{"type": "text", "text": QUESTION}]},
                }
            ],
            "rememberedMessages": [{"id": "u0", "role": "user", "content": "Hello"}],
            "systemMessages": [],
            "taggedSystemMessages": {},
        },
        "output": [
            {
                "id": "a0",
                "role": "assistant",
                "content": {"format": 2, "parts": [{"type": "step-start"}]},
            },
            {"id": "a1", "role": "assistant", "content": "120 euros."},
        ],
        "score": 0.55,
        "reason": "One high context was used.",
        "preprocessStepResult": {},
        "analyzeStepResult": {
            "evaluations": list(evaluations),
            "missingContext": ["the student price"],
            "overallAssessment": "Fine.",
        },
        "analyzePrompt": PROMPT,
        "generateReasonPrompt": "Explain 10% and 50%.",
        "judge": {
            "analyze": {
                "executions": [
                    {
                        "judgeModelId": "openai/gpt-4o-mini",
                        "usage": {"inputTokens": 900, "outputTokens": 100, "totalTokens": 1000},
                        "attemptCount": 1,
                        "modelCallCount": 1,
                        "durationMs": 1500,
                        "cost": 0.002,
                    }
                ]
            }
        },
        "traceId": "trace-1",
        "createdAt": "2025-03-01T10:00:00.000Z",
        **fields,
    }


WHOLE = row(evaluation(0), evaluation(1, "low", used=False), evaluation(2, "none", used=False))


def test_a_score_row_is_read_completely() -> None:
    read = read_as(json_lines(WHOLE), "mastra")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response, case.configuration) == (
        "run-1",
        QUESTION,
        "120 euros.",
        "fares-agent",
    )
    assert texts(case) == PIECES
    judgement = case.judgement
    assert judgement is not None
    assert judgement.context_count == 3
    assert judgement.verdicts == (
        Verdict(0, RelevanceLevel.HIGH, used=True, reasoning="because 0"),
        Verdict(1, RelevanceLevel.LOW, used=False, reasoning="because 1"),
        Verdict(2, RelevanceLevel.NONE, used=False, reasoning="because 2"),
    )
    assert judgement.missing == ("the student price",)
    assert judgement.assessment == "Fine."
    provenance = judgement.provenance
    assert provenance is not None
    assert (provenance.judge, provenance.model) == ("llm", "openai/gpt-4o-mini")
    assert (provenance.input_tokens, provenance.output_tokens) == (900, 100)
    assert (provenance.cost, provenance.seconds) == (0.002, 1.5)
    assert case.metadata["grades"] == {"context-relevance-scorer": 0.55}
    assert case.metadata["reasons"] == {"context-relevance-scorer": "One high context was used."}
    assert case.metadata["traceId"] == "trace-1"
    assert not case.metadata.keys() & {"analyzePrompt", "preprocessStepResult", "score"}


def test_pages_of_score_rows_and_tables_of_them_are_read_the_same() -> None:
    (case,) = read_as(json_lines(WHOLE), "mastra").cases
    page = {"scores": [WHOLE], "pagination": {"total": 1, "page": 0, "perPage": 10}}
    for content in (document(page), document([WHOLE]), document(WHOLE), json_csv(WHOLE)):
        (other,) = read_as(content, "mastra").cases
        assert (other.query, other.contexts, other.response) == (
            case.query,
            case.contexts,
            case.response,
        )
        assert other.judgement == case.judgement
        assert other.metadata["grades"] == case.metadata["grades"]


def test_without_the_prompt_the_contexts_are_what_the_judge_repeated() -> None:
    (case,) = read_as(json_lines({**WHOLE, "analyzePrompt": None}), "mastra").cases
    assert texts(case) == PIECES


def test_a_result_alone_gives_its_question_and_answer_by_the_prompt() -> None:
    result = {
        name: WHOLE[name]
        for name in ("score", "reason", "runId", "analyzeStepResult", "analyzePrompt")
    }
    (case,) = read_as(json_lines(result), "mastra").cases
    assert (case.query, case.response, texts(case)) == (QUESTION, "120 euros.", PIECES)


def test_contexts_of_several_lines_are_whole_and_those_that_look_like_a_list_too() -> None:
    pieces = ["first\nline two\n\nline four", "see\n[2] the second note", "third"]
    prompt = (
        f"User Query:\n{QUESTION}\n\nAgent Response:\n[0] as in [1]\n\n"
        "Context pieces to evaluate:\n"
        + "\n".join(f"[{index}] {piece}" for index, piece in enumerate(pieces))
        + "\n\nFor each context piece, evaluate:\n"
    )
    evaluations = [
        {**evaluation(index), "contextPiece": piece} for index, piece in enumerate(pieces)
    ]
    (case,) = read_as(json_lines(row(*evaluations, analyzePrompt=prompt)), "mastra").cases
    assert texts(case) == pieces


def test_a_piece_that_the_judge_shortened_is_whole_by_the_prompt() -> None:
    short = {**evaluation(0), "contextPiece": "A yearly pass..."}
    (case,) = read_as(json_lines(row(short, evaluation(1), evaluation(2))), "mastra").cases
    assert texts(case) == PIECES


def test_one_verdict_for_three_contexts_is_partial_and_said() -> None:
    read = read_as(json_lines(row(evaluation(1))), "mastra")
    (case,) = read.cases
    assert case.judgement is not None
    assert case.judgement.unjudged == (0, 2)
    assert [issue.problem for issue in read.issues] == ["judges 1 of 3 contexts"]
    assert read.errors == ()


def test_verdicts_of_no_context_twice_or_of_no_level_are_left_out_and_named() -> None:
    wrong = [
        evaluation(0, "High"),
        evaluation(0, "none"),
        evaluation(1, "relevant"),
        {**evaluation(2), "context_index": 7},
        {**evaluation(2), "wasUsed": "yes"},
        "nothing",
        evaluation(2, "medium"),
    ]
    read = read_as(json_lines(row(*wrong)), "mastra")
    (case,) = read.cases
    assert case.judgement is not None
    assert [(verdict.index, verdict.level) for verdict in case.judgement.verdicts] == [
        (0, RelevanceLevel.HIGH),
        (2, RelevanceLevel.MEDIUM),
    ]
    place = "analyzeStepResult.evaluations"
    assert [issue.path for issue in read.issues] == [
        f"{place}[1]",
        f"{place}[2].relevanceLevel",
        f"{place}[3].context_index",
        f"{place}[4].wasUsed",
        f"{place}[5]",
        place,
    ]
    assert {issue.severity for issue in read.issues} == {Severity.WARNING}


def test_contexts_that_no_text_is_left_of_are_named() -> None:
    read = read_as(json_lines(row(evaluation(2), analyzePrompt=None)), "mastra")
    (case,) = read.cases
    assert texts(case) == ["", "", PIECES[2]]
    assert case.judgement is not None
    assert case.judgement.unjudged == (0, 1)
    assert "1 of at least 3 contexts" in read.issues[0].problem


KEYWORDS = {
    **row(),
    "id": "score-2",
    "scorerId": "keyword-coverage-scorer",
    "score": 0.5,
    "reason": None,
    "analyzePrompt": None,
    "judge": None,
}


@pytest.mark.parametrize(
    "fields",
    [
        {
            "preprocessStepResult": {"referenceKeywords": {}, "responseKeywords": {}},
            "analyzeStepResult": {"totalKeywordsLength": 4, "matchedKeywordsLength": 2},
        },
        {
            "preprocessStepResult": None,
            "extractStepResult": {"referenceKeywords": ["fee"], "responseKeywords": []},
            "analyzeStepResult": {"totalKeywords": 4, "matchedKeywords": 2},
        },
    ],
)
def test_a_keyword_row_of_either_generation_is_read_and_its_sets_are_found_anew(
    fields: dict[str, object],
) -> None:
    read = read_as(json_lines({**KEYWORDS, **fields}), "mastra")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.query, case.response, case.judgement) == (QUESTION, "120 euros.", None)
    assert case.metadata["grades"] == {"keyword-coverage-scorer": 0.5}
    assert case.metadata["analyzeStepResult"] == fields["analyzeStepResult"]
    assert not case.metadata.keys() & {"preprocessStepResult", "extractStepResult"}


@pytest.mark.parametrize("rows", [(WHOLE, KEYWORDS), (KEYWORDS, WHOLE)])
def test_two_scorers_of_one_run_are_one_case(rows: tuple[dict[str, Any], ...]) -> None:
    read = read_as(json_lines(*rows), "mastra")
    (case,) = read.cases
    assert read.issues == ()
    assert texts(case) == PIECES
    assert case.judgement is not None
    assert case.metadata["grades"] == {
        "context-relevance-scorer": 0.55,
        "keyword-coverage-scorer": 0.5,
    }


def test_one_scorer_twice_for_one_run_is_two_cases_and_said() -> None:
    read = read_as(json_lines(WHOLE, {**WHOLE, "score": 0.7}), "mastra")
    assert [case.metadata["grades"] for case in read.cases] == [
        {"context-relevance-scorer": 0.55},
        {"context-relevance-scorer": 0.7},
    ]
    assert [issue.path for issue in read.issues] == ["id"]


@pytest.mark.parametrize(
    ("given", "output"),
    [
        (
            {"inputMessages": [{"role": "user", "content": "Fee?"}]},
            [{"role": "assistant", "content": "5"}],
        ),
        ([{"role": "user", "content": "Fee?"}], {"role": "assistant", "text": "5"}),
        (
            {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "Fee?"}]},
            "5",
        ),
        ({"prompt": "Fee?"}, {"text": "5"}),
        ({"text": "Fee?"}, {"answer": "5", "sources": 2}),
        ("Fee?", "5"),
        (
            {
                "messages": [
                    {
                        "role": "user",
                        "content": [{"type": "text", "text": "Fe"}, {"type": "text", "text": "e?"}],
                    }
                ]
            },
            [
                {
                    "role": "assistant",
                    "content": [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "5"}],
                }
            ],
        ),
    ],
)
def test_a_run_is_read_from_any_shape_of_its_input_and_output(
    given: object, output: object
) -> None:
    run = {
        "input": given,
        "output": output,
        "runId": "run-9",
        "additionalContext": {"context": ["Fee is 5"]},
    }
    (case,) = read_as(json_lines(run), "mastra").cases
    assert (case.id, case.query, case.response) == ("run-9", "Fee?", "5")
    assert case.contexts == (Context("Fee is 5"),)


@pytest.mark.parametrize("name", ["groundTruth", "expectedOutput"])
def test_a_dataset_item_is_read_under_either_name_of_its_truth(name: str) -> None:
    item = {
        "input": {"prompt": "Fee?"},
        name: "5",
        "metadata": {"context": ["Fee is 5"], "page": 2},
    }
    (case,) = read_cases(json_lines(item), format="mastra").cases
    assert (case.query, case.response, texts(case)) == ("Fee?", "", ["Fee is 5"])
    assert case.metadata == {"input": {"prompt": "Fee?"}, "page": 2, "reference": "5"}


def test_an_item_without_expected_data_is_no_case_of_score_zero() -> None:
    item = {"input": {"prompt": "Fee?"}, "groundTruth": None, "metadata": None}
    (case,) = read_cases(json_lines(item), format="mastra").cases
    assert (case.judgement, case.metadata) == (None, {"input": {"prompt": "Fee?"}})


def test_what_this_tool_exports_for_mastra_comes_back_with_the_same_score() -> None:
    judgement = Judgement(
        2,
        (Verdict(0, RelevanceLevel.HIGH, used=False), Verdict(1, RelevanceLevel.LOW, used=True)),
        ("the year",),
        "so",
    )
    case = Case(
        "c1",
        "Fee?",
        (Context("Fee is 5"), Context("[1] two\nlines")),
        "5",
        None,
        {"page": 3},
        judgement,
    )
    evaluation = evaluate([case], RecordedJudge())
    read = read_as(export(evaluation.results, "mastra").content.decode(), "mastra")
    (back,) = read.cases
    assert read.issues == ()
    assert (back.id, back.query, back.contexts, back.response, back.configuration) == (
        "c1",
        "Fee?",
        case.contexts,
        "5",
        None,
    )
    assert back.metadata["page"] == 3
    assert back.judgement is not None
    assert score_relevance(back.judgement, Penalties(), 1.0).score == pytest.approx(0.4)


@pytest.mark.parametrize("place", ["context", "metadata", "requestContext"])
def test_contexts_that_a_run_holds_come_before_what_the_judge_repeated(place: str) -> None:
    held = PIECES if place == "context" else {"context": PIECES}
    shortened = {**evaluation(0), "contextPiece": "A yearly..."}
    (case,) = read_as(
        json_lines(row(shortened, analyzePrompt=None, **{place: held})), "mastra"
    ).cases
    assert texts(case) == PIECES
    assert case.judgement is not None
    assert case.judgement.unjudged == (1, 2)


def test_rows_of_one_run_that_speak_of_different_texts_stay_apart_and_are_named() -> None:
    others = [{**KEYWORDS, "output": "5"}, {**KEYWORDS, "scorerId": "x", "context": ["else"]}]
    read = read_as(json_lines(WHOLE, *others), "mastra")
    assert [case.response for case in read.cases] == ["120 euros.", "5", "120 euros."]
    assert [(issue.line, issue.path) for issue in read.issues] == [(2, "id"), (3, "id")]


def test_a_row_whose_name_is_none_is_left_out_and_named() -> None:
    read = read_as(json_lines({**WHOLE, "runId": {"a": 1}}, WHOLE), "mastra")
    assert [case.id for case in read.cases] == ["run-1"]
    assert [(issue.line, issue.path) for issue in read.errors] == [(1, "runId")]


@pytest.mark.parametrize(
    ("provenance", "overrides", "judge", "model", "corrected"),
    [
        (Provenance("embedded", "minilm"), Overrides(), "embedded", "minilm", False),
        (
            Provenance("llm", "openai/x"),
            Overrides({0: RelevanceLevel.NONE}),
            "llm",
            "openai/x",
            True,
        ),
        (None, Overrides(), "recorded", None, False),
    ],
)
def test_who_judged_is_as_true_after_an_export_for_mastra_as_before(
    provenance: Provenance | None,
    overrides: Overrides,
    judge: str,
    model: str | None,
    corrected: bool,
) -> None:
    verdict = Verdict(0, RelevanceLevel.HIGH, used=True)
    judgement = Judgement(1, (verdict,), provenance=provenance)
    case = Case(
        "c",
        "q",
        (Context("a"),),
        "r",
        metadata={"caseId": "mine", "signature": "mine"},
        judgement=judgement,
        overrides=overrides,
    )
    for items in ([case], evaluate([case], RecordedJudge()).results):
        (back,) = read_as(export(items, "mastra").content.decode(), "mastra").cases
        assert back.id == "c"
        assert (back.metadata["caseId"], back.metadata["signature"]) == ("mine", "mine")
        assert "context" not in back.metadata
        assert back.judgement is not None
        assert back.judgement.provenance is not None
        assert back.judgement.provenance.judge == judge
        assert back.judgement.provenance.model == model
        assert ("a person corrected it" in back.judgement.provenance.notes) == corrected
