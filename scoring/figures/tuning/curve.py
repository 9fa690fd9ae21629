"""Where the mean and the quantiles go as one penalty moves over its range."""

import math
from typing import Final

import numpy as np

from scoring.figures import theme
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tallies import Curve, KinkKind
from scoring.tuning import PENALTY_NAMES

HEIGHT: Final = 400
_PLOT: Final = 230
_MOST_KINKS: Final = 300
"""Marks of one kind; past so many they run into one line."""

_DASHES: Final = ("dot", "dash", "dashdot", "longdash")
_RUGS: Final = (
    (KinkKind.FLOOR, "floor reached", theme.VERMILLION, 0.04),
    (KinkKind.CAP, "cap sets in", theme.VIOLET, 0.09),
)
"""Kind, words, colour, and how far below zero its marks stand, as a share of the axis."""


def penalty_curve(curve: Curve) -> View:
    """Mean and quantiles along one penalty, the current value, and where the mean bends.

    Args:
        curve: What to draw, with or without quantiles.
    """
    name, scale = PENALTY_NAMES[curve.penalty], curve.scale
    now = curve.penalty.of(curve.penalties)
    mean_now = float(np.interp(now, curve.values, curve.mean))
    top = _top(curve)
    traces = [
        *_quantiles(curve),
        _mean(curve),
        *(_rug(curve, top, *look) for look in _RUGS),
        _now(now, mean_now, top),
    ]
    figure = theme.figure(
        traces,
        theme.layout(
            f"Along the penalty for {_with_article(name)}",
            subtitle=f"now {now:g}, where the mean is {shown(mean_now)}",
            height=HEIGHT,
            x=theme.axis(
                "penalty, in points of the unscaled score",
                range=[float(curve.values[0]), float(curve.values[-1])],
                ticks="outside",
            ),
            y=theme.axis(f"score, of {scale:g}", range=[-0.12 * top, 1.02 * top]),
            showlegend=True,
            legend=theme.legend_below(_PLOT),
            uirevision=f"of {scale:g}",
        ),
    )
    return View(figure, _alt(curve, name, now, mean_now), _table(curve))


def _top(curve: Curve) -> float:
    """Where the vertical axis ends: a quarter of the scale or more, so that it seldom moves."""
    most = max(float(scores.max()) for scores in (curve.mean, *(y for _, y in curve.quantiles)))
    return math.ceil(round(4 * most / curve.scale, 9)) / 4 * curve.scale or curve.scale / 4


def _with_article(name: str) -> str:
    return f"the {name}" if name.startswith("cap") else f"each {name}"


def _mean(curve: Curve) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "mean",
        "x": curve.values,
        "y": curve.mean,
        "line": {"color": theme.TOTAL, "width": 3},
        "hovertemplate": "penalty %{x:.3f}: mean %{y:.3f}<extra></extra>",
    }


def _quantiles(curve: Curve) -> list[Spec]:
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": _quantile(share),
            "x": curve.values,
            "y": scores,
            "line": {
                "color": theme.GREY,
                "width": 1.5,
                "dash": _DASHES[number % len(_DASHES)],
            },
            "hovertemplate": f"penalty %{{x:.3f}}: {share:.0%} of cases score "
            "%{y:.3f} or less<extra></extra>",
        }
        for number, (share, scores) in enumerate(curve.quantiles)
    ]


def _quantile(share: float) -> str:
    return "median" if share == 0.5 else f"{share * 100:.0f} % quantile"


def _rug(curve: Curve, top: float, kind: KinkKind, words: str, colour: str, below: float) -> Spec:
    kinks = curve.kinks[kind]
    inside = (kinks.values >= curve.values[0]) & (kinks.values <= curve.values[-1])
    values, cases = kinks.values[inside], kinks.cases[inside]
    if len(values) > _MOST_KINKS:
        kept = np.sort(np.argsort(-cases, kind="stable")[:_MOST_KINKS])
        values, cases = values[kept], cases[kept]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": words,
        "x": values,
        "y": np.full(len(values), -below * top),
        "customdata": cases,
        "marker": {
            "symbol": "line-ns-open",
            "size": 9,
            "color": colour,
            "line": {"width": 1.5, "color": colour},
        },
        "hovertemplate": f"penalty %{{x:.4f}}: {words}, cases: %{{customdata}}<extra></extra>",
    }


def _now(now: float, mean: float, top: float) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "now",
        "x": [now, now, now],
        "y": [-0.12 * top, mean, 1.02 * top],
        "line": {"color": theme.ORANGE, "width": 2},
        "marker": {"color": theme.ORANGE, "size": [0, 11, 0], "symbol": "diamond"},
        "hovertemplate": f"now {now:g}: mean {shown(mean)}<extra></extra>",
    }


def _alt(curve: Curve, name: str, now: float, mean_now: float) -> str:
    text = (
        f"As the penalty for {_with_article(name)} goes from {curve.values[0]:g} to "
        f"{curve.values[-1]:g}, the mean goes from {shown(float(curve.mean[0]))} to "
        f"{shown(float(curve.mean[-1]))}; now, at {now:g}, it is {shown(mean_now)}. "
    )
    told = []
    for kind, words, *_ in _RUGS:
        count = len(curve.kinks[kind].values)
        told.append(f"{words} at {count} {'value' if count == 1 else 'values'}")
    return f"{text}{', '.join(told).capitalize()}."


def _table(curve: Curve) -> Table:
    columns = [curve.values, curve.mean, *(scores for _, scores in curve.quantiles)]
    names = (_quantile(share) for share, _ in curve.quantiles)
    step = math.ceil(len(curve.values) / 101)
    # As many rows as a person reads; each is exact, whichever are left out.
    kept = sorted({*range(0, len(curve.values), step), len(curve.values) - 1})
    cells = zip(
        *([float(column[place]) for place in kept] for column in columns),
        [float(curve.passing[place]) for place in kept],
        [float(curve.floored[place]) for place in kept],
        strict=True,
    )
    return Table(("penalty", "mean", *names, "share passing", "share at the floor"), tuple(cells))
