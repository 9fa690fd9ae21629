from scoring.formats import Severity
from scoring.model import Context
from tests.formats.shapes.peer_files import document, json_csv, json_lines, raw_csv, read_as, texts

ITEM = {
    "id": "item-1",
    "status": "ACTIVE",
    "input": {"question": "What does a yearly pass cost?"},
    "expectedOutput": "It costs 120 euros.",
    "metadata": {"contexts": ["A yearly pass costs 120 euros.", "Day passes cost 5."], "page": 3},
    "sourceTraceId": None,
    "sourceObservationId": None,
    "datasetId": "d1",
    "datasetName": "fares",
    "htmlSourcePath": "/project/p/datasets/d1/items/item-1",
}
TRACE = {
    "id": "trace-1",
    "timestamp": "2025-03-01T10:00:00.000Z",
    "name": "answer",
    "userId": "u1",
    "sessionId": "s1",
    "release": "2025-03",
    "version": "hybrid",
    "environment": "production",
    "tags": ["fares"],
    "bookmarked": False,
    "public": False,
    "input": [{"role": "user", "content": "What does a yearly pass cost?"}],
    "output": {
        "answer": "120 euros.",
        "documents": [{"content": "A yearly pass costs 120 euros.", "score": 0.9, "id": 4}],
    },
    "metadata": {"model": "small"},
    "comments": [],
    "relevance": [0.7],
    "tone": ["friendly"],
    "twice": [0.2, 0.4],
    "unused score": [],
}


def test_a_dataset_item_is_read_completely() -> None:
    read = read_as(document([ITEM]), "langfuse")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response) == ("item-1", "What does a yearly pass cost?", "")
    assert texts(case) == ["A yearly pass costs 120 euros.", "Day passes cost 5."]
    assert case.metadata == {
        "status": "ACTIVE",
        "input": ITEM["input"],
        "metadata": ITEM["metadata"],
        "reference": "It costs 120 euros.",
        "datasetId": "d1",
        "datasetName": "fares",
        "htmlSourcePath": "/project/p/datasets/d1/items/item-1",
        "contexts_from": "metadata.contexts",
    }


def test_a_trace_is_read_completely() -> None:
    read = read_as(json_lines(TRACE), "langfuse")
    (case,) = read.cases
    assert read.issues == ()
    assert (case.id, case.query, case.response, case.configuration) == (
        "trace-1",
        "What does a yearly pass cost?",
        "120 euros.",
        "hybrid",
    )
    assert case.contexts == (
        Context("A yearly pass costs 120 euros.", id="4", retrieval_score=0.9),
    )
    assert case.metadata["grades"] == {"relevance": 0.7, "tone": "friendly", "twice": [0.2, 0.4]}
    assert case.metadata["output"] == TRACE["output"]
    assert case.metadata["sessionId"] == "s1"


def test_its_csv_is_read_like_its_json() -> None:
    (case,) = read_as(json_csv(TRACE), "langfuse").cases
    (other,) = read_as(json_lines(TRACE), "langfuse").cases
    assert case.contexts == other.contexts
    assert (case.id, case.query, case.response) == (other.id, other.query, other.response)
    assert case.metadata["grades"] == other.metadata["grades"]
    assert case.metadata["output"] == other.metadata["output"]


def test_a_csv_with_semicolons_and_a_byte_order_mark_loses_no_column() -> None:
    read = read_as("\ufeff" + json_csv(ITEM, delimiter=";"), "langfuse")
    (case,) = read.cases
    assert case.id == "item-1"
    assert texts(case) == ["A yearly pass costs 120 euros.", "Day passes cost 5."]


def test_bare_texts_and_numbers_in_cells_are_the_texts_that_a_person_sees() -> None:
    header = ["id", "input", "output", "metadata", "sessionId", "userId"]
    rows = [["1", "5", "5.0", "", "s", "u"], ["2", "true", "null", "", "s", "u"]]
    read = read_as(raw_csv(header, *rows), "langfuse")
    assert [(case.query, case.response) for case in read.cases] == [("5", "5.0"), ("true", "null")]


def test_an_object_that_is_broken_in_one_cell_stays_text_and_is_named() -> None:
    header = ["id", "input", "output", "metadata", "sessionId", "userId"]
    rows = [
        ["1", '{"query": "Fee?"}', "5", '{"contexts": ["a"]}', "s", "u"],
        ["2", '{"query": "Fi', "6", '{"contexts": ["b"]}', "s", "u"],
    ]
    read = read_as(raw_csv(header, *rows), "langfuse")
    assert [case.query for case in read.cases] == ["Fee?", '{"query": "Fi']
    assert [texts(case) for case in read.cases] == [["a"], ["b"]]
    (issue,) = read.issues
    assert (issue.line, issue.path, issue.severity) == (3, "input", Severity.WARNING)


def test_without_contexts_anywhere_a_mapping_is_asked_for() -> None:
    rows = [{**ITEM, "metadata": {"page": 3}}, {**ITEM, "id": "item-2", "metadata": None}]
    read = read_as(json_lines(*rows), "langfuse")
    assert [case.contexts for case in read.cases] == [(), ()]
    (issue,) = read.issues
    assert issue.severity is Severity.WARNING
    assert "mapping" in issue.mend
    assert "metadata.contexts" in issue.mend


def test_a_row_with_a_fault_in_its_documents_is_named_and_the_others_are_read() -> None:
    faulty = [{"text": "a", "score": "n/a"}, {"text": "b"}]
    read = read_as(
        json_lines(
            {**ITEM, "metadata": {"contexts": faulty}},
            {**ITEM, "id": "item-2", "metadata": {"contexts": ["c"]}},
        ),
        "langfuse",
    )
    assert [texts(case) for case in read.cases] == [["c"]]
    (issue,) = read.issues
    assert (issue.line, issue.path) == (1, "metadata.contexts[0].score")


def test_an_empty_list_of_contexts_says_that_nothing_was_retrieved() -> None:
    read = read_as(json_lines({**ITEM, "metadata": {"contexts": []}}), "langfuse")
    assert read.issues == ()
    assert read.cases[0].contexts == ()


def test_the_text_of_an_escape_is_never_decoded() -> None:
    row = {**TRACE, "output": {"answer": "\\u0111 C:\\new", "documents": ["\\u0111"]}}
    for content in (json_lines(row), json_csv(row)):
        (case,) = read_as(content, "langfuse").cases
        assert case.response == "\\u0111 C:\\new"
        assert texts(case) == ["\\u0111"]


def test_another_tool_s_rows_with_a_column_of_contexts_are_not_taken_for_langfuse_s() -> None:
    row = {"id": "1", "input": "Fee?", "output": "5", "metadata": {}, "contexts": ["Fee is 5"]}
    (case,) = read_as(json_lines(row), "mapped").cases
    assert (case.query, case.response, texts(case)) == ("Fee?", "5", ["Fee is 5"])
