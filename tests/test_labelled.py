"""Labels that a file brought."""

import pytest

from scoring.calibration import LabelKind
from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.exports import export
from scoring.labelled import (
    LABEL_FIELDS,
    label_columns,
    labels_at,
    labels_in,
    read_label,
    with_labels,
)
from scoring.model import Case, JsonValue

SCORES, PASSES = LabelKind.SCORES, LabelKind.PASSES


def cases(*metadata: dict[str, JsonValue]) -> list[Case]:
    return [Case(str(place), "q", (), "r", metadata=each) for place, each in enumerate(metadata)]


@pytest.mark.parametrize(
    ("value", "kind", "label"),
    [
        (0.5, SCORES, 0.5),
        (1, SCORES, 1.0),
        (" 0.25 ", SCORES, 0.25),
        (None, SCORES, None),
        (" ", PASSES, None),
        (True, PASSES, True),
        (0, PASSES, False),
        (1.0, PASSES, True),
        ("Pass", PASSES, True),
        ("FAILED", PASSES, False),
        ("no", PASSES, False),
    ],
)
def test_a_label_is_read(value: JsonValue, kind: LabelKind, label: float | bool | None) -> None:
    assert read_label(value, kind) == label


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, SCORES),
        ("good", SCORES),
        ("nan", SCORES),
        ("inf", SCORES),
        (10**400, SCORES),
        ([0.5], SCORES),
        (0.5, PASSES),
        (2, PASSES),
        ("maybe", PASSES),
        ({"pass": True}, PASSES),
    ],
)
def test_what_is_no_label_is_refused(value: JsonValue, kind: LabelKind) -> None:
    with pytest.raises(FormatError):
        read_label(value, kind)


def test_columns_are_those_in_which_everything_that_is_said_is_a_label() -> None:
    found = cases(
        {"a": 0.5, "b": "x", "c": 3, "d": True, "e": -1},
        {"a": None, "b": 0.5, "c": 1, "d": "no", "e": 1},
    )
    assert label_columns(found, SCORES) == ["a", "c"]
    assert label_columns(found, PASSES) == ["d"]


def test_labels_of_a_column_stand_under_the_positions_of_their_cases() -> None:
    assert labels_in(cases({}, {"a": "0.5"}, {"a": ""}, {"a": 0}), "a", SCORES) == {1: 0.5, 3: 0.0}


def test_labels_are_found_by_path_and_a_bad_one_names_its_case() -> None:
    found = cases({"human": {"score": 0.25}}, {})
    assert labels_at(found, "metadata.human.score", SCORES) == [0.25, None]
    with pytest.raises(FormatError, match="case 1"):
        labels_at(found, "metadata.human", SCORES)
    with pytest.raises(FormatError, match="JMESPath"):
        labels_at(found, "metadata.", SCORES)


def test_labels_that_were_written_are_read_again() -> None:
    found = cases({"a": 1}, {}, {})
    scored = with_labels(found, {0: 0.5, 2: 0.0}, SCORES)
    both = list(with_labels(scored, {1: True, 2: False}, PASSES))
    assert [case.metadata for case in both] == [
        {"a": 1, "label_score": 0.5},
        {"label_verdict": "pass"},
        {"label_score": 0.0, "label_verdict": "fail"},
    ]
    for kind, labels in ((SCORES, {0: 0.5, 2: 0.0}), (PASSES, {1: True, 2: False})):
        again = read_cases(export(both, "jsonl").content).cases
        assert labels_in(again, LABEL_FIELDS[kind], kind) == labels
