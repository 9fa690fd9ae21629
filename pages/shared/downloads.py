"""The result in hand as files, made when somebody asks for them."""

from uuid import uuid4

import streamlit as st

from pages.shared.case_in_hand import CaseInHand
from scoring.evaluation import CaseResult
from scoring.formats.exports import export
from scoring.keywords import KeywordCoverage
from scoring.relevance import RelevanceScore


def render(hand: CaseInHand, relevance: RelevanceScore, keywords: KeywordCoverage) -> None:
    """Draw the download buttons.

    Args:
        hand: The case with its judgement and corrections.
        relevance: Its Context Relevance.
        keywords: Its Keyword Coverage.
    """

    def as_file(name: str) -> bytes:
        return export([CaseResult(_run_id(), hand.result_case, relevance, keywords)], name).content

    with st.container(horizontal=True):
        st.download_button(
            "Download as JSON",
            lambda: as_file("jsonl"),
            "scorescope-result.json",
            "application/json",
            key="download_json",
            on_click="ignore",
            help="The case, its judgement and scores. It can be opened here again.",
        )
        st.download_button(
            "Download as CSV",
            lambda: as_file("csv"),
            "scorescope-result.csv",
            "text/csv",
            key="download_csv",
            on_click="ignore",
        )


def _run_id() -> str:
    return str(uuid4())
