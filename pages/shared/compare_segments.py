"""The difference within parts of the questions, with the note that looking at many finds some."""

from typing import Final

import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import (
    differences_from,
    largest,
    multiplicity_note,
    segment_differences,
)
from scoring.figures.comparison.forest import ForestRow, difference_forest

_MOST_SEGMENTS: Final = 30
"""More would make a figure of many screens, and a correction that finds nothing."""


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
    everything = choice.sides.segments(key)
    parts = largest(everything, _MOST_SEGMENTS)
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
    if len(everything) > len(parts):
        st.text(f"The {len(parts)} largest of {len(everything)} segments.")
    if found is None:
        st.text("Working out how sure each difference is…")
    else:
        st.info(
            f"{multiplicity_note(found)} Whoever looks at many parts finds something in one of "
            "them by luck alone."
        )
