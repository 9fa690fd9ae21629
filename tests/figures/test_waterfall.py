"""The waterfall's bars, worked out by hand from the documented formula."""

import sys
from dataclasses import replace
from typing import Any

import pytest

from scoring.figures import View, penalty_waterfall
from scoring.figures.theme import GIVEN_BACK, MISSING, TOTAL, UNUSED
from scoring.model import PRESETS, Judgement, Penalties, RelevanceLevel, State, Verdict
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance

HIGH, MEDIUM, LOW, NONE = RelevanceLevel

# Weights 1 + 1 + 0.7 + 0 + 1 = 3.7 of 5: base 0.74. One high context was not used.
MIXED = Judgement(
    5,
    (
        Verdict(0, HIGH, used=True),
        Verdict(1, HIGH, used=True),
        Verdict(2, MEDIUM, used=False),
        Verdict(3, NONE, used=False),
        Verdict(4, HIGH, used=False),
    ),
)
ONE_GAP = replace(MIXED, missing=("a",))
# 5 x 0.15 = 0.75, held to 0.50: from 0.64 to 0.14, and without the cap to -0.11.
CAPPED = replace(MIXED, missing=tuple("abcde"))
# base 0.3; 0.3 - 0.5 = -0.2.
FLOORED = Judgement(1, (Verdict(0, LOW, used=False),), missing=tuple("abcdef"))


def test_the_mixed_example_steps_down_from_074_to_064() -> None:
    view = _view(score_relevance(MIXED))
    bars = _traces(view, "bar")[-1]

    assert bars["base"] == pytest.approx([0, 0.74, 0.64, 0])
    assert bars["y"] == pytest.approx([0.74, -0.10, 0, 0.64])
    assert bars["marker"]["color"] == [TOTAL, UNUSED, MISSING, TOTAL]
    assert _numbers(view) == ["0.74", "−0.10", "0", "<b>0.64</b>"]
    assert _names(view) == ["base", "1 unused<br>high", "0 missing<br>items", "score"]
    assert bars["hovertext"][0] == (
        "<b>base 0.74</b><br>3 high × 1<br>1 medium × 0.7<br>1 none × 0<br>divided by 5"
    )
    assert bars["hovertext"][3].endswith("mixed")


def test_title_and_axes_name_score_and_units() -> None:
    layout = _view(score_relevance(MIXED)).figure.layout

    assert layout.title.text == "From base to score: 0.64"
    assert layout.xaxis.title.text == "step of the formula"
    assert layout.yaxis.title.text == "points of the unscaled score"


def test_the_cap_is_a_line_and_what_it_saves_is_hatched() -> None:
    view = _view(score_relevance(CAPPED))
    ghost, bars = _traces(view, "bar")

    assert bars["y"][2] == pytest.approx(-0.5)
    assert ghost["base"] == pytest.approx([0.14])
    assert ghost["y"] == pytest.approx([-0.25])
    assert ghost["marker"]["pattern"]["shape"] == ["/"]
    assert _cap_line(view)["y"] == pytest.approx([0.14, 0.14])
    assert _notes(view) == [["cap saves<br>0.25"]]
    assert "The cap saves 0.25." in view.alt


def test_a_cap_that_saves_nothing_is_only_marked() -> None:
    view = _view(score_relevance(ONE_GAP))

    assert len(_traces(view, "bar")) == 1
    # 0.64 - 0.50
    assert _cap_line(view)["y"] == pytest.approx([0.14, 0.14])
    assert _notes(view) == [["cap 0.50"]]
    assert "cap" not in view.alt


def test_a_cap_outside_the_picture_or_without_items_is_not_marked() -> None:
    far = score_relevance(ONE_GAP, Penalties(max_missing_context_penalty=10))
    without_items = score_relevance(MIXED)

    for result in (far, without_items):
        assert _notes(_view(result)) == []


def test_the_floor_gives_back_what_there_was_not_to_take() -> None:
    view = _view(score_relevance(FLOORED))
    bars = _traces(view, "bar")[-1]

    assert _names(view)[3] == "floor"
    assert bars["base"] == pytest.approx([0, 0.3, 0.3, -0.2, 0])
    assert bars["y"] == pytest.approx([0.3, 0, -0.5, 0.2, 0])
    assert bars["marker"]["color"][3] == GIVEN_BACK
    assert bars["marker"]["pattern"]["shape"] == ["", "", "", "/", ""]
    assert _numbers(view)[3:] == ["+0.20", "<b>0.00</b>"]
    assert "The floor gives back 0.20." in view.alt


def test_the_scale_is_written_at_the_score_and_leaves_the_axis_alone() -> None:
    view = _view(score_relevance(MIXED, scale=100))

    assert _numbers(view)[-1] == "0.64 × 100<br>= <b>64</b>"
    assert _names(view)[-1] == "score<br>× 100"
    assert _traces(view, "bar")[-1]["y"][-1] == pytest.approx(0.64)
    assert view.figure.layout.title.text == "From base to score: 64 of 100"


def test_both_sides_of_the_scale_agree_where_two_places_would_not() -> None:
    two_thirds = Judgement(3, (*_used(HIGH, HIGH), Verdict(2, NONE, used=False)))

    view = _view(score_relevance(two_thirds, scale=100))

    assert _numbers(view)[-1] == "0.6667 × 100<br>= <b>66.67</b>"
    assert view.figure.layout.title.text == "From base to score: 66.67 of 100"


def test_another_setting_stands_behind_as_outlines() -> None:
    strict = score_relevance(ONE_GAP, PRESETS["strict"])

    view = _view(score_relevance(ONE_GAP), against=strict)
    outlines, bars = _traces(view, "bar")

    # 0.74 - 0.20 - 0.25 = 0.29
    assert outlines["y"] == pytest.approx([0.74, -0.20, -0.25, 0.29])
    assert outlines["width"] > bars["width"]
    assert view.figure.layout.title.text.endswith(">outlined: strict setting, 0.29</span>")


def test_an_extreme_setting_runs_off_the_picture_and_keeps_its_number() -> None:
    view = _view(score_relevance(CAPPED, Penalties(50, 0.15, 0.5)))

    assert view.figure.layout.yaxis.autorangeoptions.minallowed == pytest.approx(-1.25)
    assert min(_traces(view, "bar")[-1]["y"]) > -3
    assert _numbers(view)[1] == "−50.00"


def test_the_largest_penalties_stay_finite() -> None:
    largest = sys.float_info.max

    figure = _view(score_relevance(CAPPED, Penalties(largest, largest, largest))).figure

    assert "NaN" not in figure.to_json()
    assert "Infinity" not in figure.to_json()


def test_the_range_is_left_to_plotly_so_that_a_zoom_outlives_its_changes() -> None:
    axis = _view(score_relevance(FLOORED)).figure.layout.yaxis

    assert axis.range is None
    assert axis.autorange is True
    assert axis.autorangeoptions.minallowed < -0.2
    assert axis.autorangeoptions.maxallowed > 1


def test_a_partial_judgement_scored_on_request_divides_by_what_was_judged() -> None:
    partial = Judgement(4, _used(HIGH, LOW))

    assert penalty_waterfall(score_relevance(partial)) is None
    view = _view(score_relevance(partial, score_judged_part=True))

    assert _numbers(view)[0] == "0.65"
    assert _traces(view, "bar")[-1]["hovertext"][0].endswith("divided by 2")


@pytest.mark.parametrize("state", [State.PARTIAL, State.NOT_SCORABLE, State.FAILED])
def test_without_a_score_there_is_no_waterfall(state: State) -> None:
    assert penalty_waterfall(unscored_relevance(state, "why", Penalties(), 1.0)) is None


def test_an_unscored_other_setting_draws_no_outline() -> None:
    failed = unscored_relevance(State.FAILED, "why", Penalties(), 1.0)

    view = _view(score_relevance(MIXED), against=failed)

    assert len(_traces(view, "bar")) == 1
    assert "outlined" not in view.figure.layout.title.text


def test_the_alternative_text_tells_the_numbers() -> None:
    assert _view(score_relevance(CAPPED, scale=100)).alt == (
        "Waterfall from the base 0.74 to the score 14 of 100. "
        "Unused high contexts (1) take off 0.10, missing items (5) take off 0.50. "
        "The cap saves 0.25."
    )


def _used(*levels: RelevanceLevel) -> tuple[Verdict, ...]:
    return tuple(Verdict(index, level, used=True) for index, level in enumerate(levels))


def _view(result: RelevanceScore, against: RelevanceScore | None = None) -> View:
    view = penalty_waterfall(result, against)
    assert view is not None
    return view


def _traces(view: View, kind: str) -> list[dict[str, Any]]:
    return [trace for trace in view.figure.to_plotly_json()["data"] if trace["type"] == kind]


def _names(view: View) -> list[str]:
    return list(view.figure.layout.xaxis.ticktext)


def _numbers(view: View) -> list[str]:
    return list(_traces(view, "scatter")[-1]["text"])


def _notes(view: View) -> list[list[str]]:
    return [list(trace["text"]) for trace in _traces(view, "scatter")[:-1] if "text" in trace]


def _cap_line(view: View) -> dict[str, Any]:
    return next(
        trace for trace in _traces(view, "scatter") if trace.get("line", {}).get("width") == 3
    )
