"""The configurations side by side, and the question that is open."""

from typing import TYPE_CHECKING, Final, cast

import streamlit as st

from pages.shared.dataset import Dataset

if TYPE_CHECKING:
    from pages.shared.compare_sides import Sides

_SIDES: Final = "_sides"
_OPENED_PAIR: Final = "_opened_pair"


def sides(of: Dataset) -> "Sides | None":
    """The configurations of a dataset side by side, where they have been paired."""
    held = cast("tuple[Dataset, Sides] | None", st.session_state.get(_SIDES))
    return held[1] if held is not None and held[0] is of else None


def set_sides(of: Dataset, new: "Sides") -> None:
    """Keep the configurations of a dataset side by side."""
    st.session_state[_SIDES] = of, new


def opened_pair(of: "Sides") -> int | None:
    """The position of the question that is open, among those of these sides."""
    held = cast("tuple[Sides, int] | None", st.session_state.get(_OPENED_PAIR))
    return held[1] if held is not None and held[0] is of else None


def open_pair(of: "Sides", position: int) -> None:
    """Open a question."""
    st.session_state[_OPENED_PAIR] = of, position
