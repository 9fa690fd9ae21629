"""What the penalties do to a whole dataset, exactly and at once."""

from typing import Final

import streamlit as st

from pages.shared import (
    dataset_opening,
    state,
    tune_calibrate,
    tune_compare,
    tune_map,
    tune_passing,
    tune_penalties,
    tune_ranks,
    tune_settings,
    tune_weights,
)
from pages.shared.tune_scope import Scope

_SECTIONS: Final = (
    "Compare",
    "Each penalty",
    "Map",
    "Pass or fail",
    "Order",
    "Calibrate",
    "Save and export",
)


def render() -> None:
    """Draw the page."""
    st.title("Tune the penalties", anchor=False)
    dataset = dataset_opening.render()
    if dataset is None:
        return
    if not dataset.tallies.cases:
        st.info("None of these cases has been judged whole yet, so there is nothing to score.")
        return
    weights = tune_weights.render()
    pinned, against, threshold = tune_settings.choices()
    scope = Scope(dataset, dataset.tallies.reweighted(weights), state.settings(), pinned, threshold)
    # One section at a time: a move of a slider computes and draws what is on the screen.
    section = st.segmented_control(
        "Section",
        _SECTIONS,
        default=_SECTIONS[0],
        required=True,
        key="tune_section",
        label_visibility="collapsed",
        persist_state="session",
    )
    match section:
        case "Each penalty":
            tune_penalties.render(scope)
        case "Map":
            tune_map.render(scope)
        case "Pass or fail":
            tune_passing.render(scope, against)
        case "Order":
            tune_ranks.render(scope, against)
        case "Calibrate":
            tune_calibrate.render(scope)
        case "Save and export":
            tune_settings.render(scope)
        case _:
            tune_compare.render(scope, against)


render()
