"""Which dataset the dataset pages work on: the sample, or files of one's own."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import cache, state
from pages.shared.dataset import Dataset, in_words
from pages.shared.dataset_remembered import remembered_mapping
from pages.shared.dataset_source import Source, dataset_of, gathered
from scoring.errors import ScoringError
from scoring.formats.registry import MAPPED

_UPLOADER: Final = "dataset_files"
_PASTE: Final = "dataset_paste"
_MOST_ISSUES: Final = 50


def render() -> Dataset | None:
    """Draw what is open and the ways to another; return the dataset, if there is one."""
    dataset = state.dataset()
    with st.container(horizontal=True, vertical_alignment="center"):
        opening = state.opening()
        # Another one each time, and so closed once the files are open.
        with st.popover("Open files", key=f"open_dataset_{opening}"):
            st.file_uploader(
                "Files of cases; several are compared as configurations, a TREC run is read with "
                "its documents, questions and judgements",
                accept_multiple_files=True,
                key=f"{_UPLOADER}_{opening}",
                on_change=_take_files,
                help=(
                    "JSON, JSON Lines, CSV, TSV, XLSX, Parquet or TREC, as Mastra, Ragas, "
                    "DeepEval, TruLens, Phoenix, Langfuse, LangSmith or promptfoo write them, or "
                    "any other."
                ),
            )
        with st.popover("Paste", key="paste_dataset"):
            st.text_area(
                "Cases as text",
                key=_PASTE,
                height=200,
                placeholder="Any of these formats, cells of a spreadsheet, or one case as text",
            )
            st.button("Open what is pasted", key="take_paste", on_click=_take_paste)
        st.button("Open the sample", key="open_sample", on_click=_open_sample)
        if dataset is not None:
            # A file's name is a stranger's text: it is shown inertly.
            st.text(f"{dataset.name}: {in_words(len(dataset.cases))}, {dataset.judged:,} judged")
    _left()
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
        _issues(dataset)
    return dataset


def _left() -> None:
    """The ways back to what is being judged, or was, while the person looks at something else."""
    for place, desk in enumerate(state.left_desks()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"{desk.name}: {'being judged' if desk.busy else 'judged'}")
            st.button("Go back to it", key=f"go_back_{place}", on_click=state.go_to, args=(desk,))


def open_sources(sources: Sequence[Source]) -> None:
    """Open what was uploaded or pasted, as one dataset. Call it from a callback."""
    state.set_failure(None)
    try:
        sources = gathered(tuple(map(_as_before, sources)))
        dataset = dataset_of(sources)
    except ScoringError as error:
        state.set_failure(error)
        return
    state.open_dataset(dataset, sources)


def _as_before(source: Source) -> Source:
    """The source by the mapping that was used for files of its shape, if its own names do not do.

    Raises:
        FormatError: It holds no rows of any kind.
    """
    if source.told or source.beside:
        return source
    recognised = source.cases.recognised
    if recognised is not None and recognised.format not in ("", MAPPED):
        return source
    mapping = remembered_mapping(source)
    return source if mapping is None else source.read_as(None, mapping)


def _issues(dataset: Dataset) -> None:
    count = len(dataset.issues)
    things = "thing" if count == 1 else "things"
    # Where nothing could be read, why is all that there is to see.
    with st.expander(f"{count:,} {things} to mend in what was read", expanded=not dataset.cases):
        st.text("\n".join(str(issue) for issue in dataset.issues[:_MOST_ISSUES]))
        if count > _MOST_ISSUES:
            st.text(f"… and {count - _MOST_ISSUES:,} more")


def _open_sample() -> None:
    state.set_failure(None)
    state.open_dataset(cache.sample_dataset())


def _take_files() -> None:
    files = state.widget_value(f"{_UPLOADER}_{state.opening()}")
    if not isinstance(files, Sequence) or not files:
        return
    state.renew_opening()
    open_sources(
        [
            Source(PurePath(file.name).stem, file.getvalue())
            for file in files
            if isinstance(file, UploadedFile)
        ]
    )


def _take_paste() -> None:
    pasted = str(state.widget_value(_PASTE) or "")
    if not pasted.strip():
        return
    # Left in its box, it would be sent again at every move of a slider.
    state.set_widget_value(_PASTE, "")
    open_sources([Source("pasted", pasted)])
