"""The contexts of one question under two configurations: which came, went, moved or changed."""

from collections.abc import Sequence
from typing import Final

from scoring.comparison import AlignedContext, Alignment, Change
from scoring.evaluation import CaseResult
from scoring.figures import theme
from scoring.figures.comparison.names import name_label
from scoring.figures.labels import paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.model import Verdict
from scoring.tables import Cell, Table

_ROW: Final = 46
_MARGINS: Final = 110
_LEFT: Final = 0.0
_RIGHT: Final = 1.0


def context_alignment(
    alignment: Alignment, baseline: tuple[str, CaseResult], other: tuple[str, CaseResult]
) -> View | None:
    """Two columns of contexts by rank, a line between those of one text.

    A filled square was used in the response, an open one was not; its colour is its level, which
    stands over it. Lines are dashed to another rank, and stronger to another level.

    Args:
        alignment: Which context is which.
        baseline: The name and result of the one side.
        other: The name and result of the other side.

    Returns:
        The view; `None` where neither side has a context.
    """
    if not alignment.contexts:
        return None
    deepest = max(len(baseline[1].case.contexts), len(other[1].case.contexts))
    traces = [_line(one) for one in alignment.contexts if None not in (one.before, one.after)]
    traces += [
        _column(alignment.contexts, baseline[1], left=True),
        _column(alignment.contexts, other[1], left=False),
    ]
    figure = theme.figure(
        [trace for trace in traces if trace["x"]],
        theme.layout(
            "Contexts side by side",
            subtitle="■ used · □ not used · dashed: another rank",
            height=_MARGINS + _ROW * deepest,
            x=theme.axis(
                "configuration",
                range=[-0.5, 1.5],
                tickvals=[_LEFT, _RIGHT],
                ticktext=[f"<b>{name_label(name)}</b>" for name in (baseline[0], other[0])],
                side="bottom",
                showgrid=False,
                fixedrange=True,
            ),
            y=theme.axis(
                "rank",
                range=[deepest + 0.45, 0.35],
                tickvals=list(range(1, deepest + 1)),
                showgrid=False,
                fixedrange=True,
            ),
        ),
    )
    return View(figure, _alt(alignment, baseline[0], other[0]), _table(alignment, baseline, other))


def verdict_words(verdict: Verdict | None) -> str:
    """The level and use of a context: "high, used"."""
    if verdict is None:
        return "unjudged"
    return f"{verdict.level.value}, {'used' if verdict.used else 'not used'}"


def _line(one: AlignedContext) -> Spec:
    changed = Change.LEVEL in one.changes
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [_LEFT, _RIGHT],
        "y": [(one.before or 0) + 1, (one.after or 0) + 1],
        "line": {
            "color": theme.VERMILLION if changed else theme.GREY,
            "width": 3 if changed else 2,
            "dash": "dash" if Change.MOVED in one.changes else "solid",
        },
        "hoverinfo": "skip",
    }


def _column(contexts: Sequence[AlignedContext], result: CaseResult, *, left: bool) -> Spec:
    own = [
        (one, place, one.verdict_before if left else one.verdict_after)
        for one in contexts
        if (place := one.before if left else one.after) is not None
    ]
    colours = [
        theme.GREY if verdict is None else theme.LEVEL_COLOURS[verdict.level]
        for _, _, verdict in own
    ]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [_LEFT if left else _RIGHT] * len(own),
        "y": [place + 1 for _, place, _ in own],
        "marker": {
            "size": 16,
            "symbol": [
                "square" if verdict is not None and verdict.used else "square-open"
                for _, _, verdict in own
            ],
            "color": colours,
            "line": {"width": 3, "color": colours},
        },
        "text": [_beside(one, verdict) for one, _, verdict in own],
        "textposition": "top center",
        "textfont": {"size": 12},
        "cliponaxis": False,
        "hovertext": [
            f"<b>{', '.join(one.changes)}</b><br>{verdict_words(verdict)}<br>"
            f"{paragraph(result.case.contexts[place].text, 56, 6)}"
            for one, place, verdict in own
        ],
        "hoverinfo": "text",
    }


def _beside(one: AlignedContext, verdict: Verdict | None) -> str:
    """What stands over a mark; whether it was used, its filling says."""
    level = "unjudged" if verdict is None else verdict.level.value
    change = one.changes[0]
    return f"<b>{change}</b> · {level}" if change in (Change.GAINED, Change.LOST) else level


def _alt(alignment: Alignment, baseline: str, other: str) -> str:
    counts = {change: sum(change in one.changes for one in alignment.contexts) for change in Change}
    told = ", ".join(f"{count} {change}" for change, count in counts.items() if count)
    return f"Contexts of {other} against those of {baseline}: {told}."


def _table(
    alignment: Alignment, baseline: tuple[str, CaseResult], other: tuple[str, CaseResult]
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in alignment.contexts:
        text = (
            other[1].case.contexts[one.after]
            if one.after is not None
            else baseline[1].case.contexts[one.before or 0]
        ).text
        rows.append(
            (
                ", ".join(one.changes),
                None if one.before is None else one.before + 1,
                None if one.before is None else verdict_words(one.verdict_before),
                None if one.after is None else one.after + 1,
                None if one.after is None else verdict_words(one.verdict_after),
                one.similarity,
                text,
            )
        )
    return Table(
        (
            "change",
            f"rank in {baseline[0]}",
            f"level in {baseline[0]}",
            f"rank in {other[0]}",
            f"level in {other[0]}",
            "likeness, of 100",
            "text",
        ),
        tuple(rows),
    )
