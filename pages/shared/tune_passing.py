"""A pass threshold: who passes, who flips, and at which value of a penalty exactly."""

from typing import Final

import numpy as np
import streamlit as st

from pages.shared.chart import chart
from pages.shared.tune_scope import Scope
from scoring.figures.tuning import pass_curve
from scoring.rounding import shown
from scoring.tallies import Penalty, curve_along, flips_between, scores
from scoring.tuning import PENALTY_NAMES, case_flips

_MOST: Final = 50
_HEIGHT: Final = 380


def render(scope: Scope, against: str | None) -> None:
    """Draw the section.

    Args:
        scope: What it is about.
        against: The pinned setting that flips are counted from.
    """
    penalty = st.segmented_control(
        "Along the penalty for",
        list(Penalty),
        default=Penalty.UNUSED_HIGH,
        format_func=PENALTY_NAMES.__getitem__,
        required=True,
        key="tune_flip_penalty",
        persist_state="session",
    )
    settings = scope.settings
    curve = curve_along(
        scope.tallies,
        settings.penalties,
        penalty,
        shares=(),
        threshold=scope.threshold,
        scale=settings.scale,
    )
    view = pass_curve(curve, scope.tallies.cases)
    chart(view.figure, key="tune_passing", alt=view.alt, table=view.table)
    _nearest(scope, penalty)
    if against is not None:
        _flipped(scope, against)


def _nearest(scope: Scope, penalty: Penalty) -> None:
    flips = case_flips(
        scope.tallies, scope.settings.penalties, penalty, scope.threshold, most=_MOST
    )
    st.subheader("Where each case flips", anchor=False)
    st.markdown(
        f"Whatever this penalty is, {flips.always:,} pass; even without it, {flips.never:,} fail; "
        f"somewhere between, {flips.flipping:,} flip. The values are exact: a case passes up to "
        "its own and no further."
    )
    if not flips.nearest:
        return
    scale = scope.settings.scale
    st.dataframe(
        scope.table(
            (flip.position for flip in flips.nearest),
            {
                "score": [flip.score * scale for flip in flips.nearest],
                "passes": [flip.passes for flip in flips.nearest],
                "passes up to": [flip.last_value for flip in flips.nearest],
            },
        ),
        key="tune_flip_values",
        hide_index=True,
        height="content" if len(flips.nearest) < 10 else _HEIGHT,
        column_config={
            "score": st.column_config.NumberColumn(format="%.2f"),
            "passes up to": st.column_config.NumberColumn(
                format="%.4f", help=f"Of the penalty for {PENALTY_NAMES[penalty]}."
            ),
        },
    )
    if flips.flipping > len(flips.nearest):
        st.caption(f"The {len(flips.nearest)} nearest to the setting.")


def _flipped(scope: Scope, against: str) -> None:
    before, now = scope.pinned[against], scope.settings.penalties
    flips = flips_between(scope.tallies, before, now, scope.threshold)
    st.subheader("Cases that flip between two settings", anchor=False)
    # The name of a setting is a person's text: it is shown inertly.
    st.text(
        f"Against {against}: {len(flips.now_failing):,} no longer reach "
        f"{shown(scope.threshold * scope.settings.scale)}, {len(flips.now_passing):,} newly do."
    )
    flipped = np.sort(np.concatenate([flips.now_failing, flips.now_passing]))[:_MOST]
    if not len(flipped):
        return
    tallies, scale = scope.tallies, scope.settings.scale
    rows = tallies.row_of_case[np.searchsorted(tallies.positions, flipped)]
    old, new = scores(tallies, before, scale)[rows], scores(tallies, now, scale)[rows]
    st.dataframe(
        scope.table(
            flipped.tolist(),
            {
                "before": old.tolist(),
                "now": new.tolist(),
                "flips to": np.where(new > old, "pass", "fail").tolist(),
            },
        ),
        key="tune_flipped",
        hide_index=True,
        height="content" if len(flipped) < 10 else _HEIGHT,
        column_config={
            name: st.column_config.NumberColumn(format="%.2f") for name in ("before", "now")
        },
    )
    total = len(flips.now_failing) + len(flips.now_passing)
    if total > len(flipped):
        st.caption(f"The first {len(flipped)}.")
