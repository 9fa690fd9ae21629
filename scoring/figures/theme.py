"""How every figure looks: the colours and their meanings, margins, text sizes, and one layout.

Figures stand on light and on dark pages, so that paper and plot are transparent and text has no
colour of its own: whoever shows a figure sets `layout.font.color`. Each colour keeps a contrast of
3:1 to white and to Streamlit's dark pages, and no view tells things apart by colour alone.

Plotly's default template is not used: importing Streamlit replaces it with placeholder colours.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import plotly.graph_objects as go

from scoring.model import RelevanceLevel

Spec: TypeAlias = dict[str, Any]
"""A part of a figure as Plotly writes it in JSON."""

# Blue, green and vermillion are Okabe and Ito's; their other hues are too light for a white page.
# Whichever stand in one view differ by 15 or more (CIE 1976) for each kind of colour blindness.
BLUE: Final = "#0072B2"
GREEN: Final = "#009E73"
ORANGE: Final = "#B87A00"
VERMILLION: Final = "#D55E00"
VIOLET: Final = "#9C48F0"
GREY: Final = "#747885"
FAINT: Final = "rgba(116, 120, 133, 0.2)"
TRANSPARENT: Final = "rgba(0, 0, 0, 0)"

_UNDER_AXIS: Final = 50
"""Pixels that an axis takes below its plot for ticks and title."""

LEVEL_COLOURS: Final[Mapping[RelevanceLevel, str]] = MappingProxyType(
    {
        RelevanceLevel.HIGH: BLUE,
        RelevanceLevel.MEDIUM: GREEN,
        RelevanceLevel.LOW: ORANGE,
        RelevanceLevel.NONE: GREY,
    }
)
TOTAL: Final = BLUE
"""What there is: the base, the score."""
UNUSED: Final = VERMILLION
"""What unused high contexts take off."""
MISSING: Final = VIOLET
"""What missing items take off; missing keywords."""
GIVEN_BACK: Final = GREY
"""What the floor gives back."""


def figure(traces: list[Spec], layout: Spec) -> go.Figure:
    """A figure of traces and a layout as Plotly's JSON has them.

    Plotly's check of every property would take four times as long as all the rest, at each move of
    a slider; the properties are the same each time, so that the tests check them instead.
    """
    return go.Figure({"data": traces, "layout": layout}, _validate=False)


def layout(
    title: str, *, height: int, x: Spec, y: Spec, subtitle: str = "", **more: object
) -> Spec:
    """The layout of a figure.

    Args:
        title: What the figure shows, inert.
        height: In pixels; the width is the page's.
        x: The horizontal axis, as `axis` makes it.
        y: The vertical axis.
        subtitle: How to read it, inert.
        **more: Further entries of Plotly's layout.
    """
    if subtitle:
        title += f'<br><span style="font-size: 12px">{subtitle}</span>'
    return {
        # Present, so that Plotly does not fall back on its default template.
        "template": {},
        "title": {
            "text": title,
            "font": {"size": 15},
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "pad": {"b": 29 if subtitle else 12, "l": 4},
        },
        "height": height,
        "margin": {"t": 58 if subtitle else 40, "r": 16, "b": 48, "l": 56},
        "paper_bgcolor": TRANSPARENT,
        "plot_bgcolor": TRANSPARENT,
        "showlegend": False,
        "barmode": "overlay",
        "hovermode": "closest",
        "hoverlabel": {"align": "left", "font": {"size": 12}},
        "uirevision": "kept",
        "xaxis": x,
        "yaxis": y,
        **more,
    }


def axis(title: str, **more: object) -> Spec:
    """An axis with its title, which names the unit, and without a zero line.

    Args:
        title: What is measured, and in what.
        **more: Further entries of Plotly's axis.
    """
    return {
        "title": {"text": title, "font": {"size": 12}, "standoff": 8},
        "tickfont": {"size": 12},
        "zeroline": False,
        "automargin": True,
        **more,
    }


def hatching(hatched: Sequence[bool]) -> Spec:
    """Plotly's `pattern`: hatched on the bare page, or solid."""
    return {
        "shape": ["/" if is_hatched else "" for is_hatched in hatched],
        "fillmode": "replace",
        "size": 6,
        "solidity": 0.4,
    }


def legend_below(plot_height: float) -> Spec:
    """Plotly's `legend`: under the plot, its ticks and its title, where it covers no data.

    Args:
        plot_height: Of the plot alone, in pixels; near enough.
    """
    return {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": -_UNDER_AXIS / plot_height,
        "yanchor": "top",
        "font": {"size": 12},
        "bgcolor": TRANSPARENT,
        "traceorder": "normal",
    }
