"""What people say of the dataset's cases, and what was fitted to it."""

from collections.abc import Iterable
from concurrent.futures import Future
from typing import Final, cast

import streamlit as st

from pages.shared.dataset import Dataset
from pages.shared.label_sheet import LabelSheet
from pages.shared.state.widgets import set_widget_value
from scoring.calibration import Calibration, LabelKind

_LABELS: Final = "_labels"
_FIT: Final = "_fit"
_BEFORE_FIT: Final = "_before_fit"


def label_sheet(of: Dataset, kind: LabelKind) -> LabelSheet:
    """The labels of one kind that the cases of a dataset have."""
    sheets = cast("dict[object, LabelSheet]", st.session_state.get(_LABELS, {}))
    return sheets.get((of.name, len(of.cases), kind), LabelSheet())


def set_label_sheet(of: Dataset, kind: LabelKind, new: LabelSheet) -> None:
    """Keep labels. They stay with a dataset of that name and size when a verdict is corrected."""
    sheets = cast("dict[object, LabelSheet]", st.session_state.get(_LABELS, {}))
    st.session_state[_LABELS] = {**sheets, (of.name, len(of.cases), kind): new}


def fit(of: Dataset) -> Future[Calibration] | None:
    """The latest fit, under way or done, if it was to a dataset of this name and size."""
    found = cast(
        "tuple[object, Future[Calibration] | None]", st.session_state.get(_FIT, (None, None))
    )
    return found[1] if found[0] == (of.name, len(of.cases)) else None


def set_fit(of: Dataset, new: Future[Calibration] | None) -> None:
    """Remember a fit to a dataset, or drop it."""
    st.session_state[_FIT] = ((of.name, len(of.cases)), new)


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
