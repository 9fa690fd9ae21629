"""From base to score: what the penalties took, what cap and floor gave back, and the scale."""

from typing import Final

from scoring.figures import theme
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.figures.waterfall_steps import (
    Step,
    before_missing,
    missing_meaning,
    score_words,
    steps_of,
)
from scoring.relevance import RelevanceEvidence, RelevanceScore
from scoring.rounding import shown
from scoring.tables import score_table, setting_name

_DEEPEST: Final = -1.0
"""How far below zero the picture goes: a perfect score's worth. What is deeper runs off its edge
and keeps its number there, so that an extreme setting cannot flatten everything else."""

_HALF_BAR: Final = 0.32
_GAP: Final = 0.015
"""Between a bar and its number, in points of the unscaled score."""


def penalty_waterfall(result: RelevanceScore, against: RelevanceScore | None = None) -> View | None:
    """The way from the base to the score, in points of the unscaled score.

    The scale does not bend the axis: the last column says it, "0.64 x 100 = 64".

    Args:
        result: The score to explain.
        against: The same judgement under another setting, drawn as outlines behind.

    Returns:
        The view; `None` exactly where `result` has no score, and so no numbers to show.
    """
    evidence = result.evidence
    if evidence is None or result.score is None:
        return None
    steps = steps_of(result, evidence)
    others: tuple[Step, ...] = ()
    if against is not None and against.evidence is not None:
        others = steps_of(against, against.evidence)
    lowest = min(0.0, *(step.end for step in (*steps, *others)))
    if evidence.capped:
        lowest = min(lowest, before_missing(evidence) - evidence.missing_penalty_uncapped)
    lowest = max(_DEEPEST, lowest)
    traces = [
        *_outlines(others, lowest),
        *_cap(result, evidence, lowest),
        _connectors(steps, lowest),
        _bars(steps, lowest),
        _numbers(steps, lowest),
    ]
    figure = theme.figure(traces, _layout(result, against, steps, lowest))
    return View(figure, _alt(result, evidence), score_table(result))


def _bars(steps: tuple[Step, ...], lowest: float) -> Spec:
    return {
        "type": "bar",
        **_columns(steps, lowest),
        "width": 2 * _HALF_BAR,
        "marker": {
            "color": [step.colour for step in steps],
            "pattern": theme.hatching([step.colour == theme.GIVEN_BACK for step in steps]),
        },
        "hovertext": [step.meaning for step in steps],
        "hoverinfo": "text",
    }


def _outlines(others: tuple[Step, ...], lowest: float) -> list[Spec]:
    if not others:
        return []
    outline = {"color": theme.TRANSPARENT, "line": {"color": theme.GREY, "width": 1.5}}
    return [
        {
            "type": "bar",
            **_columns(others, lowest),
            "width": 2 * _HALF_BAR + 0.16,
            "marker": outline,
            "hoverinfo": "skip",
        }
    ]


def _cap(result: RelevanceScore, evidence: RelevanceEvidence, lowest: float) -> list[Spec]:
    """A line where missing items can take off no more, and hatched below it what it saves."""
    column = 2
    cap = result.penalties.max_missing_context_penalty
    level = before_missing(evidence) - cap
    if not evidence.missing_count or level < lowest:
        return []
    line: Spec = {
        "type": "scatter",
        "mode": "lines",
        "x": [column - _HALF_BAR - 0.1, column + _HALF_BAR + 0.1],
        "y": [level, level],
        "line": {"color": theme.MISSING, "width": 3},
        "hoverinfo": "skip",
    }
    end = _visible(before_missing(evidence) - evidence.missing_penalty_uncapped, lowest)
    saved = evidence.missing_penalty_uncapped - evidence.missing_penalty
    note: Spec = {
        "type": "scatter",
        "mode": "text",
        "x": [column],
        "y": [(max(end, lowest) if evidence.capped else level) - _GAP],
        "text": [f"cap saves<br>{shown(saved)}" if evidence.capped else f"cap {shown(cap)}"],
        "textposition": "bottom center",
        "textfont": {"size": 11},
        "hoverinfo": "skip",
    }
    if not evidence.capped:
        return [line, note]
    ghost: Spec = {
        "type": "bar",
        "x": [column],
        "base": [level],
        "y": [end - level],
        "width": 2 * _HALF_BAR,
        "marker": {
            "color": theme.MISSING,
            "pattern": theme.hatching([True]),
            "line": {"color": theme.MISSING, "width": 1},
        },
        "hovertext": [missing_meaning(result, evidence)],
        "hoverinfo": "text",
    }
    return [ghost, line, note]


def _connectors(steps: tuple[Step, ...], lowest: float) -> Spec:
    """Level lines from each column to the next, which starts where the one before it ended."""
    x: list[float | None] = []
    y: list[float | None] = []
    for column, step in enumerate(steps[:-1]):
        x += [column - _HALF_BAR, column + 1 + _HALF_BAR, None]
        y += [_visible(step.end, lowest)] * 2 + [None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _numbers(steps: tuple[Step, ...], lowest: float) -> Spec:
    return {
        "type": "scatter",
        "mode": "text",
        "x": list(range(len(steps))),
        "y": [max(step.start, step.end, lowest) + _GAP for step in steps],
        "text": [step.label for step in steps],
        "textposition": "top center",
        "textfont": {"size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _columns(steps: tuple[Step, ...], lowest: float) -> Spec:
    starts = [_visible(step.start, lowest) for step in steps]
    ends = [_visible(step.end, lowest) for step in steps]
    return {
        "x": list(range(len(steps))),
        "base": starts,
        "y": [end - start for start, end in zip(starts, ends, strict=True)],
    }


def _layout(
    result: RelevanceScore,
    against: RelevanceScore | None,
    steps: tuple[Step, ...],
    lowest: float,
) -> Spec:
    subtitle = ""
    if against is not None and against.score is not None:
        subtitle = f"outlined: {setting_name(against.penalties)} setting, {score_words(against)}"
    return theme.layout(
        f"From base to score: {score_words(result)}",
        subtitle=subtitle,
        height=380,
        x=theme.axis(
            "step of the formula",
            tickvals=list(range(len(steps))),
            ticktext=[step.name for step in steps],
            range=[-0.55, len(steps) - 0.45],
            showgrid=False,
            fixedrange=True,
        ),
        y=theme.axis(
            "points of the unscaled score",
            # Exactly this range; but set, it would undo a person's zoom whenever it changes.
            autorange=True,
            autorangeoptions={
                "minallowed": lowest - (0.25 if lowest < 0 else 0.02),
                "maxallowed": 1.12,
            },
            dtick=0.2 if lowest > -0.4 else 0.5,
            tickformat=".1f",
            zeroline=True,
            zerolinecolor=theme.GREY,
        ),
    )


def _visible(value: float, lowest: float) -> float:
    """The value, or a place just outside the picture."""
    return max(value, lowest - 1.0)


def _alt(result: RelevanceScore, evidence: RelevanceEvidence) -> str:
    unused, missing = len(evidence.unused_high), evidence.missing_count
    text = (
        f"Waterfall from the base {shown(evidence.base)} to the score {score_words(result)}. "
        f"Unused high contexts ({unused}) take off {shown(evidence.usage_penalty)}, "
        f"missing items ({missing}) take off {shown(evidence.missing_penalty)}."
    )
    if evidence.capped:
        saved = evidence.missing_penalty_uncapped - evidence.missing_penalty
        text += f" The cap saves {shown(saved)}."
    if evidence.floored:
        text += f" The floor gives back {shown(-evidence.unfloored)}."
    return text
