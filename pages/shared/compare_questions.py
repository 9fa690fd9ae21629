"""Question by question: which ones made the difference, and one of them opened."""

from typing import Final

import streamlit as st

from pages.shared import compare_case, state
from pages.shared.chart import ClickedPoint, chart
from pages.shared.compare_choice import Choice
from scoring.comparison import Questions, QuestionValues, ranked, signed
from scoring.figures.comparison.questions import TwoSides, dumbbells, scatter
from scoring.figures.labels import excerpt

_ROWS: Final = 12
_MOST_LISTED: Final = 50
_BACKWARDS: Final = slice(None, None, -1)
_WORST_FIRST: Final = "regressions first"
_BEST_FIRST: Final = "improvements first"


def render(choice: Choice) -> None:
    """Draw the scatter, the dumbbells, the lists, and the question that is open."""
    sample = choice.sample()
    if not sample.pairs.size:
        st.info("No question has this metric under every configuration.")
        return
    questions = ranked(sample, choice.sides.pairing.pairs, choice.baseline, choice.other)
    two = TwoSides(
        metric=choice.metric.value,
        baseline=choice.baseline,
        other=choice.other,
        configurations=choice.configurations,
        direction=choice.metric.direction,
        unit=sample.scale if choice.metric.scaled else None,
    )
    cloud, listed = st.columns([1, 1])
    with cloud:
        view = scatter(questions, two)
        if view is not None:
            chart(
                view.figure,
                key="compare_scatter",
                alt=view.alt,
                table=view.table,
                on_click=lambda point: _open_clicked(choice, point),
            )
        _lists(choice, questions)
    with listed:
        _ranked(choice, questions, two)
    position = state.opened_pair(choice.sides)
    if position is None:
        st.info("Click a question, or pick one from a list, to see both sides of it.")
    else:
        compare_case.render(choice, position)


def _ranked(choice: Choice, questions: Questions, two: TwoSides) -> None:
    """A page of dumbbells, sorted by difference."""
    order, page = st.columns([2, 1], vertical_alignment="bottom")
    first = order.segmented_control(
        "Order",
        [_WORST_FIRST, _BEST_FIRST],
        default=_WORST_FIRST,
        key="compare_order",
        label_visibility="collapsed",
    )
    ordered = questions if first == _WORST_FIRST else questions.part(_BACKWARDS)
    last = -(-len(ordered) // _ROWS)
    number = 1
    if last > 1:
        number = page.number_input(f"Page, of {last}", 1, last, 1, key="compare_page")
    view = dumbbells(ordered.part(slice((number - 1) * _ROWS, number * _ROWS)).told(), two)
    if view is not None:
        chart(
            view.figure,
            key="compare_dumbbells",
            alt=view.alt,
            table=view.table,
            on_click=lambda point: _open_clicked(choice, point),
        )


def _lists(choice: Choice, questions: Questions) -> None:
    """Regressions and improvements, to open one of them."""
    sign = choice.metric.direction or 1
    words = ("Regressions", "Improvements") if choice.metric.direction else ("Lower", "Higher")
    for name, ordered, side, key in (
        (words[0], questions, -sign, "compare_regression"),
        (words[1], questions.part(_BACKWARDS), sign, "compare_improvement"),
    ):
        count = int((side * questions.differences > 0).sum())
        listed = ordered.part(slice(min(count, _MOST_LISTED))).told()
        by_position = {one.position: one for one in listed}
        most = f"{count:,}, the first {_MOST_LISTED}" if count > _MOST_LISTED else f"{count}"
        st.selectbox(
            f"{name} ({most})",
            list(by_position),
            index=None,
            format_func=lambda position, named=by_position: _line(named[position]),
            placeholder="Open one" if count else "None",
            key=key,
            disabled=not count,
            on_change=_open_listed,
            args=(choice, key),
        )


def _line(one: QuestionValues) -> str:
    return f"{signed(one.difference)} · {excerpt(one.id, 24)} · {excerpt(one.query, 80)}"


def _open_listed(choice: Choice, key: str) -> None:
    position = state.widget_value(key)
    if isinstance(position, int):
        state.open_pair(choice.sides, position)


def _open_clicked(choice: Choice, point: ClickedPoint) -> None:
    """Open the question of a point; where several lie on one, the next of them at each click."""
    here = point.customdata if isinstance(point.customdata, list) else [point.customdata]
    positions = [position for position in here if isinstance(position, int)]
    if not positions:
        return
    current = state.opened_pair(choice.sides)
    following = positions.index(current) + 1 if current in positions else 0
    state.open_pair(choice.sides, positions[following % len(positions)])
