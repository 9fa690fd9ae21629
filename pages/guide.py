"""Both formulas, with the numbers of the case in hand, and what the scores mean."""

from collections.abc import Sequence

import streamlit as st

from pages.shared import keyword_panel, state
from pages.shared.hand_score import relevance_of
from scoring.bands import KEYWORD_BANDS, RELEVANCE_BANDS, Band
from scoring.formula import written_out
from scoring.model import Judgement
from scoring.precision import context_precision
from scoring.relevance import WEIGHTS, score_relevance
from scoring.rounding import shown

_RELEVANCE_FORMULA = r"""
\text{score} = \max\Bigl(0,\;
\underbrace{\frac{\sum \text{weight of each context}}{\text{number of contexts}}}_{\text{base}}
- \underbrace{u \cdot p_u}_{\text{unused}}
- \underbrace{\min(m \cdot p_m,\; c)}_{\text{missing}}\Bigr) \cdot \text{scale}
"""

_KEYWORD_FORMULA = r"""
\text{score} = \frac{\text{matched keywords}}{\text{all keywords of the query}} \cdot \text{scale}
"""


def render() -> None:
    """Draw the page."""
    st.title("How the scores are made", anchor=False)
    st.markdown(
        "**Judge once, score for ever.** A judge reads each context once: how relevant it is, "
        "whether the response used it, and what was missing. Everything after that is arithmetic, "
        "so moving a slider changes the score at once and never asks a judge again."
    )
    _relevance()
    _keywords()
    st.caption(
        "The documentation leaves holes between its bands (0.85?); in both tables each reaches "
        "from its lower bound up to the next, decided on score / scale rounded to nine places. "
        "Penalties can bring a case into a band whose documented words do not fit it: the reason "
        "beside its score says what did."
    )
    _precision()


def _relevance() -> None:
    st.header("Context Relevance", anchor=False)
    st.latex(_RELEVANCE_FORMULA)
    penalties = state.settings().penalties
    weights = ", ".join(f"{level} {weight:g}" for level, weight in WEIGHTS.items())
    st.markdown(
        f"- **Weight** of a context by its level: {weights}.\n"
        f"- $u$ counts the high contexts that the response did not use; each costs "
        f"$p_u$ = **{penalties.unused_high_relevance_context:g}**.\n"
        f"- $m$ counts the missing items (the same item twice, case and spacing aside, counts "
        f"once); each costs $p_m$ = **{penalties.missing_context_per_item:g}**, together at most "
        f"$c$ = **{penalties.max_missing_context_penalty:g}**.\n"
        "- The score stops at 0. The order of the contexts does not matter.\n"
        "- No contexts at all is *not scorable*, not a perfect score; a piece without a verdict "
        "makes the case *partial*. Neither goes into a mean unasked."
    )
    hand = state.hand()
    if hand is None or hand.judgement is None:
        st.info("Judge a case on the Score page, and its numbers stand here too.")
    else:
        result = relevance_of(hand, state.settings())
        st.markdown("**With the numbers of the case in hand**")
        lines = written_out(result)
        st.code("\n".join(lines) if lines else result.reason, language=None, wrap_lines=True)
    _bands(RELEVANCE_BANDS)


def _keywords() -> None:
    st.header("Keyword Coverage", anchor=False)
    st.latex(_KEYWORD_FORMULA)
    st.markdown(
        "- Stop words and question words are dropped, case is folded, word forms meet "
        "(*running*, *run*), technical and compound terms stay whole (React.js, C++, "
        "*machine learning*).\n"
        "- Two empty texts score 1; one empty text scores 0; a query of stop words alone is *not "
        "scorable*."
    )
    hand = state.hand()
    if hand is not None:
        coverage = keyword_panel.read(hand, state.settings().scale).coverage
        if coverage.score is not None and coverage.total:
            st.markdown("**With the numbers of the case in hand**")
            st.code(
                f"score = {coverage.matched} / {coverage.total} x {coverage.scale:g} "
                f"= {shown(coverage.score)}",
                language=None,
            )
    _bands(KEYWORD_BANDS)


def _bands(bands: Sequence[Band]) -> None:
    rows = "\n".join(
        f"| from {band.lower:g} | **{band.name}** | {band.meaning} |" for band in bands
    )
    st.markdown(f"| score / scale | band | documented as |\n|---|---|---|\n{rows}")


def _precision() -> None:
    st.header("Context Relevance or Context Precision?", anchor=False)
    st.markdown(
        "| | Context Relevance | Context Precision |\n|---|---|---|\n"
        "| looks at | level, usage, gaps | relevant or not, and the rank |\n"
        "| order of contexts | does not matter | early hits are rewarded |\n"
        "| grades | high, medium, low, none | yes (high, medium) or no |\n"
        "| unused or missing information | costs | is not seen |\n"
        "| formula | weighted mean less penalties | mean average precision |\n"
        "| ask it when | tuning what is retrieved and used | tuning the ranking |"
    )
    judgement = _judgement()
    if judgement is None:
        return
    settings = state.settings()
    backwards = judgement.rearranged(range(judgement.context_count)[::-1])
    rows = "\n".join(
        f"| {name} | {_two_places(score_relevance(order, settings.penalties).score)} "
        f"| {_two_places(context_precision(order))} |"
        for name, order in (("as retrieved", judgement), ("in reverse", backwards))
    )
    st.markdown(
        "**The case in hand, its contexts as they are and in reverse**\n\n"
        f"| order | relevance | precision |\n|---|---|---|\n{rows}"
    )


def _two_places(score: float | None) -> str:
    return "–" if score is None else shown(score)


def _judgement() -> Judgement | None:
    hand = state.hand()
    return None if hand is None else hand.corrected


render()
