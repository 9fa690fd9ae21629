import pytest

from scoring.errors import FormatError, InvalidValueError
from scoring.formats import Severity, read_cases
from scoring.formats.retrieval import read_retrieval
from scoring.model import Context
from tests.formats.shapes.peer_files import json_lines, pandas_csv, read_as, texts

RUN = "q1 Q0 d7 1 12.5 bm25\nq1 Q0 d3 2 11.0 bm25\nq2 Q0 d3 1 9.25 bm25\n"
JUDGEMENTS = "q1 0 d7 2\nq1 0 d9 0\nq2\t0\td3\t1\n"
DOCUMENTS = json_lines(
    {"_id": "d7", "title": "Tariff", "text": "A yearly pass costs 120 euros."},
    {"_id": "d3", "title": "", "text": "Day passes cost 5."},
)
QUESTIONS = json_lines(
    {"_id": "q1", "text": "What does a yearly pass cost?", "metadata": {}},
    {"_id": "q2", "text": "What does a day pass cost?", "metadata": {}},
)
D7 = Context("A yearly pass costs 120 euros.", "d7", "Tariff", 12.5)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_a_run_is_read_with_its_texts_and_judgements_in_any_order(order: tuple[int, ...]) -> None:
    sources = [RUN, DOCUMENTS, QUESTIONS, JUDGEMENTS]
    read = read_retrieval([sources[place] for place in order])
    assert read.issues == ()
    first, second = read.cases
    assert (first.id, first.query) == ("q1", "What does a yearly pass cost?")
    assert (first.response, first.configuration) == ("", "bm25")
    assert first.contexts == (D7, Context("Day passes cost 5.", "d3", None, 11.0))
    assert first.metadata == {"relevance": {"d7": 2, "d9": 0}}
    assert second.contexts == (Context("Day passes cost 5.", "d3", None, 9.25),)
    assert second.metadata == {"relevance": {"d3": 1}}


@pytest.mark.parametrize(
    ("query", "document", "grade"),
    [
        ("q_id", "doc_id", "score"),
        ("query_id", "doc_id", "relevance"),
        ("query-id", "corpus-id", "score"),
    ],
)
def test_frames_are_read_like_trec_s_own_lines(query: str, document: str, grade: str) -> None:
    run = pandas_csv(
        {query: "q1", document: "d7", "score": 12.5}, {query: "q1", document: "d3", "score": 11.0}
    )
    judged = pandas_csv(
        {query: "q1", document: "d7", grade: 2}, {query: "q1", document: "d3", grade: 0}
    )
    documents = pandas_csv({"doc_id": "d7", "text": "a"}, {"doc_id": "d3", "text": "b"})
    (case,) = read_retrieval([run, judged, documents, QUESTIONS]).cases
    assert texts(case) == ["a", "b"]
    assert [piece.retrieval_score for piece in case.contexts] == [12.5, 11.0]
    assert case.metadata == {"relevance": {"d7": 2, "d3": 0}}


def test_tables_of_two_columns_without_a_header_are_texts_by_their_ids() -> None:
    read = read_retrieval([RUN, "d7\tone\nd3\ttwo\n", "q1\tFee?\nq2\tFine?\n"])
    assert [(case.query, texts(case)) for case in read.cases] == [
        ("Fee?", ["one", "two"]),
        ("Fine?", ["two"]),
    ]


def test_documents_are_in_the_order_of_their_scores_and_cut_to_the_depth() -> None:
    run = "q1 Q0 d1 2 1.5 t\nq1 Q0 d2 1 -2e1 t\nq1 Q0 d3 4 7 t\nq1 Q0 d4 3 1.5 t\n"
    documents = json_lines(*({"docno": f"d{n}", "text": f"{n}"} for n in range(1, 5)))
    (case,) = read_retrieval([run, documents], depth=3).cases
    assert texts(case) == ["3", "1", "4"]


def test_two_runs_are_two_configurations() -> None:
    other = RUN.replace("bm25", "dense")
    read = read_retrieval([RUN, other, DOCUMENTS, QUESTIONS])
    assert [(case.id, case.configuration) for case in read.cases] == [
        ("q1", "bm25"),
        ("q2", "bm25"),
        ("q1", "dense"),
        ("q2", "dense"),
    ]


def test_questions_that_only_one_file_has_are_listed_and_the_others_are_read() -> None:
    questions = json_lines({"qid": "q1", "query": "Fee?"}, {"qid": "q8", "query": "?"})
    read = read_retrieval([RUN, DOCUMENTS, questions, "q1 0 d7 1\nq9 0 d7 1\n"])
    assert [(case.id, case.query) for case in read.cases] == [("q1", "Fee?"), ("q2", "")]
    assert [issue.problem for issue in read.issues] == [
        "questions without a text (1): q2",
        "questions without a line in the run (2): q8, q9",
    ]


def test_a_document_twice_or_without_a_text_is_named_and_the_first_one_counts() -> None:
    run = "q1 Q0 d7 1 12.5 t\nq1 Q0 d7 2 3.0 t\nq1 Q0 gone 3 2.0 t\n"
    read = read_retrieval([run, DOCUMENTS, QUESTIONS])
    assert read.cases[0].contexts == (D7,)
    assert [(issue.line, issue.path, issue.severity) for issue in read.issues[:1]] == [
        (2, "docid", Severity.WARNING)
    ]
    assert any("gone is not in the table" in issue.problem for issue in read.issues)


def test_a_broken_line_is_named_and_the_rest_is_read() -> None:
    lines = [f"q1 Q0 d{n} {n} {n}.5 t" for n in range(1, 9)]
    documents = json_lines(*({"id": f"d{n}", "text": f"{n}"} for n in range(1, 10)))
    read = read_retrieval(["\n".join([*lines, "q1 Q0 d9 9"]), documents])
    assert len(read.cases[0].contexts) == 8
    assert [issue.line for issue in read.errors] == [9]


@pytest.mark.parametrize("content", [RUN, JUDGEMENTS])
def test_such_a_file_by_itself_says_what_else_is_needed(content: str) -> None:
    read = read_as(content, "trec")
    assert read.cases == ()
    (issue,) = read.issues
    assert "together with a table of the documents" in issue.mend


@pytest.mark.parametrize("sources", [[DOCUMENTS, QUESTIONS], [RUN, JUDGEMENTS], []])
def test_without_a_run_or_its_documents_nothing_can_be_read(sources: list[str]) -> None:
    with pytest.raises(FormatError, match="there is no"):
        read_retrieval(sources)


def test_text_that_is_no_run_is_not_taken_for_one() -> None:
    read = read_cases("Query: is q1 0 d7 2 a line?\nResponse: yes")
    assert [case.query for case in read.cases] == ["is q1 0 d7 2 a line?"]


def test_a_long_run_is_known_by_its_beginning() -> None:
    lines = [f"q{n // 10} Q0 doc-{n} {n % 10 + 1} {100 - n % 10}.5 t" for n in range(2000)]
    assert read_as("\n".join(lines), "trec").cases == ()


def test_of_two_texts_or_grades_under_one_id_the_first_counts_and_the_other_is_named() -> None:
    documents = f"{DOCUMENTS}\n" + json_lines(
        {"_id": "d7", "title": "Tariff", "text": "another text"},
        {"_id": "d3", "title": "", "text": "Day passes cost 5."},
    )
    questions = f"{QUESTIONS}\n" + json_lines({"_id": "q1", "text": "another question"})
    read = read_retrieval([RUN, documents, questions, JUDGEMENTS + "q1 0 d7 0\nq1 0 d9 0\n"])
    first = read.cases[0]
    assert first.query == "What does a yearly pass cost?"
    assert first.contexts[0] == D7
    assert first.metadata == {"relevance": {"d7": 2, "d9": 0}}
    assert sorted((issue.line, issue.problem) for issue in read.issues) == [
        (3, "d7 has another text above"),
        (3, "q1 has another text above"),
        (4, "d7 has another grade for q1 above"),
    ]
    assert {issue.severity for issue in read.issues} == {Severity.WARNING}


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_of_no_document_is_refused(depth: int) -> None:
    with pytest.raises(InvalidValueError, match="depth must be 1 or more"):
        read_retrieval([RUN, DOCUMENTS], depth)
