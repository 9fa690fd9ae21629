"""Keyword Coverage on the page: how keywords are read, what a person says of them, and hints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.case_in_hand import CaseInHand
from pages.shared.chart import chart
from scoring.errors import ScoringError
from scoring.figures.keyword_matrix import MOST_RESPONSES, keywords_by_response
from scoring.figures.labels import excerpt
from scoring.keywords import KeywordCoverage, KeywordOptions
from scoring.keywords.languages import AUTO, LANGUAGES
from scoring.keywords.options import parsed_aliases
from scoring.keywords.reference import ReferenceSource, case_coverage, reference_text
from scoring.model import Case

_SOURCE: Final = "keyword_source"
_REQUIRED: Final = "keyword_required"
_LANGUAGE: Final = "keyword_language"
_NUMBERS: Final = "keyword_numbers"
_COMPOUNDS: Final = "keyword_compounds"
_STOP_WORDS: Final = "keyword_stop_words"
_KEPT_WORDS: Final = "keyword_kept_words"
_ALIASES: Final = "keyword_aliases"
_COVERED: Final = "keyword_covered"
_NOT_COVERED: Final = "keyword_not_covered"
_SOURCE_NAMES: Final = {
    ReferenceSource.QUERY: "the query",
    ReferenceSource.CONTEXTS: "the contexts",
    ReferenceSource.REQUIRED: "a list of my own",
}
_TEXT_NAMES: Final = {
    ReferenceSource.QUERY: "Query",
    ReferenceSource.CONTEXTS: "Contexts",
    ReferenceSource.REQUIRED: "Must mention",
}
_MOST_HINTS: Final = 20


@dataclass(frozen=True, slots=True)
class Reading:
    """A case's Keyword Coverage as the panel's settings have it.

    Attributes:
        coverage: What came of it.
        reference: The text that the keywords are from.
        reference_name: What that text is called on the page.
        fault: What is wrong with the settings, if anything is; the default stood in for them.
    """

    coverage: KeywordCoverage
    reference: str
    reference_name: str
    fault: ScoringError | None = None


def read(hand: CaseInHand, scale: float) -> Reading:
    """The Keyword Coverage of the case in hand, under the panel's settings."""
    case = hand.result_case
    source = _source()
    try:
        coverage = _coverage(case, scale)
    except ScoringError as fault:
        return Reading(case_coverage(case, scale=scale), case.query, "Query", fault)
    text = reference_text(case, source, _typed(_REQUIRED))
    return Reading(coverage, text, _TEXT_NAMES[source])


def _coverage(case: Case, scale: float) -> KeywordCoverage:
    return case_coverage(
        case,
        _source(),
        _typed(_REQUIRED),
        language=str(state.widget_value(_LANGUAGE) or AUTO),
        scale=scale,
        options=_options(),
    )


def _source() -> ReferenceSource:
    return ReferenceSource(str(state.widget_value(_SOURCE) or ReferenceSource.QUERY))


def _options() -> KeywordOptions:
    return KeywordOptions(
        count_numbers=bool(state.widget_value(_NUMBERS)),
        stop_words=frozenset(_lines(_STOP_WORDS)),
        kept_words=frozenset(_lines(_KEPT_WORDS)),
        compounds=_lines(_COMPOUNDS),
        aliases=parsed_aliases(_typed(_ALIASES)),
    )


def render(hand: CaseInHand, reading: Reading) -> None:
    """Draw the panel: folded away, and made only when it is opened."""
    if reading.fault is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge("Keyword settings not taken", color="red")
            st.text(str(reading.fault))
    left, right = st.columns(2)
    own_word = left.expander("Your own word on keywords", key="keyword_word", on_change="rerun")
    if own_word.open:
        with own_word:
            _marks(hand, reading.coverage)
            _hints(reading.coverage)
    settings = right.expander("How keywords are read", key="keyword_settings", on_change="rerun")
    if settings.open:
        with settings:
            _settings()
    if reading.fault is None:
        _other_responses(hand.result_case, reading.coverage)


def _other_responses(case: Case, coverage: KeywordCoverage) -> None:
    """The keywords against every response that the dataset has to this query, when asked for."""
    others = _others(case)
    if not others:
        return
    several = f"{len(others)} other responses" if len(others) > 1 else "one other response"
    panel = st.expander(f"And {several} to this query", key="keyword_others", on_change="rerun")
    if not panel.open:
        return
    with panel:
        shown = others[: MOST_RESPONSES - 1]
        coverages = [coverage, *(_coverage(other, coverage.scale) for other in shown)]
        names = _names([case, *shown])
        view = keywords_by_response(names, coverages)
        if view is None:
            st.text("The query has no keyword.")
        else:
            chart(view.figure, key="keyword_matrix", alt=view.alt, table=view.table)
            lines = [f"{number}  {excerpt(name, 60)}" for number, name in enumerate(names, start=1)]
            st.text("\n".join([f"{lines[0]} (this one)", *lines[1:]]))
        if len(shown) < len(others):
            st.caption(f"The first {len(shown)} of them.")


def _others(case: Case) -> list[Case]:
    dataset, opened = state.dataset(), state.opened_case()
    return [
        other
        for position, other in enumerate(() if dataset is None else dataset.cases)
        if other.query == case.query and position != opened and not _is_same(other, case)
    ]


def _is_same(one: Case, other: Case) -> bool:
    return (one.id, one.configuration, one.response) == (
        other.id,
        other.configuration,
        other.response,
    )


def _names(cases: Sequence[Case]) -> list[str]:
    """What tells the cases apart: their configurations, or else their ids, this case first."""
    configurations = [case.configuration or "" for case in cases]
    apart = all(configurations) and len(set(configurations)) == len(cases)
    return configurations if apart else [case.id for case in cases]


def _marks(hand: CaseInHand, found: KeywordCoverage) -> None:
    """Two lists, whose options are inert whatever the keywords hold."""
    marks = hand.overrides.keywords
    names = [match.keyword for match in found.matches]
    for key, label, covered in (
        (_COVERED, "Covered, whatever was found", True),
        (_NOT_COVERED, "Not covered, whatever was found", False),
    ):
        chosen = [name for name in names if marks.get(name.casefold()) is covered]
        state.set_widget_value(key, chosen)
        st.multiselect(
            label,
            names,
            key=key,
            placeholder="Pick keywords",
            on_change=_take_marks,
            args=(key, covered, tuple(name.casefold() for name in names)),
        )


def _take_marks(key: str, covered: bool, names: tuple[str, ...]) -> None:
    hand = state.hand()
    picked = state.widget_value(key)
    if hand is None or not isinstance(picked, list):
        return
    marks = {
        name: mark
        for name, mark in hand.overrides.keywords.items()
        if name not in names or mark is not covered
    }
    marks |= {str(name).casefold(): covered for name in picked}
    state.correct(replace(hand.overrides, keywords=marks))


def _hints(found: KeywordCoverage) -> None:
    lines = [
        f"{match.keyword} – {', '.join(near.text for near in nears)}"
        for match in found.missing[:_MOST_HINTS]
        if (nears := found.near_misses(match))
    ]
    if lines:
        st.markdown("**Near misses in the response**, which never score:")
        st.text("\n".join(lines))


def _settings() -> None:
    st.selectbox(
        "Keywords of",
        list(ReferenceSource),
        format_func=_SOURCE_NAMES.__getitem__,
        key=_SOURCE,
        persist_state="session",
    )
    if state.widget_value(_SOURCE) == ReferenceSource.REQUIRED:
        st.text_area(
            "Must mention",
            key=_REQUIRED,
            placeholder='one a line; "R^2" in quotes as it stands; term^2 counts twice',
            persist_state="session",
        )
    st.selectbox(
        "Language",
        [AUTO, *LANGUAGES],
        format_func=lambda code: "decide by the texts" if code == AUTO else LANGUAGES[code].name,
        key=_LANGUAGE,
        persist_state="session",
    )
    st.toggle("Count bare numbers as keywords", key=_NUMBERS, persist_state="session")
    for key, label, hint in (
        (_COMPOUNDS, "Terms to keep whole", "vector store"),
        (_STOP_WORDS, "More stop words", "company"),
        (_KEPT_WORDS, "Stop words to count all the same", "how"),
        (_ALIASES, "Aliases", "JS = JavaScript"),
    ):
        st.text_area(
            f"{label}, one a line", key=key, placeholder=hint, height=80, persist_state="session"
        )


def _typed(key: str) -> str:
    return str(state.widget_value(key) or "")


def _lines(key: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in _typed(key).splitlines() if line.strip())
