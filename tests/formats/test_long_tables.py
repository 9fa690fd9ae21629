"""Retrieval logs have one row a piece, and several rows a case."""

from dataclasses import replace

from scoring.formats import Cases, Severity, read_cases
from scoring.formats.mapping import CaseMapping, ContextSource, Selector
from scoring.formats.mapping.mapping_json import mapping_from_json, mapping_to_json
from scoring.model import Context

LOG = """qid,question,rank,passage,score,answer
q1,Fee?,1,Fee is 5,0.9,It is 5
q1,Fee?,2,Fine is 60,0.4,It is 5
q2,Open?,1,Nine to five,0.8,At nine
q1,Fee?,3,No fee,0.1,It is 5
"""
MAPPING = CaseMapping(
    Selector("question"),
    (ContextSource(Selector("passage"), scores=Selector("score")),),
    Selector("answer"),
    Selector("qid"),
    one_case_by="qid",
)


def texts(read: Cases) -> list[list[str]]:
    return [[context.text for context in case.contexts] for case in read.cases]


def messages(read: Cases) -> list[str]:
    return [str(issue) for issue in read.issues]


def test_rows_that_share_an_id_are_one_case_where_a_mapping_says_so() -> None:
    read = read_cases(LOG, mapping=MAPPING)
    first, second = read.cases
    assert (first.id, first.query, first.response) == ("q1", "Fee?", "It is 5")
    assert first.contexts == (
        Context("Fee is 5", retrieval_score=0.9),
        Context("Fine is 60", retrieval_score=0.4),
        Context("No fee", retrieval_score=0.1),
    )
    assert first.extra == {"rank": ["1", "2", "3"]}
    assert second.contexts == (Context("Nine to five", retrieval_score=0.8),)
    assert read.issues == ()


def test_it_is_recognised_and_a_person_is_told() -> None:
    read = read_cases(LOG)
    assert texts(read) == [["Fee is 5", "Fine is 60", "No fee"], ["Nine to five"]]
    (issue,) = read.issues
    assert (issue.line, issue.path, issue.severity) == (2, "qid", Severity.WARNING)
    assert "one case" in issue.problem


def test_json_and_the_tools_own_names_are_read_the_same() -> None:
    lines = "".join(
        f'{{"qid": "q{number // 2}", "question": "Q{number // 2}", "passage": "p{number}", '
        '"answer": "r"}\n'
        for number in range(4)
    )
    assert texts(read_cases(lines)) == [["p0", "p1"], ["p2", "p3"]]
    table = "id,query,contexts,response\na,q,one,r\na,q,two,r\nb,p,three,s\n"
    read = read_cases(table)
    assert [case.id for case in read.cases] == ["a", "b"]
    assert texts(read) == [["one", "two"], ["three"]]


def test_rows_that_differ_in_more_than_their_piece_are_cases() -> None:
    for table in (
        "question,context,answer,config\nq,a,r,x\nq,b,r,y\np,c,r,x\np,d,r,y\n",
        "question,context,answer\nq,a,r\nq,b,s\n",
        "question,context,answer\nq,a,r\nq,a,r\n",
        "question,context,answer\nq,\"['a', 'b']\",r\nq,\"['c']\",r\n",
        "question,context,answer\nq,a,r\np,b,r\no,c,r\nq,d,r\n",
    ):
        assert len(read_cases(table).cases) == table.count("\n") - 1


def test_where_rows_of_one_case_disagree_the_first_counts_and_the_other_is_named() -> None:
    read = read_cases(LOG.replace("0.4,It is 5", "0.4,It was 4"), mapping=MAPPING)
    assert [case.response for case in read.cases] == ["It is 5", "At nine"]
    assert messages(read) == [
        "row 3, answer: is not that of row 2, with which this is one case; the first is read; "
        "give each case its own value where rows are told apart"
    ]


def test_a_row_without_the_shared_value_is_a_case_and_a_missing_piece_takes_its_score_along() -> (
    None
):
    table = LOG + ",Lost?,1,found,0.5,yes\nq2,Open?,2,,0.7,At nine\n"
    read = read_cases(table, mapping=MAPPING)
    assert texts(read) == [["Fee is 5", "Fine is 60", "No fee"], ["Nine to five"], ["found"]]
    assert read.cases[1].contexts == (Context("Nine to five", retrieval_score=0.8),)
    assert read.errors == ()


def test_a_threshold_and_the_best_k_are_those_of_the_whole_case() -> None:
    assert texts(read_cases(LOG, mapping=replace(MAPPING, top=2, at_least=0.2))) == [
        ["Fee is 5", "Fine is 60"],
        ["Nine to five"],
    ]


def test_a_mapping_keeps_by_what_rows_are_one_case() -> None:
    assert mapping_from_json(mapping_to_json(MAPPING)) == MAPPING
