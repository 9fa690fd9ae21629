"""Where the winner flips: two penalties' plane, coloured by who leads and how surely."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scoring.comparison import Axis, LeaderMap, Regions
from scoring.figures import theme
from scoring.figures.comparison.names import colour_of, faded, name_label
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.model import Penalties
from scoring.tables import Cell, Table
from scoring.tallies import Penalty

_AXES: Final = {
    Penalty.UNUSED_HIGH: "penalty per unused high context",
    Penalty.MISSING_ITEM: "penalty per missing item",
    Penalty.MISSING_CAP: "cap on missing items",
}
_SHORT: Final = {
    Penalty.UNUSED_HIGH: "per unused high",
    Penalty.MISSING_ITEM: "per missing item",
    Penalty.MISSING_CAP: "as the cap",
}
_FAINT: Final = 0.15
_STRONG: Final = 0.75
_SMALLEST_NAMED: Final = 0.02
"""Of the plane; a smaller region has no room for its name, which the table and the text have."""


def winner_map(leaders: LeaderMap, regions: Regions, penalties: Penalties) -> View:
    """Each point of the plane in its leader's colour, the stronger the surer the lead.

    Where two or more lead together there is no colour. The lines are the exact boundaries.

    Args:
        leaders: Who leads on a grid.
        regions: The exact parts of the same plane.
        penalties: Where the sliders stand: marked where that is inside the plane.
    """
    traces = [
        _grid(leaders),
        _boundaries(regions),
        _names(leaders, regions),
        *_here(leaders, penalties),
    ]
    sure = (
        " · the stronger the colour, the surer the lead" if leaders.confidence is not None else ""
    )
    figure = theme.figure(
        traces,
        theme.layout(
            "Who leads at which penalties",
            subtitle=f"lines: the lead changes hands{sure}",
            height=440,
            x=_axis(leaders.x),
            y=_axis(leaders.y),
        ),
    )
    return View(figure, _alt(regions), _table(regions))


def _leading(leaders: LeaderMap) -> Sequence[int]:
    found: list[int] = np.unique(leaders.leader[~leaders.tied]).tolist()
    return found


def _grid(leaders: LeaderMap) -> Spec:
    """The whole plane as one heat map, in which each configuration has a stretch of the colours."""
    names = leaders.configurations
    sureness = np.full(leaders.leader.shape, 0.75)
    told, sure = [leaders.lead], ""
    if leaders.confidence is not None:
        sureness = leaders.confidence
        told, sure = (
            [leaders.lead, sureness],
            "<br>ahead of the next: %{customdata[1]:.0%} confidence",
        )
    # Clear of its stretch's ends, where the colours of two configurations meet.
    shade = leaders.leader + 0.01 + 0.98 * sureness
    return {
        "type": "heatmap",
        "x": leaders.xs,
        "y": leaders.ys,
        # Plotly leaves a gap where a number is none; half the precision of a double is plenty.
        "z": np.where(leaders.tied, np.nan, shade).astype(np.float32),
        "text": np.array([name_label(name, 32) for name in names])[leaders.leader].tolist(),
        "customdata": np.stack(told, axis=-1).astype(np.float32),
        "zmin": 0.0,
        "zmax": len(names),
        "colorscale": [
            [(place + end) / len(names), faded(colour_of(name, names), opacity)]
            for place, name in enumerate(names)
            for end, opacity in enumerate((_FAINT, _STRONG))
        ],
        "showscale": False,
        "hoverongaps": False,
        "hovertemplate": (
            f"<b>%{{text}} leads</b> by %{{customdata[0]:.3f}}{sure}"
            f"<br>%{{x:.3f}} {_SHORT[leaders.x.penalty]}, %{{y:.3f}} {_SHORT[leaders.y.penalty]}"
            "<extra></extra>"
        ),
    }


def _boundaries(regions: Regions) -> Spec:
    segments = [segment for line in regions.boundaries.values() for segment in line]
    ends = np.array(segments, dtype=np.float32).reshape(-1, 2, 2)
    # A gap after each segment; as arrays, thousands are sent at little cost.
    gapped = np.concatenate([ends, np.full((len(ends), 1, 2), np.nan, np.float32)], axis=1)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": gapped[:, :, 0].ravel(),
        "y": gapped[:, :, 1].ravel(),
        "line": {"color": theme.GREY, "width": 2.5},
        "hoverinfo": "skip",
    }


def _names(leaders: LeaderMap, regions: Regions) -> Spec:
    """Each region's name, where the region is widest around its middle."""
    x, y, text = [], [], []
    for place in _leading(leaders):
        name = leaders.configurations[place]
        if regions.shares[name] < _SMALLEST_NAMED:
            continue
        rows, columns = np.nonzero((leaders.leader == place) & ~leaders.tied)
        # The cell of the region that is nearest to its centre of gravity: always inside it.
        nearest = ((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2).argmin()
        x.append(float(leaders.xs[columns[nearest]]))
        y.append(float(leaders.ys[rows[nearest]]))
        share = f"{regions.shares[name]:.0%}"
        text.append(f"<b>{name_label(name)}</b><br>{share}")
    return {
        "type": "scatter",
        "mode": "text",
        "x": x,
        "y": y,
        "text": text,
        "textfont": {"size": 14},
        "hoverinfo": "skip",
    }


def _here(leaders: LeaderMap, penalties: Penalties) -> list[Spec]:
    x, y = leaders.x.penalty.of(penalties), leaders.y.penalty.of(penalties)
    if not (leaders.x.lower <= x <= leaders.x.upper and leaders.y.lower <= y <= leaders.y.upper):
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": [x],
            "y": [y],
            "marker": {
                "symbol": "cross-thin",
                "size": 16,
                "line": {"width": 3, "color": theme.GREY},
            },
            "text": ["you are here"],
            "textposition": "top right",
            "textfont": {"size": 12},
            "hoverinfo": "skip",
        }
    ]


def _axis(axis: Axis) -> Spec:
    return theme.axis(
        _AXES[axis.penalty],
        range=[axis.lower, axis.upper],
        showgrid=False,
        constrain="domain",
    )


def _alt(regions: Regions) -> str:
    lines = len(regions.boundaries)
    changes = (
        "The lead changes hands nowhere."
        if not lines
        else f"The lead changes hands along {lines} {'line' if lines == 1 else 'lines'}."
    )
    return f"Map of who leads at which penalties. {regions.sentence} {changes}"


def _table(regions: Regions) -> Table:
    rows: list[tuple[Cell, ...]] = list(regions.shares.items())
    return Table(
        ("configuration", "share of the range in which it leads"),
        (*rows, ("nobody alone", regions.tied)),
    )
