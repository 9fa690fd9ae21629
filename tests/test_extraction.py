from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ExtractionError
from scoring.extraction import (
    JmesPathExtractor,
    own_contexts,
    read_pieces,
    with_contexts_of,
)
from scoring.model import Case, Context, JsonValue, Judgement, Overrides, RelevanceLevel, Verdict
from tests.formats.case_strategies import cases

CASE = Case(
    "a",
    "What does it cost?",
    (),
    "Five.",
    metadata={
        "ragResults": [
            {"content": "It costs five.", "relevanceScore": 0.9},
            {"content": "Shop hours.", "relevanceScore": 0.5},
            {"content": "Delivery is free.", "relevanceScore": 0.7},
        ],
        "kb": ["From the base."],
        "docs": [{"page_content": "From a document.", "id": 3}, None],
        "price": 5,
        "nested": [["x"]],
    },
    extra={"cache": ["Kept."]},
)
JUDGEMENT = Judgement(1, (Verdict(0, RelevanceLevel.HIGH, used=True),))


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        (
            "metadata.ragResults[?relevanceScore > `0.5`].content",
            ["It costs five.", "Delivery is free."],
        ),
        ("[metadata.kb[], metadata.docs[]][]", ["From the base.", "From a document."]),
        ("[metadata.kb, cache][]", ["From the base.", "Kept."]),
        ("metadata.ragResults[0].content", ["It costs five."]),
        ("metadata.docs[0]", ["From a document."]),
        ("metadata.nowhere", []),
        ("contexts", []),
    ],
)
def test_an_expression_finds_contexts_in_a_cases_json(expression: str, found: list[str]) -> None:
    extracted = with_contexts_of(CASE, JmesPathExtractor(expression))
    assert [context.text for context in extracted.contexts] == found


def test_what_else_is_known_of_a_piece_comes_along() -> None:
    extracted = with_contexts_of(CASE, JmesPathExtractor("metadata.docs"))
    assert extracted.contexts == (Context("From a document.", "3"),)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("metadata.price", "the context extractor returned a number, not a list of pieces"),
        (
            "[metadata.kb[0], metadata.price]",
            "at [1]: must be text or an object with text, not a number",
        ),
        ("metadata.nested", "at [0]: must be text or an object with text, not a list"),
        ("[metadata]", "at [0].text: is missing"),
        ("sort(metadata.ragResults)", "does not fit the case: In function sort()"),
        ("metadata.kb[::0]", "does not fit the case: slice step cannot be zero"),
        ("length(query, response)", "does not fit the case: Expected 1 argument"),
        ("&query", "returned a Python _Expression"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(expression: str, message: str) -> None:
    with pytest.raises(ExtractionError) as raised:
        with_contexts_of(CASE, JmesPathExtractor(expression))
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("metadata..kb", "malformed JMESPath at character 10"),
        ("metadata.kb[?", "malformed JMESPath at character 14"),
        ("metadata.kb = 1", "malformed JMESPath at character 13: Unknown token '='"),
        ("mètadata", "malformed JMESPath at character 2"),
        ("", "the JMESPath expression is empty"),
        ("  ", "the JMESPath expression is empty"),
        ("[" + "9" * 5000 + "]", "malformed JMESPath"),
        ("(" * 100_000, "the JMESPath expression nests too deeply"),
        ("[*].shout(text)", "JMESPath has no function shout()"),
    ],
)
def test_malformed_expressions_are_refused_when_the_extractor_is_made(
    expression: str, message: str
) -> None:
    with pytest.raises(ExtractionError) as raised:
        JmesPathExtractor(expression)
    assert message in str(raised.value)


# What JMESPath itself says of a literal without quotes, which it still reads.
@pytest.mark.filterwarnings("ignore:deprecated string literal syntax:PendingDeprecationWarning")
@given(st.text(alphabet="qkb*@&|.[]?<>=!`'\"0:-,(){} ", max_size=12))
def test_any_expression_extracts_or_is_refused(expression: str) -> None:
    try:
        with_contexts_of(CASE, JmesPathExtractor(expression))
    except ExtractionError as error:
        assert str(error)  # noqa: PT017 - either way will do, and nothing else


@pytest.mark.parametrize(
    ("extractor", "found"),
    [
        (lambda case: [f"about {case.query}", None, Context("second", "c2")], 2),
        (lambda case: iter(["one"]), 1),
        (lambda case: "one text, not its letters", 1),
        (lambda case: Context("one"), 1),
        (lambda case: {"text": "one"}, 1),
        (lambda case: None, 0),
        (lambda case: (), 0),
    ],
)
def test_a_function_may_return_pieces_in_any_way_that_is_clear(
    extractor: Callable[[Case], list[str]], found: int
) -> None:
    assert len(with_contexts_of(CASE, extractor).contexts) == found


def test_a_bug_in_an_extractor_is_not_hidden() -> None:
    def extractor(case: Case) -> list[str]:
        raise KeyError(case.id)

    with pytest.raises(KeyError):
        with_contexts_of(CASE, extractor)


def test_bytes_are_not_text() -> None:
    with pytest.raises(ExtractionError, match=r"at \[0\]: must be text"):
        read_pieces([b"one"])  # type: ignore[list-item]  # the point of the test


@given(cases())
def test_a_cases_own_contexts_leave_it_as_it_is(case: Case) -> None:
    assert with_contexts_of(case, own_contexts) is case


def judged_case(*texts: str) -> Case:
    contexts = tuple(Context(text) for text in texts)
    overrides = Overrides(added_missing=("more",))
    return Case("a", "q", contexts, "r", judgement=JUDGEMENT, overrides=overrides)


def test_a_judgement_stays_with_the_same_texts_and_is_left_behind_by_others() -> None:
    same = with_contexts_of(judged_case("one"), lambda _: [Context("one", "c1")])
    assert same.judgement == JUDGEMENT
    assert same.overrides
    other = with_contexts_of(judged_case("one"), lambda _: ["two"])
    assert other.judgement is None
    assert not other.overrides


def test_a_judgement_of_contexts_that_a_case_did_not_bring_is_one_of_those_found() -> None:
    found = with_contexts_of(judged_case(), lambda _: ["one"])
    assert found.judgement == JUDGEMENT
    assert found.overrides


def test_read_pieces_reads_what_json_has() -> None:
    pieces: list[str | dict[str, JsonValue] | None] = ["a", {"pageContent": "b", "score": 1}, None]
    assert read_pieces(pieces) == (Context("a"), Context("b", retrieval_score=1.0))
