"""Differences from the baseline with their intervals, one row a configuration or a segment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.comparison import (
    FEWEST_PAIRS,
    Difference,
    Inference,
    Outcome,
    outcome,
    provisional,
    sentence,
    signed,
)
from scoring.figures import theme
from scoring.figures.comparison.names import category, name_axis, name_label
from scoring.figures.labels import paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.tables import Cell, Table

_ROW: Final = 44
_MARGINS: Final = 118
_COLOURS: Final = {Outcome.BETTER: theme.BLUE, Outcome.WORSE: theme.VERMILLION}
_SYMBOLS: Final = {Outcome.BETTER: "triangle-right", Outcome.WORSE: "triangle-left"}


@dataclass(frozen=True, slots=True)
class ForestRow:
    """A difference under a name.

    Attributes:
        name: Of the configuration, or of the segment.
        difference: The numbers.
        inference: How sure they are; `None` where that is not known, or not yet.
    """

    name: str
    difference: Difference
    inference: Inference | None


def difference_forest(
    rows: Sequence[ForestRow], *, of: str = "configuration", waiting: bool = False
) -> View | None:
    """Mean differences as points, their intervals as lines, and no difference as an upright.

    Args:
        rows: All of one metric against one baseline.
        of: What the rows are.
        waiting: Whether intervals are still being computed.

    Returns:
        The view; `None` where no row has a pair.
    """
    told = [row for row in rows if row.difference.difference is not None]
    if not told:
        return None
    first = told[0].difference
    better = {1: "right is better", -1: "left is better"}.get(first.metric.direction, "")
    hints = ["lines: 95 % intervals" if not waiting else "intervals are being computed", better]
    figure = theme.figure(
        [_intervals(told), _points(told)],
        theme.layout(
            f"{str(first.metric)[0].upper()}{str(first.metric)[1:]}: "
            f"difference from {name_label(first.baseline, 24)}",
            subtitle=" · ".join(hint for hint in hints if hint),
            height=_MARGINS + _ROW * len(told),
            x=theme.axis(
                "mean difference, in the metric's unit",
                zeroline=True,
                zerolinecolor=theme.GREY,
                zerolinewidth=2,
                autorangeoptions={"include": _ends(told)},
            ),
            y=name_axis(of, [row.name for row in told]),
        ),
    )
    return View(figure, _alt(told), _table(told, of))


def _said(row: ForestRow) -> str:
    if row.inference is None and row.difference.pairs >= FEWEST_PAIRS:
        return provisional(row.difference)
    return sentence(row.difference, row.inference)


def _points(rows: Sequence[ForestRow]) -> Spec:
    outcomes = [outcome(row.difference, row.inference) for row in rows]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [row.difference.difference for row in rows],
        "y": [category(row.name) for row in rows],
        "marker": {
            "size": 13,
            "color": [_COLOURS.get(one, theme.GREY) for one in outcomes],
            "symbol": [_SYMBOLS.get(one, "circle") for one in outcomes],
        },
        "text": [f"<b>{signed(row.difference.difference or 0.0)}</b>" for row in rows],
        "textposition": "top center",
        "textfont": {"size": 12},
        "cliponaxis": False,
        "hovertext": [paragraph(_said(row), 48, 8) for row in rows],
        "hoverinfo": "text",
    }


def _intervals(rows: Sequence[ForestRow]) -> Spec:
    x: list[float | None] = []
    y: list[str | None] = []
    for row in rows:
        if row.inference is not None:
            x += [*row.inference.interval, None]
            y += [category(row.name)] * 2 + [None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": theme.GREY, "width": 3},
        "hoverinfo": "skip",
    }


def _ends(rows: Sequence[ForestRow]) -> list[float]:
    """What the horizontal axis has to reach: no difference, and a little past every interval."""
    values = [0.0, *(row.difference.difference or 0.0 for row in rows)]
    values += [end for row in rows if row.inference for end in row.inference.interval]
    room = 0.08 * (max(values) - min(values) or 1.0)
    return [min(values) - room, max(values) + room]


def _alt(rows: Sequence[ForestRow]) -> str:
    return " ".join(_said(row) for row in rows[:8])


def _table(rows: Sequence[ForestRow], of: str) -> Table:
    return Table(
        (
            of,
            "pairs",
            "mean",
            "baseline",
            "difference",
            "from",
            "to",
            "better",
            "equal",
            "worse",
            "p (sign flips, Holm)",
            "p (Wilcoxon, Holm)",
            "effect size d",
            "rank-biserial",
            "outcome",
        ),
        tuple(_cells(row) for row in rows),
    )


def _cells(row: ForestRow) -> tuple[Cell, ...]:
    difference, inference = row.difference, row.inference
    sure: tuple[Cell, ...] = (None,) * 6
    if inference is not None:
        sure = (
            *inference.interval,
            inference.adjusted_p,
            inference.adjusted_wilcoxon_p,
            inference.standardised,
            inference.rank_biserial,
        )
    low, high, *rest = sure
    return (
        row.name,
        difference.pairs,
        difference.mean,
        difference.baseline_mean,
        difference.difference,
        low,
        high,
        difference.wins,
        difference.equal,
        difference.losses,
        *rest,
        None
        if inference is None and difference.pairs >= FEWEST_PAIRS
        else outcome(difference, inference).value,
    )
