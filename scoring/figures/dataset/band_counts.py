"""How many cases stand in each band of one scorer."""

from collections.abc import Sequence
from typing import Final

from scoring.bands import Band
from scoring.figures import theme
from scoring.figures.view import View
from scoring.tables import Table

_COLOURS: Final = (theme.BLUE, theme.GREEN, theme.ORANGE, theme.VERMILLION, theme.GREY)
"""From the best band to the worst; the last is hatched besides."""
_HEIGHT: Final = 260
_HEADROOM: Final = 1.14
"""Of the longest bar, for the number at its end."""


def band_counts(
    title: str, bands: Sequence[tuple[Band, int]], chosen: Sequence[str]
) -> View | None:
    """One bar a band, the best on top; a click on one can be told by its `customdata`, the name.

    Args:
        title: What was scored, inert.
        bands: Each band with its cases, from the best to the worst.
        chosen: Names of the bands that a person looks at; the others are pale. None: all are.

    Returns:
        The view; `None` where no case has a score.
    """
    total = sum(count for _, count in bands)
    if not total:
        return None
    names = [band.name for band, _ in bands]
    counts = [count for _, count in bands]
    last = len(bands) - 1
    figure = theme.figure(
        [
            {
                "type": "bar",
                "orientation": "h",
                "x": counts,
                "y": list(range(len(bands))),
                "customdata": names,
                "width": 0.66,
                "marker": {
                    "color": list(_COLOURS),
                    "opacity": [1.0 if not chosen or name in chosen else 0.3 for name in names],
                    "pattern": {
                        **theme.hatching([row == last for row in range(len(bands))]),
                        "fillmode": "overlay",
                    },
                },
                "text": [f"{count:,}" for count in counts],
                "textposition": "outside",
                "cliponaxis": False,
                "hovertext": [
                    f"{band.name}, from {band.lower:g}: {count:,} of {total:,} cases"
                    f"<br>{band.meaning}"
                    for band, count in bands
                ],
                "hoverinfo": "text",
            }
        ],
        theme.layout(
            title,
            height=_HEIGHT,
            x=theme.axis(
                "cases",
                range=[0, max(counts) * _HEADROOM],
                fixedrange=True,
                ticks="outside",
                nticks=6,
            ),
            y=theme.axis(
                "band",
                tickvals=list(range(len(bands))),
                ticktext=names,
                range=[len(bands) - 0.5, -0.6],
                showgrid=False,
                fixedrange=True,
            ),
        ),
    )
    said = ", ".join(f"{count} {band.name}" for band, count in bands)
    rows = tuple((band.name, band.lower, count, count / total) for band, count in bands)
    return View(
        figure,
        f"{title}, {total} cases: {said}.",
        Table(("band", "from", "cases", "share"), rows),
    )
