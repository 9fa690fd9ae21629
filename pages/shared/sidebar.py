"""The sidebar of every page: the scoring settings and the judge."""

from dataclasses import replace
from typing import Final

import streamlit as st

from pages.shared import judge_settings, state
from scoring.judges.embedded.grading import AGREEMENT
from scoring.model import PRESETS, Penalties

_SLIDER_TOP_SCALE: Final = 100.0

_JUDGES: Final[dict[str, str]] = {
    "embedded": "Embedded (offline, no key)",
    "recorded": "Recorded (came with the case)",
    "llm": "LLM (any LiteLLM model)",
}


def render() -> None:
    """Draw the settings and the judge's choice."""
    with st.sidebar:
        _settings()
        _judge()


def _settings() -> None:
    st.subheader("Scoring settings")
    defaults = state.Settings()
    state.set_widget_value(state.PRESET, state.settings().preset)
    st.selectbox(
        "Preset",
        list(PRESETS),
        index=None,
        placeholder="Custom",
        key=state.PRESET,
        on_change=_take_preset,
        help="Penalties that the scorer's documentation shows.",
    )
    _slider_and_box(
        "Unused high",
        state.UNUSED,
        defaults.penalties.unused_high_relevance_context,
        hint="Taken off for each highly relevant context that the response did not use.",
    )
    _slider_and_box(
        "Missing item",
        state.MISSING,
        defaults.penalties.missing_context_per_item,
        hint="Taken off for each thing that the query needed and no context held.",
    )
    _slider_and_box(
        "Missing cap",
        state.CAP,
        defaults.penalties.max_missing_context_penalty,
        hint="The most that missing items can take off together.",
    )
    _slider_and_box(
        "Scale",
        state.SCALE,
        defaults.scale,
        low=state.SMALLEST_SCALE,
        high=state.LARGEST_SCALE,
        slider_low=1.0,
        slider_high=_SLIDER_TOP_SCALE,
        step=1.0,
        hint="The value of a perfect score: 100 turns 0.85 into 85.",
    )
    st.button(
        "Reset settings",
        key="reset_settings",
        on_click=state.set_settings,
        args=(defaults,),
        disabled=state.settings() == defaults,
    )


def _slider_and_box(
    label: str,
    key: str,
    default: float,
    *,
    hint: str,
    low: float = 0.0,
    high: float = state.MOST_PENALTY,
    slider_low: float = 0.0,
    slider_high: float = 1.0,
    step: float = 0.01,
) -> None:
    """One number by two hands: the box holds it (and the URL), the slider follows and moves it."""
    slider_key = f"{key}_slider"
    slider, box = st.columns([3, 2], vertical_alignment="bottom")
    value = box.number_input(
        f"{label}, exact",
        low,
        high,
        default,
        step,
        format="%.6g",
        key=key,
        label_visibility="collapsed",
        bind="query-params",
        required=True,
    )
    shown = min(max(value, slider_low), slider_high)
    state.set_widget_value(slider_key, shown)
    slider.slider(
        label,
        slider_low,
        slider_high,
        shown,  # where a hurried browser sends nothing, it has not been moved to its low end
        step=step,
        key=slider_key,
        help=hint,
        on_change=_follow_slider,
        args=(key, slider_key),
    )


def _follow_slider(key: str, slider_key: str) -> None:
    state.set_widget_value(key, state.widget_value(slider_key))


def _take_preset() -> None:
    name = state.widget_value(state.PRESET)
    penalties = PRESETS[str(name)] if name is not None else Penalties()
    state.set_settings(replace(state.settings(), penalties=penalties))


def _judge() -> None:
    st.subheader("Judge")
    kind = st.selectbox(
        "Judge",
        list(_JUDGES),
        format_func=_JUDGES.__getitem__,
        key=state.JUDGE,
        label_visibility="collapsed",
        help="Who grades the contexts. Sliders never ask a judge again.",
    )
    if kind == "embedded":
        st.caption(
            "A small model on this machine: modest. It gives the very level that people give to "
            f"{AGREEMENT.level_exact:.0%} of English passages, that or a neighbouring one to "
            f"{AGREEMENT.level_within_one:.0%}, and is right about use in "
            f"{AGREEMENT.used_or_not:.0%}. Other languages are compared by spelling, which is "
            "weaker."
        )
    elif kind == "recorded":
        st.caption("Takes the judgement that came with the case, where one did.")
    else:
        judge_settings.render()
