"""Which cases the table shows, and in which order."""

from dataclasses import replace

import numpy as np
import pytest

from pages.shared.dataset import Dataset
from pages.shared.dataset_filters import Filters, Order, Rows
from scoring.errors import JudgeError
from scoring.model import Case, Context, Judgement, Penalties, RelevanceLevel, Verdict

HIGH, MEDIUM, NONE = RelevanceLevel.HIGH, RelevanceLevel.MEDIUM, RelevanceLevel.NONE


def case(name: str, *levels: RelevanceLevel, missing: tuple[str, ...] = ()) -> Case:
    verdicts = tuple(Verdict(place, level, used=True) for place, level in enumerate(levels))
    return Case(
        name,
        f"Where is {name}?",
        tuple(Context(f"{name} {place}") for place in range(len(levels) or 1)),
        f"{name} is there.",
        configuration="one" if levels else "two",
        judgement=Judgement(len(levels), verdicts, missing) if levels else None,
    )


DATASET = Dataset(
    "d",
    (
        case("Rome", HIGH),
        case("Paris", NONE, NONE),
        case("Oslo"),
        case("Bern", MEDIUM, NONE, missing=("The canton", "the  CANTON")),
        replace(case("Lima"), contexts=()),
        case("Cairo"),
    ),
    failures={5: JudgeError("no")},
)


@pytest.fixture
def rows() -> Rows:
    return Rows(DATASET, Penalties(), 10.0, DATASET.keywords)


def shown(rows: Rows, filters: Filters) -> list[str]:
    return [rows.dataset.cases[place].id for place in filters.positions(rows)]


def test_scores_are_those_of_the_setting_and_absent_where_there_is_none(rows: Rows) -> None:
    # Bern: (0.7 + 0) / 2 - 0.15, of 10.
    assert rows.relevance[[0, 1, 3]] == pytest.approx([10.0, 0.0, 2.0])
    assert np.isnan(rows.relevance[[2, 4, 5]]).all()
    assert rows.bands.tolist() == [0, 4, -1, 3, -1, -1]


def test_each_case_has_its_state_and_its_levels_as_a_picture(rows: Rows) -> None:
    facts = rows.dataset.facts
    assert [str(state) for state in facts.states] == [
        "scored",
        "scored",
        "not judged",
        "scored",
        "not scorable",
        "failed",
    ]
    assert facts.pictures == ("■", "··", "", "◧·", "", "")
    assert facts.missing.tolist() == [0, 0, -1, 1, -1, -1]


def test_nothing_is_left_out_without_a_filter(rows: Rows) -> None:
    assert shown(rows, Filters()) == ["Rome", "Paris", "Oslo", "Bern", "Lima", "Cairo"]


def test_the_worst_come_first_and_those_without_a_score_last(rows: Rows) -> None:
    ordered = shown(rows, Filters(order=Order.WORST))
    assert ordered == ["Paris", "Bern", "Rome", "Oslo", "Lima", "Cairo"]
    assert shown(rows, Filters(order=Order.WORST, most=2)) == ["Paris", "Bern"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(text="is  BERN"), ["Bern"]),
        (Filters(text="the canton"), ["Bern"]),
        (Filters(low=0.1, high=0.9), ["Bern"]),
        (Filters(high=0.2), ["Paris", "Bern"]),
        (Filters(states=("failed", "not judged")), ["Oslo", "Cairo"]),
        (Filters(configurations=("one",)), ["Rome", "Paris", "Bern"]),
        (Filters(bands=("excellent", "very poor")), ["Rome", "Paris"]),
        (Filters(levels=("none",)), ["Paris", "Bern"]),
        (Filters(levels=("medium", "none")), ["Bern"]),
        (Filters(without=("medium", "high")), ["Paris"]),
        (Filters(levels=("none",), without=("medium",)), ["Paris"]),
        (Filters(order=Order.MISSING, most=1), ["Bern"]),
    ],
)
def test_a_filter_keeps_what_fits(rows: Rows, filters: Filters, expected: list[str]) -> None:
    assert shown(rows, filters) == expected


def test_a_missed_keyword_is_looked_for_in_the_keywords_that_a_response_misses() -> None:
    cases = (
        Case("a", "Vue or React?", (), "React"),
        Case("b", "Vue or React?", (), "Vue"),
    )
    dataset = Dataset("d", cases)
    rows = Rows(dataset, Penalties(), 1.0, dataset.keywords)
    assert shown(rows, Filters(keyword="VUE")) == ["a"]
    assert shown(Rows(dataset, Penalties(), 1.0), Filters(keyword="vue")) == []


def test_a_level_is_found_in_a_context_that_the_picture_has_no_room_for() -> None:
    long = case("long", *[NONE] * 30, HIGH)
    rows = Rows(Dataset("d", (long, case("short", NONE))), Penalties(), 1.0)
    assert "■" not in rows.dataset.facts.pictures[0]
    assert shown(rows, Filters(levels=("high",))) == ["long"]
