"""The numbers of each view as rows and columns: what stands beside a figure or in a shell.

Text in a table is a person's or a model's, exactly as it came; whoever shows it keeps it inert.
Numbers are unrounded; `displayed` says how a cell is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.errors import InvalidValueError
from scoring.keywords import KeywordCoverage
from scoring.model import PRESETS, Context, Judgement, Penalties, Verdict, preset_name
from scoring.relevance import WEIGHTS, RelevanceScore, score_relevance
from scoring.rounding import settled, shown_fully

Cell: TypeAlias = str | float | int | bool | None

CURRENT_SETTING = "current"
"""The name of penalties that no preset has."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns.

    Attributes:
        columns: The heads, in order.
        rows: Each as long as `columns`. `None` is a cell that has nothing to say.

    Raises:
        InvalidValueError: A row that is longer or shorter than the heads.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise InvalidValueError(f"each row needs {len(self.columns)} cells")

    def displayed(self) -> tuple[tuple[str, ...], ...]:
        """The rows as a person reads them."""
        return tuple(tuple(displayed(cell) for cell in row) for row in self.rows)


def displayed(cell: Cell) -> str:
    """A cell as a person reads it.

    Truth is "yes" or "no", nothing is "", and a fraction has two places or, where those would hide
    something of it, up to four.
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{'-' if settled(cell) < 0 else ''}{shown_fully(abs(cell))}"
    return str(cell)


def setting_name(penalties: Penalties) -> str:
    """What the documentation calls these penalties, or `CURRENT_SETTING` where it has no name."""
    return preset_name(penalties) or CURRENT_SETTING


def score_table(result: RelevanceScore) -> Table:
    """How the score came about: base, what was taken off, floor, scale; empty without a score."""
    columns = ("step", "calculation", "change", "result")
    evidence = result.evidence
    if evidence is None or result.score is None:
        return Table(columns, ())
    penalties = result.penalties
    unused = f"{len(evidence.unused_high)} x {penalties.unused_high_relevance_context:g}"
    missing = f"{evidence.missing_count} x {penalties.missing_context_per_item:g}"
    if evidence.capped:
        missing += f", at most {penalties.max_missing_context_penalty:g}"
    after_usage = evidence.base - evidence.usage_penalty
    floored = max(0.0, evidence.unfloored)
    rows: list[tuple[Cell, ...]] = [
        ("base", f"weights / {evidence.divisor}", evidence.base, evidence.base),
        ("unused high contexts", unused, -evidence.usage_penalty, after_usage),
        ("missing items", missing, -evidence.missing_penalty, evidence.unfloored),
    ]
    if evidence.floored:
        rows.append(("floor", "not below 0", -evidence.unfloored, floored))
    rows.append(("score", f"x {result.scale:g}", None, result.score))
    return Table(columns, tuple(rows))


def contexts_table(
    contexts: Sequence[Context], judgement: Judgement, judged: Judgement | None = None
) -> Table:
    """Each context with its verdict, in order.

    Args:
        contexts: As many as `judgement` counts.
        judgement: The verdicts that count, a person's corrections applied.
        judged: The judge's own verdicts, where a person may have changed them; they get columns of
            their own.
    """
    columns: tuple[str, ...] = ("context", "level", "weight", "used", "reasoning", "text")
    verdicts = {verdict.index: verdict for verdict in judgement.verdicts}
    rows = [
        _verdict_cells(index, verdicts.get(index), context)
        for index, context in enumerate(contexts)
    ]
    if judged is not None:
        columns = (*columns, "judge's level", "judge's usage")
        own = {verdict.index: verdict for verdict in judged.verdicts}
        rows = [(*row, *_level_and_use(own.get(index))) for index, row in enumerate(rows)]
    return Table(columns, tuple(rows))


def missing_table(result: RelevanceScore) -> Table:
    """Each missing item with its price and the sums; empty without a score or a missing item."""
    columns = ("item", "price", "sum of prices", "taken off")
    evidence = result.evidence
    if evidence is None:
        return Table(columns, ())
    price = result.penalties.missing_context_per_item
    rows: list[tuple[Cell, ...]] = []
    for count, item in enumerate(evidence.missing_items, start=1):
        total = min(count * price, evidence.missing_penalty_uncapped)
        rows.append((item, price, total, min(total, evidence.missing_penalty)))
    return Table(columns, tuple(rows))


def keywords_table(coverage: KeywordCoverage) -> Table:
    """Each keyword of the reference and what became of it, in order; empty where nothing was read.

    Places in the response are counted, and the first one's words are shown.
    """
    columns = ("keyword", "covered", "match", "in the response", "times", "kind", "weight")
    if coverage.comparison is None:
        return Table(columns, ())
    response = coverage.comparison.response
    rows: list[tuple[Cell, ...]] = [
        (
            match.keyword,
            not match.missing,
            None if match.matched_by is None else match.matched_by.value,
            next((response[start:end] for start, end in match.response_spans), None),
            len(match.response_spans),
            match.kind.value,
            match.weight,
        )
        for match in coverage.matches
    ]
    return Table(columns, tuple(rows))


def presets_table(
    judgement: Judgement,
    scale: float,
    penalties: Penalties,
    *,
    score_judged_part: bool = False,
) -> Table:
    """The score of one judgement under every documented setting, and under the current one.

    Args:
        judgement: The verdicts that count.
        scale: The value of a perfect score, finite and above 0.
        penalties: The current setting: a row of its own unless it is one of the documented ones.
        score_judged_part: As for `score_relevance`.

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    current = setting_name(penalties)
    rows: list[tuple[Cell, ...]] = []
    for name, setting in {**PRESETS, current: penalties}.items():
        result = score_relevance(judgement, setting, scale, score_judged_part=score_judged_part)
        rows.append(
            (
                name,
                name == current,
                setting.unused_high_relevance_context,
                setting.missing_context_per_item,
                setting.max_missing_context_penalty,
                result.score,
                None if result.band is None else result.band.name,
            )
        )
    columns = ("setting", "in use", "unused high", "per missing item", "cap", "score", "band")
    return Table(columns, tuple(rows))


def _verdict_cells(index: int, verdict: Verdict | None, context: Context) -> tuple[Cell, ...]:
    level, used = _level_and_use(verdict)
    weight = None if verdict is None else WEIGHTS[verdict.level]
    reasoning = None if verdict is None else verdict.reasoning
    return (index + 1, level, weight, used, reasoning, context.text)


def _level_and_use(verdict: Verdict | None) -> tuple[str | None, bool | None]:
    return (None, None) if verdict is None else (verdict.level.value, verdict.used)
