"""Whether two settings put the cases in the same order."""

from typing import Final

import numpy as np

from scoring.figures import theme
from scoring.figures.labels import label
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.tables import Table
from scoring.tallies import RankChanges, Tallies

_MOST_POINTS: Final = 600
"""Distinct tallies drawn one by one; past so many they are counted in fields."""

_FIELDS: Final = 40


def rank_plane(ranks: RankChanges, tallies: Tallies, before: str, after: str) -> View:
    """Each case's place under one setting against its place under another.

    Args:
        ranks: What `rank_changes` says.
        tallies: The dataset.
        before: One setting's name.
        after: The other's.
    """
    cases = tallies.cases
    points = _points(ranks, tallies) if tallies.rows <= _MOST_POINTS else _fields(ranks, tallies)
    diagonal = {
        "type": "scatter",
        "mode": "lines",
        "x": [1, cases],
        "y": [1, cases],
        "line": {"color": theme.ORANGE, "width": 1.5, "dash": "dot"},
        "hoverinfo": "skip",
    }
    tau = (
        "no order to compare"
        if ranks.kendall_tau is None
        else f"Kendall's tau {ranks.kendall_tau:.3f}"
    )
    figure = theme.figure(
        [points, diagonal],
        theme.layout(
            f"Order of the cases: {tau}",
            subtitle=f"{ranks.reversed_pairs:,} of {ranks.pairs:,} pairs change places; "
            "off the line is another rank",
            height=460,
            x=theme.axis(
                f"rank under {label(before, 24)}, 1 is the best",
                range=[0, cases + 1],
            ),
            y=theme.axis(f"rank under {label(after, 24)}", range=[0, cases + 1]),
        ),
    )
    moved = int(tallies.multiplicity[ranks.moved != 0].sum())
    alt = (
        f"The orders under {before} and {after}: {tau}; "
        f"{moved} of {cases} cases have another rank and {ranks.reversed_pairs} of "
        f"{ranks.pairs} pairs change places."
    )
    rows = (
        ("Kendall's tau", ranks.kendall_tau),
        ("pairs", ranks.pairs),
        ("pairs that change places", ranks.reversed_pairs),
        ("pairs tied in one order only", ranks.tied_pairs),
        ("cases with another rank", moved),
    )
    return View(figure, alt, Table(("measure", "value"), rows))


def _points(ranks: RankChanges, tallies: Tallies) -> Spec:
    sizes = 6 + 16 * np.sqrt(tallies.multiplicity / max(1, tallies.multiplicity.max(initial=1)))
    return {
        "type": "scatter",
        "mode": "markers",
        "x": ranks.before,
        "y": ranks.after,
        "customdata": tallies.multiplicity,
        "marker": {
            "size": sizes,
            "color": theme.TOTAL,
            "opacity": 0.65,
            "line": {"width": 0},
        },
        "hovertemplate": "rank %{x:.1f}, then %{y:.1f}: %{customdata} cases<extra></extra>",
    }


def _fields(ranks: RankChanges, tallies: Tallies) -> Spec:
    edges = np.linspace(0.5, tallies.cases + 0.5, _FIELDS + 1)
    counts, _, _ = np.histogram2d(
        ranks.after, ranks.before, bins=[edges, edges], weights=tallies.multiplicity
    )
    middles = (edges[1:] + edges[:-1]) / 2
    return {
        "type": "heatmap",
        "x": middles,
        "y": middles,
        # An empty field is the page itself.
        "z": np.where(counts > 0, counts, np.nan),
        "colorscale": [[0, "#9ecae9"], [1, theme.BLUE]],
        "colorbar": {"title": {"text": "cases"}, "thickness": 12, "tickfont": {"size": 12}},
        "hovertemplate": "about rank %{x:.0f}, then %{y:.0f}: %{z:.0f} cases<extra></extra>",
    }
