import json

from scoring.formats import Severity
from tests.formats.shapes.peer_files import document, json_lines, pandas_csv, read_as, texts


def call(context: str, score: float) -> dict[str, object]:
    return {
        "args": {"question": "What does a yearly pass cost?", "context": context},
        "ret": score,
        "meta": {"reason": "near"},
    }


RECORD = {
    "app_id": "app_hash_1",
    "app_name": "fares",
    "app_version": "hybrid",
    "record_id": "record_hash_1",
    "input": "What does a yearly pass cost?",
    "output": "120 euros.",
    "tags": "-",
    "ts": "2025-03-01 10:00:00",
    "latency": 1.5,
    "total_tokens": 210,
    "total_cost": 0.001,
    "Groundedness": 1.0,
    "Context Relevance": 0.5,
    "Context Relevance_calls": [
        call("A yearly pass costs 120 euros.", 1.0),
        call("Day passes, from 5 a.m.\nNot at night", 0.0),
    ],
    "Context Relevance direction": "HIGHER_IS_BETTER",
    "Groundedness_calls": [
        {"args": {"source": "all of it", "statement": "120"}, "ret": 1.0, "meta": {}},
        {"args": {"source": "all of it", "statement": "euros"}, "ret": 1.0, "meta": {}},
        {"args": {"source": "all of it", "statement": "."}, "ret": 1.0, "meta": {}},
    ],
}
PIECES = ["A yearly pass costs 120 euros.", "Day passes, from 5 a.m.\nNot at night"]


def test_a_record_is_read_completely() -> None:
    read = read_as(json_lines(RECORD), "trulens")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response, case.configuration) == (
        "record_hash_1",
        "What does a yearly pass cost?",
        "120 euros.",
        "fares hybrid",
    )
    assert texts(case) == PIECES
    assert case.metadata["grades"] == {"Context Relevance": 0.5, "Groundedness": 1.0}
    assert case.metadata["Context Relevance_calls"] == RECORD["Context Relevance_calls"]
    assert case.metadata["latency"] == 1.5


def test_its_csv_is_read_like_its_json() -> None:
    (case,) = read_as(pandas_csv(RECORD), "trulens").cases
    (other,) = read_as(json_lines(RECORD), "trulens").cases
    assert case.contexts == other.contexts
    assert (case.query, case.response, case.configuration) == (
        other.query,
        other.response,
        other.configuration,
    )
    assert case.metadata["grades"] == other.metadata["grades"]


def test_a_data_frame_as_json_is_read_by_its_columns() -> None:
    rows = [RECORD, {**RECORD, "record_id": "record_hash_2"}]
    frame = {name: {str(n): row[name] for n, row in enumerate(rows)} for name in RECORD}
    read = read_as(json.dumps(frame), "trulens")
    assert [case.id for case in read.cases] == ["record_hash_1", "record_hash_2"]
    assert [texts(case) for case in read.cases] == [PIECES, PIECES]


def test_a_metric_that_saw_all_pieces_in_each_call_gives_them_once() -> None:
    calls = [
        {"args": {"contexts": ["a", "b"]}, "ret": 0.5},
        {"args": {"contexts": ["a", "b"]}, "ret": 1},
    ]
    row = {**RECORD, "Context Relevance_calls": calls}
    (case,) = read_as(document([row]), "trulens").cases
    assert texts(case) == ["a", "b"]


def test_without_a_metric_on_contexts_the_source_of_groundedness_is_taken_once() -> None:
    row = {name: value for name, value in RECORD.items() if "Relevance" not in name}
    (case,) = read_as(json_lines(row), "trulens").cases
    assert texts(case) == ["all of it"]


def test_a_score_of_minus_one_is_a_failure_and_no_grade() -> None:
    for content in (
        json_lines({**RECORD, "Groundedness": -1}),
        pandas_csv({**RECORD, "Groundedness": -1}),
    ):
        read = read_as(content, "trulens")
        (case,) = read.cases
        assert case.metadata["grades"] == {"Context Relevance": 0.5}
        (warning,) = read.issues
        assert warning.severity is Severity.WARNING
        assert (warning.path, warning.problem) == (
            "Groundedness",
            "is -1, as TruLens writes a failure",
        )


def test_text_with_backslashes_is_never_decoded() -> None:
    row = {
        **RECORD,
        "input": "Is it \\u0111 or C:\\new?",
        "output": "日本語 100% \\x",
        "Context Relevance_calls": [call("C:\\new \\u0111 日本語", 1.0)],
    }
    for content in (json_lines(row), pandas_csv(row)):
        (case,) = read_as(content, "trulens").cases
        assert (case.query, case.response) == ("Is it \\u0111 or C:\\new?", "日本語 100% \\x")
        assert texts(case) == ["C:\\new \\u0111 日本語"]


def test_calls_that_cannot_be_read_are_named_and_the_record_is_kept() -> None:
    rows = [
        RECORD,
        {**RECORD, "record_id": "r2", "Context Relevance_calls": "[{'args': {'question"},
    ]
    read = read_as(pandas_csv(*rows), "trulens")
    assert [case.id for case in read.cases] == ["record_hash_1", "r2"]
    assert (3, "Context Relevance_calls") in [(issue.line, issue.path) for issue in read.issues]
    assert texts(read.cases[1]) == ["all of it"]


def test_a_metric_that_was_not_run_is_no_grade() -> None:
    row = {**RECORD, "Context Relevance": None, "Context Relevance_calls": None}
    (case,) = read_as(json_lines(RECORD, row), "trulens").cases[1:]
    assert case.metadata["grades"] == {"Groundedness": 1.0}
