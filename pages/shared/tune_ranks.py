"""Whether the setting puts the cases in another order than a pinned one."""

from typing import Final

import streamlit as st

from pages.shared.chart import chart
from pages.shared.tune_scope import CURRENT, Scope
from scoring.figures.tuning import rank_plane
from scoring.tallies import rank_changes
from scoring.tuning import furthest_moves

_MOST: Final = 100
_HEIGHT: Final = 460


def render(scope: Scope, against: str | None) -> None:
    """Draw the section.

    Args:
        scope: What it is about.
        against: The pinned setting that the order is compared with.
    """
    if against is None:
        st.info("Pin a setting to compare the order of the cases with.")
        return
    ranks = rank_changes(scope.tallies, scope.pinned[against], scope.settings.penalties)
    left, right = st.columns(2)
    with left:
        view = rank_plane(ranks, scope.tallies, against, CURRENT)
        chart(view.figure, key="tune_ranks", alt=view.alt, table=view.table)
    with right:
        moves = furthest_moves(scope.tallies, ranks, _MOST)
        if not moves:
            st.markdown("No case changes its rank.")
            return
        st.markdown("**Cases that move furthest**")
        st.dataframe(
            scope.table(
                (move.position for move in moves),
                {
                    "rank before": [move.before for move in moves],
                    "rank now": [move.after for move in moves],
                    "falls by": [move.after - move.before for move in moves],
                },
            ),
            key="tune_moves",
            hide_index=True,
            height="content" if len(moves) < 10 else _HEIGHT,
            column_config={
                name: st.column_config.NumberColumn(format="%.1f")
                for name in ("rank before", "rank now", "falls by")
            },
        )
