"""Having a dataset judged: what it will take, the run with its progress, its failures."""

from typing import Final

import streamlit as st

from pages.shared import cache, judge_settings, state, text
from pages.shared.dataset import Dataset
from pages.shared.dataset_desk import Judging, is_over
from scoring.errors import ScoringError
from scoring.judges.llm import LLMJudge
from scoring.judging import Estimate, Run, RunState, Snapshot, estimate
from scoring.model import Case

_POLL: Final = 1.0
_REFRESH: Final = 5.0
"""Seconds between two looks at a run, and between two repaints of the table beside it."""
_FRESH: Final = "judge_anew"
_MOST_FAILURES: Final = 20


def render(dataset: Dataset) -> None:
    """Draw what can be judged, the run that is going on, and what became of the latest one.

    Args:
        dataset: The cases, with what a run has brought so far.
    """
    desk = state.desk()
    if desk is None:
        return
    with st.container(border=True, key="judging"):
        judging = desk.judging
        if judging is not None and desk.busy:
            _progress()
            return
        _offer(dataset)
        _plan(dataset)
        if judging is not None:
            _ended(judging.run.snapshot(), judging)
        if dataset.failures:
            _failures(dataset)


def _offer(dataset: Dataset) -> None:
    unjudged, scorable = dataset.unjudged, dataset.scorable
    failed = tuple(place for place in unjudged if place in dataset.failures)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Judge {len(unjudged):,} unjudged cases" if unjudged else "All cases are judged",
            key="judge_unjudged",
            type="primary" if unjudged else "secondary",
            on_click=_ask,
            args=(unjudged,),
            disabled=not unjudged,
        )
        if failed:
            st.button(
                f"Retry {len(failed):,} failed",
                key="retry_failed",
                on_click=_ask,
                args=(failed,),
            )
        if len(scorable) > len(unjudged):
            st.button(
                f"Judge all {len(scorable):,} again",
                key="judge_all",
                on_click=_ask,
                args=(scorable,),
                help="Corrections of yours stay.",
            )
        st.text(f"Judge: {judge_settings.described(state.judge_choice())}")


def _ask(positions: tuple[int, ...]) -> None:
    """A model's price is shown before it is asked; a judge on this machine begins at once."""
    state.set_failure(None)
    if state.judge_choice().kind == "llm":
        state.set_plan(positions)
    else:
        _begin(positions)


def _plan(dataset: Dataset) -> None:
    positions, choice = state.plan(), state.judge_choice()
    if positions is None or choice.kind != "llm":
        return
    fresh = choice.kept and st.checkbox(
        "Ask anew what the store has",
        key=_FRESH,
        help="Both answers are kept; the newer one counts.",
    )
    expected = state.expected(choice, fresh=fresh)
    if expected is None:
        with st.spinner("Counting what it will take…"):
            expected = _estimate([dataset.cases[place] for place in positions], choice, fresh=fresh)
        if expected is None:
            return
        state.set_expected(choice, expected, fresh=fresh)
    # A model's name is a person's text.
    st.text(f"{choice.model}: {expected}.")
    with st.expander("What this rests on"):
        st.text("\n".join(expected.assumptions))
    with st.container(horizontal=True):
        st.button(
            "Start judging", key="start_run", type="primary", on_click=_begin, args=(positions,)
        )
        st.button("Leave it", key="drop_plan", on_click=state.set_plan, args=(None,))


def _estimate(cases: list[Case], choice: state.JudgeChoice, *, fresh: bool) -> Estimate | None:
    try:
        judge = judge_settings.judge(choice)
        if not isinstance(judge, LLMJudge):
            return None
        store = cache.judgement_store() if choice.kept else None
        return estimate(cases, judge, store=store, fresh=fresh)
    except ScoringError as error:
        st.badge("That will not work", color="red")
        st.text(str(error))
        return None


def _begin(positions: tuple[int, ...]) -> None:
    desk = state.desk()
    if desk is None:
        return
    state.set_plan(None)
    state.set_failure(None)
    choice = state.judge_choice()
    fresh = bool(state.widget_value(_FRESH))
    try:
        judge = judge_settings.judge(choice)
        store = cache.judgement_store() if choice.kind == "llm" and choice.kept else None
        cases = desk.dataset.cases
        run = Run(
            [cases[place] for place in positions],
            judge,
            limits=choice.limits(),
            store=store,
            fresh=fresh and store is not None,
        )
    except ScoringError as error:
        state.set_failure(error)
        return
    desk.begin(Judging(run, positions, judge_settings.described(choice), kept=store is not None))
    state.set_painted(0, 0.0)


@st.fragment(run_every=_POLL)
def _progress() -> None:
    desk = state.desk()
    judging = None if desk is None else desk.judging
    if desk is None or judging is None:
        st.rerun()
    snapshot = judging.run.snapshot()
    if is_over(snapshot) or _table_is_old(snapshot):
        st.rerun()  # the whole page: a fragment alone would leave the table as it was
    st.progress(
        snapshot.done / max(1, snapshot.total),
        f"Judged {snapshot.done:,} of {snapshot.total:,}"
        + (f", {snapshot.failed:,} failed" if snapshot.failed else ""),
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Stop judging", key="stop_dataset_run", on_click=desk.cancel)
        st.text(" · ".join([judging.judge, *_pace(snapshot), *_spending(snapshot)]))


def _table_is_old(snapshot: Snapshot) -> bool:
    done, when = state.painted()
    old = snapshot.done > done and snapshot.elapsed - when >= _REFRESH
    if old:
        state.set_painted(snapshot.done, snapshot.elapsed)
    return old


def _pace(snapshot: Snapshot) -> list[str]:
    parts = [] if snapshot.rate is None else [f"{snapshot.rate:,.0f} a minute"]
    if snapshot.seconds_left is not None:
        parts.append(f"{_duration(snapshot.seconds_left)} left")
    if snapshot.pause:
        parts.append(f"the server asked for a pause of {snapshot.pause:.0f} s")
    return parts


def _spending(snapshot: Snapshot) -> list[str]:
    spending = snapshot.spending
    if not spending.requests:
        return []
    price = "price unknown" if spending.cost is None else f"${spending.cost:,.4f}"
    parts = [f"{spending.tokens:,} tokens", price]
    if spending.retries:
        parts.append(f"{spending.retries:,} sent again")
    return parts + [f"{count:,} × {kind}" for kind, count in snapshot.failures.items()]


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _ended(snapshot: Snapshot, judging: Judging) -> None:
    said = {
        RunState.FINISHED: "Done",
        RunState.CANCELLED: "Stopped by you",
        RunState.OUT_OF_BUDGET: "Stopped: the budget is spent",
        RunState.STOPPED: "Stopped",
    }.get(snapshot.state, "")
    parts = [
        f"{said}: {snapshot.done - snapshot.failed:,} of {snapshot.total:,} judged",
        f"{snapshot.failed:,} failed" if snapshot.failed else "",
        f"in {_duration(snapshot.elapsed)}",
        judging.judge,
        *_spending(snapshot),
        "kept in the store" if judging.kept else "",
        snapshot.note,
    ]
    st.text(" · ".join(part for part in parts if part))


def _failures(dataset: Dataset) -> None:
    with st.expander(f"{len(dataset.failures):,} cases that no judgement came of"):
        for position, error in list(dataset.failures.items())[:_MOST_FAILURES]:
            st.text(f"{dataset.cases[position].id}: {error}")
            if error.raw_reply:
                text.inert(
                    error.raw_reply,
                    key=f"raw_reply_{position}",
                    label="The judge's reply as it came",
                    height=120,
                )
        if len(dataset.failures) > _MOST_FAILURES:
            st.text(f"… and {len(dataset.failures) - _MOST_FAILURES} more")
