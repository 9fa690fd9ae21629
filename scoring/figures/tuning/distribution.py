"""How the scores are spread under each of several settings."""

from collections.abc import Sequence
from typing import Final

from scoring.figures import theme
from scoring.figures.theme import Spec
from scoring.figures.tuning import setting_rows
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tuning import Outcome

_TALLEST: Final = 0.82
"""Of a row."""


def score_distribution(outcomes: Sequence[Outcome]) -> View | None:
    """One histogram a setting, one under the other on one axis and one measure of height.

    Args:
        outcomes: The settings, the current one first, all with as many bins.

    Returns:
        The view; `None` without settings.
    """
    if not outcomes:
        return None
    scale = outcomes[0].summary.scale
    most = max(int(outcome.histogram.cases.max()) for outcome in outcomes)
    threshold = outcomes[0].summary.threshold * scale
    figure = theme.figure(
        [
            *(_histogram(outcome, row, most) for row, outcome in enumerate(outcomes)),
            _threshold(threshold, len(outcomes)),
        ],
        theme.layout(
            "How the scores are spread",
            subtitle=f"the tallest bar is {most} {'case' if most == 1 else 'cases'}; "
            f"dotted: what a case needs to pass, {shown(threshold)}",
            height=setting_rows.height(len(outcomes), row=64),
            x=theme.axis(
                f"score, of {scale:g}",
                range=[-0.002 * scale, 1.002 * scale],
                fixedrange=True,
                ticks="outside",
            ),
            y=setting_rows.axis([outcome.name for outcome in outcomes]),
        ),
    )
    return View(figure, _alt(outcomes), _table(outcomes))


def _histogram(outcome: Outcome, row: int, most: int) -> Spec:
    edges, cases = outcome.histogram.edges, outcome.histogram.cases.tolist()
    middles = (edges[1:] + edges[:-1]) / 2
    return {
        "type": "bar",
        "x": middles.tolist(),
        "base": [row + 0.4] * len(cases),
        # Upwards is towards smaller row numbers.
        "y": [-_TALLEST * count / most for count in cases],
        "width": float(edges[1] - edges[0]) * 0.94,
        "marker": {"color": theme.TOTAL if row == 0 else theme.GREY},
        "hovertext": [
            f"{shown(low)} to {shown(high)}: {count} cases"
            for low, high, count in zip(edges[:-1], edges[1:], cases, strict=True)
        ],
        "hoverinfo": "text",
    }


def _threshold(score: float, rows: int) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [score, score],
        "y": [-0.6, rows - 0.5],
        "line": {"color": theme.VERMILLION, "width": 1.5, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _alt(outcomes: Sequence[Outcome]) -> str:
    said = [
        f"{outcome.name}: "
        + ", ".join(
            f"{share:.0%} of cases score up to {shown(value)}"
            for share, value in outcome.summary.quantiles
        )
        for outcome in outcomes
    ]
    return f"How the scores are spread. {'; '.join(said)}."


def _table(outcomes: Sequence[Outcome]) -> Table:
    edges = outcomes[0].histogram.edges.tolist()
    columns = [outcome.histogram.cases.tolist() for outcome in outcomes]
    return Table(
        ("from", "to", *(f"cases, {outcome.name}" for outcome in outcomes)),
        tuple(zip(edges[:-1], edges[1:], *columns, strict=True)),
    )
