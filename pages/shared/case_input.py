"""Writing a case: paste it, take it from a file, or pick an example."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.draft import Block, Draft
from scoring.formats.pieces import split_pieces
from scoring.model import Context

_PASTE_HINT: Final = (
    "Paste all contexts at once: a JSON list, or pieces with a blank line between them"
)


def render(
    on_run: Callable[[], None], on_keep: Callable[[], None], on_cancel: Callable[[], None]
) -> None:
    """Draw the text boxes of the draft and what can be done with it.

    Args:
        on_run: Takes the draft as the case and has it judged.
        on_keep: Takes the draft as the case and keeps the judgement that there is.
        on_cancel: Leaves the case as it was.
    """
    draft = state.draft()
    if draft is None:
        return
    st.text_area(
        "Query",
        key=state.QUERY,
        height=80,
        placeholder="What causes solar eclipses?",
        persist_state="session",
    )
    _contexts(draft)
    st.text_area(
        "Response",
        key=state.RESPONSE,
        height=140,
        placeholder="The answer that was given with these contexts.",
        persist_state="session",
    )
    editing = state.hand() is not None
    judged = editing and _judged()
    with st.container(horizontal=True):
        st.button("Run both scorers", key="run", type="primary", on_click=on_run)
        if judged:
            st.button(
                "Keep the judgement",
                key="keep",
                on_click=on_keep,
                help="Take the new text without asking a judge. The judgement is marked stale.",
            )
        if editing:
            st.button("Cancel", key="cancel_edit", on_click=on_cancel)


def _judged() -> bool:
    hand = state.hand()
    return hand is not None and hand.judgement is not None


def _contexts(draft: Draft) -> None:
    with st.container(border=True, key="draft_contexts"):
        for place, block in enumerate(draft.blocks):
            _block(block, place, len(draft.blocks))
        st.text_area(
            "Add contexts",
            key=state.paste_key(),
            height=100,
            placeholder=_PASTE_HINT,
            persist_state="session",
            on_change=take_paste,
            help="They become one block each when you leave the box (or press Ctrl+Enter).",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Add an empty context", key="add_context", on_click=_add_empty)
            _offer_joining()


def _block(block: Block, place: int, count: int) -> None:
    text, buttons = st.columns([12, 2], vertical_alignment="center")
    text.text_area(
        f"Context {place + 1}",
        key=state.block_key(block.id),
        height=100,
        persist_state="session",
    )
    with buttons.container(horizontal=True, gap="xsmall"):
        for label, name, step in (("↑", "up", -1), ("↓", "down", 1)):
            st.button(
                label,
                key=f"{name}_{block.id}",
                help=f"Move context {place + 1} {name}",
                on_click=state.move_block,
                args=(block.id, step),
                disabled=not 0 <= place + step < count,
            )
        st.button(
            "✕",
            key=f"remove_{block.id}",
            help=f"Remove context {place + 1}",
            on_click=state.remove_blocks,
            args=((block.id,),),
        )


def _add_empty() -> None:
    state.add_blocks((Context(""),))


def take_paste() -> None:
    """Make context blocks of what stands in the paste box, if anything does."""
    text = str(state.widget_value(state.paste_key()) or "")
    pieces = split_pieces(text)
    if not pieces:
        return
    state.renew_paste_box()
    new = state.add_blocks(pieces)
    state.set_pasted(text if len(new) > 1 else None, new)


def _offer_joining() -> None:
    pasted = state.pasted()
    if pasted is None:
        return
    st.text(f"Split into {len(pasted[1])} contexts.")
    st.button("Make it one context", key="join_paste", on_click=_join_paste)


def _join_paste() -> None:
    pasted = state.pasted()
    if pasted is None:
        return
    text, block_ids = pasted
    state.remove_blocks(block_ids)
    state.add_blocks((Context(text),))
    state.set_pasted(None)
