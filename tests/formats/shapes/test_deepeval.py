import pytest

from scoring.formats import Severity, read_cases
from scoring.model import Context
from tests.formats.shapes.peer_files import (
    document,
    json_lines,
    pandas_csv,
    raw_csv,
    read_as,
    texts,
)

SNAKE = {
    "input": "What does a yearly pass cost?",
    "actual_output": "120 euros.",
    "expected_output": "It costs 120 euros.",
    "context": ["A yearly pass costs 120 euros."],
    "retrieval_context": ["A yearly pass costs 120 euros.", "Day passes cost 5."],
    "tools_called": [{"name": "search"}],
    "token_cost": 0.002,
    "completion_time": 1.25,
    "name": "fares-1",
    "tags": ["fares"],
    "comments": "checked",
}
CAMEL = {
    "name": "fares-1",
    "input": "What does a yearly pass cost?",
    "actualOutput": "120 euros.",
    "expectedOutput": "It costs 120 euros.",
    "retrievalContext": [
        {"context": "A yearly pass costs 120 euros.", "source": "tariff.pdf"},
        "Day passes cost 5.",
    ],
    "success": False,
    "metricsData": [
        {
            "name": "Contextual Relevancy",
            "threshold": 0.5,
            "success": False,
            "score": 0.25,
            "reason": "One of four statements.",
            "strictMode": False,
            "evaluationModel": "gpt-4o",
            "evaluationCost": 0.001,
        },
        {"name": "Faithfulness", "success": False, "error": "timed out", "score": None},
    ],
}


def test_a_test_case_in_snake_case_is_read_completely() -> None:
    read = read_as(json_lines(SNAKE), "deepeval")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response) == (
        "fares-1",
        "What does a yearly pass cost?",
        "120 euros.",
    )
    assert texts(case) == ["A yearly pass costs 120 euros.", "Day passes cost 5."]
    assert case.metadata == {
        "reference": "It costs 120 euros.",
        "context": ["A yearly pass costs 120 euros."],
        "tools_called": [{"name": "search"}],
        "token_cost": 0.002,
        "completion_time": 1.25,
        "tags": ["fares"],
        "comments": "checked",
    }


@pytest.mark.parametrize(
    "run",
    [
        {"testCases": [CAMEL], "conversationalTestCases": [], "metricsScores": [{}, {}, {}]},
        {"testRunData": {"testCases": [CAMEL], "testPassed": 0}, "testRunLink": None},
        {"test_results": [CAMEL], "confident_link": None},
    ],
)
def test_a_test_run_is_read_with_its_metrics_as_grades(run: dict[str, object]) -> None:
    for content in (document(run), json_lines(run)):
        read = read_as(content, "deepeval")
        (case,) = read.cases
        assert read.issues == ()
        assert case.id == "fares-1"
        assert case.contexts == (
            Context("A yearly pass costs 120 euros.", source="tariff.pdf"),
            Context("Day passes cost 5."),
        )
        assert case.metadata["grades"] == {"Contextual Relevancy": 0.25}
        assert case.metadata["reference"] == "It costs 120 euros."
        assert case.metadata["metricsData"] == CAMEL["metricsData"]


def test_an_issue_in_a_test_run_says_where_in_it() -> None:
    broken = {**CAMEL, "retrievalContext": ["a", {"source": "b"}]}
    read = read_as(document({"testCases": [CAMEL, broken]}), "deepeval")
    assert len(read.cases) == 1
    (issue,) = read.errors
    assert issue.path == "testCases[1].retrievalContext[1].text"


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_its_table_is_read_with_the_bars_that_it_writes_between_pieces(delimiter: str) -> None:
    content = raw_csv(
        ["input", "actual_output", "expected_output", "retrieval_context", "context"],
        ["Fee?", "5", "5", "Fee is 5|since May; not before", "Fee is 5"],
        ["Pipes?", "grep", "grep", "cat x | grep y|a || b", ""],
        delimiter=delimiter,
    )
    read = read_as(content, "deepeval")
    assert [texts(case) for case in read.cases] == [
        ["Fee is 5", "since May; not before"],
        ["cat x | grep y", "a || b"],
    ]


def test_a_bar_in_few_cells_is_text_and_said_and_one_in_most_is_a_note() -> None:
    header = ["input", "actual_output", "retrieval_context"]
    rows = [["Union?", "a|b", "x|y is or in C"], ["Fee?", "5", "Fee is 5"], ["Fine?", "6", "None"]]
    read = read_as(raw_csv(header, *rows), "deepeval")
    assert [texts(case) for case in read.cases] == [["x|y is or in C"], ["Fee is 5"], ["None"]]
    (warning,) = read.issues
    assert (warning.line, warning.path) == (2, "retrieval_context")
    assert warning.severity is Severity.WARNING
    read = read_as(raw_csv(header, rows[0], ["Fee?", "5", "a|b"], rows[2]), "deepeval")
    assert [texts(case) for case in read.cases] == [["x", "y is or in C"], ["a", "b"], ["None"]]
    assert read.recognised is not None
    assert "retrieval_context: pieces between '|'" in read.recognised.notes


def test_a_table_of_its_first_versions_has_semicolons_between_pieces() -> None:
    content = raw_csv(
        ["input", "actual_output", "retrieval_context"],
        ["Fee?", "5", "Fee is 5;since May"],
        ["Fine?", "60", "Fine is 60;since June; for all"],
    )
    assert [texts(case) for case in read_as(content, "deepeval").cases] == [
        ["Fee is 5", "since May"],
        ["Fine is 60", "since June; for all"],
    ]


def test_a_list_in_a_cell_is_a_list_whatever_marks_stand_in_it() -> None:
    rows = [{**SNAKE, "retrieval_context": ["a|b", "c;d", "it's"]}, SNAKE]
    read = read_as(pandas_csv(*rows), "deepeval")
    assert [texts(case) for case in read.cases] == [
        ["a|b", "c;d", "it's"],
        SNAKE["retrieval_context"],
    ]


def test_a_list_cut_in_the_middle_of_a_cell_is_named_and_the_rest_is_read() -> None:
    rows = [SNAKE, {**SNAKE, "retrieval_context": "['a', 'b"}]
    read = read_as(pandas_csv(*rows), "deepeval")
    assert len(read.cases) == 1
    assert [(issue.line, issue.path) for issue in read.errors] == [(3, "retrieval_context")]


@pytest.mark.parametrize("none", [[], None])
def test_a_failed_retrieval_is_a_case_without_contexts(none: object) -> None:
    (case,) = read_as(json_lines({**SNAKE, "retrieval_context": none}), "deepeval").cases
    assert case.contexts == ()


def test_what_should_have_been_retrieved_is_not_taken_for_what_was() -> None:
    row = {name: value for name, value in SNAKE.items() if name != "retrieval_context"}
    read = read_as(json_lines(row), "deepeval")
    (case,) = read.cases
    assert case.contexts == ()
    assert case.metadata["context"] == SNAKE["context"]
    (warning,) = read.issues
    assert warning.severity is Severity.WARNING
    assert warning.path == "context"


def test_a_golden_without_an_answer_has_an_empty_one() -> None:
    row = {"input": "Fee?", "expected_output": "5", "retrieval_context": None}
    (case,) = read_cases(json_lines(row)).cases
    assert (case.query, case.response) == ("Fee?", "")
    assert case.metadata == {"reference": "5"}


def test_a_row_s_own_reference_and_grades_stay_beside_the_read_ones() -> None:
    row = {"input": "q", "actual_output": "r", "expected_output": "5", "reference": "p. 3"}
    metrics = [{"name": "Faithfulness", "score": 1}]
    (case,) = read_cases(json_lines({**row, "grades": 4, "metrics_data": metrics})).cases
    assert (case.metadata["reference"], case.metadata["expected_output"]) == ("p. 3", "5")
    assert case.metadata["grades"] == {"grades": 4, "Faithfulness": 1}
