"""Where a case comes from, other than by writing it: an example, or a file of cases."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import cache, state
from pages.shared.case_in_hand import CaseInHand
from pages.shared.whole_text import with_whole_text
from scoring.errors import ScoringError
from scoring.formats import read_cases
from scoring.formats.fields import a_number
from scoring.model import Case, Penalties

_EXAMPLE: Final = "example"
_UPLOADER: Final = "upload"
_UPLOADED_CASE: Final = "uploaded_case"
_POPOVER: Final = "open_file"
_MOST_ISSUES: Final = 50


def render() -> None:
    """Draw the ways to another case."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Write a new case", key="new_case", on_click=_write_new)
        examples = cache.examples()
        st.selectbox(
            "Open an example",
            range(len(examples)),
            index=None,
            format_func=lambda place: name_of(examples[place]),
            placeholder="Pick an example",
            key=_EXAMPLE,
            on_change=_open_example,
            width=340,
        )
        # It reruns when it is opened or closed, so that picking a case can close it.
        with st.popover("Open a file", key=_POPOVER, on_change="rerun"):
            _file()
        before = state.hand_before()
        if before is not None:
            st.button("Back to the case before", key="back", on_click=_go_back, args=(before,))


def _file() -> None:
    st.file_uploader(
        "JSON Lines: one case a line",
        type=["jsonl", "json", "ndjson", "txt"],
        key=_UPLOADER,
        on_change=_take_file,
    )
    upload = state.upload()
    if upload is None:
        return
    if upload.cases:
        st.selectbox(
            f"Pick one of {len(upload.cases)} cases",
            range(len(upload.cases)),
            index=None,
            format_func=lambda place: name_of(upload.cases[place]),
            placeholder="Pick a case",
            key=_UPLOADED_CASE,
            on_change=_open_uploaded,
        )
    if upload.issues:
        st.badge(f"{len(upload.issues)} to mend", color="orange")
        st.text("\n".join(str(issue) for issue in upload.issues[:_MOST_ISSUES]))
        if len(upload.issues) > _MOST_ISSUES:
            st.text(f"… and {len(upload.issues) - _MOST_ISSUES} more")


def name_of(case: Case) -> str:
    """What a list shows of a case: its title if it has one, else its query."""
    title = case.metadata.get("title")
    name = title if isinstance(title, str) and title else f"{case.id}: {case.query}"
    return " ".join(name.split())[:100] or case.id


def _write_new() -> None:
    _close()
    state.set_hand(None)
    state.begin_draft()


def _go_back(before: CaseInHand) -> None:
    _close()
    state.set_hand(before)


def _open_example() -> None:
    place = state.widget_value(_EXAMPLE)
    if not isinstance(place, int):
        return
    example = cache.examples()[place]
    _open(example, _EXAMPLE)
    penalties = example.metadata.get("penalties")
    if isinstance(penalties, Mapping):
        documented = {str(name): a_number(value) for name, value in penalties.items()}
        state.set_settings(replace(state.settings(), penalties=Penalties(**documented)))


def _take_file() -> None:
    file = state.widget_value(_UPLOADER)
    state.set_upload(None)
    state.set_widget_value(_UPLOADED_CASE, None)
    if not isinstance(file, UploadedFile):
        return
    try:
        upload = with_whole_text(read_cases(file.getvalue()))
    except ScoringError as error:
        state.set_failure(error)
        return
    state.set_upload(upload)
    if len(upload.cases) == 1 and not upload.errors:
        _open(upload.cases[0])
        state.set_widget_value(_POPOVER, False)


def _open_uploaded() -> None:
    place = state.widget_value(_UPLOADED_CASE)
    upload = state.upload()
    if isinstance(place, int) and upload is not None:
        _open(upload.cases[place], _UPLOADED_CASE)
        state.set_widget_value(_POPOVER, False)


def _open(case: Case, picker: str = "") -> None:
    _close(picker)
    state.set_hand(CaseInHand.opened(case))


def _close(picker: str = "") -> None:
    """Leave what is on the table, with a way back to it: a case, a draft, a run under way.

    Args:
        picker: The key of the list that the next case is picked from, if it is. The others are set
            back, so that what was picked in them can be picked again.
    """
    state.set_hand_before(_on_the_table())
    state.end_judging()
    state.set_failure(None)
    state.drop_draft()
    for key in {_EXAMPLE, _UPLOADED_CASE} - {picker}:
        state.set_widget_value(key, None)


def _on_the_table() -> CaseInHand | None:
    hand = state.hand()
    written = state.written()
    if written is None:
        return hand
    case, origins = written
    if not (case.query.strip() or case.contexts or case.response.strip()):
        return hand
    return CaseInHand(case) if hand is None else hand.edited(case, origins)
