"""Why one configuration is better: what they retrieved, what was used, what is missing where."""

from typing import Final

import pandas as pd
import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import compositions
from scoring.figures.comparison.composition import level_shares, usage_rates

_MOST_LISTED: Final = 500


def render(choice: Choice) -> None:
    """Draw levels, usage rates and the missing items that one side has and the other lacks."""
    found = compositions(choice.sides.measurements)
    left, right = st.columns([3, 2])
    with left:
        levels = level_shares(found)
        if levels is None:
            st.text("No question is scored under every configuration.")
        else:
            chart(levels.figure, key="compare_levels", alt=levels.alt, table=levels.table)
    with right:
        usage = usage_rates(found)
        if usage is None:
            st.text("No context is of high relevance.")
        else:
            chart(usage.figure, key="compare_usage", alt=usage.alt, table=usage.table)
    _missing(choice)


def _missing(choice: Choice) -> None:
    """Which gaps the one side fills, and which it opens."""
    gaps = choice.sides.gaps(choice.baseline, choice.other)
    st.markdown("**Missing items that one has and the other lacks**")
    left, right = st.columns(2)
    for column, rows, name, key in (
        (left, gaps.filled, choice.baseline, "compare_gaps_filled"),
        (right, gaps.opened, choice.other, "compare_gaps_opened"),
    ):
        with column:
            st.text(f"Missing in {name} alone: {len(rows)}")
            if rows:
                listed = pd.DataFrame(rows[:_MOST_LISTED], columns=["missing item", "id", "query"])
                st.dataframe(listed, hide_index=True, key=key, height=240)
    st.text(f"Missing in both: {gaps.both}")
