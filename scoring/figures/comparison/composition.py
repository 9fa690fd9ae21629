"""What each configuration retrieved: contexts by level, and how much of the best was used."""

from collections.abc import Sequence
from typing import Final

from scoring.comparison import Composition
from scoring.figures import theme
from scoring.figures.comparison.names import category, name_axis
from scoring.figures.labels import inert
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.model import RelevanceLevel
from scoring.tables import Cell, Table

_ROW: Final = 48
_MARGINS: Final = 118
_LEGEND: Final = 48
"""Pixels of a legend of two lines, which a telephone needs."""


def level_shares(found: Sequence[Composition]) -> View | None:
    """The levels of each configuration's contexts as one stacked bar, the best on the left.

    The hatched part of the high contexts was not used.

    Args:
        found: One a configuration.

    Returns:
        The view; `None` where nobody has a context.
    """
    if not any(_total(one) for one in found):
        return None
    traces = [
        _part(
            found,
            "high, used",
            theme.LEVEL_COLOURS[RelevanceLevel.HIGH],
            [_used(one) for one in found],
        ),
        _part(
            found,
            "high, not used",
            theme.LEVEL_COLOURS[RelevanceLevel.HIGH],
            [one.unused_high for one in found],
            hatched=True,
        ),
        *(
            _part(
                found,
                level.value,
                theme.LEVEL_COLOURS[level],
                [one.levels[level] for one in found],
            )
            for level in RelevanceLevel
            if level is not RelevanceLevel.HIGH
        ),
    ]
    figure = theme.figure(
        traces,
        theme.layout(
            "Levels of the contexts",
            subtitle="share of each configuration's contexts · hatched: high but not used",
            height=_MARGINS + _LEGEND + _ROW * len(found),
            x=theme.axis("share of contexts", range=[0, 1], tickformat=".0%", showgrid=False),
            y=name_axis("configuration", [one.configuration for one in found]),
            barmode="stack",
            showlegend=True,
            # As wide as the page, whatever the names beside the bars take of it.
            legend={
                "orientation": "h",
                "xref": "container",
                "yref": "container",
                "x": 0,
                "y": 0,
                "yanchor": "bottom",
                "traceorder": "normal",
            },
            margin={"t": 58, "r": 16, "b": 48 + _LEGEND, "l": 56},
        ),
    )
    return View(figure, _alt(found), _table(found))


def usage_rates(found: Sequence[Composition]) -> View | None:
    """The share of each configuration's high contexts that the responses used.

    Args:
        found: One a configuration.

    Returns:
        The view; `None` where nobody has a high context.
    """
    if not any(one.usage_rate is not None for one in found):
        return None
    places = [category(one.configuration) for one in found]
    bars: Spec = {
        "type": "bar",
        "orientation": "h",
        "y": places,
        "x": [one.usage_rate or 0.0 for one in found],
        "width": 0.5,
        "marker": {"color": theme.BLUE},
        "text": [_usage_words(one) for one in found],
        "textposition": "auto",
        "insidetextanchor": "start",
        "constraintext": "none",
        "hoverinfo": "skip",
    }
    rest: Spec = {**bars, "x": [1.0] * len(found), "marker": {"color": theme.FAINT}}
    del rest["text"], rest["textposition"], rest["insidetextanchor"], rest["constraintext"]
    words = "; ".join(f"{one.configuration}: {_usage_words(one)}" for one in found)
    figure = theme.figure(
        [rest, bars],
        theme.layout(
            "Use of high contexts",
            subtitle="share that the responses used",
            height=_MARGINS + _ROW * len(found),
            x=theme.axis("share of high contexts", range=[0, 1], tickformat=".0%", showgrid=False),
            y=name_axis("configuration", [one.configuration for one in found]),
        ),
    )
    return View(figure, f"Share of high contexts that were used. {words}.", _table(found))


def _total(one: Composition) -> int:
    return sum(one.levels.values())


def _used(one: Composition) -> int:
    return one.levels[RelevanceLevel.HIGH] - one.unused_high


def _usage_words(one: Composition) -> str:
    high = one.levels[RelevanceLevel.HIGH]
    return f"{_used(one)} of {high} used" if high else "no high context"


def _part(
    found: Sequence[Composition],
    name: str,
    colour: str,
    counts: Sequence[int],
    *,
    hatched: bool = False,
) -> Spec:
    shares = [
        count / _total(one) if _total(one) else 0.0
        for one, count in zip(found, counts, strict=True)
    ]
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": [category(one.configuration) for one in found],
        "x": shares,
        "width": 0.6,
        "marker": {
            "color": colour,
            "line": {"color": colour, "width": 1},
            "pattern": theme.hatching([hatched] * len(found)),
        },
        "hovertext": [
            f"<b>{inert(one.configuration)}</b><br>{name}: {count} of {_total(one)} contexts"
            for one, count in zip(found, counts, strict=True)
        ],
        "hoverinfo": "text",
    }


def _alt(found: Sequence[Composition]) -> str:
    sides = []
    for one in found:
        counts = ", ".join(f"{count} {level.value}" for level, count in one.levels.items())
        sides.append(f"{one.configuration}: {counts}, {one.unused_high} of the high not used")
    return f"Contexts by level. {'; '.join(sides)}."


def _table(found: Sequence[Composition]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            one.configuration,
            one.pairs,
            _total(one),
            *(one.levels[level] for level in RelevanceLevel),
            one.unused_high,
            one.usage_rate,
            one.missing,
        )
        for one in found
    ]
    return Table(
        (
            "configuration",
            "questions",
            "contexts",
            *(level.value for level in RelevanceLevel),
            "high, not used",
            "usage rate",
            "missing items",
        ),
        tuple(rows),
    )
