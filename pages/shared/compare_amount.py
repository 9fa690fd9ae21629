"""How many contexts are best, and what it would do to leave the poor ones out."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import (
    ALL_CONTEXTS,
    FEWEST_PAIRS,
    CutCurve,
    Inference,
    Sample,
    corrected,
    differences_from,
    inferences_of,
    provisional,
    sentence,
)
from scoring.figures.comparison.cuts import cut_curves


def render(choice: Choice) -> None:
    """Draw the score against the number of contexts, and the effect of dropping low and none."""
    settings = choice.settings
    curves: dict[str, CutCurve] = {
        name: counts.curve(settings.penalties, settings.scale)
        for name, counts in choice.sides.context_counts.items()
        if counts.positions.size
    }
    view = cut_curves(curves, choice.configurations, settings.scale)
    if view is None:
        st.info("No case has a judgement of all its contexts.")
        return
    chart(view.figure, key="compare_cuts", alt=view.alt, table=view.table)
    st.caption(
        "Nothing is judged again: the contexts that stay keep their level and use, and what was "
        "missing stays missing. A small cut may so look better than a new judgement of it would."
    )
    _best(choice, curves)
    _dropping(choice)


def _best(choice: Choice, curves: Mapping[str, CutCurve]) -> None:
    """Is the best cut surely better than all contexts?"""
    st.markdown("**The best cut against all contexts**")
    settings, samples = choice.settings, {}
    for name, curve in curves.items():
        if curve.best == curve.cuts[-1]:
            st.text(f"{name}: all contexts score best.")
        else:
            samples[name] = choice.sides.context_counts[name].cut(
                curve.best, settings.penalties, settings.scale
            )
    _say(choice, samples)
    st.caption("The cut was chosen by its score on these very questions, which flatters it.")


def _dropping(choice: Choice) -> None:
    st.markdown("**Without low and none contexts**")
    settings, droppings = choice.settings, choice.sides.droppings
    samples = {
        name: dropping.sample(settings.penalties, settings.scale)
        for name, dropping in droppings.items()
        if dropping.positions.size
    }
    _say(choice, samples)
    emptied = [
        (name, len(dropping.positions), len(dropping.emptied))
        for name, dropping in droppings.items()
    ]
    st.dataframe(
        pd.DataFrame(emptied, columns=["configuration", "questions", "left without any context"]),
        hide_index=True,
        key="compare_emptied",
    )


def _say(choice: Choice, samples: Mapping[str, Sample]) -> None:
    """A sentence for each configuration's sample, once it is known how sure it is."""
    compared = tuple((name, sample.configurations) for name, sample in samples.items())
    sure = choice.sides.background.result(
        ("contexts", compared, choice.settings), lambda: _inferences(samples)
    )
    lines = []
    for name, sample in samples.items():
        (difference,) = differences_from(sample, ALL_CONTEXTS)
        if sure is None and difference.pairs >= FEWEST_PAIRS:
            lines.append(f"{name}. {provisional(difference)} Working out how sure…")
        else:
            lines.append(f"{name}. {sentence(difference, (sure or {}).get(name))}")
    if lines:
        st.text("\n\n".join(lines))


def _inferences(samples: Mapping[str, Sample]) -> Mapping[str, Inference]:
    """How sure each configuration's is, corrected over all; those with few pairs have none."""
    told = zip(samples, inferences_of(list(samples.values()), ALL_CONTEXTS), strict=True)
    sure = {name: inference for name, found in told for inference in found or ()}
    return dict(zip(sure, corrected(list(sure.values())), strict=True))
