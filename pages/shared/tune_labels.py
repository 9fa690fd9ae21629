"""Labels that a person gives cases: in place, or from a field that the file brought."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset
from pages.shared.tune_scope import Scope
from scoring.calibration import LabelKind
from scoring.figures.labels import excerpt
from scoring.labelled import label_columns, labels_in

_PAGE: Final = 25
_RESPONSE: Final = 300
_VERDICTS: Final[Mapping[str, bool]] = {"pass": True, "fail": False}
_LABEL: Final = "label"


def table(scope: Scope, kind: LabelKind) -> None:
    """Draw the cases page by page, with a column to label them in."""
    dataset = scope.dataset
    cases = scope.tallies.positions.tolist()
    pages = -(-len(cases) // _PAGE)
    page = st.pagination(pages, key=f"tune_label_page_{pages}") if pages > 1 else 1
    sheet = state.label_sheet(dataset, kind)
    key = f"tune_labels_{kind}_{page}_{sheet.version}"
    if sheet.table != key or state.widget_value(key) is None:
        sheet = sheet.opening(key)
        state.set_label_sheet(dataset, kind, sheet)
    shown = cases[(page - 1) * _PAGE : page * _PAGE]
    given = [sheet.opened.get(position) for position in shown]
    words = {value: word for word, value in _VERDICTS.items()}
    column: object
    if kind is LabelKind.SCORES:
        scale = scope.settings.scale
        column = st.column_config.NumberColumn(
            f"your score, of {scale:g}", min_value=0.0, max_value=scale
        )
        labels: list[object] = list(given)
    else:
        column = st.column_config.SelectboxColumn("your verdict", options=list(_VERDICTS))
        labels = [None if label is None else words[bool(label)] for label in given]
    responses = [excerpt(dataset.cases[position].response, _RESPONSE) for position in shown]
    columns = {_LABEL: labels, **scope.table(shown, {}), "response": responses}
    # Without the frame a column of nothing but gaps would have no type that can be edited.
    import pandas as pd

    frame = pd.DataFrame(columns)
    frame[_LABEL] = frame[_LABEL].astype("float64" if kind is LabelKind.SCORES else "object")
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height=420,
        placeholder="",
        disabled=[name for name in columns if name != _LABEL],
        column_config={_LABEL: column},
        on_change=_take,
        args=(dataset, kind, key, tuple(shown)),
    )


def _take(dataset: Dataset, kind: LabelKind, key: str, shown: tuple[int, ...]) -> None:
    edits = state.widget_value(key)
    if not isinstance(edits, Mapping):
        return
    changed: dict[int, float | bool | None] = {}
    for row, cells in edits["edited_rows"].items():
        if _LABEL in cells:
            cell = cells[_LABEL]
            if kind is LabelKind.SCORES:
                changed[shown[int(row)]] = None if cell is None else float(cell)
            else:
                changed[shown[int(row)]] = _VERDICTS.get(cell)
    sheet = state.label_sheet(dataset, kind)
    state.set_label_sheet(dataset, kind, sheet.edited(changed))


def source(scope: Scope, kind: LabelKind) -> None:
    """Draw the ways to take labels from the file, and to drop them all."""
    sheet = state.label_sheet(scope.dataset, kind)
    columns = label_columns(scope.dataset.cases, kind, scope.settings.scale)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        column = st.selectbox(
            "Take labels from a field of the file",
            columns,
            index=None,
            key="tune_label_column",
            placeholder="choose a field" if columns else "no field holds such labels",
            disabled=not columns,
        )
        st.button(
            "Take",
            key="tune_take_column",
            disabled=column is None,
            on_click=_take_column,
            args=(scope.dataset, kind, column),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{len(sheet.values)}** labelled cases")
        st.button(
            "Clear the labels",
            key="tune_clear_labels",
            disabled=not sheet.values,
            on_click=_clear,
            args=(scope.dataset, kind),
        )


def _take_column(dataset: Dataset, kind: LabelKind, column: str | None) -> None:
    if column is not None:
        found = labels_in(dataset.cases, column, kind)
        state.set_label_sheet(dataset, kind, state.label_sheet(dataset, kind).replaced(found))


def _clear(dataset: Dataset, kind: LabelKind) -> None:
    state.set_label_sheet(dataset, kind, state.label_sheet(dataset, kind).replaced({}))
    state.set_fit(dataset, None)
