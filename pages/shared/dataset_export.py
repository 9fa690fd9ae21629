"""The dataset as files, made when somebody asks for them."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final
from uuid import uuid4

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset
from pages.shared.state import Settings
from scoring.errors import JudgeError, ScoringError
from scoring.evaluation import CaseResult
from scoring.formats.exports import EXPORTERS, Export, Exporter, export
from scoring.keywords import KeywordCoverage
from scoring.model import Case, Judgement, State
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance
from scoring.scorer import unscorable_relevance

_FORMAT: Final = "export_format"
_HOLDS_ALL: Final = "jsonl"
"""The format that has a place for everything, so that nothing has to be said of it."""
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
        if name == _HOLDS_ALL:
            _download(dataset, exporter, lambda: export(results(dataset, settings), name).content)
            made = None
        else:
            # Made before it is fetched, so that what the format cannot hold is said beforehand.
            made = state.made_file(dataset, settings, name)
            if isinstance(made, Export):
                _download(dataset, exporter, made.content)
            else:
                st.button(
                    f"Make the {exporter.title} file",
                    key="make_file",
                    on_click=_make,
                    args=(dataset, settings, name),
                )
    for note in made.notes if isinstance(made, Export) else ():
        st.text(note)
    if isinstance(made, ScoringError):
        st.badge("That did not work", color="red")
        st.text(str(made))
    st.caption(
        "Nothing is lost: opened here again, it gives the same cases, judgements and corrections."
        if exporter.lossless
        else "In the shape of another tool, which has no place for some of what is known here."
    )
    st.caption("Each row says which judge, penalties, scale and versions made its numbers.")


def _download(dataset: Dataset, exporter: Exporter, data: bytes | Callable[[], bytes]) -> None:
    st.download_button(
        f"Download {len(dataset.cases):,} cases",
        data,
        f"{file_stem(dataset.name)}{exporter.suffix}",
        exporter.media_type,
        key="download_dataset",
        on_click="ignore",
    )


def _make(dataset: Dataset, settings: Settings, name: str) -> None:
    made: Export | ScoringError
    try:
        made = export(results(dataset, settings), name)
    except ScoringError as error:
        made = error
    state.set_made_file(dataset, settings, name, made)


def results(dataset: Dataset, settings: Settings) -> list[CaseResult]:
    """Every case with both scores, as the settings make them."""
    return [
        CaseResult(
            str(uuid4()),
            case,
            _relevance(case, judgement, dataset.failures.get(position), settings),
            _scaled(coverage, settings.scale),
            dataset.failures.get(position),
        )
        for position, (case, judgement, coverage) in enumerate(
            zip(dataset.cases, dataset.judgements, dataset.keywords, strict=True)
        )
    ]


def _relevance(
    case: Case, judgement: Judgement | None, failure: JudgeError | None, settings: Settings
) -> RelevanceScore:
    penalties, scale = settings.penalties, settings.scale
    unscorable = unscorable_relevance(case, penalties, scale)
    if unscorable is not None:
        return unscorable
    if judgement is not None:
        return score_relevance(judgement, penalties, scale)
    if failure is not None:
        return unscored_relevance(State.FAILED, str(failure), penalties, scale)
    reason = "No judge has read this case yet."
    return unscored_relevance(State.PARTIAL, reason, penalties, scale)


def _scaled(coverage: KeywordCoverage, scale: float) -> KeywordCoverage:
    """The coverage, read on a scale of 1, on another: reading it anew would take seconds."""
    score = None if coverage.score is None else coverage.score * scale
    return replace(coverage, score=score, scale=scale)


def file_stem(name: str) -> str:
    """A dataset's name as the stem of a file's, in whatever script it is written.

    Only what no file system or shell takes goes: separators, control characters, what turns the
    direction of writing, dots at the ends.
    """
    stem = " ".join(_UNSAFE.sub(" ", name).split())[:_LONGEST_NAME].strip(" .")
    return stem or "scorescope"
