"""One question side by side: contexts aligned, responses with their keywords, both waterfalls."""

from collections.abc import Sequence
from typing import Final, Literal

import streamlit as st

from pages.shared import keyword_marks, text
from pages.shared.chart import chart
from pages.shared.compare_choice import Choice
from scoring.comparison import AlignedContext, Change, MissingItems, aligned
from scoring.evaluation import CaseResult
from scoring.figures.comparison.alignment import context_alignment, verdict_words
from scoring.figures.view import View
from scoring.figures.waterfall import penalty_waterfall
from scoring.relevance import score_relevance
from scoring.rounding import shown

_SIDES: Final = ("baseline", "other")
_COLOURS: Final[dict[Change, Literal["green", "red", "orange", "blue", "gray"]]] = {
    Change.GAINED: "green",
    Change.LOST: "red",
    Change.LEVEL: "orange",
    Change.MOVED: "blue",
    Change.SAME: "gray",
}


def render(choice: Choice, position: int) -> None:
    """Draw a pair's two results.

    Args:
        choice: What is compared with what.
        position: Of the pair.
    """
    pair = choice.sides.pairing.pairs[position]
    places = [choice.configurations.index(name) for name in (choice.baseline, choice.other)]
    before, after = (pair.results[place] for place in places)
    names = (choice.baseline, choice.other)
    with st.container(border=True, key="compare_case"):
        st.text(f"{pair.id} · paired by {pair.matched_by.value}")
        text.inert(pair.query, key="compare_query", label="Query", height=120)
        _waterfalls(choice, names, (before, after))
        alignment = aligned(before, after)
        view = context_alignment(alignment, (names[0], before), (names[1], after))
        left, right = st.columns([3, 2])
        with left:
            if view is None:
                st.text("Neither side has a context.")
            else:
                chart(view.figure, key="compare_alignment", alt=view.alt, table=view.table)
        with right:
            _missing(alignment.missing, names)
        with st.expander("Read the contexts", key="compare_texts", on_change="rerun") as texts:
            if texts.open:
                _contexts(alignment.contexts, before, after, names)
        for column, name, result, key in zip(
            st.columns(2), names, (before, after), _SIDES, strict=True
        ):
            with column:
                _response(name, result, key)


def _waterfalls(
    choice: Choice, names: tuple[str, str], results: tuple[CaseResult, CaseResult]
) -> None:
    """Both ways from base to score, over one and the same range of points."""
    views = [_waterfall(choice, result) for result in results]
    axes = [view.figure.layout.yaxis for view in views if view is not None]
    deepest = min(axes, key=lambda axis: axis.autorangeoptions.minallowed, default=None)
    for column, name, result, view, key in zip(
        st.columns(2), names, results, views, _SIDES, strict=True
    ):
        with column:
            st.text(name)
            if view is None:
                st.badge(result.relevance.state.value.replace("_", " "), color="gray")
                st.text(result.relevance.explanation)
                continue
            if deepest is not None:
                depth = deepest.autorangeoptions.minallowed
                view.figure.update_layout(
                    yaxis_autorangeoptions={"minallowed": depth, "include": [depth, 1.1]},
                    yaxis_dtick=deepest.dtick,
                )
            chart(view.figure, key=f"compare_waterfall_{key}", alt=view.alt, table=view.table)


def _waterfall(choice: Choice, result: CaseResult) -> View | None:
    judgement = result.relevance.judgement
    if result.relevance.score is None or judgement is None:
        return None
    return penalty_waterfall(
        score_relevance(judgement, choice.settings.penalties, choice.settings.scale)
    )


def _missing(items: MissingItems, names: tuple[str, str]) -> None:
    st.markdown("**Missing items**")
    for words, found in (
        (f"Missing in {names[0]} alone", items.only_before),
        (f"Missing in {names[1]} alone", items.only_after),
        ("Missing in both", items.both),
    ):
        if found:
            st.text("\n".join([f"{words}:", *(f"  – {item}" for item in found)]))
    if not (items.only_before or items.only_after or items.both):
        st.text("Neither side misses anything.")


def _contexts(
    contexts: Sequence[AlignedContext],
    before: CaseResult,
    after: CaseResult,
    names: tuple[str, str],
) -> None:
    for row, one in enumerate(contexts):
        with st.container(horizontal=True, vertical_alignment="center"):
            for change in one.changes:
                st.badge(change.value, color=_COLOURS[change])
            sides = []
            if one.before is not None:
                sides.append(
                    f"{names[0]}: rank {one.before + 1}, {verdict_words(one.verdict_before)}"
                )
            if one.after is not None:
                sides.append(
                    f"{names[1]}: rank {one.after + 1}, {verdict_words(one.verdict_after)}"
                )
            if one.similarity is not None and one.similarity < 100:
                sides.append(f"texts {one.similarity:.0f} % alike")
            st.text(" · ".join(sides))
        texts = []
        if one.after is not None:
            texts.append(after.case.contexts[one.after].text)
        if one.before is not None and (one.similarity is None or one.similarity < 100):
            texts.append(before.case.contexts[one.before].text)
        for part, (column, words) in enumerate(zip(st.columns(len(texts)), texts, strict=True)):
            with column:
                text.inert(
                    words,
                    key=f"compare_context_{row}_{part}",
                    label=f"Context {row + 1}",
                    height=140,
                )


def _response(name: str, result: CaseResult, key: str) -> None:
    coverage = result.keywords
    score = "no score" if coverage.score is None else shown(coverage.score)
    st.text(f"{name}, Keyword Coverage {score}: {coverage.matched} of {coverage.total} keywords")
    text.annotated_text(
        result.case.response,
        keyword_marks.response_marks(coverage),
        key=f"compare_response_{key}",
        label=f"Response of {name}",
    )
