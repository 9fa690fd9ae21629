"""The dataset as files, made when somebody asks for them."""

import re
from typing import Final
from uuid import uuid4

import streamlit as st

from pages.shared.dataset import Dataset
from pages.shared.state import Settings
from scoring.evaluation import CaseResult
from scoring.formats.exports import EXPORTERS, export
from scoring.keywords import keyword_coverage
from scoring.model import State
from scoring.relevance import score_relevance, unscored_relevance
from scoring.scorer import unscorable_relevance

_FORMAT: Final = "export_format"
_LONGEST_NAME: Final = 80
_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u202a-\u202e\u2066-\u2069\ud800-\udfff]+')


def render(dataset: Dataset, settings: Settings) -> None:
    """Draw the choice of a format and the download.

    Args:
        dataset: What is exported, every case of it.
        settings: The sliders' values, which the scores are made with.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Format",
            list(EXPORTERS),
            format_func=lambda each: EXPORTERS[each].title,
            key=_FORMAT,
            persist_state="session",
            width=240,
        )
        exporter = EXPORTERS[name]
        st.download_button(
            f"Download {len(dataset.cases):,} cases",
            lambda: export(results(dataset, settings), name).content,
            f"{file_stem(dataset.name)}{exporter.suffix}",
            exporter.media_type,
            key="download_dataset",
            on_click="ignore",
        )
    st.caption(
        "Nothing is lost: opened here again, it gives the same cases, judgements and corrections."
        if exporter.lossless
        else "In the shape of another tool, which has no place for some of what is known here."
    )
    st.caption("Each row says which judge, penalties, scale and versions made its numbers.")


def results(dataset: Dataset, settings: Settings) -> list[CaseResult]:
    """Every case with both scores, as the settings make them."""
    penalties, scale = settings.penalties, settings.scale
    scored = []
    for position, (case, judgement) in enumerate(
        zip(dataset.cases, dataset.judgements, strict=True)
    ):
        relevance = unscorable_relevance(case, penalties, scale)
        failure = dataset.failures.get(position)
        if relevance is None and judgement is not None:
            relevance = score_relevance(judgement, penalties, scale)
        elif relevance is None:
            state = State.PARTIAL if failure is None else State.FAILED
            reason = "No judge has read this case yet." if failure is None else str(failure)
            relevance = unscored_relevance(state, reason, penalties, scale)
        coverage = keyword_coverage(case.query, case.response, scale=scale)
        scored.append(CaseResult(str(uuid4()), case, relevance, coverage, failure))
    return scored


def file_stem(name: str) -> str:
    """A dataset's name as the stem of a file's, in whatever script it is written.

    Only what no file system or shell takes goes: separators, control characters, what turns the
    direction of writing, dots at the ends.
    """
    stem = " ".join(_UNSAFE.sub(" ", name).split())[:_LONGEST_NAME].strip(" .")
    return stem or "scorescope"
