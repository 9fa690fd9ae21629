"""The difference within parts of the questions, with the note that looking at many finds some."""

import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import (
    differences_from,
    multiplicity_note,
    segment_differences,
)
from scoring.figures.comparison.forest import ForestRow, difference_forest


def render(choice: Choice) -> None:
    """Draw the differences by language, tag or any metadata."""
    keys = choice.sides.segmentations
    if not keys:
        st.info(
            "These questions have nothing in which they differ: a language, a tag, or any other "
            "metadata with two values or more."
        )
        return
    key = str(st.selectbox("Parted by", keys, key="compare_segmentation", persist_state="session"))
    sample = choice.sample()
    parts = choice.sides.segments(key)
    found = choice.sides.background.result(
        ("segments", key, *choice.key()),
        lambda: segment_differences(sample, parts, choice.baseline),
    )
    if found is not None:
        rows = [
            ForestRow(entry.segment, entry.difference, entry.inference)
            for entry in found
            if entry.difference.configuration == choice.other
        ]
    else:
        rows = [
            ForestRow(segment, difference, None)
            for segment, pairs in parts.items()
            for difference in differences_from(sample.restricted(pairs), choice.baseline)
            if difference.configuration == choice.other
        ]
    st.text(f"{choice.other} against {choice.baseline}")
    view = difference_forest(rows, of="segment", waiting=found is None)
    if view is not None:
        chart(view.figure, key="compare_segments", alt=view.alt, table=view.table)
    if found is None:
        st.text("Working out how sure each difference is…")
    else:
        st.info(
            f"{multiplicity_note(found)} Whoever looks at many parts finds something in one of "
            "them by luck alone."
        )
