"""Settings side by side: means, bands, spread, and the cases that change band."""

from typing import Final

import streamlit as st

from pages.shared.chart import chart
from pages.shared.tune_scope import CURRENT, Scope
from scoring.figures.tuning import band_shares, score_distribution, setting_means
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tallies import band_changes
from scoring.tuning import Outcome, changed_cases, outcomes

_MOST: Final = 100
_HEIGHT: Final = 380


def render(scope: Scope, against: str | None) -> None:
    """Draw the section.

    Args:
        scope: What it is about.
        against: The pinned setting that differences are shown to.
    """
    found = outcomes(scope.tallies, scope.compared, scope.settings.scale, threshold=scope.threshold)
    by_name = {outcome.name: outcome for outcome in found}
    _numbers(by_name[CURRENT], by_name.get(against or ""))
    left, right = st.columns(2)
    with left:
        _show(setting_means(found), "tune_means")
    with right:
        _show(band_shares(found), "tune_bands")
    _show(score_distribution(found), "tune_distribution")
    if against is not None:
        _changes(scope, against)


def _numbers(now: Outcome, other: Outcome | None) -> None:
    summary = now.summary
    then = other.summary if other is not None else None
    with st.container(horizontal=True):
        st.metric(
            f"Mean of {summary.cases:,} of {summary.total:,} cases",
            shown(summary.mean),
            delta=None if then is None else f"{summary.mean - then.mean:+.3f} to pinned",
            delta_color="off",
            delta_arrow="off",
            border=True,
        )
        _share("Cases that pass", summary.share_passing, then.share_passing if then else None)
        _share(
            "At the floor",
            summary.share_floored,
            then.share_floored if then else None,
            "Their penalties take more than there is: a change of them may not show.",
        )
        _share(
            "Saved by the cap",
            summary.share_capped,
            then.share_capped if then else None,
            "Their missing items would cost more without the cap.",
        )


def _share(label: str, now: float, then: float | None, hint: str | None = None) -> None:
    st.metric(
        label,
        _percentage(now),
        delta=None if then is None else f"{(now - then) * 100:+.1f} % points",
        delta_color="off",
        delta_arrow="off",
        help=hint,
        border=True,
    )


def _percentage(share: float) -> str:
    """In whole percents, but for a few that are not none, and most that are not all."""
    if 0 < share < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 < share < 1 else f"{share:.0%}"


def _changes(scope: Scope, against: str) -> None:
    changes = band_changes(scope.tallies, scope.pinned[against], scope.settings.penalties)
    st.subheader("Cases that change band", anchor=False)
    # The name of a setting is a person's text: it is shown inertly.
    st.text(
        f"{changes.total:,} of {scope.tallies.cases:,} stand in another band than under {against}."
    )
    if not changes.total:
        return
    cases = changed_cases(scope.tallies, changes, _MOST)
    scale = scope.settings.scale
    st.dataframe(
        scope.table(
            (position for position, _ in cases),
            {
                "before": [change.score_before * scale for _, change in cases],
                "now": [change.score_after * scale for _, change in cases],
                "from": [change.before.name for _, change in cases],
                "to": [change.after.name for _, change in cases],
                "why": [change.reason for _, change in cases],
            },
        ),
        key="tune_changes",
        hide_index=True,
        height="content" if len(cases) < 10 else _HEIGHT,
        column_config={
            name: st.column_config.NumberColumn(format="%.2f") for name in ("before", "now")
        },
    )
    if changes.total > len(cases):
        st.caption(f"The {len(cases)} that move furthest.")


def _show(view: View | None, key: str) -> None:
    if view is not None:
        chart(view.figure, key=key, alt=view.alt, table=view.table)
