"""The mean score under each of several settings, with its interval."""

from collections.abc import Sequence

from scoring.figures import theme
from scoring.figures.tuning import setting_rows
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tuning import Outcome


def setting_means(outcomes: Sequence[Outcome]) -> View | None:
    """A point with its interval for each setting.

    Args:
        outcomes: The settings, the current one first.

    Returns:
        The view; `None` without settings.
    """
    if not outcomes:
        return None
    scale = outcomes[0].summary.scale
    words = [_words(outcome) for outcome in outcomes]
    means = [outcome.summary.mean for outcome in outcomes]
    points = {
        "type": "scatter",
        "mode": "markers+text",
        "x": means,
        "y": list(range(len(outcomes))),
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [_reach(each.interval.high, each.summary.mean) for each in outcomes],
            "arrayminus": [_reach(each.summary.mean, each.interval.low) for each in outcomes],
            "thickness": 2,
            "width": 5,
            "color": theme.TOTAL,
        },
        "marker": {
            "color": theme.TOTAL,
            "size": 11,
            "symbol": ["diamond", *["circle"] * (len(outcomes) - 1)],
        },
        "text": words,
        "textposition": "top right" if max(means) < scale / 2 else "top left",
        "textfont": {"size": 12},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
    total = outcomes[0].summary
    figure = theme.figure(
        [points],
        theme.layout(
            "Mean score with its 95 % interval",
            subtitle=f"mean of {total.cases:,} of {total.total:,} cases, as a sample of all that "
            "could come",
            height=setting_rows.height(len(outcomes)),
            x=theme.axis(
                f"mean score, of {scale:g}",
                range=[0, scale * 1.001],
                fixedrange=True,
                ticks="outside",
            ),
            y=setting_rows.axis([outcome.name for outcome in outcomes]),
        ),
    )
    names = ", ".join(
        f"{outcome.name} {text}" for outcome, text in zip(outcomes, words, strict=True)
    )
    return View(figure, f"Mean score with its 95 percent interval: {names}.", _table(outcomes))


def _reach(upper: float | None, lower: float | None) -> float:
    return 0.0 if upper is None or lower is None else max(0.0, upper - lower)


def _words(outcome: Outcome) -> str:
    interval = outcome.interval
    if interval.low is None or interval.high is None:
        return shown(outcome.summary.mean)
    return f"{shown(interval.mean)} [{shown(interval.low)}, {shown(interval.high)}]"


def _table(outcomes: Sequence[Outcome]) -> Table:
    columns = (
        "setting",
        "unused high",
        "per missing item",
        "cap",
        "mean",
        "low",
        "high",
        "median",
        "pass",
        "at the floor",
        "at the cap",
    )
    rows = []
    for outcome in outcomes:
        summary, penalties = outcome.summary, outcome.summary.penalties
        rows.append(
            (
                outcome.name,
                penalties.unused_high_relevance_context,
                penalties.missing_context_per_item,
                penalties.max_missing_context_penalty,
                summary.mean,
                outcome.interval.low,
                outcome.interval.high,
                dict(summary.quantiles).get(0.5),
                summary.passing,
                summary.floored,
                summary.capped,
            )
        )
    return Table(columns, tuple(rows))
