"""What people say of the dataset's cases, and what was fitted to it."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, cast
from weakref import WeakKeyDictionary

import streamlit as st

from pages.shared.dataset import Dataset
from pages.shared.dataset_desk import Desk
from pages.shared.label_sheet import LabelSheet
from pages.shared.state.desks import desk
from pages.shared.state.widgets import set_widget_value
from scoring.calibration import Calibration, LabelKind

_SHEETS: Final = "_label_sheets"
_FIT: Final = "_fit"
_BEFORE_FIT: Final = "_before_fit"

# With the desk, as its cases are: a reload begins another session, and labels are hours of work.
_kept: Final[WeakKeyDictionary[Desk, Mapping[LabelKind, Mapping[int, float | bool]]]] = (
    WeakKeyDictionary()
)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A fit, under way or done, and what it was asked.

    Attributes:
        kind: What the labels are.
        labels: The labels, as a `LabelSheet` has them.
        dataset: The cases, with the judgements that they had.
        scale: The value of a perfect score, in which the fit's errors are.
        begun: When, on the monotonic clock.
        outcome: What comes of it.
    """

    kind: LabelKind
    labels: Mapping[int, float | bool]
    dataset: Dataset
    scale: float
    begun: float
    outcome: Future[Calibration]


def label_sheet(kind: LabelKind) -> LabelSheet:
    """The labels of one kind that the cases of the dataset have."""
    current = desk()
    found = _sheets(current).get(kind)
    if found is not None or current is None:
        return found or LabelSheet()
    return LabelSheet(_kept.get(current, {}).get(kind, {}))


def set_label_sheet(kind: LabelKind, new: LabelSheet) -> None:
    """Keep labels. They stay with the dataset when a verdict is corrected."""
    current = desk()
    st.session_state[_SHEETS] = current, {**_sheets(current), kind: new}
    if current is not None:
        _kept[current] = {**_kept.get(current, {}), kind: new.values}


def _sheets(of: Desk | None) -> Mapping[LabelKind, LabelSheet]:
    held = cast(
        "tuple[Desk | None, Mapping[LabelKind, LabelSheet]]",
        st.session_state.get(_SHEETS, (None, {})),
    )
    return held[1] if held[0] is of else {}


def fit() -> Fit | None:
    """The latest fit to the dataset."""
    held = cast("tuple[Desk | None, Fit | None]", st.session_state.get(_FIT, (None, None)))
    return held[1] if held[0] is desk() else None


def set_fit(new: Fit | None) -> None:
    """Remember a fit to the dataset in place of the one before, which never starts if it waits."""
    before = cast("tuple[Desk | None, Fit | None]", st.session_state.get(_FIT, (None, None)))[1]
    if before is not None:
        before.outcome.cancel()
    st.session_state[_FIT] = desk(), new


def remember_before_fit(keys: Iterable[str]) -> None:
    """Remember what widgets hold before a fit moves them, so that it can be undone."""
    st.session_state[_BEFORE_FIT] = {key: st.session_state.get(key) for key in keys}


def fit_applied() -> bool:
    """Whether a fit has been applied and not been undone."""
    return bool(st.session_state.get(_BEFORE_FIT))


def undo_fit() -> None:
    """Put the widgets back to where they were before a fit. Call it from a callback."""
    for key, value in cast("dict[str, object]", st.session_state.pop(_BEFORE_FIT, {})).items():
        if value is not None:
            set_widget_value(key, value)
