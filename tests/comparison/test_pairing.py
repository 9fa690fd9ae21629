import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.comparison import MatchedBy, Pairing, WhyUnpaired, by_configuration, paired
from scoring.errors import InvalidValueError
from scoring.evaluation import CaseResult
from scoring.formats import read_cases
from scoring.model import Case, Provenance, State
from tests.comparison.sides import judged, result, side_by_side


def pairs_of(pairing: Pairing) -> list[tuple[str, ...]]:
    return [tuple(side.run_id for side in pair.results) for pair in pairing.pairs]


def why(pairing: Pairing) -> list[tuple[str, str, WhyUnpaired]]:
    return [(entry.configuration, entry.result.case.id, entry.why) for entry in pairing.unpaired]


def test_same_ids_are_paired_in_the_first_sides_order() -> None:
    pairing = paired(
        {"A": [result("2"), result("1")], "B": [result("1"), result("2")]},
    )
    assert [pair.id for pair in pairing.pairs] == ["2", "1"]
    assert [pair.query for pair in pairing.pairs] == ["question 2", "question 1"]
    assert all(len({side.case.id for side in pair.results}) == 1 for pair in pairing.pairs)
    assert not pairing.unpaired


@pytest.mark.parametrize("other", ["WHAT  is\nit?", "what is it?", "Ｗhat is it?"])
def test_other_ids_are_paired_by_query_whatever_its_case_spacing_and_unicode(other: str) -> None:
    pairing = paired({"A": [result("1", "What is it?")], "B": [result("x", other)]})
    assert [pair.matched_by for pair in pairing.pairs] == [MatchedBy.QUERY]
    assert not pairing.unlike


def test_ids_that_were_only_numbered_do_not_overrule_the_queries() -> None:
    a = [result("1", "apples"), result("2", "pears"), result("3", "plums")]
    b = [result("1", "pears"), result("2", "plums"), result("3", "apples")]
    pairing = paired({"A": a, "B": b})
    assert [pair.matched_by for pair in pairing.pairs] == [MatchedBy.QUERY] * 3
    assert [pair.results[1].case.id for pair in pairing.pairs] == ["3", "1", "2"]


def test_a_rewritten_query_is_paired_by_its_id_and_told() -> None:
    pairing = paired({"A": [result("1", "apples")], "B": [result("1", "apple fruit")]})
    assert [pair.matched_by for pair in pairing.pairs] == [MatchedBy.ID]
    assert [entry.warning for entry in pairing.unlike] == [
        "The query differs between the configurations in 1 pair."
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "lines.jsonl",
            '{{"query": "{0} one", "response": "r"}}\n{{"query": "q", "response": "r"}}',
        ),
        ("rows.csv", "query,response\n{0} one,r\nq,r\n"),
        (
            "items.json",
            '[{{"query": "{0} one", "response": "r"}}, {{"query": "q", "response": "r"}}]',
        ),
    ],
)
def test_cases_without_ids_are_not_paired_by_where_they_stand(
    tmp_path: Path, name: str, text: str
) -> None:
    sides = {}
    for side in ("A", "B"):
        file = tmp_path / side / name
        file.parent.mkdir()
        file.write_text(text.format(side), encoding="utf-8")
        read = read_cases(file).cases
        sides[side] = [replace(result("x", one.query), case=one) for one in read]

    pairing = paired(sides)

    assert [pair.query for pair in pairing.pairs] == ["q"]
    assert [(one.result.case.query, one.reason) for one in pairing.unpaired] == [
        ("A one", "it has no id, and another configuration has no such query: B"),
        ("B one", "it has no id, and another configuration has no such query: A"),
    ]


def test_what_is_not_paired_says_why() -> None:
    a = [result("1"), result("2"), result("3"), result("3", "another"), result("4")]
    b = [result("1"), result("3"), result("4"), result("4", "once more")]
    pairing = paired({"A": [*a, result("1")], "B": b})
    assert [pair.id for pair in pairing.pairs] == ["1", "3", "4"]
    assert why(pairing) == [
        ("A", "1", WhyUnpaired.REPEATED),
        ("A", "2", WhyUnpaired.NO_PARTNER),
        ("A", "3", WhyUnpaired.NO_PARTNER),
        ("B", "4", WhyUnpaired.NO_PARTNER),
    ]
    assert pairing.unpaired[1].reason == "another configuration has no such case: B"


def test_what_could_be_paired_in_two_ways_is_not_paired() -> None:
    twice = [result("1", judgement=judged("h")), result("1", judgement=judged("l"))]
    pairing = paired({"A": twice, "B": [result("1", judgement=judged("m"))]})
    assert not pairing.pairs
    assert why(pairing) == [
        ("A", "1", WhyUnpaired.DUPLICATE),
        ("A", "1", WhyUnpaired.DUPLICATE),
        ("B", "1", WhyUnpaired.PARTNER_DUPLICATE),
    ]


def test_a_question_that_one_of_three_lacks_is_in_no_pair() -> None:
    sides = {"A": [result("1"), result("2")], "B": [result("1"), result("2")], "C": [result("2")]}
    pairing = paired(sides)
    assert [pair.id for pair in pairing.pairs] == ["2"]
    assert [entry.others for entry in pairing.unpaired] == [("C",), ("C",)]


def test_sides_at_odds_over_what_a_case_is_do_not_pair_it() -> None:
    sides = {"A": [result("1", "x")], "B": [result("1", "y")], "C": [result("9", "x")]}
    pairing = paired(sides)
    assert not pairing.pairs
    assert ("A", "1", WhyUnpaired.AT_ODDS) in why(pairing)


KEYS: tuple[Callable[[Case], object], ...] = (
    lambda case: (case.id, case.query),
    lambda case: case.query,
    lambda case: case.id,
)


def brute_force(sides: list[list[CaseResult]]) -> set[tuple[str, ...]]:
    """Pairs by trying every combination of cases, round after round."""
    left = [list(side) for side in sides]
    found: set[tuple[str, ...]] = set()
    for key in KEYS:
        groups = [
            group
            for group in itertools.product(*left)
            if len({key(one.case) for one in group}) == 1
        ]
        single = [
            group
            for group in groups
            if sum(any(a is b for a, b in zip(group, other, strict=True)) for other in groups) == 1
        ]
        found |= {tuple(one.run_id for one in group) for group in single}
        taken = {id(one) for group in single for one in group}
        left = [[one for one in side if id(one) not in taken] for side in left]
    return found


cases = st.lists(st.tuples(st.sampled_from("123"), st.sampled_from("xyz")), max_size=4)


@given(st.lists(cases, min_size=2, max_size=3))
def test_pairs_are_those_that_trying_every_combination_finds(
    sides: list[list[tuple[str, str]]],
) -> None:
    results = [
        [
            # The response makes each case its own, so that none is a repeat of another.
            CaseResult(
                f"{side} {place}",
                result(case_id, query, response=str(place)).case,
                result(case_id).relevance,
                result(case_id).keywords,
            )
            for place, (case_id, query) in enumerate(cases)
        ]
        for side, cases in enumerate(sides)
    ]
    pairing = paired({"ABC"[place]: side for place, side in enumerate(results)})
    assert set(pairs_of(pairing)) == brute_force(results)
    everything = {one.run_id for side in results for one in side}
    told = {name for pair in pairs_of(pairing) for name in pair}
    told |= {entry.result.run_id for entry in pairing.unpaired}
    assert told == everything


def test_other_judges_and_prompts_are_told_with_what_each_side_has() -> None:
    ours = Provenance("llm", model="m1", prompt_version="1")
    theirs = Provenance("llm", model="m1", prompt_version="2")
    pairing = side_by_side(
        A=[judged("h", provenance=ours), judged("h", provenance=ours)],
        B=[judged("h", provenance=ours), judged("h", provenance=theirs)],
    )
    (unlike,) = pairing.unlike
    assert unlike.warning == (
        "The prompt version differs between the configurations in 1 pair (A: 1; B: 1, 2)."
    )


def test_a_mixture_of_judges_is_told_though_the_sides_agree() -> None:
    mixed = [
        judged("h", provenance=Provenance("llm", model="m1")),
        judged("h", provenance=Provenance("llm", model="m2")),
    ]
    (unlike,) = side_by_side(A=mixed, B=mixed).unlike
    assert (unlike.what, unlike.pairs) == ("model", 0)
    assert unlike.warning == ("More than one model within a configuration (A: m1, m2; B: m1, m2).")


def test_a_failed_judgement_is_no_other_judge() -> None:
    ours = judged("h", provenance=Provenance("llm", model="m1"))
    assert not side_by_side(A=[ours, ours], B=[None, ours]).unlike


def test_a_dataset_in_two_languages_is_no_mixture() -> None:
    side = [
        result("1", "x y", response="x", language="en"),
        result("2", "x z", response="x", language="fr"),
    ]
    assert not paired({"A": side, "B": side}).unlike


def test_another_language_on_one_side_is_told() -> None:
    a, b = (result("1", "x y", response="x", language=code) for code in ("en", "fr"))
    assert [entry.what for entry in paired({"A": [a], "B": [b]}).unlike] == ["language"]


def test_states_without_a_score_are_told() -> None:
    pairing = side_by_side(A=[judged("h"), None], B=[judged(""), judged("h")])
    assert [(entry.pair, entry.configuration, entry.state) for entry in pairing.unscored] == [
        (0, "B", State.NOT_SCORABLE),
        (1, "A", State.FAILED),
    ]


def test_a_filter_keeps_what_it_names_and_tells_what_is_unlike_in_it() -> None:
    sides = {"A": [result("1"), result("2", "x")], "B": [result("1"), result("2", "y")]}
    pairing = paired(sides)
    assert [entry.what for entry in pairing.unlike] == ["query"]
    first = pairing.restricted([0])
    assert [pair.id for pair in first.pairs] == ["1"]
    assert not first.unlike


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_configurations_can_be_compared(count: int) -> None:
    with pytest.raises(InvalidValueError, match=f"not {count}"):
        paired({str(number): [] for number in range(count)})


def test_a_case_belongs_to_its_configuration_else_to_its_file() -> None:
    files = [
        ("monday", [result("1", configuration="0.5"), result("2")]),
        ("tuesday", [result("3", configuration="0.5")]),
    ]
    sides = by_configuration(files)
    assert {name: [r.case.id for r in side] for name, side in sides.items()} == {
        "0.5": ["1", "3"],
        "monday": ["2"],
    }


def test_two_files_of_one_name_without_configurations_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="two files are called run"):
        by_configuration([("run", [result("1")]), ("run", [result("2")])])
