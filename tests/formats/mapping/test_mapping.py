import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FormatError, InvalidValueError
from scoring.formats import Cases, read_cases
from scoring.formats.cells import Lists
from scoring.formats.issues import FieldError
from scoring.formats.json_text import json_line
from scoring.formats.mapping import (
    CaseMapping,
    ContextSource,
    Selector,
    fields_found,
    fingerprint,
    guessed_mapping,
    mapped_cases,
    mapping_from_json,
    mapping_to_json,
)
from scoring.formats.sniffing import read_records
from scoring.model import Case

LINE = {
    "ask": {"text": "q"},
    "kb": [{"content": "a", "score": 0.9}, {"content": "b", "score": 0.2}],
    "docs": [{"content": "c"}],
    "reply": "r",
    "run": 7,
    "human": "0.5",
    "page": 3,
}


def path(expression: str) -> Selector:
    return Selector(expression, is_path=True)


FULL = CaseMapping(
    query=path("ask.text"),
    contexts=(ContextSource(Selector("kb")), ContextSource(path("docs[]"))),
    response=Selector("reply"),
    id=Selector("run"),
    grades={"overall": Selector("human")},
)


def texts(case: Case) -> list[str]:
    return [context.text for context in case.contexts]


def only(cases: Cases) -> Case:
    (case,) = cases.cases
    return case


def test_columns_and_paths_are_read_and_sources_joined() -> None:
    case = only(read_cases(json.dumps(LINE), mapping=FULL))
    assert (case.id, case.query, case.response) == ("7", "q", "r")
    assert texts(case) == ["a", "b", "c"]
    assert case.contexts[0].retrieval_score == 0.9
    assert case.metadata["grades"] == {"overall": 0.5}


def test_what_a_mapping_does_not_name_is_kept_as_it_was() -> None:
    line = {"q": "x", "page": 3, "metadata": {"a": 1}, "id": "kept"}
    case = only(read_cases(json.dumps(line), mapping=CaseMapping(Selector("q"))))
    assert case.extra == {"page": 3}
    assert case.metadata == {"a": 1, "id": "kept"}


@pytest.mark.parametrize(
    ("at_least", "top", "kept"),
    [
        (0.5, None, ["a", "c"]),
        (None, 1, ["a"]),
        (None, 2, ["a", "b"]),
        (0.95, 1, ["c"]),
    ],
)
def test_pieces_are_filtered_by_score_and_cut(
    at_least: float | None, top: int | None, kept: list[str]
) -> None:
    mapping = CaseMapping(FULL.query, FULL.contexts, at_least=at_least, top=top)
    assert texts(only(read_cases(json.dumps(LINE), mapping=mapping))) == kept


def test_the_best_by_score_are_kept_in_their_order() -> None:
    line = {"q": "x", "c": ["a", "b", "c", "d"], "s": [0.1, 0.9, 0.5, 0.7]}
    source = ContextSource(Selector("c"), scores=Selector("s"))
    case = only(read_cases(json.dumps(line), mapping=CaseMapping(Selector("q"), (source,), top=2)))
    assert texts(case) == ["b", "d"]


def test_scores_that_do_not_match_the_pieces_are_named() -> None:
    line = {"q": "x", "c": ["a", "b"], "s": [0.1]}
    source = ContextSource(Selector("c"), scores=Selector("s"))
    read = read_cases(json.dumps(line), mapping=CaseMapping(Selector("q"), (source,)))
    assert [str(issue) for issue in read.issues] == [
        "line 1, s: has 1 scores for 2 pieces; give each piece one"
    ]


def test_a_preview_reads_the_first_rows_alone() -> None:
    records = read_records("\n".join(json.dumps(LINE | {"run": run}) for run in range(9)))
    assert len(mapped_cases(records, FULL, 3).cases) == 3


def test_a_value_that_is_no_text_is_named_by_row_and_column() -> None:
    read = read_cases('{"q": {"a": 1}}\n{"q": "x"}', mapping=CaseMapping(Selector("q")))
    assert [str(issue) for issue in read.issues] == [
        "line 1, q: is no text; choose a column or a path that holds text"
    ]
    assert len(read.cases) == 1


@pytest.mark.parametrize(
    ("text", "query", "contexts", "response"),
    [
        ("Question,Documents,Answer\nq,c,r\n", "q", ["c"], "r"),
        ("質問\t文脈\t回答\nq\tc\tr\n", "q", ["c"], "r"),
        ("prompt;context 1;context 2;completion\nq;a;b;r\n", "q", ["a", "b"], "r"),
        ('{"data": {"q": "q", "docs": [{"content": "c"}]}, "out": {"answer": "r"}}', *"qcr"),
        ('{"question": ["q"], "contexts": [["c"]], "answer": ["r"]}', "q", ["c"], "r"),
        ('{"question": {"0": "q"}, "contexts": {"0": ["c"]}, "answer": {"0": "r"}}', *"qcr"),
        (
            '{"columns": ["question", "contexts", "answer"], "index": [0], '
            '"data": [["q", ["c"], "r"]]}',
            *"qcr",
        ),
        ('{"page": 1, "rows": [{"question": "q", "contexts": ["c"], "answer": "r"}]}', *"qcr"),
    ],
)
def test_other_names_and_layouts_are_guessed_and_said(
    text: str, query: str, contexts: list[str] | str, response: str
) -> None:
    read = read_cases(text)
    case = only(read)
    assert (case.query, texts(case), case.response) == (query, list(contexts), response)
    assert read.recognised is not None


def test_nothing_is_guessed_where_nothing_looks_like_a_query() -> None:
    records = read_records("a,b\n1,2\n")
    assert guessed_mapping(records) is None
    read = read_cases("a,b\n1,2\n")
    assert "no query is recognised among the columns 'a', 'b'" in str(read.issues[0])


def test_every_field_is_found_with_samples() -> None:
    records = read_records("\n".join(json.dumps(LINE | {"run": run}) for run in range(5)))
    found = {str(field.selector): field for field in fields_found(records)}
    assert found["ask.text"].samples == ("q",)
    assert found["ask.text"].selector.is_path
    assert found["run"].samples == ("0", "1", "2")
    assert found["kb[].content"].samples == ('["a", "b"]',)
    assert (found["page"].filled, found["page"].looked_at) == (5, 5)
    assert found["page"].kinds == ("a number",)


def test_files_of_one_shape_have_one_fingerprint() -> None:
    first = fingerprint(read_records("q,r\n1,2\n"))
    assert first == fingerprint(read_records("r;q\n9;8\n7;6\n"))
    assert first != fingerprint(read_records("q,r,s\n1,2,3\n"))
    assert first != fingerprint(read_records('{"q": 1, "r": 2}'))


def test_a_path_that_is_malformed_or_does_not_fit_is_said_to_be() -> None:
    with pytest.raises(FormatError, match="malformed"):
        path("a[")
    mapping = CaseMapping(path("sum(q)"))
    read = read_cases('{"q": "x"}', mapping=mapping)
    assert "does not fit" in str(read.issues[0])
    with pytest.raises(InvalidValueError):
        CaseMapping(Selector("q"), top=0)


names = st.text(max_size=10)
selectors = st.builds(Selector, names) | st.sampled_from(
    [path("a.b"), path("c[?d > `1`].e"), path('"\u00e9"')]
)
sources = st.builds(
    ContextSource,
    selectors,
    st.sampled_from(Lists),
    st.none() | st.text(min_size=1, max_size=2),
    st.none() | selectors,
)
mappings = st.builds(
    CaseMapping,
    selectors,
    st.lists(sources, max_size=3).map(tuple),
    st.none() | selectors,
    st.none() | selectors,
    st.none() | selectors,
    st.dictionaries(names, selectors, max_size=2),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.none() | st.integers(1, 99),
)


@given(mappings)
def test_a_mapping_comes_back_equal_from_its_json(mapping: CaseMapping) -> None:
    assert mapping_from_json(json.loads(json_line(mapping_to_json(mapping)))) == mapping


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({}, "query: is missing"),
        ({"query": "q"}, "query: must be an object"),
        ({"query": {"path": "a["}}, "query.path: malformed JMESPath at character 3"),
        ({"query": {"column": "q"}, "top": 0}, "top"),
        (
            {"query": {"column": "q"}, "contexts": [{"pieces": {"column": "c"}, "lists": "x"}]},
            "contexts[0].lists: is none of",
        ),
    ],
)
def test_a_mapping_that_cannot_be_read_is_named_by_field(value: object, problem: str) -> None:
    with pytest.raises(FieldError) as caught:
        mapping_from_json(value)
    assert problem in str(caught.value)


def test_a_preview_reads_cells_as_the_whole_file_does() -> None:
    rows = [f'q,"one\ntwo {number}",r' for number in range(3)]
    rows += [f"q,single {number},r" for number in range(10)]
    records = read_records("\n".join(["ask,text,reply", *rows]))
    mapping = CaseMapping(Selector("ask"), (ContextSource(Selector("text")),), Selector("reply"))
    whole = mapped_cases(records, mapping)
    preview = mapped_cases(records, mapping, 3)
    assert [texts(case) for case in preview.cases] == [[f"one\ntwo {n}"] for n in range(3)]
    assert preview.cases == whole.cases[:3]


@pytest.mark.parametrize(
    ("own", "grades"),
    [
        ({"mine": 5}, {"mine": 5, "overall": 0.5}),
        (4, {"grades": 4, "overall": 0.5}),
        (None, {"overall": 0.5}),
    ],
)
def test_grades_that_a_row_has_already_stay_beside_the_mapped_ones(
    own: object, grades: object
) -> None:
    line = json.dumps({**LINE, "metadata": {"grades": own}})
    assert only(read_cases(line, mapping=FULL)).metadata["grades"] == grades


def test_an_object_with_very_many_names_is_no_field_for_each() -> None:
    by_id = {f"id-{number}": {"text": "t", "more": [{"a": 1}]} for number in range(5000)}
    found = fields_found(read_records(json.dumps({"ask": "q", "by_id": by_id})))
    assert {"ask", "by_id"} <= {str(field.selector) for field in found}
    assert len(found) < 1000
