from typing import Any

import pytest

from scoring.formats import Severity
from scoring.model import Context
from tests.formats.shapes.peer_files import document, json_csv, json_lines, read_as, texts

QUESTION = "What does a yearly pass cost?"


def run(name: str, run_type: str, parent: str | None, **fields: object) -> dict[str, Any]:
    return {
        "id": name,
        "name": run_type,
        "run_type": run_type,
        "start_time": "2025-03-01T10:00:00",
        "inputs": {},
        "outputs": {},
        "error": None,
        "extra": {"metadata": {}},
        "tags": [],
        "events": [],
        "parent_run_id": parent,
        "trace_id": "r1",
        "dotted_order": f"20250301T100000Zr1.{name}",
        "session_id": "p1",
        "reference_example_id": None,
        "feedback_stats": {},
        "status": "success",
        "total_tokens": 20,
        **fields,
    }


DOCUMENTS = [
    {
        "page_content": "A yearly pass costs 120 euros.",
        "type": "Document",
        "metadata": {"source": "tariff.pdf", "score": 0.9},
    },
    {"page_content": "Day passes cost 5.", "type": "Document", "metadata": {}, "id": "d2"},
]
ROOT = run(
    "r1",
    "chain",
    None,
    inputs={"question": QUESTION},
    outputs={"answer": "120 euros."},
    feedback_stats={"correctness": {"n": 2, "avg": 0.5}, "tone": {"n": 1, "values": {"dry": 1}}},
)
RETRIEVER = run(
    "r2", "retriever", "r1", inputs={"query": "pass price"}, outputs={"output": DOCUMENTS}
)
MODEL = run(
    "r3",
    "llm",
    "r1",
    outputs={"generations": [[{"text": "raw words", "message": {"kwargs": {"content": "raw"}}}]]},
)
CONTEXTS = (
    Context("A yearly pass costs 120 euros.", None, "tariff.pdf", 0.9),
    Context("Day passes cost 5.", "d2"),
)


@pytest.mark.parametrize(
    "content",
    [
        json_lines(ROOT, RETRIEVER, MODEL),
        json_lines(MODEL, RETRIEVER, ROOT),
        document([RETRIEVER, ROOT]),
        json_csv(ROOT, RETRIEVER, MODEL),
        document({**ROOT, "child_runs": [{**RETRIEVER, "parent_run_id": None, "trace_id": None}]}),
        json_lines(*({**each, "trace_id": None} for each in (RETRIEVER, MODEL, ROOT))),
        document(
            {**ROOT, "trace_id": None, "child_runs": [{**RETRIEVER, "trace_id": None}]},
        ),
    ],
)
def test_the_runs_of_a_trace_are_one_case(content: str) -> None:
    read = read_as(content, "langsmith")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response) == ("r1", QUESTION, "120 euros.")
    assert case.contexts == CONTEXTS
    assert case.metadata["grades"] == {"correctness": 0.5, "tone": {"dry": 1}}
    assert case.metadata["session_id"] == "p1"


def test_documents_are_found_under_either_name() -> None:
    other = {**RETRIEVER, "outputs": {"documents": DOCUMENTS}}
    (case,) = read_as(json_lines(ROOT, other), "langsmith").cases
    assert case.contexts == CONTEXTS


def test_a_retriever_alone_is_a_case_without_an_answer() -> None:
    (case,) = read_as(json_lines(RETRIEVER), "langsmith").cases
    assert (case.id, case.query, case.response) == ("r1", "pass price", "")
    assert case.contexts == CONTEXTS


def test_without_the_retriever_the_contexts_that_the_request_returned_are_taken() -> None:
    root = {**ROOT, "outputs": {"answer": "120 euros.", "contexts": ["A yearly pass costs 120."]}}
    read = read_as(json_lines(root), "langsmith")
    assert read.issues == ()
    assert texts(read.cases[0]) == ["A yearly pass costs 120."]


def test_a_trace_without_a_retriever_is_named() -> None:
    read = read_as(json_lines(ROOT, MODEL, {**ROOT, "id": "r9", "trace_id": "r9"}), "langsmith")
    assert [case.contexts for case in read.cases] == [(), ()]
    assert [issue.line for issue in read.issues] == [1, 3]
    assert {issue.severity for issue in read.issues} == {Severity.WARNING}
    assert "r9" in read.issues[1].problem


def test_messages_in_batches_are_read_as_question_and_answer() -> None:
    root = {
        **ROOT,
        "inputs": {
            "messages": [
                [
                    {
                        "lc": 1,
                        "type": "constructor",
                        "id": ["x", "SystemMessage"],
                        "kwargs": {"content": "s", "type": "system"},
                    },
                    {
                        "lc": 1,
                        "type": "constructor",
                        "id": ["x", "HumanMessage"],
                        "kwargs": {"content": "Fee?", "type": "human"},
                    },
                ]
            ]
        },
        "outputs": {
            "messages": [{"type": "human", "content": "Fee?"}, {"type": "ai", "content": "5"}]
        },
    }
    (case,) = read_as(json_lines(root, RETRIEVER), "langsmith").cases
    assert (case.query, case.response) == ("Fee?", "5")


def test_a_failed_run_and_a_document_without_text_are_named_and_the_rest_is_read() -> None:
    failed = run("r4", "retriever", "r1", outputs=None, error="index is down")
    broken = run("r5", "retriever", "r1", outputs={"output": [{"metadata": {}}]})
    read = read_as(json_lines(ROOT, RETRIEVER, failed, broken), "langsmith")
    (case,) = read.cases
    assert case.contexts == CONTEXTS
    assert [(issue.line, issue.severity) for issue in read.issues] == [
        (3, Severity.WARNING),
        (4, Severity.ERROR),
    ]
    assert read.issues[1].path == "outputs.output[0].text"


def test_a_retriever_that_returned_a_bare_list_or_none_is_read() -> None:
    bare = run("r6", "retriever", "r1", outputs=["one"])
    nothing = run("r7", "retriever", "r1", outputs={"output": []})
    (case,) = read_as(json_lines(ROOT, bare, nothing), "langsmith").cases
    assert texts(case) == ["one"]


def test_runs_without_a_trace_are_of_the_request_that_their_parents_lead_to() -> None:
    chain = run("step", "chain", "r1", trace_id=None)
    nested = {**RETRIEVER, "parent_run_id": "step", "trace_id": None}
    other = run("r9", "chain", None, trace_id=None, inputs={"question": "Other?"})
    orphans = [
        run(f"o{number}", "retriever", "gone", trace_id=None, outputs={"output": DOCUMENTS})
        for number in range(2)
    ]
    read = read_as(
        json_lines(nested, other, chain, {**ROOT, "trace_id": None}, *orphans), "langsmith"
    )
    assert [(case.id, len(case.contexts)) for case in read.cases] == [
        ("r1", 2),
        ("r9", 0),
        ("o0", 4),
    ]
    (warning,) = read.issues
    assert "r9" in warning.problem


@pytest.mark.parametrize(("parents", "requests"), [(("a", "b"), 3), (("b", "a"), 2)])
def test_runs_whose_parents_go_in_a_circle_are_read(
    parents: tuple[str, str], requests: int
) -> None:
    runs = [
        run(name, "retriever", parent, trace_id=None, outputs={"output": DOCUMENTS})
        for name, parent in zip(("a", "b"), parents, strict=True)
    ]
    assert len(read_as(json_lines(ROOT, *runs), "langsmith").cases) == requests


def test_what_documents_and_a_request_say_beyond_what_is_read_is_kept() -> None:
    found = [{"page_content": "Fee is 5", "type": "Document", "metadata": {"page": 3}}]
    outputs = {"answer": "5", "confidence": 0.9}
    read = read_as(
        json_lines({**ROOT, "outputs": outputs}, {**RETRIEVER, "outputs": {"documents": found}}),
        "langsmith",
    )
    (case,) = read.cases
    assert case.metadata["documents"] == found
    assert case.metadata["outputs"] == outputs
    assert "inputs" not in case.metadata
