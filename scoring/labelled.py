"""What people said of cases, where a file brought it: scores, or passes and failures.

A score is a number or its text. A pass is true, 1, "pass", "passed", "yes", "good" or "correct"; a
failure false, 0, "fail", "failed", "no", "bad" or "incorrect", in any case. Null and empty text say
nothing.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.calibration import LabelKind
from scoring.errors import FormatError
from scoring.formats.cases import case_to_json
from scoring.formats.paths import JsonPath
from scoring.model import Case, JsonValue

_PASSES: Final = frozenset({"pass", "passed", "yes", "true", "good", "correct", "1"})
_FAILURES: Final = frozenset({"fail", "failed", "no", "false", "bad", "incorrect", "0"})


LABEL_FIELDS: Final[Mapping[LabelKind, str]] = {
    LabelKind.SCORES: "label_score",
    LabelKind.PASSES: "label_verdict",
}
"""The metadata fields that labels given here are written to."""


def read_label(value: JsonValue, kind: LabelKind) -> float | bool | None:
    """One label as a file has it; `None` where it says nothing.

    Raises:
        FormatError: It is no label of this kind.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if kind is LabelKind.PASSES:
        return _verdict(value)
    if isinstance(value, bool):
        raise FormatError("a score is a number, not true or false")
    if isinstance(value, int | float | str):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            raise FormatError("a score is a number") from None
        if math.isfinite(number):
            return number
    raise FormatError("a score is a finite number")


def _verdict(value: JsonValue) -> bool:
    word = str(value).strip().casefold() if isinstance(value, bool | int | str) else ""
    if isinstance(value, float) and value in (0.0, 1.0):
        word = f"{value:.0f}"
    if word in _PASSES:
        return True
    if word in _FAILURES:
        return False
    raise FormatError("a verdict is pass or fail, yes or no, true or false, 1 or 0")


def labels_at(cases: Sequence[Case], path: str, kind: LabelKind) -> list[float | bool | None]:
    """The label of each case at a place in its JSON.

    Args:
        cases: The cases.
        path: A JMESPath expression over what `case_to_json` writes, such as `metadata.rating`.
        kind: What the labels are.

    Raises:
        FormatError: A malformed expression, or something there that is no label; its case is named.
    """
    expression = JsonPath(path)
    labels = []
    for number, case in enumerate(cases, start=1):
        try:
            labels.append(read_label(expression.search(case_to_json(case)), kind))
        except FormatError as error:
            raise FormatError(f"the label of case {number}: {error}") from None
    return labels


def label_columns(cases: Iterable[Case], kind: LabelKind) -> list[str]:
    """The metadata fields in which every value that says something is a label of this kind.

    Args:
        cases: The cases.
        kind: What the labels are; scores are from 0 up, to whatever a perfect one is there.
    """
    fits: dict[str, bool] = {}
    for case in cases:
        for name, value in case.metadata.items():
            if fits.get(name, True):
                fits[name] = _fits(value, kind)
    return [name for name, every_value in fits.items() if every_value]


def _fits(value: JsonValue, kind: LabelKind) -> bool:
    try:
        label = read_label(value, kind)
    except FormatError:
        return False
    return label is None or kind is LabelKind.PASSES or label >= 0


def labels_in(cases: Iterable[Case], column: str, kind: LabelKind) -> dict[int, float | bool]:
    """The labels of a metadata field by the position of their case, from 0.

    Raises:
        FormatError: Something in the field is no label.
    """
    found = (
        (position, read_label(case.metadata.get(column), kind))
        for position, case in enumerate(cases)
    )
    return {position: label for position, label in found if label is not None}


def with_labels(
    cases: Iterable[Case], labels: Mapping[int, float | bool], kind: LabelKind
) -> Iterator[Case]:
    """The cases with labels in their metadata, under `LABEL_FIELDS`, as a file brings them.

    Args:
        cases: The cases.
        labels: By the position of their case, from 0.
        kind: What the labels are.
    """
    words = {True: "pass", False: "fail"}
    for position, case in enumerate(cases):
        if position in labels:
            label = labels[position]
            value = words[bool(label)] if kind is LabelKind.PASSES else label
            yield replace(case, metadata={**case.metadata, LABEL_FIELDS[kind]: value})
        else:
            yield case
