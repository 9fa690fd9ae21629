"""What the views of tuning show, and what holds for all of them."""

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from scoring.calibration import calibrate, score_labels
from scoring.figures import View
from scoring.figures.tuning import (
    band_shares,
    fit_errors,
    fit_learning,
    fit_ranges,
    mean_decomposition,
    pass_curve,
    penalty_curve,
    penalty_plane,
    penalty_tornado,
    rank_plane,
    score_distribution,
    setting_means,
)
from scoring.model import PRESETS, Penalties
from scoring.tallies import (
    Penalty,
    Tallies,
    case_scores,
    curve_along,
    decompose,
    penalty_map,
    rank_changes,
    tornado,
)
from scoring.tuning import outcomes

# Columns: high, medium, low, none, unused high, missing. Bases 1, 0.75, 0.5 and 0.
COUNTS = np.array([[4, 0, 0, 0, 2, 0], [3, 0, 0, 1, 0, 2], [2, 0, 0, 2, 2, 4], [0, 0, 0, 3, 0, 1]])
TALLIES = Tallies.from_counts(COUNTS)
# Under the defaults: 1 - 0.2 = 0.8; 0.75 - 0.3 = 0.45; 0.5 - 0.2 - 0.5 -> 0; 0 - 0.15 -> 0.
SETTINGS = {"now": Penalties(), "<b>mine</b> $x$": PRESETS["strict"]}
OUTCOMES = outcomes(TALLIES, SETTINGS, 100)


def labelled_tallies() -> Tallies:
    generator = np.random.default_rng(4)
    levels = generator.integers(0, 4, (80, 4)) + np.eye(4, dtype=int)[0]
    unused = generator.integers(0, levels[:, 0] + 1)
    return Tallies.from_counts(np.column_stack([levels, unused, generator.integers(0, 4, 80)]))


LABELLED = labelled_tallies()
CALIBRATION = calibrate(
    LABELLED, score_labels(LABELLED, case_scores(LABELLED, PRESETS["strict"]).tolist())
)


def curve(penalty: Penalty = Penalty.UNUSED_HIGH) -> View:
    return penalty_curve(curve_along(TALLIES, Penalties(), penalty, scale=100))


def plane() -> View:
    values = np.linspace(0, 0.5, 11)
    found = penalty_map(
        TALLIES, Penalties(), (Penalty.UNUSED_HIGH, values), (Penalty.MISSING_ITEM, values)
    )
    return penalty_plane(found, SETTINGS)


def ranks() -> View:
    changes = rank_changes(TALLIES, PRESETS["strict"], Penalties())
    return rank_plane(changes, TALLIES, "strict", "now")


VIEWS: dict[str, Callable[[], View | None]] = {
    "means": lambda: setting_means(OUTCOMES),
    "bands": lambda: band_shares(OUTCOMES),
    "distribution": lambda: score_distribution(OUTCOMES),
    "curve": curve,
    "cap curve": lambda: curve(Penalty.MISSING_CAP),
    "decomposition": lambda: mean_decomposition(decompose(TALLIES), 1),
    "tornado": lambda: penalty_tornado(tornado(TALLIES), "from lenient to strict", 1),
    "plane": plane,
    "passing": lambda: pass_curve(
        curve_along(TALLIES, Penalties(), Penalty.UNUSED_HIGH, threshold=0.4), 4
    ),
    "ranks": ranks,
    "errors": lambda: fit_errors(CALIBRATION),
    "ranges": lambda: fit_ranges(CALIBRATION),
    "learning": lambda: fit_learning(CALIBRATION),
}


@pytest.fixture(params=VIEWS, name="view")
def made_view(request: pytest.FixtureRequest) -> View:
    view = VIEWS[request.param]()
    assert view is not None
    return view


def trace(view: View | None, number: int = 0) -> Any:
    assert view is not None
    return view.figure.data[number]


def test_plotly_accepts_every_property_of_a_tuning_view(view: View) -> None:
    go.Figure(view.figure.to_plotly_json())


def test_tuning_views_have_titles_axes_words_and_numbers(view: View) -> None:
    layout = view.figure.layout
    assert layout.title.text
    assert layout.xaxis.title.text
    assert layout.yaxis.title.text is not None
    assert layout.height > 100
    assert view.table.rows
    assert view.alt.endswith(".")


def test_a_legend_of_a_tuning_view_stands_below_the_plot(view: View) -> None:
    layout = view.figure.layout
    if layout.showlegend:
        assert layout.legend.y < 0
        assert layout.legend.yanchor == "top"


def test_a_persons_name_for_a_setting_stays_text(view: View) -> None:
    assert "<b>mine" not in view.figure.to_json()
    assert "$x$" not in json.dumps(view.figure.to_plotly_json(), default=str)


def test_means_stand_in_points_of_the_scale_with_the_case_count() -> None:
    points = trace(setting_means(OUTCOMES))
    assert points["x"][0] == pytest.approx((80 + 45) / 4)
    assert points["text"][0].startswith("31.25 [")
    assert "mean of 4 of 4 cases" in VIEWS["means"]().figure.layout.title.text  # type: ignore[union-attr]


def test_bands_stack_to_all_cases() -> None:
    view = band_shares(OUTCOMES)
    assert view is not None
    stacked = [bar["x"][0] for bar in view.figure.data]
    # good: 0.8; mixed: 0.45; very poor: twice 0.
    assert stacked == [0, 0.25, 0.25, 0, 0.5]
    assert view.table.rows[0] == ("now", 0, 1, 1, 0, 2)


def test_the_distribution_counts_every_case_once() -> None:
    view = score_distribution(OUTCOMES)
    assert view is not None
    assert sum(int(row[2] or 0) for row in view.table.rows) == 4
    assert view.table.rows[0][:3] == (0.0, 5.0, 2)


def test_a_curve_shows_where_floors_are_reached_and_the_value_now() -> None:
    view = curve()
    traces = {each["name"]: each for each in view.figure.data}
    # 1 - 2p = 0 at 0.5. The third case has 0.5 - 0.5 left and the fourth nothing: both at once.
    assert np.asarray(traces["floor reached"]["x"]).tolist() == pytest.approx([0.0, 0.5])
    assert traces["now"]["x"][1] == 0.1
    assert traces["now"]["y"][1] == pytest.approx(31.25)
    assert len(traces["cap sets in"]["x"]) == 0


def test_a_decomposition_adds_up_from_base_to_score() -> None:
    view = mean_decomposition(decompose(TALLIES), 1)
    steps = {str(name): float(value or 0) for name, value in view.table.rows}
    score = steps.pop("score")
    assert sum(steps.values()) == pytest.approx(score)
    # Usage: (2 + 2) x 0.1 / 4; missing: (2 + 4 + 1) x 0.15 / 4; the cap saves 0.1 of one case.
    assert steps["unused high"] == pytest.approx(-0.1)
    assert steps["missing items"] == pytest.approx(-0.2625)
    assert steps["saved by cap"] == pytest.approx(0.025)


def test_a_map_marks_the_settings_with_the_current_one_first() -> None:
    view = plane()
    heat, _, other, now = view.figure.data
    assert heat["z"][3, 2] == pytest.approx((0.8 + 0.45) / 4)
    assert (list(now["x"]), list(now["y"])) == ([0.1], [0.15])
    assert now["marker"]["symbol"] == "diamond"
    assert (list(other["x"]), list(other["y"])) == ([0.2], [0.25])


def test_a_tornado_bar_reaches_the_means_at_the_ends_of_its_range() -> None:
    bars = trace(penalty_tornado(tornado(TALLIES), "from lenient to strict", 1))
    effects = tornado(TALLIES)
    assert bars["base"] == pytest.approx([effect.at_high for effect in effects])
    assert bars["x"] == pytest.approx([effect.at_low - effect.at_high for effect in effects])


def test_the_pass_staircase_steps_at_the_value_where_a_case_flips() -> None:
    view = pass_curve(curve_along(TALLIES, Penalties(), Penalty.UNUSED_HIGH, threshold=0.4), 4)
    stairs = trace(view)
    # 1 - 2p reaches 0.4 up to 0.3; the second case, 0.45, does not feel this penalty.
    assert stairs["x"] == pytest.approx([0, 0.3, 1])
    assert list(stairs["customdata"]) == [2, 1, 1]
    ((value, *counts),) = view.table.rows
    assert value == pytest.approx(0.3)
    assert counts == [1, 1]


def test_many_distinct_tallies_are_counted_in_fields_without_losing_a_case() -> None:
    generator = np.random.default_rng(1)
    levels = generator.integers(0, 12, (3000, 4)) + np.eye(4, dtype=int)[0]
    counts = np.column_stack(
        [levels, generator.integers(0, levels[:, 0] + 1), generator.integers(0, 5, 3000)]
    )
    tallies = Tallies.from_counts(counts)
    changes = rank_changes(tallies, PRESETS["strict"], Penalties())
    fields = trace(rank_plane(changes, tallies, "strict", "now"))
    assert fields["type"] == "heatmap"
    assert np.nansum(fields["z"]) == 3000


def test_a_range_that_is_not_identified_is_hatched_and_said() -> None:
    view = fit_ranges(CALIBRATION)
    identified = [row[5] for row in view.table.rows]
    hatches = view.figure.data[1]["marker"]["pattern"]["shape"]
    assert list(hatches) == ["" if each else "/" for each in identified]
    assert ("not identified" in view.alt) == (not all(identified))


def test_fitted_values_are_near_those_that_made_the_labels() -> None:
    fitted = {str(row[0]): row[2] for row in fit_ranges(CALIBRATION).table.rows}
    assert fitted["unused high context"] == pytest.approx(0.2, abs=0.01)
    assert fitted["missing item"] == pytest.approx(0.25, abs=0.01)


def test_without_settings_there_is_nothing_to_draw() -> None:
    assert setting_means(()) is None
    assert band_shares(()) is None
    assert score_distribution(()) is None
    assert penalty_tornado((), "nowhere", 1) is None


def test_alternatives_are_plain_text(view: View) -> None:
    assert re.search(r"<span|<br", view.alt) is None


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_a_zoom_is_kept_under_other_penalties_but_not_under_another_scale(scale: float) -> None:
    def kept(penalties: Penalties, scale: float) -> list[str]:
        along = curve_along(TALLIES, penalties, Penalty.UNUSED_HIGH, scale=scale)
        parts = mean_decomposition(decompose(TALLIES, penalties, scale), scale)
        return [view.figure.layout.uirevision for view in (penalty_curve(along), parts)]

    here = kept(Penalties(), scale)
    assert kept(PRESETS["strict"], scale) == here
    assert not set(here) & set(kept(Penalties(), 2 * scale))
