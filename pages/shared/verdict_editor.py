"""What a person may say against the judge: levels, usage flags and missing items."""

from dataclasses import replace
from typing import Final

import streamlit as st

from pages.shared import state, text
from pages.shared.case_in_hand import CaseInHand
from scoring.model import (
    Context,
    Judgement,
    Overrides,
    RelevanceLevel,
    Verdict,
    distinct_items,
    normalised_item,
)

_A_PAGE: Final = 10
_NEW_ITEM: Final = "new_missing_item"


def history(hand: CaseInHand) -> None:
    """The buttons that undo, redo and take back all corrections."""
    with st.container(horizontal=True):
        st.button("Undo", key="undo", on_click=_step, args=("back",), disabled=not hand.undo)
        st.button("Redo", key="redo", on_click=_step, args=("forward",), disabled=not hand.redo)
        st.button(
            "Back to the judge's verdicts",
            key="restore",
            on_click=state.correct,
            args=(Overrides(),),
            disabled=not hand.overrides,
        )


def _step(direction: str) -> None:
    hand = state.hand()
    if hand is not None:
        state.set_hand(hand.step_back() if direction == "back" else hand.step_forward())


def contexts(hand: CaseInHand, judgement: Judgement, corrected: Judgement) -> None:
    """Each context with its verdict, and the means to change it.

    Args:
        hand: The case.
        judgement: The judge's own words.
        corrected: The judgement with the person's corrections.
    """
    count = len(hand.case.contexts)
    first = 0
    if count > _A_PAGE:
        first = (st.pagination(-(-count // _A_PAGE), key="contexts_page") - 1) * _A_PAGE
    own = {verdict.index: verdict for verdict in judgement.verdicts}
    current = {verdict.index: verdict for verdict in corrected.verdicts}
    for index in range(first, min(first + _A_PAGE, count)):
        _context(index, hand.case.contexts[index], own.get(index), current.get(index))


def _context(index: int, context: Context, judged: Verdict | None, current: Verdict | None) -> None:
    level_key, used_key = f"level_{index}", f"used_{index}"
    state.set_widget_value(level_key, None if current is None else current.level)
    state.set_widget_value(used_key, current is not None and current.used)
    with st.container(border=True, key=f"context_{index}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**Context {index + 1}**", width="content")
            st.segmented_control(
                f"Level of context {index + 1}",
                list(RelevanceLevel),
                format_func=str,
                key=level_key,
                label_visibility="collapsed",
                on_change=_take_level,
                args=(index, level_key),
            )
            st.toggle(
                "Used",
                key=used_key,
                help=f"Whether the response drew on context {index + 1}",
                disabled=current is None,
                on_change=_take_usage,
                args=(index, used_key),
            )
            _judges_word(judged, current)
        text.inert(context.text, key=f"context_text_{index}", label=f"Context {index + 1}")
        if context.source or context.retrieval_score is not None:
            st.text(_origin(context))
        if judged is not None and judged.reasoning:
            st.text(f"Judge: {judged.reasoning}")


def _judges_word(judged: Verdict | None, current: Verdict | None) -> None:
    if judged == current:
        if judged is None:
            st.badge("not judged", color="gray")
        return
    if judged is None:
        st.badge("set by you; the judge gave no verdict", color="violet")
    else:
        usage = "used" if judged.used else "not used"
        st.badge(f"changed by you; the judge said {judged.level}, {usage}", color="violet")


def _origin(context: Context) -> str:
    parts = []
    if context.source:
        parts.append(f"Source: {context.source}")
    if context.retrieval_score is not None:
        parts.append(f"Retrieval score: {context.retrieval_score:g}")
    return " · ".join(parts)


def _judged_verdict(hand: CaseInHand, index: int) -> Verdict | None:
    verdicts = () if hand.judgement is None else hand.judgement.verdicts
    return next((verdict for verdict in verdicts if verdict.index == index), None)


def _take_level(index: int, key: str) -> None:
    hand = state.hand()
    value = state.widget_value(key)
    if hand is None:
        return
    levels = {**hand.overrides.levels}
    judged = _judged_verdict(hand, index)
    # A second click on the chosen level leaves none chosen: the judge's own level then.
    if value is None or (judged is not None and value == judged.level):
        levels.pop(index, None)
    else:
        levels[index] = RelevanceLevel(str(value))
    state.correct(replace(hand.overrides, levels=levels))


def _take_usage(index: int, key: str) -> None:
    hand = state.hand()
    if hand is None:
        return
    used = {**hand.overrides.used}
    value = bool(state.widget_value(key))
    judged = _judged_verdict(hand, index)
    if judged is not None and value == judged.used:
        used.pop(index, None)
    else:
        used[index] = value
    state.correct(replace(hand.overrides, used=used))


def missing_items(hand: CaseInHand, judgement: Judgement) -> None:
    """The judge's missing items, each to be struck, and the person's own."""
    struck = {normalised_item(item) for item in hand.overrides.struck_missing}
    for place, item in enumerate(distinct_items(judgement.missing)):
        key = f"missing_{place}"
        state.set_widget_value(key, normalised_item(item) not in struck)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.checkbox(
                f"Missing item {place + 1} counts",
                key=key,
                label_visibility="collapsed",
                on_change=_strike,
                args=(item, key),
            )
            st.text(item)
    for place, item in enumerate(hand.overrides.added_missing):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "✕",
                key=f"unadd_{place}",
                help="Take out this item of yours",
                on_click=_unadd,
                args=(place,),
            )
            st.text(item)
            st.badge("added by you", color="violet")
    st.text_input(
        "Add a missing item",
        key=_NEW_ITEM,
        placeholder="Something the query needed and no context held",
        on_change=_add,
    )


def _strike(item: str, key: str) -> None:
    hand = state.hand()
    if hand is None:
        return
    name = normalised_item(item)
    struck = tuple(
        other for other in hand.overrides.struck_missing if normalised_item(other) != name
    )
    if not state.widget_value(key):
        struck = (*struck, item)
    state.correct(replace(hand.overrides, struck_missing=struck))


def _add() -> None:
    hand = state.hand()
    item = str(state.widget_value(_NEW_ITEM) or "")
    if hand is None or not item.strip():
        return
    state.correct(replace(hand.overrides, added_missing=(*hand.overrides.added_missing, item)))
    state.set_widget_value(_NEW_ITEM, "")


def _unadd(place: int) -> None:
    hand = state.hand()
    if hand is None:
        return
    added = hand.overrides.added_missing
    state.correct(replace(hand.overrides, added_missing=added[:place] + added[place + 1 :]))
