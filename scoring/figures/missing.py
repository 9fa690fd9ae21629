"""What missing items take off, item by item, up to the cap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import rows, theme
from scoring.figures.labels import label, paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.relevance import RelevanceEvidence, RelevanceScore
from scoring.rounding import settled, shown
from scoring.tables import Table, missing_table

_COLUMNS: Final = 64
"""Of an item's text in its row. A telephone cuts it at its edge; a desktop has room."""

_FARTHEST: Final = 1000.0
"""Points; where no sane setting leads, the picture ends, and its numbers stay finite."""


def missing_items(result: RelevanceScore) -> View | None:
    """One row for each item that says something different; their penalties add up to the right.

    What an item takes off is solid, what the cap saves of it hatched; pale strips reach up to the
    cap.

    Returns:
        The view; `None` where there is no score or nothing is missing.
    """
    evidence = result.evidence
    if evidence is None or not evidence.missing_items:
        return None
    count = evidence.missing_count
    cap = result.penalties.max_missing_context_penalty
    table = missing_table(result)
    # A cap within reach of a perfect score belongs into the picture even where it does not bite.
    reach = max(evidence.missing_penalty_uncapped, cap if cap <= 1 else 0.0)
    reach = min(reach, _FARTHEST) or 1.0
    steps = _steps(result, evidence)
    figure = theme.figure(
        [
            rows.hovering(_hovertexts(table), reach),
            *_allowance(cap, count, reach),
            _bars(steps, reach),
            rows.lines([f"{_taken(step)} · {label(step.item, _COLUMNS)}" for step in steps]),
        ],
        theme.layout(
            f"Missing items take off {shown(evidence.missing_penalty)}",
            subtitle=_against_cap(evidence, cap),
            height=rows.height(count),
            x=rows.measure("points of the unscaled score, added up", [0.0, reach * 1.01]),
            y=rows.numbering("item", count),
        ),
    )
    return View(figure, _alt(result, evidence), table)


@dataclass(frozen=True, slots=True)
class _Step:
    """One item's part of the way, in points: the sums before and with it, and how far it counts."""

    row: int
    item: str
    start: float
    capped_end: float
    end: float

    @property
    def taken(self) -> float:
        return settled(self.capped_end - self.start)

    @property
    def saved(self) -> float:
        return settled(self.end - self.capped_end)


def _steps(result: RelevanceScore, evidence: RelevanceEvidence) -> list[_Step]:
    price = result.penalties.missing_context_per_item
    cap = result.penalties.max_missing_context_penalty
    steps, start = [], 0.0
    for row, item in enumerate(evidence.missing_items):
        end = min((row + 1) * price, evidence.missing_penalty_uncapped)
        steps.append(_Step(row, item, start, min(end, max(start, cap)), end))
        start = end
    return steps


def _bars(steps: Sequence[_Step], reach: float) -> Spec:
    """Each item in one part, or in two where the cap falls into it."""
    parts = [(step.row, step.start, step.capped_end, False) for step in steps]
    parts += [(step.row, step.capped_end, step.end, True) for step in steps if step.saved]
    parts = [part for part in parts if part[1] < part[2]]
    return rows.bars(
        [row for row, _, _, _ in parts],
        [min(start, reach) for _, start, _, _ in parts],
        [min(end, reach) - min(start, reach) for _, start, end, _ in parts],
        {
            "color": theme.MISSING,
            "line": {"color": theme.MISSING, "width": 1},
            "pattern": theme.hatching([saved for _, _, _, saved in parts]),
        },
    )


def _allowance(cap: float, count: int, reach: float) -> list[Spec]:
    """A pale strip in each row as far as the cap lets penalties go, and a mark at its end."""
    strip = rows.bars(
        range(count), [0.0] * count, [min(cap, reach)] * count, {"color": theme.FAINT}
    )
    if cap > reach:
        return [strip]
    mark = rows.bars(
        range(count),
        [cap] * count,
        [0.0] * count,
        {"color": theme.MISSING, "line": {"color": theme.MISSING, "width": 3}},
    )
    return [strip, {**mark, "width": 0.42}]


def _taken(step: _Step) -> str:
    taken = f"<b>−{shown(step.taken)}</b>" if step.taken else "<b>0</b>"
    return f"{taken} of {shown(step.end - step.start)}" if step.saved else taken


def _against_cap(evidence: RelevanceEvidence, cap: float) -> str:
    if evidence.capped:
        saved = evidence.missing_penalty_uncapped - evidence.missing_penalty
        return f"the cap of {shown(cap)} saves {shown(saved)} (hatched)"
    return f"{shown(cap - evidence.missing_penalty)} below the cap of {shown(cap)}"


def _hovertexts(table: Table) -> list[str]:
    return [
        f"{paragraph(str(item), 48, 6)}<br>{price}, added up {total}, taken off {taken}"
        for (item, *_), (_, price, total, taken) in zip(table.rows, table.displayed(), strict=True)
    ]


def _alt(result: RelevanceScore, evidence: RelevanceEvidence) -> str:
    count = evidence.missing_count
    text = (
        f"{count} missing {'item' if count == 1 else 'items'} "
        f"at {result.penalties.missing_context_per_item:g} each "
        f"add up to {shown(evidence.missing_penalty_uncapped)}"
    )
    cap = shown(result.penalties.max_missing_context_penalty)
    return (
        f"{text}; the cap holds that to {cap}."
        if evidence.capped
        else f"{text}, under the cap of {cap}."
    )
