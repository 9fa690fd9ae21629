"""A measure over two penalties at once."""

from collections.abc import Mapping
from typing import Final

from scoring.figures import theme
from scoring.figures.labels import label
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.model import Penalties
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tallies import Measure, Penalty, PenaltyMap
from scoring.tallies.dataset import FloatArray
from scoring.tuning import PENALTY_NAMES

_TABLE_LINES: Final = 11
"""Rows and columns of the table, at the most: enough to read the map's lie of the land."""


def penalty_plane(found: PenaltyMap, marked: Mapping[str, Penalties]) -> View:
    """A heat map with settings marked on it.

    Args:
        found: The measure at each pair of values.
        marked: Settings by name; the first is the current one.
    """
    title = _title(found)
    figure = theme.figure(
        [_heat(found), _lines(found), *_marks(found, marked)],
        theme.layout(
            title,
            subtitle=f"click anywhere to set the sliders; {_third(found)}",
            height=520,
            x=theme.axis(_axis_title(found.x), range=_ends(found.x_values), showgrid=False),
            y=theme.axis(_axis_title(found.y), range=_ends(found.y_values), showgrid=False),
            # Other penalties on the axes make another picture: an old zoom would be senseless.
            uirevision=f"{found.x}/{found.y}",
        ),
    )
    low, high = float(found.values.min()), float(found.values.max())
    alt = (
        f"{title} over the penalties for {PENALTY_NAMES[found.x]} and {PENALTY_NAMES[found.y]}: "
        f"from {_said(low, found)} to {_said(high, found)}."
    )
    return View(figure, alt, _table(found))


def _is_share(found: PenaltyMap) -> bool:
    return found.measure is not Measure.MEAN


def _heat(found: PenaltyMap) -> Spec:
    share = _is_share(found)
    return {
        "type": "heatmap",
        "x": found.x_values,
        "y": found.y_values,
        "z": found.values,
        "colorscale": "Cividis",
        "zsmooth": "fast",
        "colorbar": {
            "title": {"text": "share" if share else f"of {found.scale:g}", "side": "top"},
            "thickness": 12,
            "tickformat": ".0%" if share else "",
            "tickfont": {"size": 12},
        },
        "hovertemplate": f"{PENALTY_NAMES[found.x]} %{{x:.3f}}<br>"
        f"{PENALTY_NAMES[found.y]} %{{y:.3f}}<br>"
        f"<b>%{{z:{'.1%' if share else '.3f'}}}</b><extra></extra>",
    }


def _lines(found: PenaltyMap) -> Spec:
    """Lines of equal value, with the value on them."""
    return {
        "type": "contour",
        # Every other point is enough for lines, and a quarter of the work for the browser.
        "x": found.x_values[::2],
        "y": found.y_values[::2],
        "z": found.values[::2, ::2],
        "contours": {
            "coloring": "none",
            "showlabels": True,
            "labelfont": {"size": 11, "color": "#ffffff"},
            "labelformat": ".0%" if _is_share(found) else ".3~g",
        },
        "line": {"color": "rgba(255, 255, 255, 0.65)", "width": 1},
        "showscale": False,
        "hoverinfo": "skip",
    }


def _marks(found: PenaltyMap, marked: Mapping[str, Penalties]) -> list[Spec]:
    """Named points: the current setting as a diamond, the others as circles."""
    names = list(marked)
    now = {"symbol": "diamond", "size": 15, "color": theme.VERMILLION}
    others = {"symbol": "circle", "size": 9, "color": "#ffffff"}
    return [
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": [found.x.of(marked[name]) for name in group],
            "y": [found.y.of(marked[name]) for name in group],
            # Its spaces keep a name clear of its mark.
            "text": [f"\u2002{label(name, 14)}\u2002" for name in group],
            "textposition": position,
            # On the map's colours the page's own text colour may not show.
            "textfont": {"size": 12, "color": "#ffffff", "shadow": "0 0 3px #000, 0 0 2px #000"},
            "marker": {**marker, "line": {"color": outline, "width": 1.5}},
            "hovertemplate": "%{text}: %{x:g}, %{y:g}<extra></extra>",
        }
        for group, position, marker, outline in (
            (names[1:], "middle right", others, "#000000"),
            (names[:1], "middle left", now, "#ffffff"),
        )
    ]


def _title(found: PenaltyMap) -> str:
    if found.measure is Measure.MEAN:
        return "Mean score"
    if found.measure is Measure.PASSING:
        return f"Share of cases that reach {shown(found.threshold * found.scale)}"
    return "Share of cases at the floor"


def _third(found: PenaltyMap) -> str:
    (third,) = set(Penalty) - {found.x, found.y}
    return f"{PENALTY_NAMES[third]}: {third.of(found.penalties):g}"


def _axis_title(penalty: Penalty) -> str:
    return f"{PENALTY_NAMES[penalty]}, points"


def _ends(values: FloatArray) -> list[float]:
    """From the outer edge of the first field to that of the last."""
    first, last = float(values[0]), float(values[-1])
    half = (last - first) / (len(values) - 1) / 2
    return [first - half, last + half]


def _said(value: float, found: PenaltyMap) -> str:
    return f"{value * 100:.0f} percent" if _is_share(found) else shown(value)


def _table(found: PenaltyMap) -> Table:
    every_x, every_y = (
        max(1, round((len(values) - 1) / (_TABLE_LINES - 1)))
        for values in (found.x_values, found.y_values)
    )
    columns = found.x_values[::every_x].tolist()
    rows = [
        (y, *line)
        for y, line in zip(
            found.y_values[::every_y].tolist(),
            found.values[::every_y, ::every_x].tolist(),
            strict=True,
        )
    ]
    head = f"{PENALTY_NAMES[found.y]} \\ {PENALTY_NAMES[found.x]}"
    return Table((head, *(f"{x:g}" for x in columns)), tuple(rows))
