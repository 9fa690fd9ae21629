"""Which dataset the dataset pages work on: the sample, or files of one's own."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import cache, state
from pages.shared.dataset import Dataset
from scoring.errors import ScoringError
from scoring.formats import read_cases

_UPLOADER: Final = "dataset_files"
_MOST_ISSUES: Final = 50


def render() -> Dataset | None:
    """Draw what is open and the ways to another; return the dataset, if there is one."""
    dataset = state.dataset()
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Open files", key="open_dataset"):
            st.file_uploader(
                "Files of cases; several are compared as configurations",
                accept_multiple_files=True,
                key=_UPLOADER,
                on_change=_take_files,
            )
        st.button("Open the sample", key="open_sample", on_click=_open_sample)
        if dataset is not None:
            judged = sum(judgement is not None for judgement in dataset.judgements)
            # A file's name is a stranger's text: it is shown inertly.
            st.text(f"{dataset.name}: {len(dataset.cases)} cases, {judged} judged")
    error = state.failure()
    if error is not None:
        st.badge("That did not work", color="red")
        st.text(str(error))
    if dataset is None:
        st.info(
            "Open a file of cases, or the sample: real questions under three retrieval "
            "configurations, graded by people."
        )
    elif dataset.issues:
        with st.expander(f"{len(dataset.issues)} things to mend in what was read"):
            st.text("\n".join(str(issue) for issue in dataset.issues[:_MOST_ISSUES]))
            if len(dataset.issues) > _MOST_ISSUES:
                st.text(f"… and {len(dataset.issues) - _MOST_ISSUES} more")
    return dataset


def _open_sample() -> None:
    state.set_failure(None)
    state.open_dataset(cache.sample_dataset())


def _take_files() -> None:
    files = state.widget_value(_UPLOADER)
    if not isinstance(files, Sequence) or not files:
        return
    state.set_failure(None)
    try:
        read = [
            Dataset.read(PurePath(file.name).stem, read_cases(file.getvalue()))
            for file in files
            if isinstance(file, UploadedFile)
        ]
    except ScoringError as error:
        state.set_failure(error)
        return
    state.open_dataset(Dataset.joined(read))
