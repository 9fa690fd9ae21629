"""Keeping the dataset in the store, to be opened again by its address; and deleting it for good."""

import streamlit as st

from pages.shared import cache, state
from pages.shared.dataset_desk import Desk
from scoring.errors import ScoringError, StoreError
from scoring.formats.exports import export


def render(desk: Desk) -> None:
    """Draw what can be done.

    Args:
        desk: The dataset and its id.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Save in the store",
            key="save_session",
            on_click=_save,
            args=(desk,),
            help="On the computer that runs this program.",
        )
        st.button(
            "Delete it for good",
            key="delete_session",
            on_click=_delete,
            args=(desk,),
            help=(
                "Out of the store and out of this program's memory, for everybody who has the "
                "address. What a model said of these texts stays in the store of judgements: only "
                "who has the same texts finds it, and they may be somebody else's too."
            ),
        )
        if desk.saved:
            saved_now = desk.saved is desk.dataset
            st.badge(
                "saved" if saved_now else "changed since it was saved",
                color="green" if saved_now else "orange",
            )
    st.caption(
        "This page's address finds the dataset again, after a reload too; saved, even after the "
        "program was started anew. Whoever has the address can see the dataset, and nobody else."
    )


def _save(desk: Desk) -> None:
    state.set_failure(None)
    if desk.deleted:
        return
    dataset = desk.dataset
    try:
        content = export(dataset.cases, "jsonl").content
        cache.session_store().save(desk.id, dataset.name, content)
    except ScoringError as error:
        state.set_failure(error)
        return
    desk.saved = dataset


def _delete(desk: Desk) -> None:
    state.set_failure(None)
    try:
        left = cache.session_store().delete(desk.id)
    except ScoringError as error:
        state.set_failure(error)
        return
    state.delete_dataset()
    if left:
        state.set_failure(StoreError(left))
