"""The weights of the levels, and the switch that leaves the documented formula."""

from dataclasses import astuple
from typing import Final

import streamlit as st

from pages.shared import state
from scoring.tallies import DOCUMENTED_WEIGHTS, Weights

EXPERIMENT: Final = "experiment"
WEIGHT_KEYS: Final = ("weight_high", "weight_medium", "weight_low", "weight_none")


def render() -> Weights:
    """Draw the weights and return those in force."""
    documented = DOCUMENTED_WEIGHTS
    with st.expander(
        "Weights of the relevance levels: "
        f"high {documented.high:g}, medium {documented.medium:g}, low {documented.low:g}, "
        f"none {documented.none:g}"
    ):
        experiment = st.toggle(
            "Experiment with other weights",
            key=EXPERIMENT,
            bind="query-params",
            help="What a context of each level adds to the base. The documentation fixes them.",
        )
        boxes = zip(
            st.columns(4),
            ("High", "Medium", "Low", "None"),
            WEIGHT_KEYS,
            (documented.high, documented.medium, documented.low, documented.none),
            strict=True,
        )
        values = [
            column.number_input(
                label,
                0.0,
                1.0,
                weight,
                0.05,
                format="%.6g",
                key=key,
                disabled=not experiment,
                required=True,
                bind="query-params",
            )
            for column, label, key, weight in boxes
        ]
    weights = Weights(*values) if experiment else documented
    if not weights.documented:
        st.warning(
            "**Experiment.** These weights are not those of the documented formula "
            f"(high {weights.high:g}, medium {weights.medium:g}, low {weights.low:g}, none "
            f"{weights.none:g}): the numbers on this page cannot be compared with any other. The "
            "other pages keep the documented weights."
        )
    return weights


def put(weights: Weights) -> None:
    """Have these weights in force. Call it from a callback."""
    state.set_widget_value(EXPERIMENT, not weights.documented)
    for key, weight in zip(WEIGHT_KEYS, astuple(weights), strict=True):
        state.set_widget_value(key, weight)


def rounded(weights: Weights) -> Weights:
    """Fitted weights to three places: no labels know more, and a person can read it."""
    return Weights(*(round(weight, 3) for weight in astuple(weights)))
