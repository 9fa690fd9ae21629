"""The only way a figure reaches the screen: drawn in place, its table beside it.

`st.plotly_chart` builds a chart anew whenever its data change, which loses zoom and hidden traces
and costs about 30 ms each time. Here a component keeps the drawing and has `Plotly.react` change
what differs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st
from plotly.io.json import to_json_plotly

from pages.shared import state
from pages.shared.vendor import PLOTLY_ADDRESS
from scoring.tables import Table

DEFAULT_HEIGHT: Final = 320
"""Pixels, for a figure that names no height."""

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "scorescope_chart",
    html=(_HERE / "chart.html").read_text(encoding="utf-8"),
    css=(_HERE / "chart.css").read_text(encoding="utf-8"),
    js=(_HERE / "chart.js").read_text(encoding="utf-8"),
    isolate_styles=False,  # Plotly's own style sheet does not reach into a shadow root
)


@dataclass(frozen=True, slots=True)
class ClickedPoint:
    """A point of a figure that a person clicked.

    Attributes:
        trace: The position of its trace in the figure, from 0.
        index: Its position in the trace, from 0; row and column in a grid such as a heatmap.
        x: Its place on the first axis, as the figure has it.
        y: Its place on the second axis, as the figure has it.
        customdata: What the figure attached to the point.
    """

    trace: int
    index: int | tuple[int, ...] | None
    x: Any
    y: Any
    customdata: Any


def chart(
    figure: go.Figure,
    *,
    key: str,
    alt: str,
    table: Table | None = None,
    on_click: Callable[[ClickedPoint], None] | None = None,
    height: int | None = None,
) -> None:
    """Show a figure.

    The figure's template is replaced by Streamlit's theme, which colours all that the figure
    leaves open, in light and dark alike. Zoom and hidden traces outlive a change of data; a figure
    that changes its meaning says so by a new `layout.uirevision`.

    Args:
        figure: What to draw. It is not changed.
        key: Names the chart on its page, and the picture that a person downloads of it.
        alt: What the figure shows, in words, for those who cannot see it.
        table: The same numbers as rows and columns, folded away under the figure.
        on_click: Called with the point that a person clicked, before the page runs again.
        height: Pixels; by default the figure's own height, else `DEFAULT_HEIGHT`.
    """

    def report() -> None:
        point = getattr(state.widget_value(key), "click", None)
        if on_click is not None and point is not None:
            on_click(_clicked_point(point))

    _component(
        key=key,
        data={
            "figure": figure_json(figure),
            "table": None if table is None else _table_payload(table),
            "alt": alt,
            "name": key,
            "height": height or figure.layout.height or DEFAULT_HEIGHT,
            "clickable": on_click is not None,
            "plotly": PLOTLY_ADDRESS,
        },
        on_click_change=report,
    )


def figure_json(figure: go.Figure) -> str:
    """The figure as plotly.js reads it, without its template."""
    plain = figure.to_plotly_json()
    plain["layout"].pop("template", None)
    return str(to_json_plotly(plain))


def _table_payload(table: Table) -> dict[str, object]:
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return {
        "columns": table.columns,
        "numeric": [all(_is_number(cell) for cell in column) for column in columns],
        "rows": table.displayed(),
    }


def _is_number(cell: object) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _clicked_point(value: dict[str, Any]) -> ClickedPoint:
    index = value["index"]
    return ClickedPoint(
        trace=value["trace"],
        index=tuple(index) if isinstance(index, list) else index,
        x=value["x"],
        y=value["y"],
        customdata=value.get("customdata"),
    )
