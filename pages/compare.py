"""Retrieval configurations side by side: which is better, how surely, and because of what."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from pages.shared import (
    compare_amount,
    compare_choice,
    compare_export,
    compare_flips,
    compare_pairing,
    compare_questions,
    compare_segments,
    compare_verdict,
    compare_why,
    dataset_opening,
    state,
)
from pages.shared.compare_background import Background
from pages.shared.compare_choice import Choice
from pages.shared.compare_sides import Sides
from pages.shared.dataset import Dataset
from scoring.errors import InvalidValueError

_VIEWS: Final[dict[str, Callable[[Choice], None]]] = {
    "Winner flips": compare_flips.render,
    "Why": compare_why.render,
    "Question by question": compare_questions.render,
    "Number of contexts": compare_amount.render,
    "Segments": compare_segments.render,
    "Pairing": lambda choice: compare_pairing.details(choice.sides),
}


def render() -> None:
    """Draw the page."""
    st.title("Compare configurations", anchor=False)
    dataset = dataset_opening.render()
    sides = None if dataset is None else _sides(dataset)
    if sides is None:
        return
    choice = compare_choice.render(sides, state.settings())
    compare_pairing.summary(choice.sides)
    if not choice.sides.pairing.pairs:
        compare_pairing.details(choice.sides)
        return
    background = choice.sides.background
    background.begin_run()
    compare_verdict.render(choice)
    compare_export.render(choice)
    tabs = st.tabs(list(_VIEWS), key="compare_view", on_change="rerun")
    for tab, view in zip(tabs, _VIEWS.values(), strict=True):
        # Only what is looked at is drawn, so that a slider has little to repaint.
        if tab.open:
            with tab:
                view(choice)
    if background.waiting:
        _follow(background)


def _sides(dataset: Dataset) -> Sides | None:
    sides = state.sides(dataset)
    if sides is not None:
        return sides
    try:
        with st.spinner("Pairing the configurations…"):
            sides = Sides.of(dataset)
    except InvalidValueError as error:
        st.info(
            "Open one file for each configuration, or a file whose cases name their configuration."
        )
        st.text(str(error))
        return None
    state.set_sides(dataset, sides)
    return sides


@st.fragment(run_every=0.2)
def _follow(background: Background) -> None:
    """Wait for slow results beside the page, and draw the page again when there are some."""
    if background.advance():
        st.rerun()


render()
