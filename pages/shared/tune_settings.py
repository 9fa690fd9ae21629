"""Which settings are compared, settings under names of a person's own, and settings as files."""

from collections.abc import Mapping
from dataclasses import astuple, replace
from typing import Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import state
from pages.shared.tune_scope import CURRENT, Scope
from scoring.errors import InvalidValueError, ScoringError
from scoring.model import PRESETS, Penalties, preset_name
from scoring.settings_export import (
    NamedSetting,
    as_command,
    as_json,
    as_python,
    as_typescript,
    settings_from_json,
)

_PINS: Final = "tune_pins"
_AGAINST: Final = "tune_against"
_NAME: Final = "tune_setting_name"
_FILE: Final = "tune_settings_file"
_MOST_PINS: Final = 4
_FIRST_PINS: Final = ("strict", "default", "lenient")


def choices() -> tuple[dict[str, Penalties], str | None, float]:
    """Draw what to compare with.

    Returns:
        The pinned settings by name, the one of them that differences are shown to, and the pass
        threshold.
    """
    _pin_from_address()
    named = _named()
    left, middle, right = st.columns([5, 2, 3], vertical_alignment="bottom")
    pins = left.multiselect(
        "Pinned settings",
        list(named),
        default=_FIRST_PINS,
        max_selections=_MOST_PINS,
        key=_PINS,
        persist_state="session",
        help=(
            "Up to four, whose penalties are compared with those of the sliders, under the present "
            "scale and threshold. Save and export names your own."
        ),
    )
    against = middle.selectbox(
        "Differences to", pins, index=_place("default", pins), key=_AGAINST, persist_state="session"
    )
    threshold = right.slider(
        "Pass threshold, share of the scale",
        0.0,
        1.0,
        0.7,
        0.01,
        key=state.THRESHOLD,
        bind="query-params",
    )
    pinned = {name: named[name] for name in pins}
    first = tuple(pins) == _FIRST_PINS
    state.set_pins_in_address(None if first else pinned.values())
    return pinned, against, threshold


def _pin_from_address() -> None:
    """Pin what the address of a shared or reloaded page names; its names are numbers, too."""
    if state.widget_value(_PINS) is not None:
        return
    pins = []
    for penalties in dict.fromkeys(state.pins_in_address() or ()):
        name = preset_name(penalties) or ", ".join(f"{each:g}" for each in astuple(penalties))
        setting = NamedSetting(name, penalties, state.settings().scale, state.threshold())
        if state.has_room(setting):
            pins.append(name)
            if name not in PRESETS:
                state.save_settings([setting])
    if state.pins_in_address() is not None:
        state.set_widget_value(_PINS, pins[:_MOST_PINS])


def _place(name: str, names: list[str]) -> int | None:
    if name in names:
        return names.index(name)
    return 0 if names else None


def _named() -> Mapping[str, Penalties]:
    saved = {setting.name: setting.penalties for setting in state.saved_settings()}
    return {**PRESETS, **saved}


def render(scope: Scope) -> None:
    """Draw the section: save, open, export."""
    left, right = st.columns(2)
    with left:
        _saving()
        _saved()
    with right:
        _export(scope)


def _saving() -> None:
    st.subheader("Save the setting under a name", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Name", key=_NAME, placeholder="mine", max_chars=80)
        st.button("Save and pin", key="tune_save", on_click=_save)


def _save() -> None:
    name = str(state.widget_value(_NAME) or "").strip()
    state.set_failure(None)
    if name == CURRENT or name in PRESETS:
        state.set_failure(InvalidValueError("that name is taken; give the setting another one"))
        return
    if not name:
        state.set_failure(InvalidValueError("a setting needs a name"))
        return
    settings = state.settings()
    state.save_settings([NamedSetting(name, settings.penalties, settings.scale, state.threshold())])
    state.set_widget_value(_NAME, "")
    pins = state.widget_value(_PINS)
    if isinstance(pins, list) and name not in pins:
        if len(pins) < _MOST_PINS:
            state.set_widget_value(_PINS, [*pins, name])
        else:
            st.toast("Saved, but not pinned: four settings are pinned already.")


def _saved() -> None:
    saved = state.saved_settings()
    if not saved:
        st.caption("Names last until the page is loaded again; download them to keep them.")
    for number, setting in enumerate(saved):
        with st.container(horizontal=True, vertical_alignment="center"):
            # A name is a person's text: it is shown inertly.
            penalties = setting.penalties
            st.text(
                f"{setting.name}: {penalties.unused_high_relevance_context:g}, "
                f"{penalties.missing_context_per_item:g}, "
                f"{penalties.max_missing_context_penalty:g}, scale {setting.scale:g}"
            )
            st.button("Use", key=f"tune_use_{number}", on_click=_use, args=(setting,))
            st.button("Forget", key=f"tune_forget_{number}", on_click=_forget, args=(setting.name,))
    if saved:
        st.download_button(
            "Download all as JSON",
            lambda: as_json(state.saved_settings()),
            "scorescope-settings.json",
            "application/json",
            key="tune_download_saved",
            on_click="ignore",
        )
    st.file_uploader(
        "Open settings saved as JSON", type="json", key=_FILE, on_change=_open, max_upload_size=1
    )


def _use(setting: NamedSetting) -> None:
    state.set_settings(replace(state.settings(), penalties=setting.penalties, scale=setting.scale))
    state.set_widget_value(state.THRESHOLD, setting.threshold)


def _forget(name: str) -> None:
    state.forget_settings(name)
    pins = state.widget_value(_PINS)
    if isinstance(pins, list):
        state.set_widget_value(_PINS, [pin for pin in pins if pin != name])


def _open() -> None:
    file = state.widget_value(_FILE)
    if not isinstance(file, UploadedFile):
        return
    state.set_failure(None)
    try:
        found = settings_from_json(file.getvalue())
    except ScoringError as error:
        state.set_failure(error)
        return
    if not all(map(state.has_room, found)):
        state.set_failure(
            InvalidValueError(
                f"the boxes hold penalties up to {state.MOST_PENALTY:g} and scales from "
                f"{state.SMALLEST_SCALE:g} to {state.LARGEST_SCALE:,.0f}: the file has others"
            )
        )
        return
    state.save_settings(setting for setting in found if setting.name not in (*PRESETS, CURRENT))


def _export(scope: Scope) -> None:
    st.subheader("The setting for others", anchor=False)
    penalties, scale = scope.settings.penalties, scope.settings.scale
    if not scope.tallies.weights.documented:
        st.caption("The weights under experiment are not part of it: no scorer takes them.")
    current = NamedSetting(
        scope.settings.preset or "mine", penalties, scale, threshold=scope.threshold
    )
    texts = {
        "JSON": (as_json([current]), "json"),
        "Python": (as_python(penalties, scale), "python"),
        "TypeScript": (as_typescript(penalties, scale), "typescript"),
        "Shell": (as_command(penalties, scale), "bash"),
    }
    for tab, (text, language) in zip(st.tabs(list(texts)), texts.values(), strict=True):
        tab.code(text, language=language, wrap_lines=True)
    st.caption(
        "The address of this page holds the setting, the threshold, the pinned settings and "
        "weights under experiment, too: numbers only, and no name."
    )
