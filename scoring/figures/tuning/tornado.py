"""Which penalty matters: what moving each over a range does to the mean."""

from collections.abc import Sequence

from scoring.figures import rows, theme
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tallies import Effect
from scoring.tuning import PENALTY_NAMES


def penalty_tornado(effects: Sequence[Effect], range_name: str, scale: float) -> View | None:
    """One row a penalty: the means that its range reaches, around the mean now.

    Args:
        effects: The penalties, the one that matters most first.
        range_name: What the range is, such as "from lenient to strict".
        scale: The value of a perfect score.

    Returns:
        The view; `None` without penalties.
    """
    if not effects:
        return None
    current = effects[0].current
    ends = [value for effect in effects for value in (effect.at_low, effect.at_high)]
    low, high = min(*ends, current), max(*ends, current)
    margin = max(0.04 * (high - low), 0.005 * scale)
    left, right = low - margin, high + margin
    figure = theme.figure(
        [
            _bars(effects),
            _names(effects, left),
            _now(current, len(effects)),
        ],
        theme.layout(
            "Which penalty matters here",
            subtitle=f"each moved {range_name}; the marks are the mean now, {shown(current)}",
            height=rows.height(len(effects)) + 20,
            x=rows.measure(f"mean score, of {scale:g}", [left, right]),
            y=rows.numbering("penalty", len(effects)),
        ),
    )
    told = "; ".join(_words(effect) for effect in effects)
    return View(figure, f"Moved {range_name}. {told}.", _table(effects))


def _bars(effects: Sequence[Effect]) -> Spec:
    starts = [min(effect.at_low, effect.at_high) for effect in effects]
    lengths = [effect.swing for effect in effects]
    bars = rows.bars(range(len(effects)), starts, lengths, {"color": theme.TOTAL})
    texts = [
        f"{PENALTY_NAMES[effect.penalty]}: mean {shown(effect.at_low, 3)} at {effect.low:g}, "
        f"{shown(effect.at_high, 3)} at {effect.high:g}"
        for effect in effects
    ]
    return {**bars, "hoverinfo": "text", "hovertext": texts}


def _now(current: float, count: int) -> Spec:
    """A mark on each bar, and none through the text between them."""
    x: list[float | None] = []
    y: list[float | None] = []
    for row in range(count):
        x += [current, current, None]
        y += [rows.bar_height(row) - 0.22, rows.bar_height(row) + 0.22, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": theme.ORANGE, "width": 3},
        "hoverinfo": "skip",
    }


def _names(effects: Sequence[Effect], left: float) -> Spec:
    texts = [
        f"<b>{PENALTY_NAMES[effect.penalty]}</b> · +{effect.step:g} costs "
        f"{shown(-effect.step_effect, 4)}"
        for effect in effects
    ]
    lines = rows.lines(texts)
    return {**lines, "x": [left] * len(effects)}


def _words(effect: Effect) -> str:
    return (
        f"{PENALTY_NAMES[effect.penalty]} from {effect.low:g} to {effect.high:g}: mean from "
        f"{shown(effect.at_low, 3)} to {shown(effect.at_high, 3)}"
    )


def _table(effects: Sequence[Effect]) -> Table:
    return Table(
        ("penalty", "from", "to", "mean at first", "mean at last", "swing", "step", "its effect"),
        tuple(
            (
                PENALTY_NAMES[effect.penalty],
                effect.low,
                effect.high,
                effect.at_low,
                effect.at_high,
                effect.swing,
                effect.step,
                effect.step_effect,
            )
            for effect in effects
        ),
    )
