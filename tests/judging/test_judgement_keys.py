"""The key under which a judgement is kept and found."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.judging.keys import judgement_key
from scoring.model import Case, Context

CASE = Case("a", "query", (Context("one"), Context("two")), "response")
IDENTITY = {"judge": "llm", "model": "m", "api_base": None, "parameters": {"a": 1, "b": [2.5]}}


def test_a_key_is_the_digest_of_the_canonical_json() -> None:
    # printf '%s' '{"contexts":["one","two"],"judge":{...},"query":"query",...}' | sha256sum
    assert judgement_key({"model": "m", "judge": "llm"}, CASE) == (
        "58be50f9966a81d6753fb0f76b68be8e7bafb04962a83c3a829f607f5d207cb2"
    )


@pytest.mark.parametrize(
    ("identity", "case"),
    [
        (IDENTITY | {"model": "n"}, CASE),
        (IDENTITY | {"api_base": "http://localhost/v1"}, CASE),
        (IDENTITY | {"parameters": {"a": 1, "b": [2.5, 3]}}, CASE),
        (IDENTITY | {"prompt_version": "4"}, CASE),
        (IDENTITY, replace(CASE, query="Query")),
        (IDENTITY, replace(CASE, response="")),
        (IDENTITY, replace(CASE, contexts=(Context("two"), Context("one")))),
        (IDENTITY, replace(CASE, contexts=(Context("onetwo"),))),
    ],
)
def test_whatever_could_change_the_answer_changes_the_key(
    identity: dict[str, object], case: Case
) -> None:
    assert judgement_key(identity, case) != judgement_key(IDENTITY, CASE)


def test_what_cannot_change_the_answer_does_not_change_the_key() -> None:
    same = Case(
        "z", "query", (Context("one", "id", "file", 0.5), Context("two")), "response", "set-up"
    )
    shuffled = dict(reversed(IDENTITY.items()))
    assert judgement_key(shuffled, same) == judgement_key(IDENTITY, CASE)


texts = st.text(st.characters(), max_size=20)


@given(st.tuples(texts, texts, st.lists(texts, max_size=3).map(tuple)), st.data())
def test_different_texts_have_different_keys(
    one: tuple[str, str, tuple[str, ...]], data: st.DataObject
) -> None:
    query, response, contexts = one
    moved = data.draw(st.permutations([query, response, *contexts]))
    other = (moved[0], moved[1], tuple(moved[2:]))

    def key(parts: tuple[str, str, tuple[str, ...]]) -> str:
        return judgement_key({}, Case("c", parts[0], tuple(map(Context, parts[2])), parts[1]))

    assert (key(one) == key(other)) == (one == other)
