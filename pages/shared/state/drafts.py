"""The case being written, and the file that one is taken from."""

from collections.abc import Iterable
from typing import Final, cast

import streamlit as st

from pages.shared.draft import Draft
from pages.shared.state.widgets import QUERY, RESPONSE
from scoring.formats import Cases
from scoring.model import Case, Context

_DRAFT: Final = "_draft"
_PASTED: Final = "_pasted"
_PASTES: Final = "_pastes"
_UPLOAD: Final = "_upload"
_EMPTY_CASE: Final = Case(id="pasted", query="", contexts=(), response="")


def draft() -> Draft | None:
    """The case being written, while one is."""
    return cast("Draft | None", st.session_state.get(_DRAFT))


def begin_draft(case: Case = _EMPTY_CASE) -> None:
    """Open the text boxes on a case, or empty ones."""
    drop_draft()
    new = Draft.of(case)
    st.session_state[QUERY] = case.query
    st.session_state[RESPONSE] = case.response
    _set_draft(new)


def add_blocks(contexts: Iterable[Context]) -> tuple[int, ...]:
    """More context blocks at the end of the draft; returns their ids."""
    current = draft()
    if current is None:
        return ()
    new = current.added(contexts)
    _set_draft(new)
    return tuple(block.id for block in new.blocks[len(current.blocks) :])


def remove_blocks(block_ids: Iterable[int]) -> None:
    """Take context blocks out of the draft."""
    current = draft()
    if current is not None:
        _set_draft(current.without(block_ids))


def move_block(block_id: int, step: int) -> None:
    """Move a context block down, or up where `step` is below 0."""
    current = draft()
    if current is not None:
        _set_draft(current.moved(block_id, step))


def paste_key() -> str:
    """The key of the box that contexts are pasted into: another one after each paste.

    Somebody who pastes and at once presses a button sends the pasted text twice, before the box on
    their screen is empty; the second time it is the text of a box that is no more.
    """
    return f"draft_paste_{st.session_state.get(_PASTES, 0)}"


def renew_paste_box() -> None:
    """Put an empty box in the place of the one whose text was taken."""
    st.session_state[_PASTES] = st.session_state.get(_PASTES, 0) + 1


def pasted() -> tuple[str, tuple[int, ...]] | None:
    """The latest paste that was split, and the blocks it became."""
    return cast("tuple[str, tuple[int, ...]] | None", st.session_state.get(_PASTED))


def set_pasted(text: str | None, block_ids: tuple[int, ...] = ()) -> None:
    """Remember a paste that was split, so that it can be joined again; or forget it."""
    st.session_state[_PASTED] = None if text is None else (text, block_ids)


def block_key(block_id: int) -> str:
    """The key of a block's text box."""
    return f"draft_context_{block_id}"


def written() -> tuple[Case, tuple[int | None, ...]] | None:
    """The draft's case as typed, and where each of its contexts came from."""
    current = draft()
    if current is None:
        return None
    texts = {
        block.id: str(st.session_state.get(block_key(block.id), block.context.text))
        for block in current.blocks
    }
    return current.written(
        str(st.session_state.get(QUERY, current.case.query)),
        texts,
        str(st.session_state.get(RESPONSE, current.case.response)),
    )


def drop_draft() -> None:
    """Close the text boxes and forget what they held."""
    current = draft()
    blocks = () if current is None else current.blocks
    for key in (QUERY, RESPONSE, paste_key(), _PASTED, _DRAFT, *(block_key(b.id) for b in blocks)):
        st.session_state.pop(key, None)


def _set_draft(new: Draft) -> None:
    for block in new.blocks:
        st.session_state.setdefault(block_key(block.id), block.context.text)
    st.session_state[_DRAFT] = new


def upload() -> Cases | None:
    """The cases of the file that was uploaded last."""
    return cast("Cases | None", st.session_state.get(_UPLOAD))


def set_upload(cases: Cases | None) -> None:
    """Keep the cases of an uploaded file."""
    st.session_state[_UPLOAD] = cases
