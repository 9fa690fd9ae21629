"""Labels that a person gives cases: in place, or from a field that the file brought."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset
from pages.shared.label_sheet import LabelSheet
from pages.shared.tune_scope import Scope
from scoring.calibration import LabelKind
from scoring.figures.labels import excerpt
from scoring.formats.exports import export
from scoring.labelled import LABEL_FIELDS, label_columns, labels_in, with_labels
from scoring.rounding import settled

_PAGE: Final = 25
_TEXT: Final = 300
_CONTEXTS: Final = 2000
_LABEL_WIDTH: Final = 150
_WIDTHS: Final[Mapping[str, int]] = {"query": 260, "response": 300, "contexts": 300, "case": 120}
"""Pixels."""

_COLUMN: Final = "tune_label_column"
_PERFECT: Final = "tune_label_perfect"
_USUAL: Final = (1.0, 5.0, 10.0, 100.0)
"""What a perfect score is on the scales that people use."""

_VERDICTS: Final[Mapping[str, bool]] = {"pass": True, "fail": False}
_LABEL: Final = "label"


def table(scope: Scope, kind: LabelKind) -> None:
    """Draw the cases page by page, with a column to label them in."""
    cases, scale = scope.tallies.positions.tolist(), scope.settings.scale
    pages = -(-len(cases) // _PAGE)
    page = st.pagination(pages, key=f"tune_label_page_{pages}") if pages > 1 else 1
    sheet = state.label_sheet(kind)
    # Under another scale the same labels are other numbers, and so another table.
    unit = f"_{scale!r}" if kind is LabelKind.SCORES else ""
    key = f"tune_labels_{kind}_{page}_{sheet.version}{unit}"
    if sheet.table != key or state.widget_value(key) is None:
        sheet = sheet.opening(key)
        state.set_label_sheet(kind, sheet)
    shown = cases[(page - 1) * _PAGE : page * _PAGE]
    given = [sheet.opened.get(position) for position in shown]
    column: object
    labels: list[object]
    if kind is LabelKind.SCORES:
        column = st.column_config.NumberColumn(
            f"your score, of {scale:g}", min_value=0.0, max_value=scale, width=_LABEL_WIDTH
        )
        labels = [None if label is None else settled(label * scale) for label in given]
    else:
        words = {value: word for word, value in _VERDICTS.items()}
        column = st.column_config.SelectboxColumn(
            "your verdict", options=list(_VERDICTS), width=_LABEL_WIDTH
        )
        labels = [None if label is None else words[bool(label)] for label in given]
    columns = {_LABEL: labels, **_texts(scope.dataset, shown)}
    # Without the frame a column of nothing but gaps would have no type that can be edited.
    import pandas as pd

    frame = pd.DataFrame(columns)
    frame[_LABEL] = frame[_LABEL].astype("float64" if kind is LabelKind.SCORES else "object")
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height="content" if len(shown) < 10 else 420,
        placeholder="",
        disabled=[name for name in columns if name != _LABEL],
        column_config={
            _LABEL: column,
            **{name: st.column_config.TextColumn(width=width) for name, width in _WIDTHS.items()},
        },
        on_change=_take,
        args=(kind, key, tuple(shown), scale),
    )


def _texts(dataset: Dataset, positions: Sequence[int]) -> dict[str, list[str]]:
    """What a person has to read to score a case."""
    cases = [dataset.cases[position] for position in positions]
    return {
        "query": [excerpt(case.query, _TEXT) for case in cases],
        "response": [excerpt(case.response, _TEXT) for case in cases],
        "contexts": [
            excerpt(" | ".join(context.text for context in case.contexts), _CONTEXTS)
            for case in cases
        ],
        "case": [excerpt(case.id, _TEXT) for case in cases],
        **(
            {"configuration": [excerpt(case.configuration or "", _TEXT) for case in cases]}
            if dataset.configurations
            else {}
        ),
    }


def _take(kind: LabelKind, key: str, shown: tuple[int, ...], scale: float) -> None:
    edits = state.widget_value(key)
    if not isinstance(edits, Mapping):
        return
    changed: dict[int, float | bool | None] = {}
    for row, cells in edits["edited_rows"].items():
        if _LABEL in cells:
            cell = cells[_LABEL]
            if kind is LabelKind.SCORES:
                changed[shown[int(row)]] = None if cell is None else float(cell) / scale
            else:
                changed[shown[int(row)]] = _VERDICTS.get(cell)
    state.set_label_sheet(kind, state.label_sheet(kind).edited(changed))


def source(scope: Scope, kind: LabelKind) -> None:
    """Draw the ways to take labels from the file, and to drop them all."""
    dataset, sheet = scope.dataset, state.label_sheet(kind)
    columns = label_columns(dataset.cases, kind)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        column = st.selectbox(
            "Take labels from a field of the file",
            columns,
            index=None,
            key=_COLUMN,
            placeholder="choose a field" if columns else "no field holds such labels",
            disabled=not columns,
            on_change=_suggest_perfect,
            args=(dataset, kind, scope.settings.scale),
        )
        perfect = (
            st.number_input(
                "A perfect score there",
                0.0,
                value=scope.settings.scale,
                step=1.0,
                format="%.6g",
                key=_PERFECT,
                required=True,
                width=170,
                help="A field of 1 to 5 stars has 5: its labels are divided by it.",
            )
            if column is not None and kind is LabelKind.SCORES
            else 1.0
        )
        most = 0.0 if column is None else _most(dataset, kind, column)
        st.button(
            "Take",
            key="tune_take_column",
            disabled=column is None or perfect <= 0 or most > perfect,
            on_click=_take_column,
            args=(dataset, kind, column, perfect),
        )
    if most > perfect:
        st.caption(f"The field holds scores up to {most:g}.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{len(sheet.values):,}** labelled cases")
        st.button(
            "Clear the labels",
            key="tune_clear_labels",
            disabled=not sheet.values,
            on_click=_clear,
            args=(kind,),
        )
        st.download_button(
            "Download the cases with them",
            lambda: _as_file(dataset, kind, sheet, scope.settings.scale),
            "scorescope-labelled.jsonl",
            "application/x-ndjson",
            key="tune_download_labels",
            on_click="ignore",
            disabled=not sheet.values,
            help=(
                f"As metadata.{LABEL_FIELDS[kind]}, for `scorescope fit` or to take them from that "
                "field here again."
            ),
        )


def _most(dataset: Dataset, kind: LabelKind, column: str) -> float:
    return max(labels_in(dataset.cases, column, kind).values(), default=0.0)


def _suggest_perfect(dataset: Dataset, kind: LabelKind, scale: float) -> None:
    column = state.widget_value(_COLUMN)
    if isinstance(column, str) and kind is LabelKind.SCORES:
        most = _most(dataset, kind, column)
        perfect = next((each for each in (scale, *_USUAL) if each >= most), most)
        state.set_widget_value(_PERFECT, perfect)


def _take_column(dataset: Dataset, kind: LabelKind, column: str | None, perfect: float) -> None:
    if column is not None:
        found = labels_in(dataset.cases, column, kind)
        if kind is LabelKind.SCORES:
            found = {position: label / perfect for position, label in found.items()}
        state.set_label_sheet(kind, state.label_sheet(kind).replaced(found))


def _as_file(dataset: Dataset, kind: LabelKind, sheet: LabelSheet, scale: float) -> bytes:
    labels = sheet.values
    if kind is LabelKind.SCORES:
        labels = {position: settled(label * scale) for position, label in labels.items()}
    return export(with_labels(dataset.cases, labels, kind), "jsonl").content


def _clear(kind: LabelKind) -> None:
    state.set_label_sheet(kind, state.label_sheet(kind).replaced({}))
    state.set_fit(None)
