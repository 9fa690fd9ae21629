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
    differences_from,
    inferences_from,
    sentence,
)
from scoring.figures.comparison.cuts import cut_curves
from scoring.figures.comparison.forest import provisional


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
    settings = choice.settings
    for name, curve in curves.items():
        if curve.best == curve.cuts[-1]:
            st.text(f"{name}: all contexts score best.")
            continue
        sample = choice.sides.context_counts[name].cut(
            curve.best, settings.penalties, settings.scale
        )
        _said(choice, name, sample, ("cut", name, curve.best))
    st.caption("The cut was chosen by its score on these very questions, which flatters it.")


def _dropping(choice: Choice) -> None:
    st.markdown("**Without low and none contexts**")
    settings = choice.settings
    sides, emptied = choice.sides, []
    droppings = sides.background.result("droppings", lambda: sides.droppings)
    if droppings is None:
        st.text("Working out what stays without them…")
        return
    for name, dropping in droppings.items():
        if dropping.positions.size:
            sample = dropping.sample(settings.penalties, settings.scale)
            _said(choice, name, sample, ("dropping", name))
        emptied.append((name, len(dropping.positions), len(dropping.emptied)))
    st.dataframe(
        pd.DataFrame(emptied, columns=["configuration", "questions", "left without any context"]),
        hide_index=True,
        key="compare_emptied",
    )


def _said(choice: Choice, name: str, sample: Sample, of: tuple[object, ...]) -> None:
    (difference,) = differences_from(sample, ALL_CONTEXTS)
    inferences: tuple[Inference, ...] | None = None
    if difference.pairs >= FEWEST_PAIRS:
        inferences = choice.sides.background.result(
            (*of, choice.settings), lambda: inferences_from(sample, ALL_CONTEXTS)
        )
        if inferences is None:
            st.text(f"{name}. {provisional(difference)} Working out how sure…")
            return
    st.text(f"{name}. {sentence(difference, inferences[0] if inferences else None)}")
