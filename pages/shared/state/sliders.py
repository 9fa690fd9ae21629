"""What the sliders say, and the settings that a person gave a name."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from pages.shared.state.widgets import CAP, MISSING, SCALE, THRESHOLD, UNUSED, number
from scoring.model import Penalties, preset_name
from scoring.settings_export import NamedSetting

_SAVED: Final = "_saved_settings"
_DEFAULT_SCALE: Final = 1.0
_DEFAULT_THRESHOLD: Final = 0.7


@dataclass(frozen=True, slots=True)
class Settings:
    """What the sliders say."""

    penalties: Penalties = Penalties()
    scale: float = _DEFAULT_SCALE

    @property
    def preset(self) -> str | None:
        """The name of the preset that the penalties are equal to, if they are."""
        return preset_name(self.penalties)


def settings() -> Settings:
    """The sliders' values; the defaults where no slider has been drawn yet."""
    penalties = Penalties(
        unused_high_relevance_context=number(UNUSED, Penalties().unused_high_relevance_context),
        missing_context_per_item=number(MISSING, Penalties().missing_context_per_item),
        max_missing_context_penalty=number(CAP, Penalties().max_missing_context_penalty),
    )
    return Settings(penalties, number(SCALE, _DEFAULT_SCALE))


def set_settings(new: Settings) -> None:
    """Move the sliders. Call it from a callback, before they are drawn."""
    st.session_state[UNUSED] = new.penalties.unused_high_relevance_context
    st.session_state[MISSING] = new.penalties.missing_context_per_item
    st.session_state[CAP] = new.penalties.max_missing_context_penalty
    st.session_state[SCALE] = new.scale


def threshold() -> float:
    """What a case needs to pass, as a share of the scale."""
    return number(THRESHOLD, _DEFAULT_THRESHOLD)


def saved_settings() -> tuple[NamedSetting, ...]:
    """The settings that a person gave a name, each name once, the oldest first."""
    return cast("tuple[NamedSetting, ...]", st.session_state.get(_SAVED, ()))


def save_settings(new: Iterable[NamedSetting]) -> None:
    """Keep settings under their names; one that had a name before gives it up."""
    by_name = {setting.name: setting for setting in (*saved_settings(), *new)}
    st.session_state[_SAVED] = tuple(by_name.values())


def forget_settings(name: str) -> None:
    """Drop the setting of this name."""
    st.session_state[_SAVED] = tuple(each for each in saved_settings() if each.name != name)
