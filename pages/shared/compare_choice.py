"""What is compared with what: the baseline, the other side, the metric, and which questions."""

from dataclasses import dataclass
from typing import Final

import streamlit as st

from pages.shared.compare_sides import Sides
from pages.shared.state import Settings
from scoring.comparison import Metric, Sample

_EVERYTHING: Final = "all questions"


@dataclass(frozen=True, slots=True)
class Choice:
    """A comparison as a person set it up.

    Attributes:
        sides: The questions.
        baseline: What the others are compared with.
        other: The one that is looked at question by question.
        metric: What is compared.
        settings: The sliders' values.
    """

    sides: Sides
    baseline: str
    other: str
    metric: Metric
    settings: Settings

    @property
    def configurations(self) -> tuple[str, ...]:
        """All of them, in their order."""
        return self.sides.pairing.configurations

    def sample(self, metric: Metric | None = None) -> Sample:
        """A metric's values at the sliders' setting; the chosen one's unless told."""
        settings = self.settings
        return self.sides.measurements.sample(
            metric or self.metric, settings.penalties, settings.scale
        )

    def key(self, metric: Metric | None = None) -> tuple[object, ...]:
        """What a metric's statistics depend on."""
        metric = metric or self.metric
        penalties = self.settings.penalties if metric.follows_penalties else None
        return metric, self.baseline, penalties, self.settings.scale if metric.scaled else None


def render(whole: Sides, settings: Settings) -> Choice:
    """Draw the choices and return what was chosen.

    Args:
        whole: All questions.
        settings: The sliders' values.
    """
    names = whole.pairing.configurations
    with st.container(horizontal=True, vertical_alignment="bottom"):
        baseline = st.selectbox(
            "Baseline",
            names,
            key="compare_baseline",
            persist_state="session",
            help="What the others are measured against.",
        )
        others = [name for name in names if name != baseline]
        other = others[0]
        if len(others) > 1:
            other = st.selectbox(
                "Looked at closely",
                others,
                key="compare_other",
                persist_state="session",
                help="Which configuration is set beside the baseline, question by question.",
            )
        metric = st.selectbox(
            "Metric",
            list(Metric),
            format_func=_named,
            key="compare_metric",
            persist_state="session",
        )
        sides = _filtered(whole)
    return Choice(sides, str(baseline), str(other), Metric(str(metric)), settings)


def _named(metric: Metric) -> str:
    return metric.value[:1].upper() + metric.value[1:]


def _filtered(whole: Sides) -> Sides:
    """The questions that a person wants to look at: all of them, or those of some segments."""
    if not whole.segmentations:
        return whole
    key = st.selectbox(
        "Questions",
        [_EVERYTHING, *whole.segmentations],
        key="compare_filter",
        persist_state="session",
        help="Look at some of the questions only: of one language, one tag, one kind.",
    )
    if key == _EVERYTHING:
        return whole
    values = st.multiselect(
        "of these",
        list(whole.segments(str(key))),
        key="compare_filter_values",
        persist_state="session",
        placeholder="Choose some",
    )
    return whole.within(str(key), values) if values else whole
