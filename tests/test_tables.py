"""Tables against rows worked out by hand."""

import sys

import pytest

from scoring.errors import InvalidValueError
from scoring.keywords import keyword_coverage, unscored_keywords
from scoring.model import Context, Judgement, Overrides, Penalties, RelevanceLevel, State, Verdict
from scoring.relevance import score_relevance, unscored_relevance
from scoring.tables import (
    Table,
    contexts_table,
    displayed,
    keywords_table,
    missing_table,
    presets_table,
    score_table,
    setting_name,
)

HIGH, MEDIUM, LOW, NONE = RelevanceLevel

# The documented solar-eclipse case: weights 1 + 1 + 0.7 + 0 + 1 = 3.7, one high piece unused.
MIXED = Judgement(
    5,
    (
        Verdict(0, HIGH, used=True),
        Verdict(1, HIGH, used=True),
        Verdict(2, MEDIUM, used=False, reasoning="about the night"),
        Verdict(3, NONE, used=False),
        Verdict(4, HIGH, used=False),
    ),
)
CONTEXTS = tuple(Context(f"piece {number}") for number in range(1, 6))
# base 0.3; 5 items cost 0.75, capped at 0.5; 0.3 - 0.5 = -0.2, floored.
FLOORED = Judgement(1, (Verdict(0, LOW, used=False),), missing=("a", "b", "c", "d", "e"))


def test_a_table_refuses_a_row_of_another_length() -> None:
    with pytest.raises(InvalidValueError, match="2 cells"):
        Table(("a", "b"), ((1, 2), (1, 2, 3)))


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (5, "5"),
        ("as *it* came <b>", "as *it* came <b>"),
        (0.64, "0.64"),
        (64.0, "64.00"),
        (0.125, "0.125"),
        (2 / 3, "0.6667"),
        (-0.1, "-0.10"),
        (-1e-12, "0.00"),
        (100.0, "100.00"),
    ],
)
def test_a_cell_is_displayed_for_people(cell: str | float | int | bool | None, text: str) -> None:
    assert displayed(cell) == text
    assert Table(("only",), ((cell,),)).displayed() == ((text,),)


def test_the_mixed_example_goes_down_to_064() -> None:
    table = score_table(score_relevance(MIXED))

    assert table.columns == ("step", "calculation", "change", "result")
    assert table.displayed() == (
        ("base", "weights / 5", "0.74", "0.74"),
        ("unused high contexts", "1 x 0.1", "-0.10", "0.64"),
        ("missing items", "0 x 0.15", "0.00", "0.64"),
        ("score", "x 1", "", "0.64"),
    )


def test_cap_floor_and_scale_have_their_places_in_the_score_table() -> None:
    table = score_table(score_relevance(FLOORED, scale=100))

    assert table.displayed() == (
        ("base", "weights / 1", "0.30", "0.30"),
        ("unused high contexts", "0 x 0.1", "0.00", "0.30"),
        ("missing items", "5 x 0.15, at most 0.5", "-0.50", "-0.20"),
        ("floor", "not below 0", "0.20", "0.00"),
        ("score", "x 100", "", "0.00"),
    )


def test_each_missing_item_is_priced_up_to_the_cap() -> None:
    table = missing_table(score_relevance(FLOORED))

    assert table.displayed() == (
        ("a", "0.15", "0.15", "0.15"),
        ("b", "0.15", "0.30", "0.30"),
        ("c", "0.15", "0.45", "0.45"),
        ("d", "0.15", "0.60", "0.50"),
        ("e", "0.15", "0.75", "0.50"),
    )


def test_absurd_penalties_stay_finite_in_the_tables() -> None:
    absurd = Penalties(*(sys.float_info.max,) * 3)
    result = score_relevance(FLOORED, absurd)

    numbers = [
        cell
        for table in (missing_table(result), score_table(result))
        for row in table.rows
        for cell in row
        if isinstance(cell, float)
    ]

    assert max(map(abs, numbers)) <= sys.float_info.max


@pytest.mark.parametrize("state", [State.PARTIAL, State.NOT_SCORABLE, State.FAILED])
def test_without_a_score_there_is_nothing_to_list(state: State) -> None:
    unscored = unscored_relevance(state, "why", Penalties(), 1.0)

    assert score_table(unscored).rows == ()
    assert missing_table(unscored).rows == ()


def test_contexts_are_listed_with_their_verdicts_and_unjudged_ones_stay_blank() -> None:
    partial = Judgement(2, (Verdict(0, MEDIUM, used=False, reasoning="about the night"),))

    table = contexts_table(CONTEXTS[:2], partial)

    assert table.columns == ("context", "level", "weight", "used", "reasoning", "text")
    assert table.rows == (
        (1, "medium", 0.7, False, "about the night", "piece 1"),
        (2, None, None, None, None, "piece 2"),
    )


def test_a_persons_change_stands_beside_the_judges_verdict() -> None:
    partial = Judgement(2, (Verdict(0, MEDIUM, used=False),))
    shown = Overrides(levels={0: HIGH, 1: LOW}, used={0: True}).applied_to(partial)

    table = contexts_table(CONTEXTS[:2], shown, judged=partial)

    assert table.columns[-2:] == ("judge's level", "judge's usage")
    assert table.rows == (
        (1, "high", 1.0, True, "", "piece 1", "medium", False),
        (2, "low", 0.3, False, "", "piece 2", None, None),
    )


def test_keywords_are_listed_with_their_words_in_the_response() -> None:
    coverage = keyword_coverage("frameworks React", "React and a React clone", language="en")

    table = keywords_table(coverage)

    assert table.columns == (
        "keyword",
        "covered",
        "match",
        "in the response",
        "times",
        "kind",
        "weight",
    )
    assert table.rows == (
        ("frameworks", False, None, None, 0, "word", 1.0),
        ("React", True, "exact", "React", 2, "word", 1.0),
    )


def test_without_texts_no_keyword_is_listed() -> None:
    assert keywords_table(unscored_keywords(State.FAILED, "why")).rows == ()


def test_presets_bracket_the_default_and_mark_the_setting_in_use() -> None:
    table = presets_table(MIXED, 1.0, Penalties())

    assert table.columns[0] == "setting"
    # 0.74 less one unused high context at each preset's price.
    assert [(row[0], row[1], row[5], row[6]) for row in table.displayed()] == [
        ("strict", "no", "0.54", "mixed"),
        ("default", "yes", "0.64", "mixed"),
        ("lenient", "no", "0.69", "mixed"),
        ("RAG pipeline", "no", "0.62", "mixed"),
        ("dynamic extraction", "no", "0.59", "mixed"),
    ]


def test_a_setting_without_a_name_gets_a_row_of_its_own() -> None:
    own = Penalties(0.3, 0.15, 0.5)

    table = presets_table(MIXED, 100.0, own)

    assert len(table.rows) == 6
    assert table.displayed()[-1] == (
        "current",
        "yes",
        "0.30",
        "0.15",
        "0.50",
        "44.00",
        "mixed",
    )
    assert setting_name(own) == "current"
    assert setting_name(Penalties(0.05, 0.10, 0.30)) == "lenient"


def test_presets_score_a_partial_judgement_only_when_asked() -> None:
    partial = Judgement(2, (Verdict(0, HIGH, used=True),))

    unasked = presets_table(partial, 1.0, Penalties())
    asked = presets_table(partial, 1.0, Penalties(), score_judged_part=True)

    assert {row[5] for row in unasked.rows} == {None}
    assert {row[5] for row in asked.rows} == {1.0}
