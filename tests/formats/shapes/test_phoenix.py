import json
from typing import Any

import pytest

from scoring.formats import Severity
from scoring.model import Context
from tests.formats.shapes.peer_files import document, json_csv, json_lines, pandas_csv, read_as

QUESTION = "What does a yearly pass cost?"
PIECES = (
    Context("A yearly pass costs 120 euros.", id="d1", source="tariff.pdf", retrieval_score=0.9),
    Context("Day passes cost 5.", id="d2", retrieval_score=0.4),
)
FLAT_DOCUMENTS = {
    "retrieval.documents.0.document.content": "A yearly pass costs 120 euros.",
    "retrieval.documents.0.document.id": "d1",
    "retrieval.documents.0.document.score": 0.9,
    "retrieval.documents.0.document.metadata": '{"source": "tariff.pdf", "page": 3}',
    "retrieval.documents.1.document.content": "Day passes cost 5.",
    "retrieval.documents.1.document.id": "d2",
    "retrieval.documents.1.document.score": 0.4,
}
LISTED = [
    {
        "document.content": "A yearly pass costs 120 euros.",
        "document.id": "d1",
        "document.score": 0.9,
        "document.metadata": {"source": "tariff.pdf", "page": 3},
    },
    {"document.content": "Day passes cost 5.", "document.id": "d2", "document.score": 0.4},
]


def flat(kind: str, span: str, parent: str | None, second: int, **fields: object) -> dict[str, Any]:
    return {
        "name": kind.lower(),
        "openinference.span.kind": kind,
        "trace_id": "t1",
        "span_id": span,
        "parent_id": parent,
        "start_time": f"2025-03-01T10:00:0{second}+00:00",
        **fields,
    }


FLAT = [
    flat("RETRIEVER", "s2", "s1", 1, **{"input.value": QUESTION, **FLAT_DOCUMENTS}),
    flat("LLM", "s3", "s1", 2, **{"output.value": "raw words"}),
    flat("CHAIN", "s1", None, 0, **{"input.value": QUESTION, "output.value": "120 euros."}),
]
NESTED = [
    {
        "name": "retrieve",
        "context": {"trace_id": "t1", "span_id": "s2"},
        "parent_id": "s1",
        "span_kind": "RETRIEVER",
        "attributes": {"input": {"value": QUESTION}, "retrieval": {"documents": LISTED}},
    },
    {
        "name": "query",
        "context": {"trace_id": "t1", "span_id": "s1"},
        "parent_id": None,
        "span_kind": "CHAIN",
        "attributes": {
            "input.value": json.dumps({"question": QUESTION}),
            "input.mime_type": "application/json",
            "output.value": json.dumps({"answer": "120 euros."}),
            "output.mime_type": "application/json",
        },
    },
]
FRAME: list[dict[str, Any]] = [
    {
        "context.span_id": "s2",
        "context.trace_id": "t1",
        "parent_id": "s1",
        "span_kind": "RETRIEVER",
        "attributes.input.value": QUESTION,
        "attributes.retrieval.documents": LISTED,
    },
    {
        "context.span_id": "s1",
        "context.trace_id": "t1",
        "span_kind": "CHAIN",
        "attributes.input.value": QUESTION,
        "attributes.output.value": "120 euros.",
    },
]


@pytest.mark.parametrize(
    "content",
    [json_lines(*FLAT), json_lines(*NESTED), document(FRAME), pandas_csv(*FRAME), json_csv(*FRAME)],
)
def test_the_spans_of_a_trace_are_one_case_however_they_are_laid_out(content: str) -> None:
    read = read_as(content, "phoenix")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response) == ("t1", QUESTION, "120 euros.")
    assert case.contexts == PIECES


@pytest.mark.parametrize("content", [json_lines(*FLAT), json_lines(*NESTED)])
def test_what_documents_say_beyond_their_text_is_kept(content: str) -> None:
    (case,) = read_as(content, "phoenix").cases
    documents = case.metadata["documents"]
    assert isinstance(documents, list)
    assert documents[0]["metadata"] == {"source": "tariff.pdf", "page": 3}
    assert documents[1]["id"] == "d2"


def test_a_span_of_a_retriever_alone_is_a_case_without_an_answer() -> None:
    (case,) = read_as(json_lines(FLAT[0]), "phoenix").cases
    assert (case.id, case.query, case.response) == ("t1", QUESTION, "")
    assert case.contexts == PIECES


def test_ten_documents_stay_in_the_order_of_their_numbers() -> None:
    documents = {f"retrieval.documents.{n}.document.content": f"piece {n}" for n in range(12)}
    (case,) = read_as(json_lines(flat("RETRIEVER", "s", None, 0, **documents)), "phoenix").cases
    assert [piece.text for piece in case.contexts] == [f"piece {n}" for n in range(12)]


def test_what_a_reranker_let_through_is_what_was_retrieved() -> None:
    reranker = flat(
        "RERANKER",
        "s4",
        "s1",
        2,
        **{
            "reranker.query": QUESTION,
            "reranker.input_documents.0.document.content": "A yearly pass costs 120 euros.",
            "reranker.output_documents.0.document.content": "Day passes cost 5.",
            "reranker.output_documents.0.document.score": 0.7,
        },
    )
    (case,) = read_as(json_lines(*FLAT, reranker), "phoenix").cases
    assert case.contexts == (Context("Day passes cost 5.", retrieval_score=0.7),)


def test_several_retrievers_are_joined_in_the_order_of_their_time() -> None:
    later = flat("RETRIEVER", "s9", "s1", 5, **{"retrieval.documents.0.document.content": "later"})
    (case,) = read_as(json_lines(later, *FLAT), "phoenix").cases
    assert [piece.text for piece in case.contexts][-1] == "later"
    assert len(case.contexts) == 3


def test_two_traces_are_two_cases_and_one_without_a_retriever_is_named() -> None:
    other = {**FLAT[2], "trace_id": "t2", "span_id": "s7"}
    read = read_as(json_lines(*FLAT, other), "phoenix")
    assert [(case.id, len(case.contexts)) for case in read.cases] == [("t1", 2), ("t2", 0)]
    (issue,) = read.issues
    assert (issue.line, issue.severity) == (4, Severity.WARNING)
    assert "t2" in issue.problem


def test_a_failed_span_and_a_document_without_text_are_named() -> None:
    failed = flat("RETRIEVER", "s8", "s1", 3, status_code="ERROR", status_message="index is down")
    broken = flat("RETRIEVER", "s9", "s1", 4, **{"retrieval.documents.0.document.score": 0.5})
    read = read_as(json_lines(*FLAT, failed, broken), "phoenix")
    (case,) = read.cases
    assert case.contexts == PIECES
    assert [(issue.line, issue.severity) for issue in read.issues] == [
        (4, Severity.WARNING),
        (5, Severity.ERROR),
    ]
    assert "index is down" in read.issues[0].problem
    assert read.issues[1].path.startswith("retrieval.documents[0]")


def test_annotations_of_a_span_are_grades() -> None:
    annotated = {
        **FLAT[2],
        "annotations": [
            {"name": "correct", "annotator_kind": "HUMAN", "score": 1.0, "label": "yes"},
            {"name": "tone", "annotator_kind": "HUMAN", "score": None, "label": "dry"},
        ],
    }
    (case,) = read_as(json_lines(FLAT[0], annotated), "phoenix").cases
    assert case.metadata["grades"] == {"correct": 1.0, "tone": "dry"}


def test_an_answer_that_only_looks_like_json_is_text() -> None:
    row = flat("CHAIN", "s1", None, 0, **{"input.value": '{"a": \\u0111', "output.value": "[1, 2]"})
    (case,) = read_as(json_lines(FLAT[0], row), "phoenix").cases
    assert (case.query, case.response) == ('{"a": \\u0111', "[1, 2]")


def test_the_model_s_message_is_the_answer_where_nothing_else_says_it() -> None:
    root = flat("CHAIN", "s1", None, 0, **{"input.value": QUESTION})
    model = flat("LLM", "s3", "s1", 2, **{"llm.output_messages.0.message.content": "It is 120."})
    (case,) = read_as(json_lines(root, FLAT[0], model), "phoenix").cases
    assert case.response == "It is 120."


def helper(span: str, position: int, text: str, score: float | None) -> dict[str, Any]:
    return {
        "context.span_id": span,
        "document_position": position,
        "context.trace_id": "t1",
        "input": QUESTION,
        "document": text,
        "document_score": score,
        "document_metadata": {"source": "tariff.pdf"},
    }


def test_a_frame_of_documents_is_a_case_a_span_in_the_order_of_positions() -> None:
    rows = [
        helper("s1", 1, "Day passes cost 5.", 0.4),
        helper("s2", 0, "NA", None),
        helper("s1", 0, "A yearly pass costs 120 euros.", 0.9),
    ]
    for content in (json_lines(*rows), pandas_csv(*rows)):
        read = read_as(content, "phoenix_documents")
        assert read.issues == ()
        first, second = read.cases
        assert (first.id, first.query, first.response) == ("s1", QUESTION, "")
        assert first.contexts == (
            Context("A yearly pass costs 120 euros.", None, "tariff.pdf", 0.9),
            Context("Day passes cost 5.", None, "tariff.pdf", 0.4),
        )
        assert [piece.text for piece in second.contexts] == ["NA"]


def test_what_a_judge_said_of_single_documents_is_kept_in_their_order() -> None:
    rows = [
        {**helper("s1", 1, "b", 0.4), "label": "irrelevant"},
        {**helper("s1", 0, "a", 0.9), "label": "relevant"},
    ]
    (case,) = read_as(json_lines(*rows), "phoenix_documents").cases
    documents = case.metadata["documents"]
    assert isinstance(documents, list)
    assert [document["label"] for document in documents] == ["relevant", "irrelevant"]


def test_a_row_without_a_document_is_named_and_the_rest_is_read() -> None:
    rows = [helper("s1", 0, "a", 0.9), {**helper("s1", 1, "b", 0.4), "document": None}]
    read = read_as(json_lines(*rows), "phoenix_documents")
    assert [piece.text for piece in read.cases[0].contexts] == ["a"]
    assert [issue.line for issue in read.errors] == [2]


RUN = {
    "example_id": "RXhhbXBsZTox",
    "repetition_number": 1,
    "input": {"question": QUESTION},
    "reference_output": {"answer": "It costs 120 euros."},
    "output": {"answer": "120 euros.", "retrieved_documents": ["A yearly pass costs 120 euros."]},
    "error": None,
    "latency_ms": 812.5,
    "trace_id": "t1",
    "annotations": [
        {
            "name": "correctness",
            "annotator_kind": "LLM",
            "label": "correct",
            "score": 1.0,
            "explanation": "same",
        }
    ],
}


def test_an_experiment_is_read_completely() -> None:
    read = read_as(document([RUN, {**RUN, "repetition_number": 2}]), "phoenix_experiment")
    assert read.issues == ()
    first, second = read.cases
    assert (first.id, second.id) == ("RXhhbXBsZTox", "RXhhbXBsZTox-2")
    assert (first.query, first.response) == (QUESTION, "120 euros.")
    assert first.contexts == (Context("A yearly pass costs 120 euros."),)
    assert first.metadata["grades"] == {"correctness": 1.0}
    assert first.metadata["reference"] == {"answer": "It costs 120 euros."}
    assert first.metadata["annotations"] == RUN["annotations"]
    assert first.metadata["latency_ms"] == 812.5


def test_its_csv_has_a_column_for_each_part_of_an_annotation() -> None:
    row = {name: value for name, value in RUN.items() if name != "annotations"}
    row |= {
        "annotation_correctness_label": "correct",
        "annotation_correctness_score": 1.0,
        "annotation_correctness_explanation": "same",
        "annotation_tone_label": "dry",
    }
    (case,) = read_as(json_csv(row), "phoenix_experiment").cases
    assert (case.id, case.query, case.response) == ("RXhhbXBsZTox", QUESTION, "120 euros.")
    assert case.metadata["grades"] == {"correctness": 1.0, "tone": "dry"}
    assert case.metadata["annotation_correctness_label"] == "correct"
    assert case.metadata["annotation_correctness_explanation"] == "same"


def test_a_task_that_failed_or_shows_no_contexts_is_named() -> None:
    row = {**RUN, "output": None, "error": "timed out"}
    read = read_as(json_lines(row), "phoenix_experiment")
    (case,) = read.cases
    assert (case.response, case.contexts) == ("", ())
    problems = [issue.problem for issue in read.issues]
    assert any("timed out" in problem for problem in problems)
    assert any("no contexts" in problem for problem in problems)


def test_what_is_said_to_be_json_and_is_none_is_the_text_it_is() -> None:
    root = flat(
        "CHAIN", "s1", None, 0, **{"output.value": "{cut", "output.mime_type": "application/json"}
    )
    (case,) = read_as(json_lines(root, FLAT[0]), "phoenix").cases
    assert case.response == "{cut"


def test_metadata_of_a_document_that_are_broken_json_cost_nothing_but_themselves() -> None:
    documents = {
        "retrieval.documents.0.document.content": "text",
        "retrieval.documents.0.document.metadata": '{"source": "cut',
    }
    (case,) = read_as(json_lines(flat("RETRIEVER", "s", None, 0, **documents)), "phoenix").cases
    assert case.contexts == (Context("text"),)


def test_a_name_that_is_a_value_and_a_prefix_keeps_the_value_that_came_first() -> None:
    span = {
        "input": QUESTION,
        **flat("RETRIEVER", "s", None, 0, **FLAT_DOCUMENTS, **{"input.value": "?"}),
    }
    (case,) = read_as(json_lines(span), "phoenix").cases
    assert case.contexts == PIECES
