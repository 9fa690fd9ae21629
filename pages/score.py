"""One case: paste it or open it, have it judged, and see why it scores what it does."""

import streamlit as st

from pages.shared import case_input, case_view, opening, runs, state, text
from pages.shared.case_in_hand import CaseInHand
from scoring.errors import JudgeError


def render() -> None:
    """Draw the page."""
    st.title("Score one case", anchor=False)
    opening.render()
    if state.hand() is None and state.draft() is None:
        state.begin_draft()
    waiting = runs.follow()
    _failure()
    hand = state.hand()
    if state.draft() is not None:
        case_input.render(_run, _keep, state.drop_draft)
    elif hand is not None and not waiting:
        _actions(hand)
        case_view.render(hand, state.settings())


def _actions(hand: CaseInHand) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(opening.name_of(hand.case))
        st.button("Edit", key="edit", on_click=state.begin_draft, args=(hand.case,))
        st.button(
            "Judge again" if hand.judgement else "Run both scorers",
            key="judge_again",
            type="secondary" if hand.judgement else "primary",
            on_click=runs.begin,
            args=(hand.case,),
            kwargs={"anew": hand.judgement is not None and not hand.stale},
        )
        if hand.stale:
            st.badge(
                "stale: the text has changed since it was judged",
                color="orange",
                help="The score is that of the judgement before the edit. Judge it again to renew.",
            )


def _failure() -> None:
    error = state.failure()
    if error is None:
        return
    with st.container(border=True, key="failure"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge("That did not work", color="red")
            st.text(str(error))
        if isinstance(error, JudgeError) and error.raw_reply:
            with st.expander("The judge's reply as it came"):
                text.inert(error.raw_reply, key="raw_reply", label="The judge's reply")


def _run() -> None:
    _take_draft()
    hand = state.hand()
    if hand is not None:
        runs.begin(hand.case)


def _keep() -> None:
    _take_draft()


def _take_draft() -> None:
    case_input.take_paste()
    written = state.written()
    if written is None:
        return
    case, origins = written
    hand = state.hand()
    state.set_hand(CaseInHand(case) if hand is None else hand.edited(case, origins))
    state.drop_draft()


render()
