"""Penalties fitted to what a person says of some cases."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Final

import streamlit as st

from pages.shared import state, tune_labels, tune_weights
from pages.shared.chart import chart
from pages.shared.tune_scope import Scope
from scoring.calibration import Calibration, LabelKind, calibrate, pass_labels, score_labels
from scoring.errors import ScoringError
from scoring.figures.tuning import PARAMETER_NAMES, fit_errors, fit_learning, fit_ranges
from scoring.figures.view import View
from scoring.settings_export import rounded
from scoring.tallies import DOCUMENTED_WEIGHTS

_MOST: Final = 50
_PATIENCE: Final = 1.5
"""Seconds that the page waits for a fit before it says that it is under way."""

_KINDS: Final[Mapping[LabelKind, str]] = {
    LabelKind.SCORES: "Scores",
    LabelKind.PASSES: "Pass or fail",
}
_SLIDERS: Final = (state.UNUSED, state.MISSING, state.CAP, state.SCALE, state.THRESHOLD)

# Fits of all sessions take turns, so that they cannot take the machine from the pages.
_fits: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fit")


def render(scope: Scope) -> None:
    """Draw the section."""
    st.markdown(
        "Give some cases the score, or the verdict, that **you** would give. The penalties that "
        "meet you best are found, with how sure they are."
    )
    kind = st.segmented_control(
        "Labels are",
        list(_KINDS),
        default=LabelKind.SCORES,
        format_func=_KINDS.__getitem__,
        required=True,
        key="tune_label_kind",
        persist_state="session",
    )
    tune_labels.table(scope, kind)
    left, right = st.columns(2)
    with left:
        tune_labels.source(scope, kind)
    with right:
        _start(scope, kind)
    _outcome(scope, kind)


def _start(scope: Scope, kind: LabelKind) -> None:
    sheet = state.label_sheet(kind)
    weights = st.checkbox(
        "Fit the weights of medium and low too",
        key="tune_fit_weights",
        help="This leaves the documented formula.",
        persist_state="session",
    )
    threshold = kind is LabelKind.PASSES and st.checkbox(
        "Fit the pass threshold too", key="tune_fit_threshold", persist_state="session"
    )
    with st.container(horizontal=True):
        st.button(
            "Fit the penalties",
            key="tune_fit",
            type="primary",
            disabled=not sheet.values,
            on_click=_begin,
            args=(scope, kind, bool(weights), bool(threshold)),
        )
    st.caption("A fit of three penalties needs at least six labels, and is worth little below 20.")


def _begin(scope: Scope, kind: LabelKind, weights: bool, threshold: bool) -> None:
    state.set_failure(None)
    labels = state.label_sheet(kind).values
    state.set_fit(
        state.Fit(
            kind,
            labels,
            scope.dataset,
            scope.settings.scale,
            time.monotonic(),
            _fits.submit(_fitted, scope, kind, labels, weights, threshold),
        )
    )


def _fitted(
    scope: Scope,
    kind: LabelKind,
    labels: Mapping[int, float | bool],
    weights: bool,
    threshold: bool,
) -> Calibration:
    """Fit; in a thread of its own, so that the page stays quick."""
    given = [labels.get(position) for position in range(scope.tallies.total)]
    return calibrate(
        scope.tallies,
        score_labels(scope.tallies, given)
        if kind is LabelKind.SCORES
        else pass_labels(scope.tallies, [None if each is None else bool(each) for each in given]),
        start=scope.settings.penalties,
        threshold=scope.threshold,
        fit_weights=weights,
        fit_threshold=threshold,
        scale=scope.settings.scale,
    )


def _outcome(scope: Scope, kind: LabelKind) -> None:
    fit = state.fit()
    if fit is None or fit.kind is not kind:
        return
    patience = fit.begun + _PATIENCE - time.monotonic()
    if not fit.outcome.done() and patience > 0:
        with st.spinner("Fitting…"):
            wait([fit.outcome], patience)
    if not fit.outcome.done():
        _progress()
        return
    try:
        calibration = fit.outcome.result()
    except ScoringError as error:
        st.badge("That did not work", color="red")
        st.text(str(error))
        return
    _result(scope, calibration, current=_is_current(fit, scope))


def _is_current(fit: state.Fit, scope: Scope) -> bool:
    """Whether what was fitted to is what is there now."""
    return (
        fit.dataset is scope.dataset
        and fit.labels == state.label_sheet(fit.kind).values
        and fit.scale == scope.settings.scale
    )


@st.fragment(run_every=0.5)
def _progress() -> None:
    fit = state.fit()
    if fit is None or fit.outcome.done():
        st.rerun()  # the whole page: a fragment alone would leave the rest as it was
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown("Fitting…")
        # One that has begun ends by itself, unseen.
        st.button("Drop it", key="tune_drop_fit", on_click=state.set_fit, args=(None,))


def _result(scope: Scope, calibration: Calibration, *, current: bool) -> None:
    st.subheader("What was found", anchor=False)
    if not current:
        st.warning("The labels, the judgements or the scale have changed since: fit again.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(_found(calibration))
        st.button(
            "Apply",
            key="tune_apply",
            type="primary",
            on_click=_apply,
            args=(calibration,),
            disabled=_is_applied(scope, calibration),
        )
        st.button(
            "Undo",
            key="tune_undo_apply",
            on_click=state.undo_fit,
            disabled=not state.fit_applied(),
        )
    for fitted in calibration.parameters:
        if not fitted.identified:
            st.markdown(
                f"- The {PARAMETER_NAMES[fitted.parameter]} is **not identified**. {fitted.note}"
            )
    if calibration.ignored:
        st.caption(f"{calibration.ignored} labels are of cases without a score.")
    left, right = st.columns(2)
    with left:
        _show(fit_errors(calibration), "tune_fit_errors")
        _show(fit_learning(calibration), "tune_fit_learning")
        st.caption(
            f"{calibration.learning.outlook} What is identified would be surer: four times as many "
            "labels halve its range."
        )
    with right:
        _show(fit_ranges(calibration), "tune_fit_ranges")
        _disagreements(scope, calibration)


def _found(calibration: Calibration) -> str:
    penalties = calibration.penalties
    words = (
        f"Unused high {penalties.unused_high_relevance_context:.3f}, "
        f"missing item {penalties.missing_context_per_item:.3f}, "
        f"cap {penalties.max_missing_context_penalty:.3f}"
    )
    if calibration.weights != DOCUMENTED_WEIGHTS:
        weights = calibration.weights
        words += f"; weights: medium {weights.medium:.2f}, low {weights.low:.2f}"
    if calibration.threshold is not None:
        words += f"; passes from {calibration.threshold * calibration.scale:.2f}"
    return f"{words} ({calibration.labelled} labels)."


def _is_applied(scope: Scope, calibration: Calibration) -> bool:
    return (
        scope.settings.penalties == rounded(calibration.penalties)
        and scope.tallies.weights == tune_weights.rounded(calibration.weights)
        and (calibration.threshold is None or round(calibration.threshold, 2) == scope.threshold)
    )


def _apply(calibration: Calibration) -> None:
    state.remember_before_fit((*_SLIDERS, tune_weights.EXPERIMENT, *tune_weights.WEIGHT_KEYS))
    state.set_settings(replace(state.settings(), penalties=rounded(calibration.penalties)))
    if calibration.threshold is not None:
        state.set_widget_value(state.THRESHOLD, round(calibration.threshold, 2))
    tune_weights.put(tune_weights.rounded(calibration.weights))


def _disagreements(scope: Scope, calibration: Calibration) -> None:
    most = calibration.disagreements[:_MOST]
    if not most:
        return
    st.markdown("**Labelled cases that disagree most**")
    verdict = {True: "pass", False: "fail"}
    st.dataframe(
        scope.table(
            (each.position for each in most),
            {
                "label": [
                    verdict[each.label] if isinstance(each.label, bool) else each.label
                    for each in most
                ],
                "before": [each.before for each in most],
                "fitted": [each.after for each in most],
                "off by": [each.gap for each in most],
            },
        ),
        key="tune_disagreements",
        hide_index=True,
        height=320,
        column_config={
            name: st.column_config.NumberColumn(format="%.2f")
            for name in ("before", "fitted", "off by")
        },
    )


def _show(view: View, key: str) -> None:
    chart(view.figure, key=key, alt=view.alt, table=view.table)
