"""Question by question: two configurations' values, and which questions made the difference."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np

from scoring.comparison import Questions, QuestionValues, signed
from scoring.figures import rows, theme
from scoring.figures.comparison.names import colour_of, faded, name_label
from scoring.figures.labels import label, paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.tables import Table, displayed

_COLUMNS: Final = 64
_MANY: Final = 400
"""Questions that a scatter shows as points at the most."""
_FINE: Final = 100
"""Steps of a scatter's sides in which points fall together: too small to be seen."""
_CELLS: Final = 25
"""Steps of its sides where more questions are counted in cells."""
_FAINT: Final = 0.25
_SIGNS: Final = (0, 1, -1)
"""Equal, higher, lower; of what ties within a cell, the first has it."""
_MOST_LISTED: Final = 50
"""Rows of a table; what more there is, an export has."""


@dataclass(frozen=True, slots=True)
class TwoSides:
    """What the two sides are called, and what is measured.

    Attributes:
        metric: Its name.
        baseline: One configuration.
        other: The other one.
        configurations: All that there are; they give the colours.
        direction: 1 where more is better, -1 where less is, 0 where neither is.
        unit: The value of a perfect score; `None` for a count.
    """

    metric: str
    baseline: str
    other: str
    configurations: tuple[str, ...]
    direction: int
    unit: float | None


def dumbbells(questions: Sequence[QuestionValues], sides: TwoSides) -> View | None:
    """One row a question: where the baseline stands, where the other one does, and the way between.

    A click reports a question's position as `customdata`.

    Args:
        questions: In the order in which they are shown.
        sides: What the two values are of.

    Returns:
        The view; `None` without questions.
    """
    if not questions:
        return None
    reach = _reach(questions, sides)
    low = min(0.0, *(min(one.baseline, one.other) for one in questions))
    baseline, other = (name_label(name, 24) for name in (sides.baseline, sides.other))
    hovering = rows.hovering([_hover(one, sides) for one in questions], reach)
    figure = theme.figure(
        [
            {**hovering, "customdata": [one.position for one in questions]},
            _ways(questions),
            _dots(questions, sides, sides.baseline),
            _dots(questions, sides, sides.other),
            rows.lines(
                [
                    f"<b>{signed(one.difference)}</b> · {label(one.query or one.id, _COLUMNS)}"
                    for one in questions
                ]
            ),
        ],
        theme.layout(
            f"{_capital(sides.metric)} of each question",
            subtitle=f"○ {baseline} · ● {other} · click to open",
            height=rows.height(len(questions)),
            x=rows.measure(f"{sides.metric}{_of_unit(sides)}", [low - 0.02 * reach, reach * 1.02]),
            y=rows.numbering("question", len(questions)),
        ),
    )
    words = (
        f"{len(questions)} questions, each with its {sides.metric} under {sides.baseline} and "
        f"under {sides.other}. Differences run from {signed(questions[0].difference)} to "
        f"{signed(questions[-1].difference)}."
    )
    return View(figure, words, _table(questions, sides))


def scatter(questions: Questions, sides: TwoSides) -> View | None:
    """Each question as a point: the baseline to the right, the other configuration upwards.

    Points that fall together are one, the larger the more there are. More than a few hundred
    questions would hide each other, and are counted in cells. A click reports the positions of all
    questions of a point or a cell as `customdata`.

    Args:
        questions: In any order.
        sides: What the two values are of.

    Returns:
        The view; `None` without questions.
    """
    if not len(questions):
        return None
    reach = sides.unit or max(1.0, questions.baseline.max(), questions.other.max())
    higher, lower = ((sign * questions.differences > 0).sum() for sign in (1, -1))
    equal = len(questions) - higher - lower
    if len(questions) > _MANY:
        traces = [_cells(questions, sides, reach)]
        subtitle = f"higher {higher} · equal {equal} · lower {lower} · colour: how many"
    else:
        traces = _clouds(questions, sides, reach)
        subtitle = f"▲ higher {higher} · ● equal {equal} · ▼ lower {lower} · click to open"
    axis = {"range": [-0.04 * reach, 1.04 * reach], "zeroline": False}
    figure = theme.figure(
        [*traces, _diagonal(reach)],
        theme.layout(
            f"{name_label(sides.other, 24)} against {name_label(sides.baseline, 24)}",
            subtitle=subtitle,
            height=440,
            x=theme.axis(f"{name_label(sides.baseline, 24)}: {sides.metric}", **axis),
            y=theme.axis(f"{name_label(sides.other, 24)}: {sides.metric}", **axis),
            # A zoom is into one metric's range.
            uirevision=f"{sides.metric} of {reach:g}",
        ),
    )
    words = (
        f"{sides.metric} of {len(questions)} questions, {sides.other} against {sides.baseline}: "
        f"higher in {higher}, equal in {equal}, lower in {lower}."
    )
    return View(figure, words, _table(questions.part(slice(_MOST_LISTED)).told(), sides))


def _clouds(questions: Questions, sides: TwoSides, reach: float) -> list[Spec]:
    """Points: those that are equal, that are higher and that are lower."""
    places: defaultdict[tuple[int, int, int], list[QuestionValues]] = defaultdict(list)
    step = reach / _FINE
    for one in questions.told():
        sign = (one.difference > 0) - (one.difference < 0)
        places[round(one.baseline / step), round(one.other / step), sign].append(one)
    return [
        _cloud([group for (_, _, side), group in places.items() if side == sign], sign, sides)
        for sign in (0, 1, -1)
    ]


def _cloud(groups: Sequence[Sequence[QuestionValues]], sign: int, sides: TwoSides) -> Spec:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [fmean(one.baseline for one in group) for group in groups],
        "y": [fmean(one.other for one in group) for group in groups],
        "customdata": [[one.position for one in group] for group in groups],
        "marker": {
            "color": _colour(sign, sides),
            "opacity": 0.8,
            "symbol": {1: "triangle-up", 0: "circle", -1: "triangle-down"}[sign],
            "size": [min(30.0, 8 + 3 * (len(group) - 1) ** 0.5) for group in groups],
        },
        "cliponaxis": False,
        "hovertext": [_group_hover(group, sides) for group in groups],
        "hoverinfo": "text",
    }


def _cells(questions: Questions, sides: TwoSides, reach: float) -> Spec:
    """How many questions lie where, in the colour of what most of a cell's are."""
    step = reach / _CELLS if sides.unit else max(1.0, math.ceil(reach / _CELLS))
    right, up = (
        np.rint(values / step).astype(np.int64) for values in (questions.baseline, questions.other)
    )
    count = max(right.max(), up.max()) + 1
    cells = up * count + right
    counts = np.bincount(cells, minlength=count * count)
    groups = np.split(questions.positions[cells.argsort(kind="stable")], counts.cumsum()[:-1])
    # Bands of one length for the three colours, each from a single question to the most.
    bands = {sign: (2 * sign, 2 * sign + 1) for sign in (-1, 0, 1)}
    strength = np.sqrt(counts / counts.max()).reshape(count, count)
    sides_of = np.sign(questions.differences)
    each = [np.bincount(cells[sides_of == sign], minlength=count * count) for sign in _SIGNS]
    signs = np.array(_SIGNS)[np.argmax(each, axis=0)].reshape(count, count)
    ends = bands[-1][0], bands[1][1]
    return {
        "type": "heatmap",
        "x": np.arange(count) * step,
        "y": np.arange(count) * step,
        # Plotly leaves a gap where a number is none.
        "z": np.where(strength > 0, 2 * signs + strength, np.nan).astype(np.float32),
        "zmin": ends[0],
        "zmax": ends[1],
        "colorscale": [
            [(place - ends[0]) / (ends[1] - ends[0]), faded(_colour(sign, sides), opacity)]
            for sign, band in bands.items()
            for place, opacity in zip(band, (_FAINT, 1.0), strict=True)
        ],
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "customdata": [
            [group.tolist() for group in groups[row : row + count]]
            for row in range(0, count * count, count)
        ],
        "text": counts.reshape(count, count).tolist(),
        "hovertemplate": (
            f"<b>questions: %{{text}}</b><br>{name_label(sides.baseline, 24)} about %{{x:.3g}}"
            f"<br>{name_label(sides.other, 24)} about %{{y:.3g}}<br>click to open them in turn"
            "<extra></extra>"
        ),
    }


def _diagonal(reach: float) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [0, reach],
        "y": [0, reach],
        "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _colour(sign: int, sides: TwoSides) -> str:
    """Of what is higher, equal or lower: by whether that is better or worse."""
    if not sign or not sides.direction:
        return theme.GREY
    return theme.BLUE if sign == sides.direction else theme.VERMILLION


def _ways(questions: Sequence[QuestionValues]) -> Spec:
    x: list[float | None] = []
    y: list[float | None] = []
    for row, one in enumerate(questions):
        x += [one.baseline, one.other, None]
        y += [rows.bar_height(row)] * 2 + [None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": theme.GREY, "width": 3},
        "hoverinfo": "skip",
    }


def _dots(questions: Sequence[QuestionValues], sides: TwoSides, configuration: str) -> Spec:
    own = configuration == sides.other
    colour = colour_of(configuration, sides.configurations)
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [one.other if own else one.baseline for one in questions],
        "y": [rows.bar_height(row) for row in range(len(questions))],
        "marker": {
            "size": 9 if own else 13,
            "symbol": "circle" if own else "circle-open",
            "color": colour,
            "line": {"width": 2, "color": colour},
        },
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _reach(questions: Sequence[QuestionValues], sides: TwoSides) -> float:
    if sides.unit is not None:
        return sides.unit
    return max(1.0, *(max(one.baseline, one.other) for one in questions))


def _of_unit(sides: TwoSides) -> str:
    return "" if sides.unit is None else f", of {sides.unit:g}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _hover(one: QuestionValues, sides: TwoSides) -> str:
    baseline, other = (name_label(name, 24) for name in (sides.baseline, sides.other))
    return (
        f"{paragraph(one.query, 48, 4)}<br>{baseline} {displayed(one.baseline)}, "
        f"{other} {displayed(one.other)}"
    )


def _group_hover(group: Sequence[QuestionValues], sides: TwoSides) -> str:
    more = "" if len(group) == 1 else f"<br>and {len(group) - 1} more here"
    return f"{_hover(group[0], sides)}{more}"


def _table(questions: Sequence[QuestionValues], sides: TwoSides) -> Table:
    return Table(
        ("id", "query", sides.baseline, sides.other, "difference"),
        tuple((one.id, one.query, one.baseline, one.other, one.difference) for one in questions),
    )
