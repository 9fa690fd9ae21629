"""The comparison as files, made when somebody asks for them."""

import streamlit as st

from pages.shared.compare_choice import Choice
from scoring.comparison import compared
from scoring.comparison_report import ReportFormat, comparison_report


def render(choice: Choice) -> None:
    """Draw the download buttons."""

    def as_file(report_format: ReportFormat) -> bytes:
        comparison = compared(
            choice.sides.pairing,
            choice.baseline,
            penalties=choice.settings.penalties,
            scale=choice.settings.scale,
            part=choice.sides.part,
        )
        return f"{comparison_report(comparison, report_format)}\n".encode()

    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Download as Markdown",
            lambda: as_file(ReportFormat.MARKDOWN),
            "scorescope-comparison.md",
            "text/markdown",
            key="compare_markdown",
            on_click="ignore",
            help="The table, the sentences and the settings, to paste into a report.",
        )
        st.download_button(
            "Download as JSON",
            lambda: as_file(ReportFormat.JSON),
            "scorescope-comparison.json",
            "application/json",
            key="compare_json",
            on_click="ignore",
            help="Every number, unrounded, with the settings and seeds that made it.",
        )
        st.caption("Each figure's own toolbar saves it as a picture.")
