"""Each context's relevance level and whether the response used it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import rows, theme
from scoring.figures.labels import label, paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.model import Context, Judgement, RelevanceLevel, Verdict
from scoring.relevance import WEIGHTS
from scoring.tables import contexts_table

_COLUMNS: Final = 60
"""Of a context's text in its row. A telephone cuts it at its edge; a desktop has room."""


def context_levels(
    contexts: Sequence[Context], judgement: Judgement, judged: Judgement | None = None
) -> View | None:
    """One row a context, the first on top: its level as a bar as long as its weight.

    A solid bar was used in the response, a hatched one was not, and an unjudged context has no bar
    nor the pale strip of what it could have reached; each row says so in words, too. A diamond
    marks the judge's own verdict where a person changed it.

    Args:
        contexts: As many as `judgement` counts.
        judgement: The verdicts that count, a person's corrections applied.
        judged: The judge's own verdicts, where a person may have changed them.

    Returns:
        The view; `None` where there are no contexts.
    """
    if not contexts:
        return None
    listed = _rows(contexts, judgement, judged)
    changed = [row for row in listed if row.changed]
    figure = theme.figure(
        [
            rows.hovering([_hover(row) for row in listed], 1.0),
            *_bars(listed),
            rows.lines([f"{row.said} · {label(row.context.text, _COLUMNS)}" for row in listed]),
            *_judges_own(changed),
        ],
        theme.layout(
            "Relevance and use of each context",
            subtitle="solid: used in the response · hatched: not"
            + (" · ◆ the judge" if changed else ""),
            height=rows.height(len(listed)),
            x=rows.measure(
                "level, and its weight in the base",
                [-0.005, 1.005],
                tickvals=[WEIGHTS[level] for level in RelevanceLevel],
                ticktext=[f"{level.value}<br>{WEIGHTS[level]:g}" for level in RelevanceLevel],
            ),
            y=rows.numbering("context", len(listed)),
        ),
    )
    return View(figure, _alt(judgement, changed), contexts_table(contexts, judgement, judged))


@dataclass(frozen=True, slots=True)
class _Row:
    """A context with what is said of it, and what the judge had said before a person did."""

    index: int
    context: Context
    verdict: Verdict | None
    own: Verdict | None

    @property
    def changed(self) -> bool:
        return self.verdict != self.own

    @property
    def said(self) -> str:
        judge = f" (judge: {_in_words(self.own)})" if self.changed else ""
        return f"<b>{_in_words(self.verdict)}</b>{judge}"


def _rows(
    contexts: Sequence[Context], judgement: Judgement, judged: Judgement | None
) -> list[_Row]:
    verdicts = {verdict.index: verdict for verdict in judgement.verdicts}
    own = verdicts if judged is None else {verdict.index: verdict for verdict in judged.verdicts}
    return [
        _Row(index, context, verdicts.get(index), own.get(index))
        for index, context in enumerate(contexts)
    ]


def _bars(listed: Sequence[_Row]) -> list[Spec]:
    judged = [(row.index, row.verdict) for row in listed if row.verdict is not None]
    places = [index for index, _ in judged]
    weights = [WEIGHTS[verdict.level] for _, verdict in judged]
    rests = [1.0 - weight for weight in weights]
    colours = [theme.LEVEL_COLOURS[verdict.level] for _, verdict in judged]
    pattern = theme.hatching([not verdict.used for _, verdict in judged])
    line = {"color": colours, "width": 1}
    return [
        rows.bars(places, weights, rests, {"color": theme.FAINT}),
        rows.bars(
            places,
            [0.0] * len(places),
            weights,
            {"color": colours, "line": line, "pattern": pattern},
        ),
    ]


def _judges_own(changed: Sequence[_Row]) -> list[Spec]:
    marks = [(row.index, row.own.level) for row in changed if row.own is not None]
    if not marks:
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": [WEIGHTS[level] for _, level in marks],
            "y": [rows.bar_height(index) for index, _ in marks],
            "marker": {
                "symbol": "diamond",
                "size": 13,
                "color": [theme.LEVEL_COLOURS[level] for _, level in marks],
                "line": {"color": "#ffffff", "width": 1.5},
            },
            "cliponaxis": False,
            "hoverinfo": "skip",
        }
    ]


def _hover(row: _Row) -> str:
    parts = [f"<b>{row.index + 1}</b>: {row.said}", paragraph(row.context.text, 48, 6)]
    if row.verdict is not None and row.verdict.reasoning:
        parts.append(f"<i>Why: {paragraph(row.verdict.reasoning, 48, 6)}</i>")
    return "<br>".join(parts)


def _in_words(verdict: Verdict | None) -> str:
    if verdict is None:
        return "not judged"
    return f"{verdict.level.value}, {'used' if verdict.used else 'not used'}"


def _alt(judgement: Judgement, changed: Sequence[_Row]) -> str:
    groups = []
    for level in RelevanceLevel:
        used = [verdict.used for verdict in judgement.verdicts if verdict.level is level]
        if used:
            groups.append(f"{len(used)} {level.value} ({sum(used)} of them used)")
    if judgement.unjudged:
        groups.append(f"{len(judgement.unjudged)} not judged")
    text = f"Of {judgement.context_count} contexts: {', '.join(groups)}."
    if changed:
        numbers = ", ".join(str(row.index + 1) for row in changed)
        text += f" A person changed the judge's verdict on: {numbers}."
    return text
