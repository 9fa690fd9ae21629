"""Lists as figures: each row a line of text and, under it, a bar from the left.

Unlike labels beside an axis, a line of text over its bar needs no margin, and so it reads alike on
a telephone and on a desktop. Rows count from 0, the first on top.
"""

from collections.abc import Sequence
from typing import Final

from scoring.figures import theme
from scoring.figures.theme import Spec

_ROW: Final = 44
"""Pixels of a row."""

_MARGINS: Final = 118
"""Pixels above and below all rows: title, axis, and the space of `_BEFORE` and `_AFTER`."""

_TEXT_ABOVE: Final = 0.2
_BAR_BELOW: Final = 0.16
"""How far from the middle of a row its text and its bar lie, in rows."""

_BEFORE: Final = 0.75
_AFTER: Final = 0.5
"""From the middle of the first and of the last row to the edges of the plot, in rows."""


def height(count: int) -> int:
    """Of a figure with so many rows, in pixels."""
    return _MARGINS + _ROW * count


def numbering(title: str, count: int) -> Spec:
    """The vertical axis: the rows by number, from 1."""
    return theme.axis(
        title,
        tickvals=[row - _TEXT_ABOVE for row in range(count)],
        ticktext=[f"<b>{row + 1}</b>" for row in range(count)],
        range=[count - 1 + _AFTER, -_BEFORE],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=4,
    )


def measure(title: str, ends: Sequence[float], **more: object) -> Spec:
    """The horizontal axis. It does not zoom: the lines of text would be lost.

    Args:
        title: What is measured, and in what.
        ends: The least and the greatest value.
        **more: Further entries of Plotly's axis.
    """
    return theme.axis(
        title, range=list(ends), showgrid=False, ticks="outside", fixedrange=True, **more
    )


def hovering(texts: Sequence[str], reach: float) -> Spec:
    """Invisible, over whole rows: hovering anywhere tells what a row has no room for.

    Args:
        texts: One a row, inert.
        reach: How far the rows go to the right, on the horizontal axis.
    """
    return {
        "type": "bar",
        "orientation": "h",
        "x": [reach] * len(texts),
        "y": list(range(len(texts))),
        "width": 0.96,
        "marker": {"color": theme.TRANSPARENT},
        "hovertext": list(texts),
        "hoverinfo": "text",
    }


def lines(texts: Sequence[str]) -> Spec:
    """The line of text of each row, inert."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0.0] * len(texts),
        "y": [row - _TEXT_ABOVE for row in range(len(texts))],
        "text": list(texts),
        "textposition": "middle right",
        "textfont": {"size": 12},
        "hoverinfo": "skip",
    }


def bars(
    rows: Sequence[int],
    starts: Sequence[float],
    lengths: Sequence[float],
    marker: Spec,
) -> Spec:
    """Bars in some of the rows.

    Args:
        rows: Which rows.
        starts: Where each bar starts, on the horizontal axis.
        lengths: How long it is.
        marker: Plotly's `marker`.
    """
    return {
        "type": "bar",
        "orientation": "h",
        "y": [bar_height(row) for row in rows],
        "base": list(starts),
        "x": list(lengths),
        "width": 0.28,
        "marker": marker,
        "hoverinfo": "skip",
    }


def bar_height(row: int) -> float:
    """Where a row's bar lies on the vertical axis."""
    return row + _BAR_BELOW
