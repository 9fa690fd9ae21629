"""Half a character in a file costs the person its place, and nothing else."""

import json

from pages.shared.whole_text import with_whole_text
from scoring.formats import read_cases

CASE = {
    "id": "a\udc00",
    "query": "lone \ud800 query",
    "contexts": ["whole \U0001f52d", "\\ud800 is written out here"],
    "response": "r",
    "metadata": {"tag\udfff": ["\udc00"]},
}


def test_lone_surrogates_are_replaced_everywhere_and_said() -> None:
    read = with_whole_text(read_cases(json.dumps(CASE)))
    (case,) = read.cases
    assert case.id == "a\ufffd"
    assert case.query == "lone \ufffd query"
    assert [context.text for context in case.contexts] == CASE["contexts"]
    assert case.metadata == {"tag\ufffd": ["\ufffd"]}
    assert [issue.severity.value for issue in read.issues] == ["warning"]
    assert "case 1" in str(read.issues[0])


def test_names_that_only_lone_surrogates_tell_apart_stay_two() -> None:
    halves = {f"tag{half}": number for number, half in enumerate(("\ud800", "\udfff"), start=1)}
    line = {**CASE, "metadata": halves}
    (case,) = with_whole_text(read_cases(json.dumps(line))).cases
    assert case.metadata == {"tag\ufffd": 1, "tag\ufffd\ufffd": 2}


def test_whole_text_is_left_alone() -> None:
    read = read_cases(json.dumps({"query": "q \U0001f52d", "response": "\\ud800"}))
    assert with_whole_text(read) is read
