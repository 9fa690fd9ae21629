import pytest

from scoring.formats.issues import FieldError
from scoring.formats.shapes.documents import context_of, contexts_of, find_documents, is_fully_read
from scoring.model import Context, JsonValue


@pytest.mark.parametrize(
    ("document", "context"),
    [
        ("text", Context("text")),
        (
            {"page_content": "text", "metadata": {"source": "s", "score": "0.5"}},
            Context("text", None, "s", 0.5),
        ),
        ({"document": {"content": "text", "id": 4, "score": 0.5}}, Context("text", "4", None, 0.5)),
        ({"context": "text", "source": "s"}, Context("text", None, "s")),
        ({"text": "", "score": 0}, Context("", retrieval_score=0.0)),
        ({"text": "text", "id": {"no": "name"}, "metadata": {"id": "d"}}, Context("text", "d")),
    ],
)
def test_a_document_is_read_whoever_wrote_it(document: object, context: Context) -> None:
    assert context_of(document) == context


@pytest.mark.parametrize(
    ("documents", "path"),
    [
        (["a", 5], "[1]"),
        ([{"score": 1}], "[0].text"),
        ([{"text": "a", "score": "high"}], "[0].score"),
    ],
)
def test_what_is_no_document_is_named_by_its_place(documents: object, path: str) -> None:
    with pytest.raises(FieldError) as caught:
        contexts_of(documents)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        (["a"], True),
        ([{"text": "a", "id": "b", "score": 1, "metadata": {}}], True),
        ([{"text": "a", "page": 3}], False),
        ([{"text": "a", "metadata": {"page": 3}}], False),
        ([{"text": "a", "source": "s", "title": "t"}], False),
    ],
)
def test_documents_that_say_more_than_a_context_keeps_are_told(
    documents: object, expected: bool
) -> None:
    assert is_fully_read(documents) is expected


def test_the_least_nested_documents_are_found_and_what_is_none_is_passed_over() -> None:
    fields: dict[str, JsonValue] = {
        "context": {"trace_id": "t"},
        "a": {"b": {"contexts": ["deep"]}},
        "c": {"docs": ["near"]},
    }
    found = find_documents(fields)
    assert found is not None
    assert (found.path, found.contexts) == ("c.docs", (Context("near"),))


@pytest.mark.parametrize(
    ("documents", "path"),
    [
        ([{"text": "a", "score": "n/a"}, {"text": "b"}], "metadata.contexts[0].score"),
        (["a", "b", 5], "metadata.contexts[2]"),
        ([{"document": {"content": "a", "score": "n/a"}}], "metadata.contexts[0].score"),
    ],
)
def test_a_fault_in_a_list_of_documents_is_named_and_not_passed_over(
    documents: list[JsonValue], path: str
) -> None:
    with pytest.raises(FieldError) as caught:
        find_documents({"metadata": {"contexts": documents}})
    assert caught.value.path == path


def test_a_list_of_other_things_under_a_documents_name_is_passed_over() -> None:
    fields: dict[str, JsonValue] = {
        "sources": [1, 2],
        "docs": [{"trace": "t"}, "a"],
        "deep": {"chunks": ["c"]},
    }
    found = find_documents(fields)
    assert found is not None
    assert found.path == "deep.chunks"


def test_an_empty_list_is_found_and_nothing_is_not() -> None:
    found = find_documents({"contexts": []})
    assert found is not None
    assert found.contexts == ()
    assert find_documents({"contexts": None, "other": ["a"]}) is None
