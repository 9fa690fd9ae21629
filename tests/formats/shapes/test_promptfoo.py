from typing import Any

import pytest

from scoring.evaluation import evaluate
from scoring.formats import Severity
from scoring.formats.exports import export
from scoring.model import Case, Context, Judgement, RelevanceLevel, Verdict
from tests.formats.shapes.peer_files import document, json_lines, raw_csv, read_as, texts

QUESTION = "What does a yearly pass cost?"
PIECES = ["A yearly pass costs 120 euros.", "Day passes cost 5."]


def result(test: int, prompt: int, **fields: object) -> dict[str, Any]:
    return {
        "id": f"uuid-{test}-{prompt}",
        "promptIdx": prompt,
        "testIdx": test,
        "testCase": {"vars": {"query": QUESTION, "context": PIECES}, "assert": []},
        "promptId": "p",
        "provider": {"id": f"openai:model-{prompt}", "label": ""},
        "prompt": {"raw": f"Answer {QUESTION}", "label": "Answer {{query}}"},
        "vars": {"query": QUESTION, "context": PIECES},
        "response": {"output": "120 euros.", "tokenUsage": {"total": 20}, "cached": False},
        "error": None,
        "failureReason": 0,
        "success": True,
        "score": 0.75,
        "latencyMs": 812,
        "gradingResult": {
            "pass": True,
            "score": 0.75,
            "componentResults": [
                {"pass": True, "score": 0.5, "assertion": {"type": "context-relevance"}},
                {"pass": True, "score": 1, "comment": "good", "assertion": {"type": "human"}},
                {"pass": True, "score": 1, "assertion": {"type": "equals", "metric": "exact"}},
            ],
        },
        "namedScores": {"exact": 1},
        "cost": 0.001,
        "metadata": {},
        **fields,
    }


def evaluation(*results: object) -> dict[str, Any]:
    return {
        "evalId": "eval-1",
        "results": {
            "version": 3,
            "timestamp": "2025-03-01T10:00:00.000Z",
            "prompts": [{"raw": "a"}, {"raw": "b"}, {"raw": "c"}],
            "stats": {"successes": 1, "failures": 0, "errors": 0},
            "results": list(results),
        },
        "config": {"prompts": ["Answer {{query}}"]},
        "shareableUrl": None,
        "metadata": {"promptfooVersion": "0.110"},
    }


@pytest.mark.parametrize(
    "content",
    [
        document(evaluation(result(0, 0), result(0, 1))),
        json_lines(evaluation(result(0, 0), result(0, 1))),
        document({"version": 2, "results": [result(0, 0), result(0, 1)], "stats": {}}),
        json_lines(result(0, 0), result(0, 1)),
    ],
)
def test_an_evaluation_is_read_completely(content: str) -> None:
    read = read_as(content, "promptfoo")
    assert read.issues == ()
    assert [(case.id, case.configuration) for case in read.cases] == [
        ("0-0", "openai:model-0"),
        ("0-1", "openai:model-1"),
    ]
    case = read.cases[0]
    assert (case.query, case.response, texts(case)) == (QUESTION, "120 euros.", PIECES)
    assert case.metadata["grades"] == {
        "score": 0.75,
        "context-relevance": 0.5,
        "human": 1.0,
        "exact": 1.0,
    }
    assert case.metadata["success"] is True
    assert case.metadata["latencyMs"] == 812
    assert case.metadata["gradingResult"] == result(0, 0)["gradingResult"]
    assert case.metadata["response"] == {"tokenUsage": {"total": 20}, "cached": False}
    assert case.metadata["prompt"] == "Answer {{query}}"


def test_what_a_person_called_a_test_is_kept() -> None:
    row = result(0, 0, testCase={"description": "the fee", "vars": {}})
    (case,) = read_as(json_lines(row), "promptfoo").cases
    assert case.metadata["testCase"] == "the fee"


def test_two_prompts_of_one_provider_are_two_configurations() -> None:
    rows = [result(0, prompt, provider={"id": "echo", "label": "Echo"}) for prompt in (0, 1)]
    read = read_as(document(evaluation(*rows)), "promptfoo")
    assert [case.configuration for case in read.cases] == ["Echo #1", "Echo #2"]


def test_a_rating_by_a_person_counts_whatever_the_row_s_own_score_says() -> None:
    grading = {"score": 0, "componentResults": [{"score": 0.6, "assertion": {"type": "human"}}]}
    read = read_as(json_lines(result(0, 0, score=1, gradingResult=grading)), "promptfoo")
    assert read.cases[0].metadata["grades"] == {"score": 1.0, "human": 0.6, "exact": 1.0}


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"context": PIECES, "contextUnits": ["x"]}, PIECES),
        ({"context": "one text"}, ["one text"]),
        ({"contextUnits": PIECES, "extractedSentences": ["x"]}, PIECES),
        ({"extractedSentences": PIECES}, PIECES),
    ],
)
def test_contexts_that_no_variable_holds_are_those_of_an_assertion(
    metadata: dict[str, object], expected: list[str]
) -> None:
    grading = {"componentResults": [{"score": 1}, {"score": 1, "metadata": metadata}]}
    row = result(0, 0, vars={"query": QUESTION}, gradingResult=grading)
    assert texts(read_as(json_lines(row), "promptfoo").cases[0]) == expected


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ("Fee is 5, since May", ["Fee is 5, since May"]),
        ('["a, b", "c"]', ["a, b", "c"]),
        ("['a', 'b']", ["a", "b"]),
        ("[1] see the note", ["[1] see the note"]),
        ("['a', 'b", ["['a', 'b"]),
        ([], []),
    ],
)
def test_a_variable_with_lists_or_text_is_read_as_the_pieces_it_holds(
    context: object, expected: list[str]
) -> None:
    row = result(0, 0, vars={"query": QUESTION, "context": context})
    assert texts(read_as(json_lines(row), "promptfoo").cases[0]) == expected


def test_a_row_that_failed_is_a_case_without_an_answer_and_named() -> None:
    row = result(0, 1, response=None, error="429 too many requests", success=False, score=0)
    read = read_as(document(evaluation(result(0, 0), row)), "promptfoo")
    assert [case.response for case in read.cases] == ["120 euros.", ""]
    (issue,) = read.issues
    assert issue.severity is Severity.WARNING
    assert issue.path == "results.results[1].response"
    assert "429 too many requests" in issue.problem


def test_an_output_that_is_an_object_is_its_answer_or_its_json() -> None:
    rows = [
        result(0, 0, response={"output": {"answer": "5"}}),
        result(1, 0, response={"output": {"price": 5}}),
    ]
    read = read_as(json_lines(*rows), "promptfoo")
    assert [case.response for case in read.cases] == ["5", '{"price": 5}']


def test_without_a_question_among_the_variables_the_prompt_is_the_question() -> None:
    row = result(0, 0, vars={"topic": "fares", "context": PIECES})
    (case,) = read_as(json_lines(row), "promptfoo").cases
    assert case.query == f"Answer {QUESTION}"


HEADER = ["query", "context", "[openai:small] Answer {{query}}", "Status", "Score"]
HEADER += ["Named Scores", "Metric: exact", "Grader Reason", "Comment"]
SECOND = ["[openai:large] Answer {{query}}", *HEADER[3:]]


def test_a_table_with_repeated_headers_is_a_case_a_prompt() -> None:
    cells = [QUESTION, '["A yearly pass costs 120 euros.", "Day passes cost 5."]']
    first = ["120 euros.", "PASS", "0.75", '{"exact": 1}', "1", "fine", ""]
    second = ["=HYPERLINK(5)", "FAIL", "0.00", "{}", "0", "no", "look again"]
    read = read_as(raw_csv(HEADER + SECOND, cells + first + second), "promptfoo_table")
    assert read.errors == ()
    assert [(case.id, case.configuration) for case in read.cases] == [
        ("row-2-1", "openai:small"),
        ("row-2-2", "openai:large"),
    ]
    assert [case.query for case in read.cases] == [QUESTION, QUESTION]
    assert [texts(case) for case in read.cases] == [PIECES, PIECES]
    assert [case.response for case in read.cases] == ["120 euros.", "=HYPERLINK(5)"]
    assert read.cases[0].metadata == {
        "Status": "PASS",
        "Grader Reason": "fine",
        "grades": {"score": 0.75, "exact": 1.0},
    }
    assert read.cases[1].metadata["Comment"] == "look again"
    assert read.cases[1].metadata["grades"] == {"score": 0.0, "exact": 0.0}


def test_the_mark_that_keeps_a_cell_from_running_is_taken_off_and_no_other() -> None:
    rows = [
        ["'=1+1", "a", "'+5", "PASS", "1", "", "", "", ""],
        ["'quoted' words", "a", "it's", "PASS", "1", "", "", "", ""],
    ]
    read = read_as(raw_csv(HEADER, *rows), "promptfoo_table")
    assert [(case.query, case.response) for case in read.cases] == [
        ("=1+1", "+5"),
        ("'quoted' words", "it's"),
    ]


def test_a_row_with_a_quotation_mark_out_of_place_is_named_and_the_rest_is_read() -> None:
    whole = raw_csv(HEADER, [QUESTION, "a", "5", "PASS", "1", "", "", "", ""])
    content = whole + '"{"a":"b"}",x,5,PASS,1,,,,\n' + whole.partition("\n")[2]
    read = read_as(content, "promptfoo_table")
    assert len(read.cases) == 2
    assert [issue.line for issue in read.errors] == [3]


def test_what_this_tool_exports_for_promptfoo_comes_back() -> None:
    judgement = Judgement(2, (Verdict(0, RelevanceLevel.HIGH, used=True),))
    cases = [
        Case("c1", "=Fee?", (Context("-a"), Context("'b")), "'5'", "hybrid", {}, judgement),
        Case("c2", "Fee?", (), "", None),
    ]
    evaluated = evaluate(cases, score_judged_part=True).results
    for items in (cases, evaluated):
        read = read_as(export(items, "promptfoo").content.decode(), "promptfoo_table")
        assert read.errors == ()
        for case, back in zip(cases, read.cases, strict=True):
            assert (back.id, back.query, back.contexts, back.response) == (
                case.id,
                case.query,
                case.contexts,
                case.response,
            )
        assert [back.configuration for back in read.cases] == ["hybrid", None]
