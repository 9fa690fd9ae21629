"""Many cases: opened, judged, looked through, taken home."""

import streamlit as st

from pages.shared import (
    case_view,
    dataset_checks,
    dataset_export,
    dataset_judging,
    dataset_opening,
    dataset_overview,
    dataset_reading,
    dataset_saving,
    dataset_table,
    state,
)
from pages.shared.dataset import Dataset
from pages.shared.dataset_filters import Rows

_KEYWORDS_AT_ONCE = 0.5
"""Seconds that the page waits for keywords before it shows the table without them."""


def render() -> None:
    """Draw the page."""
    st.title("Dataset", anchor=False)
    dataset = dataset_opening.render()
    if dataset is None:
        return
    dataset_reading.render()
    if not dataset.cases:
        return
    dataset_checks.render(dataset)
    dataset_judging.render(dataset)
    settings = state.settings()
    keywords = dataset.keywords_within(_KEYWORDS_AT_ONCE)
    rows = Rows(dataset, settings.penalties, settings.scale, keywords)
    bands = dataset_table.chosen_bands()
    dataset_overview.render(rows, bands)
    st.subheader("Cases", anchor=False)
    _cases(rows, settings, state.dataset(), bands)
    if keywords is None:
        _await_keywords()
    st.subheader("Take it home", anchor=False)
    dataset_export.render(dataset, settings)
    desk = state.desk()
    if desk is not None:
        dataset_saving.render(desk)


@st.fragment(run_every=1.0)
def _await_keywords() -> None:
    dataset = state.dataset()
    if dataset is not None and dataset.keywords_within(0.0) is not None:
        st.rerun()
    st.caption("Keyword Coverage is being read; its column fills when it is done.")


@st.fragment
def _cases(
    rows: Rows, settings: state.Settings, drawn: Dataset | None, bands: tuple[str, ...]
) -> None:
    """The table and the case that is open under it: a click in here draws nothing else anew.

    Unless it changes what the rest of the page shows.

    Args:
        rows: The cases under the current setting.
        settings: That setting.
        drawn: The dataset when the rest of the page was drawn; a run may have brought more since
            `rows` was made.
        bands: The bands that were chosen then.
    """
    if state.dataset() is not drawn or dataset_table.chosen_bands() != bands:
        st.rerun()
    dataset_table.render(rows)
    _case(rows.dataset, settings)


def _case(dataset: Dataset, settings: state.Settings) -> None:
    position, hand = state.opened_case(), state.opened_hand()
    if position is None or hand is None:
        return
    with st.container(border=True, key="opened_case"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**Case {position + 1} of {len(dataset.cases):,}**", width="content")
            st.text(hand.case.id)
            st.button("Close the case", key="close_case", on_click=state.leave_case)
        case_view.render(hand, settings)


render()
