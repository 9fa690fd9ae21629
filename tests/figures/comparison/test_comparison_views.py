"""What holds for every view of a comparison."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from scoring.comparison import (
    MISSING_ITEM_RANGE,
    UNUSED_HIGH_RANGE,
    ContextCounts,
    Difference,
    Inference,
    Measurements,
    Metric,
    Questions,
    aligned,
    compositions,
    differences_from,
    inferences_from,
    leader_map,
    paired,
    regions,
    signed,
)
from scoring.figures.comparison.alignment import context_alignment
from scoring.figures.comparison.composition import level_shares, usage_rates
from scoring.figures.comparison.cuts import cut_curves
from scoring.figures.comparison.flips import winner_map
from scoring.figures.comparison.forest import ForestRow, difference_forest
from scoring.figures.comparison.names import colour_of, faded
from scoring.figures.comparison.questions import TwoSides, dumbbells, scatter
from scoring.figures.view import View
from scoring.model import Penalties
from tests.comparison.sides import judged, result, side_by_side

NAMES = ("2024", "10-11", "<b>x</b>")
SIDES = {
    "2024": [
        judged("hml", 1),
        judged("Hn"),
        judged("n", 2),
        judged("hh"),
        judged("l"),
        judged("m"),
    ],
    "10-11": [judged("hm"), judged("h"), judged("n"), judged("hH"), judged("m"), judged("m")],
    "<b>x</b>": [judged("H"), judged("n"), judged("n"), judged("hH"), judged("m"), judged("m", 4)],
}
PAIRING = side_by_side(**SIDES)
MEASURED = Measurements(PAIRING)
TWO = TwoSides("Context Relevance", NAMES[0], NAMES[2], NAMES, 1, 1.0)
ASKED = {7: "<i>why</i> $x$", 3: "how", 5: "how many", 6: "how much"}


def questions(*rows: tuple[int, float, float, float]) -> Questions:
    """Questions from (position, baseline, other, difference)."""
    everything = [result(f"q{place}", ASKED.get(place, "what"), judged("h")) for place in range(8)]
    positions, *numbers = np.array(rows, dtype=float).reshape(-1, 4).T
    pairs = paired({"a": everything, "b": everything}).pairs
    return Questions(pairs, positions.astype(int), *numbers)


QUESTIONS = questions((7, 0.9, 0.2, -0.7), (3, 0.5, 0.5, 0), (5, 0.1, 0.4, 0.3), (6, 0.1, 0.4, 0.3))


# 200 times each: higher in 400, equal in 200, lower in 200, and one that is lower by a hair.
MANY = questions(
    *[(7, 0.9, 0.2, -0.7), (3, 0.5, 0.5, 0), (5, 0.1, 0.4, 0.3), (6, 0.1, 0.4, 0.3)] * 200,
    (4, 0.501, 0.5, -0.001),
)


def _forest() -> View | None:
    sample = MEASURED.sample(Metric.RELEVANCE)
    inferences = inferences_from(sample, NAMES[0], resamples=99)
    assert inferences is not None
    return difference_forest(
        [
            ForestRow(one.configuration, one, how_sure)
            for one, how_sure in zip(differences_from(sample, NAMES[0]), inferences, strict=True)
        ]
    )


def _flips() -> View | None:
    plane = (UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    return winner_map(leader_map(MEASURED, *plane, steps=5), regions(MEASURED, *plane), Penalties())


def _alignment() -> View | None:
    before = result("q", "why", judged("hMl"), texts=["one text", "two", "three"])
    after = result("q", "why", judged("mhn"), texts=["two", "one text", "four"])
    return context_alignment(aligned(before, after), ("2024", before), ("<b>x</b>", after))


def _cuts() -> View | None:
    return cut_curves({name: ContextCounts(side).curve() for name, side in SIDES.items()}, NAMES, 1)


MAKERS: Mapping[str, Callable[[], View | None]] = {
    "forest": _forest,
    "flips": _flips,
    "levels": lambda: level_shares(compositions(MEASURED)),
    "usage": lambda: usage_rates(compositions(MEASURED)),
    "dumbbells": lambda: dumbbells(QUESTIONS.told(), TWO),
    "scatter": lambda: scatter(QUESTIONS, TWO),
    "scatter of many": lambda: scatter(MANY, TWO),
    "alignment": _alignment,
    "cuts": _cuts,
}


@pytest.fixture(params=MAKERS, name="view")
def made_view(request: pytest.FixtureRequest) -> View:
    return made(request.param)


def made(name: str) -> View:
    view = MAKERS[name]()
    assert view is not None
    return view


def traces(view: View) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = view.figure.to_plotly_json()["data"]
    return plain


def texts_of(part: object) -> list[str]:
    """Every text that Plotly would read for markup."""
    if isinstance(part, dict):
        found = []
        for key, value in part.items():
            if key in {"text", "hovertext", "hovertemplate", "ticktext"}:
                found += [value] if isinstance(value, str) else [t for t in value if t]
            found += texts_of(value)
        return [text for text in found if isinstance(text, str)]
    if isinstance(part, list | tuple):
        return [text for item in part for text in texts_of(item)]
    return []


def test_plotly_accepts_every_property_of_a_comparison(view: View) -> None:
    go.Figure(view.figure.to_plotly_json())


def test_every_comparison_view_has_its_words_and_numbers(view: View) -> None:
    layout = view.figure.layout

    assert layout.title.text
    assert layout.xaxis.title.text
    assert layout.yaxis.title.text
    assert layout.height > 100
    assert view.table.rows
    assert view.alt.endswith(".")
    assert layout.uirevision
    assert layout.paper_bgcolor == "rgba(0, 0, 0, 0)"


def test_no_name_stands_in_a_template_that_plotly_fills_in() -> None:
    name = "%{x} 50%{z}"
    measured = Measurements(side_by_side(**{name: [judged("h")] * 7, "b": [judged("l")] * 7}))
    plane = (UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    flips = winner_map(
        leader_map(measured, *plane, steps=5), regions(measured, *plane), Penalties()
    )
    many = scatter(MANY, TwoSides("Context Relevance", name, "b", (name, "b"), 1, 1.0))
    assert many is not None

    filled = [trace for view in (flips, many) for trace in traces(view) if "hovertemplate" in trace]

    assert len(filled) == 2
    assert filled[0]["text"] == [["&#37;{x} 50&#37;{z}"] * 5] * 5
    assert "50" not in filled[0]["hovertemplate"]
    assert "&#37;{x} 50&#37;{z}" in filled[1]["hovertemplate"]
    for trace in filled:
        # With one, Plotly fills in templates in titles as well.
        assert "meta" not in trace


def test_a_zoom_into_one_metric_is_none_into_another() -> None:
    one, other = (
        scatter(QUESTIONS, TwoSides(metric, NAMES[0], NAMES[2], NAMES, 1, unit))
        for metric, unit in (("Context Relevance", 1.0), ("Context Relevance", 100.0))
    )
    assert one is not None
    assert other is not None
    assert one.figure.layout.uirevision != other.figure.layout.uirevision


def test_names_and_queries_are_never_markup_in_a_comparison(view: View) -> None:
    read = texts_of(view.figure.to_plotly_json())

    assert read
    assert not any(re.search(r"<b>x</b>|<i>|\$x", text) for text in read)


@pytest.mark.parametrize("name", ["forest", "levels", "usage"])
def test_configurations_that_look_like_numbers_or_dates_stay_names(name: str) -> None:
    axis = made(name).figure.layout.yaxis

    assert axis.type == "category"
    assert set(axis.categoryarray) <= {"2024", "10-11", "&lt;b&gt;x&lt;/b&gt;"}
    assert list(axis.categoryarray) == list(axis.tickvals)


def test_long_names_that_differ_at_their_ends_stay_apart() -> None:
    names = [f"embedding-small-k{count}" for count in (10, 20, 50)] + ["Excellent answers at best"]
    measured = Measurements(side_by_side(**{name: [judged("h")] * 3 for name in names}))
    view = level_shares(compositions(measured))
    assert view is not None

    assert list(view.figure.layout.yaxis.ticktext) == [
        "embeddin…small-k10",
        "embeddin…small-k20",
        "embeddin…small-k50",
        "Excellent answers<br>at best",
    ]


def test_a_configuration_has_one_colour_in_every_view() -> None:
    lines = {trace["line"]["color"] for trace in traces(made("cuts"))}
    dots = {trace["marker"]["color"] for trace in traces(made("dumbbells"))[2:4]}

    assert len(lines) == 3
    assert dots < lines


def test_forest_draws_each_difference_with_its_interval() -> None:
    intervals, points = traces(made("forest"))

    assert points["y"] == ["10-11", "&lt;b&gt;x&lt;/b&gt;"]
    for place, point in enumerate(points["x"]):
        low, high, gap = intervals["x"][3 * place : 3 * place + 3]
        assert low <= point <= high
        assert gap is None


def test_forest_says_whether_a_difference_is_sure_without_colour() -> None:
    difference = Difference(Metric.MISSING, "b", "a", 20, 1.0, 2.0, -1.0, 0, 0, 20)
    sure = Inference((-1.5, -0.5), 0.001, 0.001, 0.001, 0.001, 1, -2.0, -1.0, False, 0.95, 99, 1)

    view = difference_forest([ForestRow("b", difference, sure)])

    assert view is not None
    assert traces(view)[1]["marker"]["symbol"] == ["triangle-right"]
    assert "left is better" in view.figure.layout.title.text
    assert view.table.rows[0][-1] == "better"


def test_forest_without_intervals_yet_claims_nothing() -> None:
    difference = Difference(Metric.RELEVANCE, "b", "a", 20, 0.5, 0.4, 0.1, 12, 4, 4)

    view = difference_forest([ForestRow("b", difference, None)], waiting=True)

    assert view is not None
    assert "being computed" in view.figure.layout.title.text
    assert view.table.rows[0][-1] is None
    assert "nothing can be said" not in view.alt
    assert "b differs from a by +0.10, n = 20 pairs; 12 better, 4 equal, 4 worse" in view.alt


def test_forest_of_nothing_is_no_view() -> None:
    empty = Difference(Metric.RELEVANCE, "b", "a", 0, None, None, None, 0, 0, 0)

    assert difference_forest([ForestRow("b", empty, None)]) is None


@pytest.mark.parametrize(
    ("value", "text"), [(0.08, "+0.08"), (-0.25, "-0.25"), (0.0, "0.00"), (-0.0004, "-0.0004")]
)
def test_a_difference_is_read_with_its_sign(value: float, text: str) -> None:
    assert signed(value) == text


def test_flips_map_paints_each_point_in_its_leaders_colour_alone() -> None:
    plane = (UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    leaders = leader_map(MEASURED, *plane, steps=5)
    (painted,) = (trace for trace in made("flips").figure.data if trace.type == "heatmap")
    places, colours = zip(*painted.colorscale, strict=True)

    assert (np.isnan(painted.z) == leaders.tied).all()
    for row, column in np.argwhere(~leaders.tied):
        below = np.searchsorted(places, painted.z[row, column] / painted.zmax) - 1
        name = leaders.configurations[leaders.leader[row, column]]
        own = faded(colour_of(name, leaders.configurations), 1).removesuffix(" 1)")
        assert colours[below].startswith(own)
        assert colours[below + 1].startswith(own)


def test_flips_map_marks_the_sliders_only_inside_its_plane() -> None:
    plane = (UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE)

    def here(penalties: Penalties) -> list[dict[str, Any]]:
        view = winner_map(
            leader_map(MEASURED, *plane, penalties, steps=5),
            regions(MEASURED, *plane, penalties),
            penalties,
        )
        return [trace for trace in traces(view) if trace.get("text") == ["you are here"]]

    (mark,) = here(Penalties(0.3, 0.2))
    assert (mark["x"], mark["y"]) == ([0.3], [0.2])
    assert not here(Penalties(0.9, 0.2))


def test_flips_map_draws_the_boundary_as_it_was_solved() -> None:
    # 1 less two unused against 0.85 less two missing: the one leads where unused costs little.
    flipping = Measurements(side_by_side(wasteful=[judged("HH")], gappy=[judged("hm", 2)]))
    plane = (UNUSED_HIGH_RANGE, MISSING_ITEM_RANGE, Penalties())
    exact = regions(flipping, *plane)
    segments = [segment for line in exact.boundaries.values() for segment in line]
    view = winner_map(leader_map(flipping, *plane, steps=5), exact, Penalties())
    lines = next(trace for trace in view.figure.data if trace.type == "scatter")
    expected = [x for (a, _), (b, _) in segments for x in (a, b, np.nan)]

    assert segments
    np.testing.assert_allclose(lines.x, expected, atol=1e-7)


def test_levels_add_up_to_every_context_of_a_configuration() -> None:
    bars = traces(made("levels"))

    assert [bar["name"] for bar in bars] == [
        "high, used",
        "high, not used",
        "medium",
        "low",
        "none",
    ]
    assert np.sum([bar["x"] for bar in bars], axis=0) == pytest.approx([1.0, 1.0, 1.0])
    # 2024: h, m, l, H, n, n, h, h, l, m
    assert [bar["x"][0] for bar in bars] == pytest.approx([0.3, 0.1, 0.2, 0.2, 0.2])


def test_usage_says_how_many_high_contexts_were_used() -> None:
    assert traces(made("usage"))[1]["text"] == ["3 of 4 used", "3 of 4 used", "1 of 3 used"]


def test_no_high_context_is_no_view_of_usage() -> None:
    plain = Measurements(side_by_side(a=[judged("m")], b=[judged("l")]))

    assert usage_rates(compositions(plain)) is None


def test_dumbbells_join_the_two_values_of_each_question_and_report_its_position() -> None:
    clickable, ways, before, after, words = traces(made("dumbbells"))

    assert clickable["customdata"] == [7, 3, 5, 6]
    assert ways["x"] == [0.9, 0.2, None, 0.5, 0.5, None, 0.1, 0.4, None, 0.1, 0.4, None]
    assert before["x"] == [0.9, 0.5, 0.1, 0.1]
    assert after["x"] == [0.2, 0.5, 0.4, 0.4]
    assert words["text"][0].startswith("<b>-0.70</b>")


def test_scatter_joins_questions_that_fall_together_and_reports_all_of_them() -> None:
    equal, higher, lower, _ = traces(made("scatter"))

    assert equal["customdata"] == [[3]]
    assert higher["customdata"] == [[5, 6]]
    assert (higher["x"], higher["y"]) == ([0.1], [0.4])
    assert lower["customdata"] == [[7]]
    assert higher["marker"]["size"][0] > lower["marker"]["size"][0]
    assert len({cloud["marker"]["symbol"] for cloud in (equal, higher, lower)}) == 3


def test_scatter_of_many_questions_counts_them_in_cells_and_reports_all_of_a_cell() -> None:
    cells, _ = traces(made("scatter of many"))
    counts = np.array(cells["text"])
    told = {
        (column, row): (counts[row, column], sorted(set(cells["customdata"][row][column])))
        for row, column in zip(*np.nonzero(counts), strict=True)
    }

    # A cell's side is a 25th of the unit; 0.1 and 0.9 lie half way between two, as 0.5 does.
    assert told == {
        (22, 5): (200, [7]),
        (12, 12): (200, [3]),
        (13, 12): (1, [4]),
        (2, 10): (400, [5, 6]),
    }
    assert cells["hoverongaps"] is False


def test_a_cells_colour_is_that_of_its_side_and_the_stronger_the_more_lie_there() -> None:
    cells, _ = traces(made("scatter of many"))
    z = made("scatter of many").figure.data[0].z
    places, colours = zip(*cells["colorscale"], strict=True)

    def colour(value: float) -> str:
        """The colour of the band in which a number lies, without its opacity."""
        share = (value - cells["zmin"]) / (cells["zmax"] - cells["zmin"])
        band = next(at for at in (0, 2, 4) if places[at] <= share <= places[at + 1])
        low, high = (str(colours[at]).rsplit(",", 1)[0] for at in (band, band + 1))
        assert low == high
        return low

    blue, grey, vermillion = "rgba(0, 114, 178", "rgba(116, 120, 133", "rgba(213, 94, 0"
    assert colour(z[10, 2]) == blue
    assert colour(z[12, 12]) == grey
    assert colour(z[12, 13]) == colour(z[5, 22]) == vermillion
    assert z[12, 13] < z[5, 22]
    assert np.isnan(z[0, 0])


def test_a_cell_has_the_colour_of_what_most_of_its_questions_are() -> None:
    within = [(7, 0.0, 0.0, 0.0)] * 300 + [(5, 0.0, 0.01, 0.01)] * 200
    gaining = [(6, 0.48, 0.495, 0.015)] * 9
    view = scatter(questions(*within, *gaining), TWO)
    assert view is not None
    z = view.figure.data[0].z

    # Equal from 0 to 1, higher from 2 to 3.
    assert z[0, 0] == 1
    assert 2 < z[12, 12] < 3


def test_scatter_of_many_counts_has_a_cell_for_each_whole_number() -> None:
    fewer = TwoSides("missing items", NAMES[0], NAMES[2], NAMES, -1, None)
    view = scatter(questions(*[(7, 0, 3, 3), (3, 2, 2, 0), (5, 4, 1, -3)] * 200), fewer)
    assert view is not None

    cells, _ = traces(view)

    assert list(view.figure.data[0].x) == [0, 1, 2, 3, 4]
    assert np.array(cells["text"]).sum() == 600
    assert np.array(cells["text"])[3, 0] == 200


def test_scatter_of_a_count_where_less_is_better_has_its_colours_the_other_way() -> None:
    fewer = TwoSides("missing items", NAMES[0], NAMES[2], NAMES, -1, None)
    more_is_better, less_is_better = scatter(QUESTIONS, TWO), scatter(QUESTIONS, fewer)
    assert more_is_better is not None
    assert less_is_better is not None

    def colours(view: View) -> Sequence[str]:
        return [trace["marker"]["color"] for trace in traces(view)[1:3]]

    assert colours(more_is_better) == colours(less_is_better)[::-1]


def test_no_question_is_no_view() -> None:
    assert dumbbells([], TWO) is None
    assert scatter(questions(), TWO) is None


def test_alignment_joins_one_text_and_says_what_came_and_went() -> None:
    view = made("alignment")
    *lines, before, after = traces(view)

    # "one text" from 1 to 2, "two" from 2 to 1; "three" lost, "four" gained.
    assert sorted(line["y"] for line in lines) == [[1, 2], [2, 1]]
    assert {line["line"]["dash"] for line in lines} == {"dash"}
    assert "<b>lost</b> · low" in before["text"]
    assert "<b>gained</b> · none" in after["text"]
    symbols = dict(zip(before["y"], before["marker"]["symbol"], strict=True))
    assert symbols == {1: "square", 2: "square-open", 3: "square"}
    assert [row[0] for row in view.table.rows][-2:] == ["gained", "lost"]


def test_alignment_of_nothing_is_no_view() -> None:
    empty = result("q", "why")

    assert context_alignment(aligned(empty, empty), ("a", empty), ("b", empty)) is None


def test_cut_curves_star_the_best_number_of_contexts() -> None:
    for trace, side in zip(traces(made("cuts")), SIDES.values(), strict=True):
        stars = [
            cut
            for cut, symbol in zip(trace["x"], trace["marker"]["symbol"], strict=True)
            if symbol == "star"
        ]
        assert stars == [ContextCounts(side).curve().best]


def test_no_curve_is_no_view() -> None:
    assert cut_curves({}, NAMES, 1.0) is None
