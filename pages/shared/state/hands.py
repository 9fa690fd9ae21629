"""The case that the Score page works on, or the dataset page beside its table."""

from typing import Final, cast

import streamlit as st

from pages.shared.case_in_hand import CaseInHand
from pages.shared.state.desks import dataset, desk, leave_case, opened_case, set_opened_case
from pages.shared.state.drafts import drop_draft
from pages.shared.state.judges import end_judging
from scoring.model import Overrides

_HAND: Final = "_hand"
_HAND_BEFORE: Final = "_hand_before"


def hand() -> CaseInHand | None:
    """The case that the Score page works on."""
    return cast("CaseInHand | None", st.session_state.get(_HAND))


def set_hand(new: CaseInHand | None) -> None:
    """Work on another case, or on the same one changed."""
    st.session_state[_HAND] = new
    _into_dataset(new)


def hand_before() -> CaseInHand | None:
    """The case that the one in hand took the place of."""
    return cast("CaseInHand | None", st.session_state.get(_HAND_BEFORE))


def set_hand_before(before: CaseInHand | None) -> None:
    """Remember a case that another one takes the place of. None leaves the one before it."""
    if before is not None:
        st.session_state[_HAND_BEFORE] = before


def correct(overrides: Overrides) -> None:
    """Take a person's corrections to the case in hand."""
    current = hand()
    if current is not None:
        set_hand(current.correct(overrides))


def open_case(position: int) -> None:
    """Take a case of the dataset in hand; corrections go back into the dataset."""
    current = dataset()
    if current is not None and position < len(current.cases):
        end_judging()
        drop_draft()
        set_hand_before(hand() if opened_case() is None else None)
        leave_case()
        set_hand(CaseInHand.opened(current.cases[position]))
        set_opened_case(position)


def opened_hand() -> CaseInHand | None:
    """The dataset's case in hand, with the judgement that a run may have brought meanwhile."""
    position, current, cases = opened_case(), hand(), dataset()
    if position is None or current is None or cases is None:
        return None
    judgement = cases.cases[position].judgement
    if judgement is not None and judgement != current.judgement:
        set_hand(current.with_judgement(judgement))
    return hand()


def _into_dataset(new: CaseInHand | None) -> None:
    """What is said of the dataset's case in hand is said in the dataset too."""
    position, current = opened_case(), desk()
    if position is None or current is None:
        return
    if new is None or not current.put(position, new.result_case):
        leave_case()
