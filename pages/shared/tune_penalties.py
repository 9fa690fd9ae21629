"""Each penalty over its range, what the mean is made of, and which penalty matters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import streamlit as st

from pages.shared.chart import chart
from pages.shared.tune_scope import Scope
from scoring.figures.tuning import mean_decomposition, penalty_curve, penalty_tornado
from scoring.model import Penalties
from scoring.tallies import LENIENT_TO_STRICT, Penalty, curve_along, decompose, tornado

_POINTS: Final = 41
"""Of a curve between its bends: on paper half a centimetre apart."""

_QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)


def _around(penalties: Penalties) -> dict[Penalty, tuple[float, float]]:
    return {
        penalty: (max(0.0, penalty.of(penalties) - 0.05), penalty.of(penalties) + 0.05)
        for penalty in Penalty
    }


_RANGES: Final[Mapping[str, Callable[[Penalties], Mapping[Penalty, tuple[float, float]]]]] = {
    "from lenient to strict": lambda _: LENIENT_TO_STRICT,
    "0.05 down and up": _around,
    "from 0 to 1": lambda _: dict.fromkeys(Penalty, (0.0, 1.0)),
}


def render(scope: Scope) -> None:
    """Draw the section."""
    shares = st.pills(
        "Quantiles to follow: the score that so many of the cases have at most",
        _QUANTILES,
        selection_mode="multi",
        default=(0.25, 0.5, 0.75),
        format_func="{:.0%}".format,
        key="tune_quantiles",
        persist_state="session",
    )
    # Two rows of columns, so that a telephone shows the charts in their order.
    left, right = st.columns(2)
    with left:
        _curve(scope, Penalty.UNUSED_HIGH, sorted(shares), "tune_curve_unused")
    with right:
        _curve(scope, Penalty.MISSING_ITEM, sorted(shares), "tune_curve_missing")
    left, right = st.columns(2)
    with left:
        _curve(scope, Penalty.MISSING_CAP, sorted(shares), "tune_curve_cap")
    settings = scope.settings
    with right:
        parts = decompose(scope.tallies, settings.penalties, settings.scale)
        view = mean_decomposition(parts, settings.scale)
        chart(view.figure, key="tune_decomposition", alt=view.alt, table=view.table)
    _tornado(scope)


def _curve(scope: Scope, penalty: Penalty, shares: Sequence[float], key: str) -> None:
    curve = curve_along(
        scope.tallies,
        scope.settings.penalties,
        penalty,
        points=_POINTS,
        shares=shares,
        threshold=scope.threshold,
        scale=scope.settings.scale,
    )
    view = penalty_curve(curve)
    chart(view.figure, key=key, alt=view.alt, table=view.table)


def _tornado(scope: Scope) -> None:
    range_name = st.selectbox(
        "Move each penalty",
        list(_RANGES),
        key="tune_range",
        persist_state="session",
        width=280,
    )
    settings = scope.settings
    effects = tornado(
        scope.tallies, settings.penalties, _RANGES[range_name](settings.penalties), settings.scale
    )
    view = penalty_tornado(effects, range_name, settings.scale)
    if view is not None:
        chart(view.figure, key="tune_tornado", alt=view.alt, table=view.table)
