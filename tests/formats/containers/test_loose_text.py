import pytest

from scoring.formats import Severity, read_cases


def test_a_context_of_questions_and_answers_stays_whole() -> None:
    read = read_cases(
        "Question: How do I reset?\n\n"
        "Context: FAQ.\nQ: How do I reset my password?\nA: Click the link.\n\n"
        "Answer: Click reset.\nSources: [1] faq.html\n"
    )
    (case,) = read.cases
    assert case.query == "How do I reset?"
    assert [context.text for context in case.contexts] == [
        "FAQ.\nQ: How do I reset my password?\nA: Click the link."
    ]
    assert case.response == "Click reset.\nSources: [1] faq.html"
    assert [(issue.line, issue.severity) for issue in read.issues] == [
        (4, Severity.WARNING),
        (5, Severity.WARNING),
        (8, Severity.WARNING),
    ]
    assert (
        "'Sources' is read as text, as the label of the contexts is 'context'"
        in read.issues[2].problem
    )


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("Query: a\nContext: c\nQuery: b\nResponse: r", 3, "query"),
        ("Query: a\nResponse: r\n\nRESPONSE: s", 4, "response"),
    ],
)
def test_a_query_or_a_response_given_twice_is_refused_by_its_line(
    text: str, line: int, part: str
) -> None:
    read = read_cases(text)
    assert read.cases == ()
    (issue,) = read.issues
    assert (issue.line, issue.severity) == (line, Severity.ERROR)
    assert issue.problem == f"gives the {part} a second time"


def test_texts_keep_their_indentation_and_their_marks() -> None:
    (case,) = read_cases(
        "Query: **why** so?\n\nContext:\n\n    indented\n  less \n\nResponse:\n\n\tcode\n   \n"
    ).cases
    assert case.query == "**why** so?"
    assert [context.text for context in case.contexts] == ["    indented\n  less "]
    assert case.response == "\tcode"


@pytest.mark.parametrize(
    "text",
    [
        "**Query:** what?\n**Context 1:** one\n**Context 2:** two\n**Response:** yes",
        "**Query**: what?\n## Contexts:\n\none\n\ntwo\n__Response__: yes",
        '* query: what?\n* contexts: ["one", "two"]\n> response: yes',
        "質問：what?\n文脈：one\n文脈：two\n回答：yes",
        "Query: what?\r\nContext: one\r\nContext: two\r\nResponse: yes\r\n",
    ],
)
def test_labels_stand_in_any_dress(text: str) -> None:
    read = read_cases(text)
    (case,) = read.cases
    assert (case.query, case.response) == ("what?", "yes")
    assert [context.text for context in case.contexts] == ["one", "two"]
    assert read.issues == ()


def test_very_many_blanks_behind_a_word_that_is_no_label_take_no_time() -> None:
    # A quarter of a million of them took minutes as long as blanks could be taken in two ways.
    text = f"Query: a\nResponse: b\nquery{' ' * 250_000}x"
    (case,) = read_cases(text).cases
    assert case.response == text.partition("Response: ")[2]
