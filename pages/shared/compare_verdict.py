"""Which configuration is better: the plain sentences, the differences, and all metrics at once."""

from typing import Final, Literal

import pandas as pd
import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import (
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    FEWEST_PAIRS,
    Inference,
    Metric,
    Outcome,
    differences_from,
    inferences_from,
    means,
    outcome,
    provisional,
    sentence,
    signed,
)
from scoring.figures.comparison.forest import ForestRow, difference_forest
from scoring.rounding import shown

_COLOURS: Final[dict[Outcome, Literal["green", "red", "blue", "gray"]]] = {
    Outcome.BETTER: "green",
    Outcome.WORSE: "red",
    Outcome.HIGHER: "blue",
    Outcome.LOWER: "blue",
}
_MOST_BOXED: Final = 3
"""Sentences that have a box and a badge each; more of them would take a slider's time to draw."""


def render(choice: Choice) -> None:
    """Draw the sentences, the forest of differences and the table of all metrics."""
    differences = differences_from(choice.sample(), choice.baseline)
    inferences = _inferences(choice, choice.metric)
    rows = [
        ForestRow(
            difference.configuration,
            difference,
            None if inferences is None else inferences[place],
        )
        for place, difference in enumerate(differences)
    ]
    waiting = inferences is None and differences[0].pairs >= FEWEST_PAIRS
    words, picture = st.columns([1, 1])
    with words:
        if len(rows) > _MOST_BOXED:
            with st.container(border=True):
                st.text("\n\n".join(_words(row, waiting=waiting) for row in rows))
        else:
            for row in rows:
                _box(row, waiting=waiting)
        st.caption(
            "Intervals: 95 %, each by itself, BCa bootstrap. p: flips of the signs of the pairs' "
            "differences, corrected by Holm over the configurations, not over metrics. "
            f"{DEFAULT_RESAMPLES:,} resamples, or every pattern of signs where those are fewer, "
            f"seed {DEFAULT_SEED}."
        )
    with picture:
        view = difference_forest(rows, waiting=waiting)
        if view is not None:
            chart(view.figure, key="compare_forest", alt=view.alt, table=view.table)
    _all_metrics(choice)


def _inferences(choice: Choice, metric: Metric) -> tuple[Inference, ...] | None:
    """How sure the differences are: `None` while that is being worked out, or with few pairs."""
    sample = choice.sample(metric)
    if len(sample.pairs) < FEWEST_PAIRS:
        return None
    return choice.sides.background.result(
        ("inference", *choice.key(metric)), lambda: inferences_from(sample, choice.baseline)
    )


def _box(row: ForestRow, *, waiting: bool) -> None:
    result = outcome(row.difference, row.inference)
    with st.container(border=True):
        if waiting:
            st.badge("working out how sure…", color="gray")
        else:
            st.badge(result.value, color=_COLOURS.get(result, "gray"))
        st.text(_words(row, waiting=waiting))


def _words(row: ForestRow, *, waiting: bool) -> str:
    if waiting:
        return f"{provisional(row.difference)} Working out how sure…"
    return sentence(row.difference, row.inference)


def _all_metrics(choice: Choice) -> None:
    """Means of every metric with the differences from the baseline: rows are configurations."""
    columns: dict[str, list[str]] = {"configuration": list(choice.configurations)}
    counts = {}
    for metric in Metric:
        sample = choice.sample(metric)
        counts[metric] = len(sample.pairs)
        differences = {
            one.configuration: one.difference for one in differences_from(sample, choice.baseline)
        }
        cells = []
        for name, mean in means(sample).items():
            difference = differences.get(name)
            beside = "" if difference is None else f"  ({signed(difference)})"
            cells.append("–" if mean is None else f"{shown(mean)}{beside}")
        columns[metric.value] = cells
    st.markdown("**Means of the pairs, and their differences from the baseline**")
    st.dataframe(pd.DataFrame(columns), hide_index=True, key="compare_means")
    if len(set(counts.values())) == 1:
        st.caption(f"Each over n = {counts[Metric.RELEVANCE]} pairs.")
    else:
        st.caption(
            "Pairs: " + ", ".join(f"{metric.value} {count}" for metric, count in counts.items())
        )
