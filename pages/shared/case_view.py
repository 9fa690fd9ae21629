"""One case with its scores and all of their evidence: what the Score page shows after a run."""

from typing import Final, Literal

import streamlit as st

from pages.shared import downloads, keyword_marks, keyword_panel, text, verdict_editor
from pages.shared.case_in_hand import CaseInHand
from pages.shared.chart import chart
from pages.shared.hand_score import JUDGED_PART, relevance_of
from pages.shared.state import Settings
from scoring.bands import Band
from scoring.figures.contexts import context_levels
from scoring.figures.keywords import keyword_matches
from scoring.figures.missing import missing_items
from scoring.figures.view import View
from scoring.figures.waterfall import penalty_waterfall
from scoring.formula import written_out
from scoring.keywords import KeywordCoverage
from scoring.model import Judgement, Provenance, State
from scoring.relevance import RelevanceScore
from scoring.rounding import shown
from scoring.tables import Table, presets_table

_BAND_COLOURS: Final[dict[str, Literal["green", "blue", "orange", "red"]]] = {
    "excellent": "green",
    "complete": "green",
    "good": "blue",
    "high": "blue",
    "mixed": "orange",
    "partial": "orange",
    "poor": "red",
    "low": "red",
    "very poor": "red",
    "none": "red",
}


def render(hand: CaseInHand, settings: Settings) -> None:
    """Draw the case's scores, charts, verdicts and texts.

    Args:
        hand: The case with its judgement and corrections.
        settings: The sliders' values.
    """
    reading = keyword_panel.read(hand, settings.scale)
    coverage = reading.coverage
    _ask_for_judged_part(hand.corrected)
    result = relevance_of(hand, settings)
    _scores(result, coverage)
    if hand.judgement is not None and hand.corrected is not None and hand.case.contexts:
        _relevance_section(hand.corrected, result)
        _context_section(hand, hand.judgement, hand.corrected, result)
    _keyword_section(hand, reading)
    downloads.render(hand, result, coverage)


def _ask_for_judged_part(judgement: Judgement | None) -> None:
    if judgement is not None and judgement.unjudged and judgement.verdicts:
        st.toggle(
            "Score what was judged",
            key=JUDGED_PART,
            persist_state="session",
            help="Take the mean over the judged contexts alone. The result stays marked partial.",
        )


def _scores(result: RelevanceScore, coverage: KeywordCoverage) -> None:
    relevance, keywords = st.columns(2)
    with relevance.container(border=True, height="stretch"):
        waiting = result.judgement is None and result.state is State.PARTIAL
        state = "not judged" if waiting else _in_words(result.state)
        _score("Context Relevance", result.score, result.scale, result.band, state)
        st.text(result.reason)
        if result.score is None and result.peer_score is not None:
            st.caption(
                f"The documented package would report {result.peer_score:g} here. An empty "
                "retrieval must not win a comparison, so it has no score."
            )
    with keywords.container(border=True, height="stretch"):
        state = _in_words(coverage.state)
        _score("Keyword Coverage", coverage.score, coverage.scale, coverage.band, state)
        st.text(coverage.reason)
        if coverage.score is None and coverage.peer_score is not None:
            st.caption(
                f"The documented package would report {coverage.peer_score:g} here. A reference "
                "without keywords can neither be covered nor missed, so it has no score."
            )


def _in_words(state: State) -> str:
    """What a score's state needs said of it: nothing where there simply is one."""
    return "" if state is State.SCORED else state.value.replace("_", " ")


def _score(label: str, score: float | None, scale: float, band: Band | None, state: str) -> None:
    words = [word for word in ("" if band is None else band.name, state) if word]
    st.metric(
        f"{label}, of {scale:g}",
        "–" if score is None else shown(score),
        delta=" · ".join(words),
        delta_color=_BAND_COLOURS[band.name] if band is not None else "gray",
        delta_arrow="off",
        help=None if band is None else f"Documented as: {band.meaning}.",
    )


def _relevance_section(judgement: Judgement, result: RelevanceScore) -> None:
    left, right = st.columns([3, 2])
    with left:
        _show(penalty_waterfall(result), key="waterfall")
    with right:
        lines = written_out(result)
        if lines:
            st.markdown("**The formula with this case's numbers**")
            st.code("\n".join(lines), language=None, wrap_lines=True)
        st.markdown("**This case under every preset**")
        table = presets_table(
            judgement,
            result.scale,
            result.penalties,
            score_judged_part=result.state is State.PARTIAL and result.score is not None,
        )
        _presets(table)


def _presets(table: Table) -> None:
    """A Markdown table: every word of it is ours, and it costs less than a data frame."""
    lines = ["| setting | unused, missing, cap | score | |", "|---|---|---:|---|"]
    for name, in_use, unused, missing, cap, score, band in table.displayed():
        mark = "**" if in_use == "yes" else ""
        lines.append(
            f"| {mark}{name}{mark} | {unused}, {missing}, {cap} "
            f"| {mark}{score or '–'}{mark} | {band} |"
        )
    st.markdown("\n".join(lines))


def _context_section(
    hand: CaseInHand, judgement: Judgement, corrected: Judgement, result: RelevanceScore
) -> None:
    st.subheader("Contexts", anchor=False)
    _provenance(judgement.provenance)
    levels = context_levels(hand.case.contexts, corrected, judgement)
    missing = missing_items(result)
    if missing is None:
        _show(levels, key="levels")
    else:
        left, right = st.columns([3, 2])
        with left:
            _show(levels, key="levels")
        with right:
            _show(missing, key="missing_items")
    verdict_editor.history(hand)
    verdict_editor.contexts(hand, judgement, corrected)
    st.markdown("**Missing items**")
    verdict_editor.missing_items(hand, judgement)


def _provenance(provenance: Provenance | None) -> None:
    """Who judged, in what time and at what cost. Inert: notes and names come from outside."""
    if provenance is None:
        return
    parts = [f"Judge: {provenance.judge}", provenance.model or ""]
    if provenance.seconds is not None:
        parts.append(f"{provenance.seconds:.1f} s")
    if provenance.input_tokens is not None and provenance.output_tokens is not None:
        parts.append(f"{provenance.input_tokens} + {provenance.output_tokens} tokens")
    if provenance.cost is not None:
        parts.append(f"${provenance.cost:.4f}")
    elif provenance.judge == "llm":
        parts.append("price unknown")
    st.text(" · ".join(part for part in parts if part))
    for note in provenance.notes:
        st.text(note)


def _keyword_section(hand: CaseInHand, reading: keyword_panel.Reading) -> None:
    coverage = reading.coverage
    st.subheader("Keywords", anchor=False)
    _show(keyword_matches(coverage), key="keywords")
    left, right = st.columns(2)
    with left:
        st.markdown(f"**{reading.reference_name}**")
        text.annotated_text(
            reading.reference,
            keyword_marks.query_marks(coverage),
            key="query_text",
            label=reading.reference_name,
        )
    with right:
        st.markdown("**Response**")
        text.annotated_text(
            hand.case.response,
            keyword_marks.response_marks(coverage),
            key="response_text",
            label="Response",
        )
    keyword_panel.render(hand, reading)


def _show(view: View | None, key: str) -> None:
    if view is not None:
        chart(view.figure, key=key, alt=view.alt, table=view.table)
