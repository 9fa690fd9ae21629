"""Mappings that are remembered for files of one shape: in the session, or in the store."""

import json

import streamlit as st

from pages.shared import cache, state
from pages.shared.dataset_source import Source
from scoring.errors import ScoringError, StoreError
from scoring.formats.json_text import parse_json
from scoring.formats.mapping import (
    CaseMapping,
    fingerprint,
    mapping_from_json,
    mapping_to_json,
)


def remembered_mapping(source: Source) -> CaseMapping | None:
    """The mapping that was used or kept for files of a source's shape.

    Raises:
        FormatError: The source holds no rows of any kind.
    """
    shape = fingerprint(source.records)
    return state.mapping_for(shape) or _kept(shape)


def render(source: Source, mapping: CaseMapping, place: int) -> None:
    """Draw the means to keep a mapping beyond the session, or to delete the one that is kept.

    Args:
        source: A file of the shape that it is for.
        mapping: The mapping on the page.
        place: Which of the open files it is.
    """
    shape = fingerprint(source.records)
    kept = _kept(shape)
    if kept != mapping:
        st.button(
            "Remember it for such files",
            key=f"keep_mapping_{place}",
            on_click=_keep,
            args=(shape, mapping),
            help="In the store on the computer that runs this program: which field is what, and "
            "none of the texts. Whoever opens a file with the same fields gets it.",
        )
    if kept is not None:
        st.button(
            "Forget the remembered one",
            key=f"forget_mapping_{place}",
            on_click=_forget,
            args=(shape,),
        )


def _kept(shape: str) -> CaseMapping | None:
    try:
        text = cache.mapping_store().find(shape)
        return None if text is None else mapping_from_json(parse_json(text))
    except ScoringError:
        # Without the store, or with what a newer program wrote, a person maps as for the first
        # time; trying to keep a mapping tells what is wrong.
        return None


def _keep(shape: str, mapping: CaseMapping) -> None:
    state.set_failure(None)
    try:
        cache.mapping_store().save(shape, json.dumps(mapping_to_json(mapping)))
    except StoreError as error:
        state.set_failure(error)


def _forget(shape: str) -> None:
    state.set_failure(None)
    state.forget_mapping(shape)
    try:
        cache.mapping_store().delete(shape)
    except StoreError as error:
        state.set_failure(error)
