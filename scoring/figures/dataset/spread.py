"""How the scores of one scorer are spread over its scale."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from scoring.errors import InvalidValueError
from scoring.figures import theme
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table

_HEIGHT: Final = 260


def score_spread(
    title: str, edges: Sequence[float], counts: Sequence[int], mean: float
) -> View | None:
    """A histogram; a click on a bar can be told by its `customdata`, both edges.

    Args:
        title: What was scored, inert.
        edges: Ascending, from 0 to the scale, one more than `counts`.
        counts: Cases in each bin.
        mean: The mean score, which a dotted line marks.

    Returns:
        The view; `None` where no case has a score.

    Raises:
        InvalidValueError: The edges do not fit the counts.
    """
    if len(edges) != len(counts) + 1:
        raise InvalidValueError("a histogram has one edge more than it has bins")
    total = sum(counts)
    if not total:
        return None
    pairs = list(pairwise(edges))
    scale, most = edges[-1], max(counts)
    figure = theme.figure(
        [
            {
                "type": "bar",
                "x": [(low + high) / 2 for low, high in pairs],
                "y": list(counts),
                "width": [(high - low) * 0.94 for low, high in pairs],
                "customdata": [list(pair) for pair in pairs],
                "marker": {"color": theme.TOTAL},
                "hovertext": [
                    f"{shown(low)} to {shown(high)}: {count:,} cases"
                    for (low, high), count in zip(pairs, counts, strict=True)
                ],
                "hoverinfo": "text",
            },
            {
                "type": "scatter",
                "mode": "lines",
                "x": [mean, mean],
                "y": [0, most * 1.05],
                "line": {"color": theme.VERMILLION, "width": 1.5, "dash": "dot"},
                "hoverinfo": "skip",
            },
        ],
        theme.layout(
            title,
            subtitle=f"dotted: the mean of {total:,} cases, {shown(mean)}",
            height=_HEIGHT,
            x=theme.axis(
                f"score, of {scale:g}",
                range=[-0.002 * scale, 1.002 * scale],
                fixedrange=True,
                ticks="outside",
            ),
            y=theme.axis("cases", range=[0, most * 1.08], fixedrange=True, nticks=5),
        ),
    )
    said = ", ".join(
        f"{count} from {shown(low)} to {shown(high)}"
        for (low, high), count in zip(pairs, counts, strict=True)
        if count
    )
    rows = tuple((low, high, count) for (low, high), count in zip(pairs, counts, strict=True))
    return View(
        figure,
        f"{title}, mean {shown(mean)} of {total} cases: {said}.",
        Table(("from", "to", "cases"), rows),
    )
