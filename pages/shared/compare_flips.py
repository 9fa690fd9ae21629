"""Where in the penalties the winner flips."""

import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import (
    DEFAULT_CONFIDENCE,
    MISSING_ITEM_RANGE,
    UNUSED_HIGH_RANGE,
    LeaderMap,
    Regions,
    leader_map,
    percentage,
    regions,
)
from scoring.figures.comparison.flips import winner_map


def render(choice: Choice) -> None:
    """Draw who leads whatever the penalties, or where the lead changes hands."""
    measurements, penalties = choice.sides.measurements, choice.settings.penalties
    if not measurements.scored.size:
        st.info("No question is scored under every configuration.")
        return
    plane = UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE

    def parted() -> tuple[Regions, LeaderMap]:
        return (
            regions(measurements, *plane, penalties),
            leader_map(measurements, *plane, penalties),
        )

    # Both sliders of the plane are its axes, so that only the third one makes another map.
    found = choice.sides.background.result(("flips", penalties.max_missing_context_penalty), parted)
    if found is None:
        st.text("Working out who leads where…")
        return
    exact, leaders = found
    st.text(exact.sentence)
    if leaders.confidence is not None:
        sure = ((leaders.confidence >= DEFAULT_CONFIDENCE) & ~leaders.tied).mean()
        where = f"in {percentage(float(sure))} of it" if sure else "nowhere in it"
        st.text(f"Whoever leads is surely ahead ({DEFAULT_CONFIDENCE:.0%}) {where}.")
    view = winner_map(leaders, exact, penalties)
    chart(view.figure, key="compare_flips", alt=view.alt, table=view.table)
    st.caption(
        "Context Relevance at every pair of penalties from none to twice the strict preset, with "
        f"missing items capped at {penalties.max_missing_context_penalty:g} as the slider says. "
        "Confidence: how surely the leader is ahead of the next one at that very point, two-sided, "
        "corrected for the configurations that it was picked from, by a normal approximation."
    )
