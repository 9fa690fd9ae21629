"""The dataset at a glance: scores and bands, what recurs, and what to do next. Clicks filter."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages.shared import dataset_table
from pages.shared.chart import ClickedPoint, chart
from pages.shared.dataset_filters import Rows
from scoring.bands import KEYWORD_BANDS, RELEVANCE_BANDS, Band
from scoring.evaluation import Mean
from scoring.figures import theme
from scoring.figures.dataset import band_counts, recurring, score_spread
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tallies import histogram
from scoring.tallies.setting import band_bounds

_SCORES: Final = "Scores"
_NEXT: Final = "What to do next"
_BINS: Final = 20


def render(rows: Rows, chosen_bands: tuple[str, ...]) -> None:
    """Draw the means, and one of the two sections.

    Args:
        rows: The cases under the current setting.
        chosen_bands: The bands that the table is filtered by.
    """
    _means(rows)
    section = st.segmented_control(
        "At a glance",
        (_SCORES, _NEXT),
        default=_SCORES,
        required=True,
        key="dataset_section",
        label_visibility="collapsed",
        persist_state="session",
    )
    if section == _SCORES:
        _scores(rows, chosen_bands)
    else:
        _next(rows)


def _means(rows: Rows) -> None:
    relevance = _mean(rows.relevance)
    left, right = st.columns(2)
    with left:
        _metric("Mean Context Relevance", relevance, rows.scale)
    with right:
        if rows.keywords is None:
            st.metric(f"Mean Keyword Coverage, of {rows.scale:g}", "…", border=True)
        else:
            _metric("Mean Keyword Coverage", _mean(rows.coverage), rows.scale)


def _mean(values: npt.NDArray[np.float64]) -> Mean:
    present = values[~np.isnan(values)]
    return Mean(float(present.mean()) if len(present) else None, len(present), len(values))


def _metric(label: str, mean: Mean, scale: float) -> None:
    st.metric(
        f"{label}, of {scale:g}",
        "–" if mean.value is None else shown(mean.value),
        delta=f"mean of {mean.counted:,} of {mean.total:,}",
        delta_color="off",
        delta_arrow="off",
        border=True,
    )


def _scores(rows: Rows, chosen: tuple[str, ...]) -> None:
    counts = np.bincount(rows.bands[rows.bands >= 0], minlength=len(RELEVANCE_BANDS)).tolist()
    left, right = st.columns(2)
    with left:
        bands = list(zip(RELEVANCE_BANDS, counts, strict=True))
        _show(band_counts("Context Relevance by band", bands, chosen), "band_counts", _take_band)
    with right:
        tallies = rows.dataset.tallies
        if tallies.cases:
            bins = histogram(tallies, rows.penalties, rows.scale, _BINS)
            mean = _mean(rows.relevance).value or 0.0
            view = score_spread(
                "Spread of Context Relevance", bins.edges.tolist(), bins.cases.tolist(), mean
            )
            _show(view, "score_spread", _take_range)
    if rows.keywords is not None:
        _keyword_scores(rows)
    st.caption("Click a bar of Context Relevance to see its cases in the table.")


def _keyword_scores(rows: Rows) -> None:
    values = rows.coverage[~np.isnan(rows.coverage)]
    left, right = st.columns(2)
    with left:
        view = band_counts("Keyword Coverage by band", _keyword_bands(rows), ())
        _show(view, "keyword_band_counts", None)
    with right:
        if len(values):
            cases, edges = np.histogram(values, _BINS, (0.0, rows.scale))
            view = score_spread(
                "Spread of Keyword Coverage", edges.tolist(), cases.tolist(), float(values.mean())
            )
            _show(view, "keyword_spread", None)


def _keyword_bands(rows: Rows) -> list[tuple[Band, int]]:
    """As `band_of` decides, thousands at once."""
    ascending = band_bounds(KEYWORD_BANDS)[::-1]
    values = rows.dataset.keyword_scores
    reached = np.searchsorted(ascending, values[~np.isnan(values)], side="right")
    counts = np.bincount(len(ascending) - reached, minlength=len(KEYWORD_BANDS))
    return list(zip(KEYWORD_BANDS, counts.tolist(), strict=True))


def _next(rows: Rows) -> None:
    dataset = rows.dataset
    left, right = st.columns(2)
    with left:
        view = recurring(
            "Missing most often",
            dataset.missing_items,
            what="judged cases miss it",
            colour=theme.MISSING,
        )
        _show(view, "recurring_missing", _take_text, "No judge named a missing item.")
    with right:
        view = recurring(
            "High pieces left unused most often",
            dataset.unused_pieces,
            what="times that it was high, it went unused",
            colour=theme.UNUSED,
        )
        _show(view, "recurring_unused", _take_text, "No high piece went unused.")
    left, right = st.columns(2)
    with left:
        _dropping(rows)
    with right:
        _missed_keywords(rows)
    st.caption("Click a bar to see its cases in the table.")


def _missed_keywords(rows: Rows) -> None:
    if rows.keywords is None:
        return
    with st.spinner("Gathering missed keywords…"):
        view = recurring(
            "Keywords missed most often",
            rows.dataset.missed_keywords,
            what="responses that need it miss it",
            colour=theme.MISSING,
        )
    _show(view, "recurring_keywords", _take_keyword, "No response misses a keyword.")


def _dropping(rows: Rows) -> None:
    dropping = rows.dataset.dropping
    means = dropping.means(rows.penalties, rows.scale)
    with st.container(border=True, key="dropping"):
        st.markdown("**If low and none pieces were not retrieved**")
        if means is None:
            st.markdown("No case would keep a piece.")
            return
        before, after = means
        st.metric(
            "Mean Context Relevance, of the cases that keep a piece",
            shown(after),
            delta=f"{after - before:+.2f} from {shown(before)}",
        )
        share = dropping.dropped / max(1, dropping.pieces)
        st.markdown(
            f"{dropping.dropped:,} of {dropping.pieces:,} pieces ({share:.0%}) would go, "
            f"{dropping.used:,} of which the responses used. {dropping.emptied:,} cases would keep "
            "none and have no score."
        )


def _show(
    view: View | None,
    key: str,
    on_click: Callable[[ClickedPoint], None] | None,
    without: str = "",
) -> None:
    if view is not None:
        chart(view.figure, key=key, alt=view.alt, table=view.table, on_click=on_click)
    elif without:
        st.info(without)


def _take_band(point: ClickedPoint) -> None:
    if isinstance(point.customdata, str):
        dataset_table.toggle(dataset_table.BANDS, point.customdata)


def _take_range(point: ClickedPoint) -> None:
    if isinstance(point.customdata, list):
        dataset_table.set_range(*map(float, point.customdata))


def _take_text(point: ClickedPoint) -> None:
    if isinstance(point.customdata, str):
        dataset_table.set_text(point.customdata)


def _take_keyword(point: ClickedPoint) -> None:
    if isinstance(point.customdata, str):
        dataset_table.set_keyword(point.customdata)
