"""Settings as rows, the first on top: one axis for every view that compares settings."""

from collections.abc import Sequence
from typing import Final

from scoring.figures import theme
from scoring.figures.labels import label
from scoring.figures.theme import Spec

_ROW: Final = 46
_MARGINS: Final = 108
_NAME: Final = 12
"""Columns of a setting's name: what a telephone has room for."""


def height(count: int, row: int = _ROW, more: int = 0) -> int:
    """Of a figure with so many rows of some height, in pixels, with some more for a legend."""
    return _MARGINS + row * count + more


def axis(names: Sequence[str]) -> Spec:
    """The vertical axis: settings by name, row 0 on top in bold."""
    labels = [label(name, _NAME) for name in names]
    return theme.axis(
        "setting",
        tickvals=list(range(len(names))),
        ticktext=[f"<b>{labels[0]}</b>", *labels[1:]] if labels else [],
        range=[len(names) - 0.5, -0.62],
        showgrid=False,
        fixedrange=True,
    )
