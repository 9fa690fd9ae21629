"""What the sliders say, and the settings that a person gave a name."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Final, cast

import streamlit as st

from pages.shared.state.widgets import CAP, MISSING, SCALE, THRESHOLD, UNUSED, number
from scoring.errors import ScoringError
from scoring.model import Penalties, preset_name
from scoring.settings_export import NamedSetting, as_address, settings_from_address

MOST_PENALTY: Final = 1.0
SMALLEST_SCALE: Final = 0.01
LARGEST_SCALE: Final = 100_000.0
"""What the boxes and sliders can hold."""

_PINS: Final = "pins"
"""In the URL, the numbers of the pinned settings."""

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


def has_room(setting: NamedSetting) -> bool:
    """Whether the boxes and sliders can hold a setting."""
    return (
        max(astuple(setting.penalties)) <= MOST_PENALTY
        and SMALLEST_SCALE <= setting.scale <= LARGEST_SCALE
    )


def pins_in_address() -> tuple[Penalties, ...] | None:
    """The pinned settings that the address names; `None` where it names none that can be read."""
    text = st.query_params.get(_PINS)
    try:
        return None if text is None else settings_from_address(text)
    except ScoringError:
        return None  # an address is anybody's, and no person's mistake to be told of


def set_pins_in_address(pins: Iterable[Penalties] | None) -> None:
    """Have the address name the pinned settings, or none."""
    text = None if pins is None else as_address(pins)
    if text is not None and st.query_params.get(_PINS) != text:
        st.query_params[_PINS] = text
    elif text is None and _PINS in st.query_params:
        del st.query_params[_PINS]


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
