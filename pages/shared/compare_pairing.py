"""What was paired, what was not and why, and what should be the same on every side and is not."""

from typing import Final

import pandas as pd
import streamlit as st

from pages.shared.compare_sides import Sides

_MOST_LISTED: Final = 1_000


def summary(sides: Sides) -> None:
    """Draw the one line that says how much is compared, and the warnings."""
    pairing, unscored = sides.pairing, sides.unscored_pairs
    count = len(pairing.pairs)
    facts = [f"{count} {'question' if count == 1 else 'questions'} under every configuration"]
    if unscored:
        facts.append(f"{count - unscored} of them scored on every side")
    if pairing.unpaired:
        left = len(pairing.unpaired)
        facts.append(f"{left} {'case' if left == 1 else 'cases'} not paired")
    st.text(" · ".join(facts))
    for unlike in pairing.unlike:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge("not alike", icon=":material/warning:", color="orange")
            st.text(unlike.warning, width="stretch")


def details(sides: Sides) -> None:
    """Draw what was paired by what, and every case that is in no pair or in no mean."""
    pairing, matched = sides.pairing, sides.paired_by
    st.text(
        "Paired by "
        + "; ".join(f"{matched_by.value}: {count}" for matched_by, count in matched.items())
        if matched
        else "Nothing could be paired."
    )
    st.caption(
        "Cases belong together by id and query, else by query, else by id. Means come from pairs "
        "alone, and from those that have the metric on every side."
    )
    st.markdown("**Not paired**")
    _table(
        [
            (one.configuration, one.result.case.id, one.result.case.query, one.reason)
            for one in pairing.unpaired
        ],
        ("configuration", "id", "query", "why"),
        "Every case has its pair.",
        "compare_unpaired",
    )
    st.markdown("**Paired, but without a score on some side**")
    _table(
        [
            (
                one.configuration,
                pairing.pairs[one.pair].id,
                one.state.value.replace("_", " "),
                one.explanation,
            )
            for one in sides.unscored
        ],
        ("configuration", "id", "state", "why"),
        "Every pair is scored on every side.",
        "compare_unscored",
    )


def _table(
    rows: list[tuple[str, str, str, str]], columns: tuple[str, ...], empty: str, key: str
) -> None:
    if not rows:
        st.text(empty)
        return
    st.dataframe(pd.DataFrame(rows[:_MOST_LISTED], columns=list(columns)), hide_index=True, key=key)
    if len(rows) > _MOST_LISTED:
        st.text(f"… and {len(rows) - _MOST_LISTED} more")
