"""The result in hand as files, made when somebody asks for them."""

from uuid import uuid4

import streamlit as st

from pages.shared.case_in_hand import CaseInHand
from scoring.formats import json_line, result_to_json
from scoring.formats.csv_results import results_to_csv
from scoring.keywords import KeywordCoverage
from scoring.relevance import RelevanceScore


def render(hand: CaseInHand, relevance: RelevanceScore, keywords: KeywordCoverage) -> None:
    """Draw the download buttons.

    Args:
        hand: The case with its judgement and corrections.
        relevance: Its Context Relevance.
        keywords: Its Keyword Coverage.
    """

    def as_json() -> bytes:
        return json_line(result_to_json(_run_id(), hand.result_case, relevance, keywords)).encode()

    def as_csv() -> bytes:
        # The mark at the start tells spreadsheets that the text is UTF-8.
        result = (_run_id(), hand.result_case, relevance, keywords)
        return results_to_csv([result]).encode("utf-8-sig", "surrogatepass")

    with st.container(horizontal=True):
        st.download_button(
            "Download as JSON",
            as_json,
            "scorescope-result.jsonl",
            "application/x-ndjson",
            key="download_json",
            on_click="ignore",
            help="The case, its judgement and scores. It can be opened here again.",
        )
        st.download_button(
            "Download as CSV",
            as_csv,
            "scorescope-result.csv",
            "text/csv",
            key="download_csv",
            on_click="ignore",
        )


def _run_id() -> str:
    return str(uuid4())
