import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.formats import Severity, read_cases
from scoring.model import Context
from tests.formats.shapes.peer_files import document, json_lines, pandas_csv, read_as, texts

PRESENT = {
    "user_input": "What does a yearly pass cost?",
    "retrieved_contexts": ["A yearly pass costs 120 euros.", "Day passes, from 5 a.m."],
    "retrieved_context_ids": ["tariff-1", 17],
    "reference_contexts": ["A yearly pass costs 120 euros."],
    "response": "120 euros.",
    "reference": "It costs 120 euros.",
    "rubrics": {"score1_description": "wrong"},
    "persona_name": "commuter",
    "faithfulness": 1.0,
    "context_recall": 0.5,
}
FIRST = {
    "question": "What does a yearly pass cost?",
    "contexts": ["A yearly pass costs 120 euros.", "Day passes, from 5 a.m."],
    "answer": "120 euros.",
    "ground_truth": "It costs 120 euros.",
}


def test_a_row_under_the_present_names_is_read_completely() -> None:
    read = read_as(json_lines(PRESENT), "ragas")
    (case,) = read.cases
    assert read.issues == ()
    assert case.query == "What does a yearly pass cost?"
    assert case.contexts == (
        Context("A yearly pass costs 120 euros.", id="tariff-1"),
        Context("Day passes, from 5 a.m.", id="17"),
    )
    assert case.response == "120 euros."
    assert case.metadata == {
        "reference": "It costs 120 euros.",
        "reference_contexts": ["A yearly pass costs 120 euros."],
        "rubrics": {"score1_description": "wrong"},
        "persona_name": "commuter",
        "grades": {"faithfulness": 1.0, "context_recall": 0.5},
    }


@pytest.mark.parametrize(
    "row",
    [
        FIRST,
        {**FIRST, "ground_truth": None, "ground_truths": ["It costs 120 euros."]},
    ],
)
def test_a_row_under_either_of_the_older_names_is_read_the_same(row: dict[str, object]) -> None:
    (case,) = read_as(json_lines(row), "ragas").cases
    assert case.query == FIRST["question"]
    assert texts(case) == FIRST["contexts"]
    assert case.response == "120 euros."
    assert case.metadata == {"reference": "It costs 120 euros."}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_its_csv_is_read_like_its_json_whatever_stands_between_the_cells(delimiter: str) -> None:
    (case,) = read_as(pandas_csv(PRESENT, delimiter=delimiter), "ragas").cases
    (other,) = read_cases(json_lines(PRESENT)).cases
    assert case.query == other.query
    assert case.contexts == other.contexts
    assert case.response == other.response
    assert case.metadata == other.metadata


def test_the_quotes_of_python_lists_and_the_marks_of_a_text_are_told_apart() -> None:
    contexts = ["it's a, b", 'c "d"', "[e]", "C:\\new \\u0111", "line\nbreak"]
    (case,) = read_as(pandas_csv({**PRESENT, "retrieved_contexts": contexts}), "ragas").cases
    assert texts(case) == contexts


def test_a_cell_with_one_text_is_one_context() -> None:
    rows = [{**FIRST, "contexts": "Fee is 5"}, {**FIRST, "contexts": "Fee is 5, or [see note] 6"}]
    for content in (pandas_csv(*rows), json_lines(*rows)):
        read = read_as(content, "ragas")
        assert [texts(case) for case in read.cases] == [
            ["Fee is 5"],
            ["Fee is 5, or [see note] 6"],
        ]


def test_a_numpy_array_in_a_cell_is_a_list() -> None:
    row = {**FIRST, "contexts": "['a, b' 'c']"}
    (case,) = read_as(pandas_csv(row), "ragas").cases
    assert texts(case) == ["a, b", "c"]


def test_what_a_person_wrote_stays_text_and_only_an_empty_cell_is_missing() -> None:
    rows = [
        {**FIRST, "question": "NA", "answer": "null"},
        {**FIRST, "question": "None", "answer": "nan"},
        {**FIRST, "question": "007", "answer": ""},
    ]
    read = read_as(pandas_csv(*rows), "ragas")
    assert [(case.query, case.response) for case in read.cases] == [
        ("NA", "null"),
        ("None", "nan"),
        ("007", ""),
    ]


def test_metrics_that_failed_are_no_grades() -> None:
    rows = [{**PRESENT, "faithfulness": None}, {**PRESENT, "faithfulness": 0}]
    for content in (json_lines(*rows), pandas_csv(*rows)):
        first, second = read_as(content, "ragas").cases
        assert first.metadata["grades"] == {"context_recall": 0.5}
        assert second.metadata["grades"] == {"faithfulness": 0.0, "context_recall": 0.5}


def test_no_contexts_and_contexts_of_null_are_cases_without_contexts() -> None:
    bare = {**PRESENT, "retrieved_context_ids": None}
    rows = [{**bare, "retrieved_contexts": []}, {**bare, "retrieved_contexts": None}]
    read = read_as(json_lines(*rows, PRESENT), "ragas")
    assert [len(case.contexts) for case in read.cases] == [0, 0, 2]


def test_a_broken_list_is_named_and_the_other_rows_are_read() -> None:
    rows = [PRESENT, {**PRESENT, "retrieved_contexts": "['a', 'b"}, PRESENT]
    read = read_as(pandas_csv(*rows), "ragas")
    assert len(read.cases) == 2
    (issue,) = read.errors
    assert (issue.line, issue.path) == (3, "retrieved_contexts")
    assert "cut short" in issue.mend


def test_ids_that_do_not_fit_the_contexts_are_kept_beside_them_and_named() -> None:
    read = read_as(json_lines({**PRESENT, "retrieved_context_ids": ["only"]}), "ragas")
    (case,) = read.cases
    assert [piece.id for piece in case.contexts] == [None, None]
    assert case.metadata["retrieved_context_ids"] == ["only"]
    (issue,) = read.issues
    assert issue.severity is Severity.WARNING
    assert "1 ids for 2 contexts" in issue.problem


def test_a_sample_of_several_turns_is_its_last_question_and_answer() -> None:
    turns = [
        {"content": "Hello", "type": "human"},
        {"content": "Hello!", "type": "ai"},
        {"content": "Fee?", "type": "human"},
        {"content": "", "type": "ai", "tool_calls": [{"name": "search", "args": {}}]},
        {"content": "found: 5", "type": "tool"},
        {"content": "It is 5.", "type": "ai"},
    ]
    (case,) = read_as(json_lines({"user_input": turns, "reference": "5"}), "ragas").cases
    assert (case.query, case.response) == ("Fee?", "It is 5.")


def test_a_context_that_is_no_text_costs_its_row_only() -> None:
    read = read_as(json_lines(PRESENT, {**PRESENT, "retrieved_contexts": ["a", 5]}), "ragas")
    assert len(read.cases) == 1
    assert [(issue.line, issue.path) for issue in read.errors] == [(2, "retrieved_contexts[1]")]


def test_it_is_read_by_name_where_the_names_alone_would_not_tell() -> None:
    row = {"question": "Fee?", "contexts": ["Fee is 5"], "answer": "5"}
    (case,) = read_cases(json_lines(row), format="ragas").cases
    (same,) = read_cases(json_lines(row)).cases
    assert (case.query, case.contexts, case.response) == (same.query, same.contexts, same.response)


def test_its_parquet_is_read_like_its_json() -> None:
    file = io.BytesIO()
    pq.write_table(pa.table({name: [value] for name, value in FIRST.items()}), file)
    (case,) = read_cases(file.getvalue()).cases
    (other,) = read_as(json_lines(FIRST), "ragas").cases
    assert (case.query, case.contexts, case.response, case.metadata) == (
        other.query,
        other.contexts,
        other.response,
        other.metadata,
    )


def test_a_data_set_by_columns_is_read_by_rows() -> None:
    rows = [FIRST, {**FIRST, "question": "Fine?", "contexts": []}]
    columns = {name: [row[name] for row in rows] for name in FIRST}
    read = read_as(json_lines(columns), "ragas")
    assert [(case.query, len(case.contexts)) for case in read.cases] == [
        ("What does a yearly pass cost?", 2),
        ("Fine?", 0),
    ]


def test_a_file_cut_in_the_middle_names_the_place_and_keeps_what_is_whole() -> None:
    content = document([PRESENT, PRESENT])[:-40]
    read = read_as(content, "ragas")
    assert len(read.cases) == 1
    (issue,) = read.errors
    assert "ends in the middle" in issue.problem
    assert "column" in issue.problem
    assert issue.line > 1
