"""The table: one row a case, filtered and sorted; a chosen row opens its case."""

from typing import TYPE_CHECKING, Final

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset
from pages.shared.dataset_facts import CaseState
from pages.shared.dataset_filters import BAND_NAMES, Filters, Order, Rows
from scoring.bands import RELEVANCE_BANDS
from scoring.model import RelevanceLevel

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa
    from streamlit.elements.lib.column_config_utils import ColumnConfigMappingInput

TABLE: Final = "cases_table"
TEXT: Final = "filter_text"
RANGE: Final = "filter_range"
STATES: Final = "filter_states"
CONFIGURATIONS: Final = "filter_configurations"
BANDS: Final = "filter_bands"
KEYWORD: Final = "filter_keyword"
LEVELS: Final = "filter_levels"
WITHOUT: Final = "filter_without"
ORDER: Final = "filter_order"
MOST: Final = "filter_most"
_FILTERS: Final = (TEXT, STATES, CONFIGURATIONS, BANDS, KEYWORD, LEVELS, WITHOUT)
_EMPTY: Final[dict[str, object]] = {TEXT: "", KEYWORD: ""}
_ROW_PIXELS: Final = 35
_TALLEST: Final = 500
_FEW: Final = (10, 25, 50, 100)
_COLUMNS: Final = (
    "case",
    "query",
    "configuration",
    "relevance",
    "band",
    "levels",
    "unused high",
    "missing",
    "keywords",
    "state",
)


def render(rows: Rows) -> None:
    """Draw the filters and the table.

    Args:
        rows: The cases under the current setting.
    """
    filters = _filters(rows.dataset)
    positions = filters.positions(rows)
    total = len(rows.dataset.cases)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{len(positions):,} of {total:,} cases")
        st.button("Show all", key="clear_filters", on_click=clear, disabled=filters == Filters())
    st.dataframe(
        _table(rows, positions),
        key=TABLE,
        hide_index=True,
        width="stretch",
        height=min(_TALLEST, _ROW_PIXELS * (len(positions) + 1) + 3),
        on_select=lambda: _open_row(positions),
        selection_mode="single-row",
        column_config=_columns(rows),
        placeholder="–",
        alt="One row a case; choosing a row opens the case under the table.",
    )
    st.caption(
        "Levels, a mark for each context: ■ high, ◧ medium, □ low, · none, ? not judged. "
        "Choose a row by the box at its left to open the case."
    )


def clear() -> None:
    """Take every filter off. Call it from a callback."""
    for key in _FILTERS:
        state.set_widget_value(key, _EMPTY.get(key, []))
    state.set_widget_value(RANGE, (0.0, 1.0))
    state.set_widget_value(ORDER, Order.FILE)
    state.set_widget_value(MOST, None)


def toggle(key: str, value: str) -> None:
    """Put a value into one of the filters that hold several, or take it out again."""
    held = _several(key)
    rest = [other for other in held if other != value]
    state.set_widget_value(key, rest if len(rest) < len(held) else [*held, value])


def chosen_bands() -> tuple[str, ...]:
    """Names of the bands that the table is filtered by; none where it is not."""
    return _several(BANDS)


def set_text(text: str) -> None:
    """Search for a text. Call it from a callback, as the two below."""
    state.set_widget_value(TEXT, " ".join(text.split()))


def set_keyword(keyword: str) -> None:
    """Show the cases whose response misses a keyword."""
    state.set_widget_value(KEYWORD, keyword)


def set_range(low: float, high: float) -> None:
    """Show the cases with a Context Relevance in a range, of the current scale."""
    scale = state.settings().scale
    state.set_widget_value(RANGE, (low / scale, high / scale))


def _filters(dataset: Dataset) -> Filters:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Search",
            key=TEXT,
            placeholder="id, query, response, contexts, missing items",
            persist_state="session",
            width=340,
        )
        st.selectbox(
            "Order",
            list(Order),
            format_func=str,
            key=ORDER,
            persist_state="session",
            width=260,
        )
        st.selectbox(
            "Show at most",
            _FEW,
            index=None,
            placeholder="all",
            key=MOST,
            persist_state="session",
            width=120,
        )
        with st.popover("More filters", key="more_filters"):
            _more_filters(dataset)
    low, high = _range()
    keyword = state.widget_value(KEYWORD)
    most, order = state.widget_value(MOST), state.widget_value(ORDER)
    return Filters(
        text=str(state.widget_value(TEXT) or ""),
        low=low,
        high=high,
        states=_several(STATES),
        configurations=_several(CONFIGURATIONS),
        bands=_several(BANDS),
        keyword=str(keyword or "").strip() or None,
        levels=_several(LEVELS),
        without=_several(WITHOUT),
        order=Order(str(order)) if order is not None else Order.FILE,
        most=most if isinstance(most, int) else None,
    )


def _more_filters(dataset: Dataset) -> None:
    st.slider(
        "Context Relevance, of a scale of 1",
        0.0,
        1.0,
        (0.0, 1.0),
        step=0.05,
        key=RANGE,
        persist_state="session",
    )
    st.multiselect(
        "Bands",
        [band.name for band in RELEVANCE_BANDS],
        key=BANDS,
        persist_state="session",
    )
    st.multiselect("State", [each.value for each in CaseState], key=STATES, persist_state="session")
    if dataset.configurations:
        st.multiselect(
            "Configuration",
            list(dataset.configurations),
            key=CONFIGURATIONS,
            persist_state="session",
        )
    levels = [level.value for level in RelevanceLevel]
    st.multiselect(
        "Has a context of each of these levels", levels, key=LEVELS, persist_state="session"
    )
    st.multiselect("Has no context of these levels", levels, key=WITHOUT, persist_state="session")
    st.text_input(
        "Response misses the keyword",
        key=KEYWORD,
        persist_state="session",
    )


def _several(key: str) -> tuple[str, ...]:
    value = state.widget_value(key)
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _range() -> tuple[float, float]:
    value = state.widget_value(RANGE)
    return (float(value[0]), float(value[1])) if isinstance(value, tuple) else (0.0, 1.0)


def _open_row(positions: "npt.NDArray[np.int64]") -> None:
    selection = getattr(state.widget_value(TABLE), "selection", None)
    chosen = [] if selection is None else selection.rows
    if chosen and chosen[0] < len(positions):
        state.open_case(int(positions[chosen[0]]))
    else:
        state.leave_case()


def _table(rows: Rows, positions: "npt.NDArray[np.int64]") -> "pa.Table":
    import pyarrow as pa

    table = rows.dataset.table.take(positions)
    columns = {
        **dict(zip(table.column_names, table.columns, strict=True)),
        # A table's word for no number is null.
        "relevance": pa.array(rows.relevance[positions], from_pandas=True),
        "band": pa.array(BAND_NAMES[rows.bands[positions]]).dictionary_encode(),
        "keywords": pa.array(rows.coverage[positions], from_pandas=True),
    }
    named = bool(rows.dataset.configurations)
    return pa.table({name: columns[name] for name in _COLUMNS if named or name != "configuration"})


def _columns(rows: Rows) -> "ColumnConfigMappingInput":
    config = st.column_config
    number = "%.2f" if rows.scale < 1000 else "%.0f"
    return {
        "case": config.TextColumn("Case", pinned=True, width=100),
        "query": config.TextColumn("Query", width=200),
        "configuration": config.TextColumn("Configuration", width=110),
        "relevance": config.NumberColumn("Relevance", format=number, width=80),
        "band": config.TextColumn("Band", width=80),
        "levels": config.TextColumn("Levels", width=80),
        "unused high": config.NumberColumn(
            "Unused", width=65, help="High contexts that the response did not use"
        ),
        "missing": config.NumberColumn("Missing", width=70, help="Missing items"),
        "keywords": config.NumberColumn("Keywords", format=number, width=80),
        "state": config.TextColumn("State", width=90),
    }
