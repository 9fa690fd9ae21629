"""Views of a dataset: what their traces, words and tables say."""

import plotly.graph_objects as go
import pytest

from scoring.bands import RELEVANCE_BANDS
from scoring.errors import InvalidValueError
from scoring.figures import theme
from scoring.figures.dataset import Recurring, band_counts, recurring, score_spread
from scoring.figures.view import View

BANDS = list(zip(RELEVANCE_BANDS, (2, 0, 1, 0, 7), strict=True))
HOSTILE = "<b>bold</b> ![x](http://192.0.2.1/x.png) $a$"


def shown(view: View | None) -> View:
    assert view is not None
    # Plotly's own check of every property, which drawing leaves out for speed.
    go.Figure(view.figure.to_plotly_json())
    return view


def test_each_band_has_a_bar_that_a_click_can_tell() -> None:
    view = shown(band_counts("Bands", BANDS, ()))
    (bars,) = view.figure.data
    assert list(bars.x) == [2, 0, 1, 0, 7]
    assert list(bars.customdata) == ["excellent", "good", "mixed", "poor", "very poor"]
    assert set(bars.marker.opacity) == {1.0}
    assert view.table.rows[4] == ("very poor", 0.0, 7, 0.7)
    assert "7 very poor" in view.alt


def test_bands_that_nobody_looks_at_are_pale() -> None:
    (bars,) = shown(band_counts("Bands", BANDS, ("mixed",))).figure.data
    assert list(bars.marker.opacity) == [0.3, 0.3, 1.0, 0.3, 0.3]


def test_bands_without_a_case_are_no_view() -> None:
    assert band_counts("Bands", [(band, 0) for band in RELEVANCE_BANDS], ()) is None


def test_a_spread_has_a_bar_for_each_bin_and_a_line_at_the_mean() -> None:
    view = shown(score_spread("Spread", [0.0, 5.0, 10.0], [3, 1], 2.5))
    bars, mean = view.figure.data
    assert list(bars.x) == [2.5, 7.5]
    assert list(bars.y) == [3, 1]
    assert [list(pair) for pair in bars.customdata] == [[0.0, 5.0], [5.0, 10.0]]
    assert list(mean.x) == [2.5, 2.5]
    assert view.table.rows == ((0.0, 5.0, 3), (5.0, 10.0, 1))


def test_a_spread_of_nothing_is_no_view_and_bins_need_edges() -> None:
    assert score_spread("Spread", [0.0, 1.0], [0], 0.0) is None
    with pytest.raises(InvalidValueError):
        score_spread("Spread", [0.0, 1.0], [1, 2], 0.0)


def test_what_recurs_is_drawn_as_it_came_and_inert() -> None:
    found = [Recurring(HOSTILE, 3, 4, "key"), Recurring("rare", 1, 2)]
    view = shown(recurring("Often", found, what="cases", colour=theme.MISSING))
    hover, possible, counted, lines = view.figure.data
    assert list(hover.customdata) == ["key", "rare"]
    assert list(possible.x) == [4, 2]
    assert list(counted.x) == [3, 1]
    assert "&lt;b&gt;" in lines.text[0]
    assert "$" not in lines.text[0]
    assert view.table.rows == ((HOSTILE, 3, 4), ("rare", 1, 2))


def test_only_the_most_frequent_are_drawn_and_none_are_no_view() -> None:
    found = [Recurring(str(number), 1, 1) for number in range(30)]
    view = shown(recurring("Often", found, what="cases", colour=theme.MISSING, most=5))
    assert len(view.figure.data[0].customdata) == 5
    assert recurring("Often", [], what="cases", colour=theme.MISSING) is None
