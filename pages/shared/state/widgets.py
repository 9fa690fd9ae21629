"""Widgets by their keys, and what they hold."""

from typing import Final

import streamlit as st

# Those of the settings are also their names in the URL.
UNUSED: Final = "unused"
MISSING: Final = "missing"
CAP: Final = "cap"
SCALE: Final = "scale"
PRESET: Final = "preset"
THRESHOLD: Final = "threshold"
JUDGE: Final = "judge"
MODEL: Final = "model"
API_KEY: Final = "api_key"
API_BASE: Final = "api_base"
PARAMETERS: Final = "judge_parameters"
CONCURRENCY: Final = "judge_concurrency"
RATE: Final = "judge_rate"
BUDGET: Final = "judge_budget"
KEEP: Final = "judge_keep"
QUERY: Final = "draft_query"
RESPONSE: Final = "draft_response"


def widget_value(key: str) -> object:
    """What a widget holds, or `None` before it is first drawn."""
    return st.session_state.get(key)


def set_widget_value(key: str, value: object) -> None:
    """Put a value into a widget, before it is drawn. A value that it has already stays untouched.

    Sending a value again would set the widget back under the fingers of someone who moves it fast.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def number(key: str, default: float) -> float:
    """What a number box or slider holds; the default where it is empty or not drawn."""
    value = st.session_state.get(key)
    return default if value is None else float(value)


def whole_number(key: str) -> int | None:
    """What a box for whole numbers holds; `None` where it is empty or not drawn."""
    value = st.session_state.get(key)
    return None if value is None else int(value)


def stripped(key: str) -> str:
    """What a text box holds, without white space around it."""
    return str(st.session_state.get(key) or "").strip()
