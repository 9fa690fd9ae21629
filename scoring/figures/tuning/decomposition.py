"""What the mean score of a dataset is made of."""

from typing import Final

from scoring.figures import theme
from scoring.figures.view import View
from scoring.rounding import settled, shown
from scoring.tables import Table
from scoring.tallies import Decomposition

_HALF_BAR: Final = 0.34


def mean_decomposition(parts: Decomposition, scale: float) -> View:
    """From the mean base to the mean score, each step a mean over the cases.

    Args:
        parts: The mean taken apart.
        scale: The value of a perfect score.
    """
    steps = _steps(parts)
    starts, ends = [], []
    level = 0.0
    for _, change, whole, _ in steps:
        start = 0.0 if whole else level
        level = start + change
        starts.append(start)
        ends.append(level)
    places = list(range(len(steps)))
    bars = {
        "type": "bar",
        "x": places,
        "base": starts,
        "y": [end - start for start, end in zip(starts, ends, strict=True)],
        "width": 2 * _HALF_BAR,
        "marker": {
            "color": [colour for *_, colour in steps],
            "pattern": theme.hatching([colour == theme.GIVEN_BACK for *_, colour in steps]),
        },
        "hoverinfo": "skip",
    }
    connectors: dict[str, list[float | None]] = {"x": [], "y": []}
    for place, end in zip(places[:-1], ends, strict=False):
        connectors["x"] += [place - _HALF_BAR, place + 1 + _HALF_BAR, None]
        connectors["y"] += [end, end, None]
    lines = {
        "type": "scatter",
        "mode": "lines",
        **connectors,
        "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
        "hoverinfo": "skip",
    }
    numbers = {
        "type": "scatter",
        "mode": "text",
        "x": places,
        "y": [max(start, end) + 0.012 * scale for start, end in zip(starts, ends, strict=True)],
        "text": [_signed(change, whole) for _, change, whole, _ in steps],
        "textposition": "top center",
        "textfont": {"size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
    figure = theme.figure(
        [lines, bars, numbers],
        theme.layout(
            f"What the mean of {shown(parts.score)} is made of",
            subtitle="hatched: given back by the cap and the floor",
            height=400,
            x=theme.axis(
                "step of the formula, mean over the cases",
                tickvals=places,
                ticktext=[name.replace(" ", "<br>", 1) for name, *_ in steps],
                range=[-0.55, len(steps) - 0.45],
                showgrid=False,
                fixedrange=True,
            ),
            y=theme.axis(
                f"points of the score, of {scale:g}",
                rangemode="tozero",
                # Room for the number over the tallest bar.
                autorangeoptions={"include": [1.14 * max(*starts, *ends)]},
                zeroline=True,
                zerolinecolor=theme.GREY,
            ),
        ),
    )
    rows = tuple((name, change) for name, change, *_ in steps)
    told = ", ".join(f"{name} {_signed(change, whole)}" for name, change, whole, _ in steps)
    return View(
        figure, f"What the mean score is made of: {told}.", Table(("step", "mean points"), rows)
    )


def _steps(parts: Decomposition) -> list[tuple[str, float, bool, str]]:
    """Name, points, whether it starts from zero, and colour."""
    return [
        ("base", parts.base, True, theme.TOTAL),
        ("unused high", -parts.usage, False, theme.UNUSED),
        ("missing items", -parts.missing_uncapped, False, theme.MISSING),
        ("saved by cap", parts.saved_by_cap, False, theme.GIVEN_BACK),
        ("lost to floor", parts.lost_to_floor, False, theme.GIVEN_BACK),
        ("score", parts.score, True, theme.TOTAL),
    ]


def _signed(change: float, whole: bool) -> str:
    if whole or not settled(change):
        return shown(abs(change))
    return f"{'+' if change > 0 else '−'}{shown(abs(change), 2 if abs(change) >= 0.01 else 3)}"
