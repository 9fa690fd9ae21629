"""Missing items, priced one by one up to the cap."""

import sys
from typing import Any

import pytest

from scoring.figures import View, missing_items
from scoring.figures.theme import FAINT
from scoring.model import Judgement, Penalties, RelevanceLevel, State, Verdict
from scoring.relevance import score_relevance, unscored_relevance


def test_items_add_up_from_left_to_right() -> None:
    view = _view(("a", "b", "c"))
    bars = _bars(view)

    assert bars["base"] == pytest.approx([0, 0.15, 0.30])
    assert bars["x"] == pytest.approx([0.15, 0.15, 0.15])
    assert bars["marker"]["pattern"]["shape"] == ["", "", ""]
    assert _lines(view) == ["<b>−0.15</b> · a", "<b>−0.15</b> · b", "<b>−0.15</b> · c"]
    assert view.figure.layout.title.text == (
        "Missing items take off 0.45"
        '<br><span style="font-size: 12px">0.05 below the cap of 0.50</span>'
    )
    assert view.figure.layout.xaxis.title.text == "points of the unscaled score, added up"
    assert view.figure.layout.yaxis.title.text == "item"


def test_what_is_beyond_the_cap_is_hatched() -> None:
    view = _view(("a", "b", "c", "d", "e"))
    bars = _bars(view)

    # Solid up to 0.50, which falls into the fourth item; then hatched up to 0.75.
    assert bars["base"] == pytest.approx([0, 0.15, 0.30, 0.45, 0.50, 0.60])
    assert bars["x"] == pytest.approx([0.15, 0.15, 0.15, 0.05, 0.10, 0.15])
    assert bars["marker"]["pattern"]["shape"] == ["", "", "", "", "/", "/"]
    assert _lines(view)[2:] == [
        "<b>−0.15</b> · c",
        "<b>−0.05</b> of 0.15 · d",
        "<b>0</b> of 0.15 · e",
    ]
    assert "the cap of 0.50 saves 0.25 (hatched)" in view.figure.layout.title.text


def test_pale_strips_and_a_mark_show_the_cap() -> None:
    strips, marks = _allowance(_view(("a",)))

    assert strips["x"] == [0.5]
    assert marks["base"] == [0.5]


def test_a_cap_far_out_does_not_squeeze_the_items() -> None:
    view = _view(("a", "b"), Penalties(max_missing_context_penalty=40))

    assert view.figure.layout.xaxis.range[1] == pytest.approx(0.30, rel=0.05)
    assert len(_allowance(view)) == 1
    assert "39.70 below the cap of 40.00" in view.figure.layout.title.text


def test_items_that_say_the_same_have_one_row() -> None:
    assert len(_lines(_view(("The date", "the  date", "a place")))) == 2


def test_items_that_cost_nothing_are_still_listed() -> None:
    view = _view(("a", "b"), Penalties(missing_context_per_item=0))

    assert _lines(view) == ["<b>0</b> · a", "<b>0</b> · b"]
    assert list(_bars(view)["x"]) == []


def test_without_penalty_and_without_cap_there_is_still_an_axis() -> None:
    view = _view(("a",), Penalties(0, 0, 0))

    assert view.figure.layout.xaxis.range[1] >= 1


def test_the_largest_penalties_stay_finite_and_say_no_false_number() -> None:
    largest = sys.float_info.max

    view = _view(("a", "b"), Penalties(largest, largest, largest))

    assert "Infinity" not in view.figure.to_json()
    assert _lines(view)[0].startswith("<b>−17976931348623157")


def test_an_items_text_is_inert() -> None:
    view = _view(("<img src=x onerror=alert(1)> $x^2$",))
    inert = "&lt;img src=x onerror=alert(1)&gt; &#36;x^2&#36;"

    assert _lines(view) == [f"<b>−0.15</b> · {inert}"]
    assert view.figure.data[0].hovertext == (f"{inert}<br>0.15, added up 0.15, taken off 0.15",)
    assert view.table.rows[0][0] == "<img src=x onerror=alert(1)> $x^2$"


def test_the_alternative_text_tells_sum_and_cap() -> None:
    assert _view(("a",)).alt == (
        "1 missing item at 0.15 each add up to 0.15, under the cap of 0.50."
    )
    assert _view(tuple("abcde")).alt == (
        "5 missing items at 0.15 each add up to 0.75; the cap holds that to 0.50."
    )


def test_nothing_missing_no_figure() -> None:
    assert missing_items(score_relevance(_judgement(()))) is None


@pytest.mark.parametrize("state", [State.PARTIAL, State.NOT_SCORABLE, State.FAILED])
def test_without_a_score_there_is_no_figure(state: State) -> None:
    unscored = unscored_relevance(state, "why", Penalties(), 1.0, _judgement(("a",)))

    assert missing_items(unscored) is None


def _judgement(missing: tuple[str, ...]) -> Judgement:
    return Judgement(1, (Verdict(0, RelevanceLevel.HIGH, used=True),), missing=missing)


def _view(missing: tuple[str, ...], penalties: Penalties = Penalties()) -> View:
    view = missing_items(score_relevance(_judgement(missing), penalties))
    assert view is not None
    return view


def _data(view: View) -> list[dict[str, Any]]:
    return list(view.figure.to_plotly_json()["data"])


def _bars(view: View) -> dict[str, Any]:
    return next(trace for trace in _data(view) if "pattern" in trace.get("marker", {}))


def _allowance(view: View) -> list[dict[str, Any]]:
    strip = next(
        position
        for position, trace in enumerate(_data(view))
        if trace.get("marker", {}).get("color") == FAINT
    )
    following = _data(view)[strip:]
    return following[: following.index(_bars(view))]


def _lines(view: View) -> list[str]:
    return next(list(trace["text"]) for trace in _data(view) if trace.get("mode") == "text")
