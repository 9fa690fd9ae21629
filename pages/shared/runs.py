"""Judging runs of this process, as the pages start them and follow them."""

from dataclasses import replace
from typing import Final

import streamlit as st

from pages.shared import cache, judge_settings, state
from scoring.errors import JudgeError, ScoringError
from scoring.judging import Run
from scoring.model import Case, Judgement
from scoring.scorer import unscorable_relevance

_PATIENCE: Final = 1.5
"""Seconds that a page waits for a judge before it shows progress instead; the embedded judge is
done by then, and a page that redraws once is calmer than one that redraws twice."""


def begin(case: Case, *, anew: bool = False) -> None:
    """Have the judge that the sidebar names judge a case. Call it from a callback.

    Args:
        case: What to judge.
        anew: Ask a model although the store has its judgement of this very text.
    """
    state.end_judging()  # a second click must not leave a paid run that nobody follows
    state.set_failure(None)
    settings = state.settings()
    if unscorable_relevance(case, settings.penalties, settings.scale) is not None:
        return
    choice = state.judge_choice()
    try:
        judge = judge_settings.judge(choice)
        store = cache.judgement_store() if choice.kind == "llm" and choice.kept else None
    except ScoringError as error:
        state.set_failure(error)
        return
    # Somebody sits before the page and waits: better to hear soon why it does not work.
    limits = replace(choice.limits(), retries=1, patience=60.0)
    run = Run([case], judge, limits=limits, store=store, fresh=anew and store is not None)
    run.start()
    state.set_judging(run, case)


def follow() -> bool:
    """Show how the session's run is getting on, and take its outcome in when there is one.

    Returns:
        Whether the page should wait for the run before it shows a result.
    """
    judging = state.judging()
    if judging is None:
        return False
    run, case = judging
    try:
        with st.spinner("Judging…"):
            finished = run.wait(max(0.0, _PATIENCE - run.snapshot().elapsed))
    except Exception:  # a bug: said once, and the page works again
        state.end_judging()
        raise
    if finished:
        _take_in(run, case)
        return False
    _progress()
    return True


@st.fragment(run_every=0.5)
def _progress() -> None:
    judging = state.judging()
    if judging is None or judging[0].over:
        st.rerun()  # the whole page: a fragment alone would leave the rest as it was
    snapshot = judging[0].snapshot()
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"The judge is reading… {snapshot.elapsed:.0f} s")
        st.button("Stop judging", key="stop_run", on_click=_stop)


def _stop() -> None:
    state.end_judging()
    state.set_failure(JudgeError("Stopped before the judge answered. The case is as it was."))


def _take_in(run: Run, case: Case) -> None:
    state.end_judging()
    hand = state.hand()
    outcome = run.snapshot().outcomes[0]
    if hand is None or hand.case != case or outcome is None:
        return
    if isinstance(outcome, Judgement):
        state.set_hand(hand.with_judgement(outcome))
    else:
        state.set_failure(outcome)
