"""What the mean score of a dataset is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import theme
from scoring.figures.theme import Spec
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
    figure = theme.figure(
        [_connectors(steps), _bars(steps), _numbers(steps, scale)],
        theme.layout(
            f"What the mean of {shown(parts.score)} is made of",
            subtitle="hatched: given back by the cap and the floor",
            height=400,
            x=theme.axis(
                "step of the formula, mean over the cases",
                tickvals=list(range(len(steps))),
                ticktext=[step.name.replace(" ", "<br>", 1) for step in steps],
                range=[-0.55, len(steps) - 0.45],
                showgrid=False,
                fixedrange=True,
            ),
            y=theme.axis(
                f"points of the score, of {scale:g}",
                rangemode="tozero",
                # Room for the number over the tallest bar.
                autorangeoptions={
                    "include": [1.14 * max(max(step.start, step.end) for step in steps)]
                },
                zeroline=True,
                zerolinecolor=theme.GREY,
            ),
            uirevision=f"of {scale:g}",
        ),
    )
    told = ", ".join(f"{step.name} {step.label}" for step in steps)
    rows = tuple((step.name, step.change) for step in steps)
    return View(
        figure, f"What the mean score is made of: {told}.", Table(("step", "mean points"), rows)
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """One bar, from `start` to `end`; `whole` ones stand on zero."""

    name: str
    start: float
    end: float
    whole: bool
    colour: str

    @property
    def change(self) -> float:
        return self.end - self.start

    @property
    def label(self) -> str:
        change = self.change
        if self.whole or not settled(change):
            return shown(abs(change))
        places = 2 if abs(change) >= 0.01 else 3
        return f"{'+' if change > 0 else '−'}{shown(abs(change), places)}"


def _steps(parts: Decomposition) -> list[_Step]:
    changes = (
        ("unused high", -parts.usage, theme.UNUSED),
        ("missing items", -parts.missing_uncapped, theme.MISSING),
        ("saved by cap", parts.saved_by_cap, theme.GIVEN_BACK),
        ("lost to floor", parts.lost_to_floor, theme.GIVEN_BACK),
    )
    steps = [_Step("base", 0.0, parts.base, True, theme.TOTAL)]
    for name, change, colour in changes:
        start = steps[-1].end
        steps.append(_Step(name, start, start + change, False, colour))
    return [*steps, _Step("score", 0.0, parts.score, True, theme.TOTAL)]


def _bars(steps: Sequence[_Step]) -> Spec:
    return {
        "type": "bar",
        "x": list(range(len(steps))),
        "base": [step.start for step in steps],
        "y": [step.change for step in steps],
        "width": 2 * _HALF_BAR,
        "marker": {
            "color": [step.colour for step in steps],
            "pattern": theme.hatching([step.colour == theme.GIVEN_BACK for step in steps]),
        },
        "hoverinfo": "skip",
    }


def _connectors(steps: Sequence[_Step]) -> Spec:
    """Level lines from each bar to the next."""
    x: list[float | None] = []
    y: list[float | None] = []
    for place, step in enumerate(steps[:-1]):
        x += [place - _HALF_BAR, place + 1 + _HALF_BAR, None]
        y += [step.end, step.end, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _numbers(steps: Sequence[_Step], scale: float) -> Spec:
    return {
        "type": "scatter",
        "mode": "text",
        "x": list(range(len(steps))),
        "y": [max(step.start, step.end) + 0.002 * scale for step in steps],
        "text": [step.label for step in steps],
        "textposition": "top center",
        "textfont": {"size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
