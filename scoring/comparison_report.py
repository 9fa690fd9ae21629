"""A comparison as text, as Markdown and as JSON: what `scorescope compare` prints.

Names and explanations are other people's text: for a terminal they are made inert, in Markdown they
are escaped, so that they are read and nothing else.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict
from enum import StrEnum
from typing import Final

from scoring.comparison import (
    Comparison,
    Difference,
    Inference,
    MetricComparison,
    Regions,
    outcome,
    sentence,
    signed,
)
from scoring.formats import json_line
from scoring.model import JsonValue, State
from scoring.rounding import shown
from scoring.terminal import aligned, inert

_MOST_LISTED: Final = 10
_MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]<>&|~#!@$^]|:(?=//)|(?<=www)\.")


class ReportFormat(StrEnum):
    """How a comparison is written down."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def comparison_report(comparison: Comparison, report_format: ReportFormat) -> str:
    """The comparison as one text, its last line not ended."""
    match report_format:
        case ReportFormat.JSON:
            return json_line(comparison_to_json(comparison))
        case ReportFormat.MARKDOWN:
            return "\n".join(_markdown(comparison))
        case ReportFormat.TEXT:
            return "\n".join(_text(comparison))


def comparison_to_json(comparison: Comparison) -> dict[str, JsonValue]:
    """The comparison with all its numbers, unrounded, and the settings that made them."""
    pairing = comparison.pairing
    return {
        "configurations": list(pairing.configurations),
        "baseline": comparison.baseline,
        "pairs": len(pairing.pairs),
        "part": comparison.part,
        "settings": {
            "penalties": asdict(comparison.penalties),
            "scale": comparison.scale,
            "confidence": comparison.confidence,
            "resamples": comparison.resamples,
            "seed": comparison.seed,
        },
        "warnings": list(_warnings(comparison)),
        "unpaired": [
            {"configuration": one.configuration, "id": one.result.case.id, "reason": one.reason}
            for one in pairing.unpaired
        ],
        "unscored": [
            {
                "configuration": one.configuration,
                "id": pairing.pairs[one.pair].id,
                "state": one.state.value,
                "explanation": one.explanation,
            }
            for one in pairing.unscored
        ],
        "metrics": [_metric_to_json(metric) for metric in comparison.metrics],
        "flips": None if comparison.regions is None else _regions_to_json(comparison.regions),
        "surely_worse": list(comparison.surely_worse),
    }


def _metric_to_json(metric: MetricComparison) -> dict[str, JsonValue]:
    return {
        "metric": metric.metric.value,
        "pairs": metric.pairs,
        "means": dict(metric.means),
        "differences": [_difference_to_json(*both) for both in metric.compared],
    }


def _difference_to_json(
    difference: Difference, inference: Inference | None
) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {
        "configuration": difference.configuration,
        "difference": difference.difference,
        "above": difference.above,
        "equal": difference.equal,
        "below": difference.below,
        "outcome": outcome(difference, inference).value,
        "sentence": sentence(difference, inference),
    }
    if inference is not None:
        told |= {
            "interval": list(inference.interval),
            "permutation_p": inference.permutation_p,
            "wilcoxon_p": inference.wilcoxon_p,
            "holm_p": inference.adjusted_p,
            "wilcoxon_holm_p": inference.adjusted_wilcoxon_p,
            "comparisons": inference.comparisons,
            "standardised": inference.standardised,
            "rank_biserial": inference.rank_biserial,
            "exact": inference.exact,
        }
    return told


def _regions_to_json(regions: Regions) -> dict[str, JsonValue]:
    return {
        "sentence": regions.sentence,
        "ranges": {axis.penalty.value: [axis.lower, axis.upper] for axis in (regions.x, regions.y)},
        "shares": dict(regions.shares),
        "tied": regions.tied,
    }


def _text(comparison: Comparison) -> Iterable[str]:
    yield inert(_heading(comparison))
    yield from (inert(f"warning: {warning}") for warning in _warnings(comparison))
    yield ""
    rows = [tuple(map(inert, row)) for row in _rows(comparison)]
    yield from aligned(rows, right=range(1, len(rows[0])))
    yield ""
    yield from map(inert, _sentences(comparison))
    yield ""
    yield from map(inert, _closing(comparison))


def _markdown(comparison: Comparison) -> Iterable[str]:
    yield "## Comparison of configurations"
    yield ""
    yield _escaped(_heading(comparison))
    yield ""
    yield from _items(_warnings(comparison), lambda text: f"**Warning:** {text}")
    head, *rows = ([_escaped(cell) for cell in row] for row in _rows(comparison))
    yield _table_row(head)
    yield _table_row(["---", *["---:"] * (len(head) - 1)])
    yield from map(_table_row, rows)
    yield ""
    yield from _items(_sentences(comparison))
    head, *rows = ([_escaped(cell) for cell in row] for row in _statistics(comparison))
    yield _table_row(head)
    yield _table_row(["---", "---", *["---:"] * (len(head) - 2)])
    yield from map(_table_row, rows)
    yield ""
    yield from _items(_closing(comparison))


def _items(lines: Iterable[str], shape: Callable[[str], str] = str) -> Iterable[str]:
    """A list, and the blank line after it; nothing for nothing."""
    listed = [f"- {shape(_escaped(line))}" for line in lines]
    yield from (*listed, "") if listed else ()


def _table_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is: no markup, link or HTML, no break of a line or cell."""
    return _MARKDOWN.sub(r"\\\g<0>", inert(text))


def _heading(comparison: Comparison) -> str:
    pairing = comparison.pairing
    count = len(pairing.pairs)
    part = "" if comparison.part is None else f" (those with {comparison.part})"
    return (
        f"{count} {'pair' if count == 1 else 'pairs'}{part} of "
        f"{', '.join(pairing.configurations)}; the baseline is {comparison.baseline}."
    )


def _warnings(comparison: Comparison) -> Iterable[str]:
    pairing = comparison.pairing
    yield from (unlike.warning for unlike in pairing.unlike)
    unpaired: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in pairing.unpaired:
        unpaired[one.configuration, one.reason].append(one.result.case.id)
    for (name, reason), ids in unpaired.items():
        yield f"Not paired, {len(ids)} of {name}: {reason} ({_listed(ids)})."
    unscored: defaultdict[tuple[str, State], list[str]] = defaultdict(list)
    for other in pairing.unscored:
        unscored[other.configuration, other.state].append(pairing.pairs[other.pair].id)
    for (name, state), ids in unscored.items():
        words = state.replace("_", " ")
        yield f"Without a score, {len(ids)} of {name}: {words} ({_listed(ids)})."


def _listed(ids: list[str]) -> str:
    more = len(ids) - _MOST_LISTED
    return ", ".join([*ids[:_MOST_LISTED], *([f"and {more} more"] if more > 0 else [])])


def _rows(comparison: Comparison) -> Iterable[tuple[str, ...]]:
    """Means, with each difference from the baseline after it."""
    yield ("mean of pairs", *comparison.pairing.configurations, "pairs")
    for metric in comparison.metrics:
        differences = {one.configuration: one.difference for one in metric.differences}
        cells = []
        for name, mean in metric.means.items():
            difference = differences.get(name)
            beside = "" if difference is None else f" ({signed(difference)})"
            cells.append("-" if mean is None else f"{shown(mean)}{beside}")
        yield (metric.metric.value, *cells, str(metric.pairs))


def _sentences(comparison: Comparison) -> Iterable[str]:
    for metric in comparison.metrics:
        yield from (sentence(*both) for both in metric.compared)


def _statistics(comparison: Comparison) -> Iterable[tuple[str, ...]]:
    """Every difference with what says how sure and how large it is."""
    yield (
        "metric",
        "configuration",
        "difference",
        f"{comparison.confidence:.0%} interval",
        "better / equal / worse",
        "p (sign flips, Holm)",
        "p (Wilcoxon, Holm)",
        "effect size d",
        "rank-biserial",
    )
    for metric in comparison.metrics:
        for one, sure in metric.compared:
            counts = f"{one.wins} / {one.equal} / {one.losses}"
            told = ("-",) * 5
            if sure is not None:
                told = (
                    " to ".join(map(signed, sure.interval)),
                    f"{sure.adjusted_p:.3g}",
                    f"{sure.adjusted_wilcoxon_p:.3g}",
                    "-" if sure.standardised is None else signed(sure.standardised),
                    signed(sure.rank_biserial),
                )
            interval, *rest = told
            by = "-" if one.difference is None else signed(one.difference)
            yield (metric.metric.value, one.configuration, by, interval, counts, *rest)


def _closing(comparison: Comparison) -> Iterable[str]:
    if comparison.regions is not None:
        yield comparison.regions.sentence
    penalties = comparison.penalties
    yield (
        f"Penalties {penalties.unused_high_relevance_context:g} per unused high context, "
        f"{penalties.missing_context_per_item:g} per missing item, at most "
        f"{penalties.max_missing_context_penalty:g}; scale {comparison.scale:g}. "
        f"{comparison.confidence:.0%} intervals by BCa bootstrap, each by itself; p by sign flips "
        "of the pairs' differences, corrected over the configurations, not over metrics; "
        f"{comparison.resamples} resamples, or every pattern of signs where those are fewer, "
        f"seed {comparison.seed}."
    )
