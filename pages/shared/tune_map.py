"""Two penalties at once, on a map that sets the sliders."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import streamlit as st

from pages.shared import state
from pages.shared.chart import ClickedPoint, chart
from pages.shared.tune_scope import CURRENT, Scope
from scoring.figures.tuning import penalty_plane
from scoring.model import PRESETS
from scoring.tallies import Measure, Penalty, penalty_map
from scoring.tallies.dataset import FloatArray

_PAIRS: Final[Mapping[str, tuple[Penalty, Penalty]]] = {
    "unused high context and missing item": (Penalty.UNUSED_HIGH, Penalty.MISSING_ITEM),
    "missing item and its cap": (Penalty.MISSING_ITEM, Penalty.MISSING_CAP),
    "unused high context and cap": (Penalty.UNUSED_HIGH, Penalty.MISSING_CAP),
}
_MEASURES: Final[Mapping[str, Measure]] = {
    "Mean score": Measure.MEAN,
    "Share passing": Measure.PASSING,
    "Share at floor": Measure.FLOORED,
}
_STEPS: Final = 50
_REACH: Final = 0.5
"""As far as a map goes for a penalty of single faults, unless the setting lies beyond."""


def render(scope: Scope) -> None:
    """Draw the section."""
    left, right = st.columns(2, vertical_alignment="bottom")
    measure = left.segmented_control(
        "Show",
        list(_MEASURES),
        default="Mean score",
        required=True,
        key="tune_measure",
        persist_state="session",
    )
    pair = right.selectbox("Over", list(_PAIRS), key="tune_pair", persist_state="session")
    x, y = _PAIRS[pair]
    settings = scope.settings
    found = penalty_map(
        scope.tallies,
        settings.penalties,
        (x, _values(scope, x)),
        (y, _values(scope, y)),
        _MEASURES[str(measure)],
        threshold=scope.threshold,
        scale=settings.scale,
    )
    view = penalty_plane(found, {CURRENT: settings.penalties, **PRESETS, **scope.pinned})

    def move(point: ClickedPoint) -> None:
        penalties = x.moved_to(float(point.x), settings.penalties)
        state.set_settings(replace(settings, penalties=y.moved_to(float(point.y), penalties)))

    chart(view.figure, key="tune_map", alt=view.alt, table=view.table, on_click=move)


def _values(scope: Scope, penalty: Penalty) -> FloatArray:
    """Whole hundredths, so that a click gives a number that a person would type."""
    here = penalty.of(scope.settings.penalties)
    wide = penalty is Penalty.MISSING_CAP or here > _REACH
    values: FloatArray = np.arange(_STEPS + 1) / (_STEPS if wide else _STEPS / _REACH)
    return values
