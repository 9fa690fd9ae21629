"""Configurations in figures: their colours, and their names on an axis."""

from collections.abc import Sequence
from typing import Final

from scoring.figures import theme
from scoring.figures.labels import inert, paragraph
from scoring.figures.theme import Spec
from scoring.terminal import clipped, width

NAME_COLUMNS: Final = 18
"""Of a configuration's name in a figure."""

_COLOURS: Final = (
    theme.BLUE,
    theme.VERMILLION,
    theme.GREEN,
    theme.VIOLET,
    theme.ORANGE,
    "#C2408D",
    "#1E8FA0",
    theme.GREY,
)


def colour_of(configuration: str, configurations: Sequence[str]) -> str:
    """The configuration's colour in every view, whichever the baseline is."""
    return _COLOURS[list(configurations).index(configuration) % len(_COLOURS)]


def faded(colour: str, opacity: float) -> str:
    """One of the colours, the page showing through."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def name_label(name: str, columns: int = NAME_COLUMNS) -> str:
    """The name in one inert line, cut in its middle: names often differ at their ends alone.

    It may stand in a template that Plotly fills in: "%{" in a name begins nothing.
    """
    return inert(clipped(" ".join(name.split()), columns)).replace("%", "&#37;")


def _tick(name: str) -> str:
    """The name at an axis: in two lines of whole words where one is too short, else cut."""
    lines = paragraph(name, NAME_COLUMNS, 2)
    whole = all(width(word) <= NAME_COLUMNS for word in name.split())
    return lines if whole and not lines.endswith("…") else name_label(name)


def category(name: str) -> str:
    """The name as a place on an axis of names."""
    return inert(name)


def name_axis(title: str, names: Sequence[str], **more: object) -> Spec:
    """A vertical axis of names, the first on top.

    Args:
        title: What the names are of.
        names: In order.
        **more: Further entries of Plotly's axis.
    """
    places = [category(name) for name in names]
    return theme.axis(
        title,
        type="category",
        categoryorder="array",
        categoryarray=places,
        range=[len(names) - 0.5, -0.5],
        tickvals=places,
        ticktext=[_tick(name) for name in names],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=4,
        **more,
    )
