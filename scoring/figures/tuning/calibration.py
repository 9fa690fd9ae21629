"""How well fitted penalties meet people's labels, how sure each is, and what more would bring."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scoring.calibration import (
    Calibration,
    Error,
    FittedParameter,
    LearningCurve,
    Parameter,
)
from scoring.figures import rows, theme
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table

PARAMETER_NAMES: Final = {
    Parameter.UNUSED_HIGH: "unused high context",
    Parameter.MISSING_ITEM: "missing item",
    Parameter.MISSING_CAP: "cap on missing items",
    Parameter.MEDIUM_WEIGHT: "weight of medium",
    Parameter.LOW_WEIGHT: "weight of low",
    Parameter.THRESHOLD: "pass threshold",
}
_BEYOND: Final = 4
"""How far a learning curve is drawn beyond the labels at hand, in times of them."""


def fit_errors(calibration: Calibration) -> View:
    """The error before and after the fit, on labels not seen, and of a constant.

    Args:
        calibration: The fit.
    """
    error = calibration.errors[0]
    bars = _kinds(error)
    reach = max(value for _, value in bars) or 1.0
    held_out = [name.startswith("held out") for name, _ in bars]
    figure = theme.figure(
        [
            rows.bars(
                range(len(bars)),
                [0.0] * len(bars),
                [value for _, value in bars],
                {
                    "color": [theme.TOTAL if marked else theme.GREY for marked in held_out],
                    "line": {"width": 0},
                },
            ),
            rows.lines([f"<b>{shown(value, 3)}</b> · {name}" for name, value in bars]),
        ],
        theme.layout(
            error.measure.capitalize(),
            subtitle=f"{calibration.labelled} labels; held out: what to expect of new cases",
            height=rows.height(len(bars)),
            x=rows.measure(_unit(calibration), [0.0, reach * 1.02]),
            y=rows.numbering("", len(bars)),
        ),
    )
    told = ", ".join(f"{name} {shown(value, 3)}" for name, value in bars)
    return View(figure, f"{error.measure.capitalize()}: {told}.", _error_table(calibration.errors))


def _kinds(error: Error) -> list[tuple[str, float]]:
    return [
        ("before", error.before),
        ("after, on the same labels", error.after),
        ("held out", error.held_out),
        ("held out, if every case got one value", error.constant),
    ]


def _unit(calibration: Calibration) -> str:
    if calibration.threshold is None:
        return f"points of the score, of {calibration.scale:g}"
    return "share of the labels"


def _error_table(errors: Sequence[Error]) -> Table:
    return Table(
        ("measure", "before", "after", "held out", "constant, held out"),
        tuple(
            (error.measure, error.before, error.after, error.held_out, error.constant)
            for error in errors
        ),
    )


def fit_ranges(calibration: Calibration) -> View:
    """Each fitted value within the range that fits about as well, and where it started.

    Args:
        calibration: The fit.
    """
    fitted = calibration.parameters
    reach = max(each.searched[1] for each in fitted)
    places = range(len(fitted))
    height = [rows.bar_height(row) for row in places]
    figure = theme.figure(
        [
            rows.bars(
                places,
                [each.searched[0] for each in fitted],
                [each.searched[1] - each.searched[0] for each in fitted],
                {"color": theme.FAINT},
            ),
            rows.bars(
                places,
                [each.low for each in fitted],
                [each.width for each in fitted],
                {
                    "color": theme.TOTAL,
                    "line": {"color": theme.TOTAL, "width": 1},
                    "pattern": theme.hatching([not each.identified for each in fitted]),
                },
            ),
            _points([each.start for each in fitted], height, "circle", theme.GREY),
            _points([each.value for each in fitted], height, "diamond", theme.ORANGE),
            rows.lines([_range_words(each) for each in fitted]),
        ],
        theme.layout(
            "Fitted values with their 95 % ranges",
            subtitle="diamond: fitted; circle: before; pale: searched; hatched: not identified",
            height=rows.height(len(fitted)),
            x=rows.measure("points of the unscaled score", [0.0, reach * 1.02]),
            y=rows.numbering("", len(fitted)),
        ),
    )
    told = "; ".join(
        f"{PARAMETER_NAMES[each.parameter]} {shown(each.value, 3)}, from {shown(each.low, 3)} to "
        f"{shown(each.high, 3)}" + ("" if each.identified else ", not identified")
        for each in fitted
    )
    return View(figure, f"Fitted values with their 95 percent ranges: {told}.", _ranges(fitted))


def _points(x: list[float], y: list[float], symbol: str, colour: str) -> Spec:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": y,
        "marker": {
            "symbol": symbol,
            "size": 11,
            "color": colour,
            "line": {"width": 1.5, "color": "#ffffff"},
        },
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _range_words(each: FittedParameter) -> str:
    words = f"<b>{shown(each.value, 3)}</b> [{shown(each.low)}, {shown(each.high)}]"
    suffix = "" if each.identified else " · not identified"
    return f"{words} · {PARAMETER_NAMES[each.parameter]}{suffix}"


def _ranges(fitted: Sequence[FittedParameter]) -> Table:
    return Table(
        ("value", "before", "fitted", "low", "high", "identified", "note"),
        tuple(
            (
                PARAMETER_NAMES[each.parameter],
                each.start,
                each.value,
                each.low,
                each.high,
                each.identified,
                each.note,
            )
            for each in fitted
        ),
    )


def fit_learning(calibration: Calibration) -> View:
    """The held-out error by the number of labels, seen so far and extrapolated with its range.

    Args:
        calibration: The fit.
    """
    learning = calibration.learning
    twice = 2 * calibration.labelled
    onward = np.unique(
        np.geomspace(int(learning.labels[-1]), calibration.labelled * _BEYOND, 40).astype(int)
    ).tolist()
    low, high = learning.range_at(twice)
    figure = theme.figure(
        [
            _learning_range(learning, onward),
            {
                "type": "scatter",
                "mode": "lines",
                "name": "expected",
                "x": onward,
                "y": [learning.error_at(count) for count in onward],
                "line": {"color": theme.GREY, "width": 2, "dash": "dash"},
                "hovertemplate": "%{x} labels: about %{y:.3f}<extra></extra>",
            },
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": "measured",
                "x": learning.labels,
                "y": learning.errors,
                "line": {"color": theme.TOTAL, "width": 2.5},
                "marker": {"color": theme.TOTAL, "size": 8},
                "hovertemplate": "%{x} labels: %{y:.3f}<extra></extra>",
            },
        ],
        theme.layout(
            "How many more labels would help",
            subtitle=f"with {twice} about {shown(learning.error_at(twice), 3)} "
            f"({shown(low, 3)} to {shown(high, 3)}); now {shown(float(learning.errors[-1]), 3)}",
            height=360,
            x=theme.axis("labels that a fit saw", rangemode="tozero", ticks="outside"),
            y=theme.axis(f"held-out error, {_unit(calibration)}", rangemode="tozero"),
            showlegend=True,
            legend=theme.legend_below(220),
            uirevision=_unit(calibration),
        ),
    )
    table = Table(
        ("labels", "held-out error", "low", "high"),
        (
            *(
                (count, error, None, None)
                for count, error in zip(
                    learning.labels.tolist(), learning.errors.tolist(), strict=True
                )
            ),
            (twice, learning.error_at(twice), low, high),
        ),
    )
    return View(figure, learning.outlook, table)


def _learning_range(learning: LearningCurve, labels: Sequence[int]) -> Spec:
    """What these few labels leave possible, along the numbers of labels given."""
    ranges = [learning.range_at(count) for count in labels]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "95 % range",
        "x": [*labels, *reversed(labels)],
        "y": [*(low for low, _ in ranges), *(high for _, high in reversed(ranges))],
        "fill": "toself",
        "fillcolor": theme.FAINT,
        "line": {"width": 0},
        "hoverinfo": "skip",
    }
