"""How many cases stand in each band under each of several settings."""

from collections.abc import Sequence
from typing import Final

from scoring.bands import RELEVANCE_BANDS
from scoring.figures import theme
from scoring.figures.theme import Spec
from scoring.figures.tuning import setting_rows
from scoring.figures.view import View
from scoring.tables import Table
from scoring.tuning import Outcome

BAND_COLOURS: Final = (theme.BLUE, theme.GREEN, theme.ORANGE, theme.VERMILLION, theme.GREY)
"""From the best band to the worst."""

_ROOM_FOR_A_NUMBER: Final = 0.06


def band_shares(outcomes: Sequence[Outcome]) -> View | None:
    """One bar a setting, its cases stacked from the best band to the worst.

    Args:
        outcomes: The settings, the current one first.

    Returns:
        The view; `None` without settings.
    """
    if not outcomes:
        return None
    figure = theme.figure(
        [_band(outcomes, number) for number in range(len(RELEVANCE_BANDS))],
        theme.layout(
            "Cases in each band",
            height=setting_rows.height(len(outcomes), more=34),
            x=theme.axis(
                "share of the scored cases",
                range=[0, 1],
                tickformat=".0%",
                fixedrange=True,
                ticks="outside",
            ),
            y=setting_rows.axis([outcome.name for outcome in outcomes]),
            barmode="stack",
            showlegend=True,
            legend=theme.legend_below(setting_rows.height(len(outcomes)) - 88),
        ),
    )
    return View(figure, _alt(outcomes), _table(outcomes))


def _band(outcomes: Sequence[Outcome], number: int) -> Spec:
    band = RELEVANCE_BANDS[number]
    counts = [outcome.summary.bands[number][1] for outcome in outcomes]
    cases = outcomes[0].summary.cases
    return {
        "type": "bar",
        "orientation": "h",
        "name": f"{band.name} (from {band.lower:g})",
        "x": [count / cases for count in counts],
        "y": list(range(len(outcomes))),
        "width": 0.62,
        "marker": {"color": BAND_COLOURS[number]},
        "text": [str(count) if count / cases >= _ROOM_FOR_A_NUMBER else "" for count in counts],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "hovertext": [
            f"{band.name}: {count} of {cases} cases, {count / cases:.1%}" for count in counts
        ],
        "hoverinfo": "text",
    }


def _alt(outcomes: Sequence[Outcome]) -> str:
    said = [
        f"{outcome.name}: "
        + ", ".join(f"{count} {band.name}" for band, count in outcome.summary.bands)
        for outcome in outcomes
    ]
    return f"Cases in each band. {'; '.join(said)}."


def _table(outcomes: Sequence[Outcome]) -> Table:
    return Table(
        ("setting", *(band.name for band in RELEVANCE_BANDS)),
        tuple(
            (outcome.name, *(count for _, count in outcome.summary.bands)) for outcome in outcomes
        ),
    )
