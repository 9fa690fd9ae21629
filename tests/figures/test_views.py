"""What holds for every view of a case."""

import re
from collections.abc import Callable

import plotly.graph_objects as go
import plotly.io
import pytest

from scoring.figures import (
    View,
    context_levels,
    keyword_matches,
    missing_items,
    penalty_waterfall,
)
from scoring.keywords import required_coverage
from scoring.model import PRESETS, Context, Judgement, Overrides, RelevanceLevel, Verdict
from scoring.relevance import score_relevance

JUDGED = Judgement(
    3,
    (
        Verdict(0, RelevanceLevel.HIGH, used=False, reasoning="why"),
        Verdict(1, RelevanceLevel.LOW, used=True),
    ),
    missing=tuple("abcdefg"),
)
CORRECTED = Overrides(levels={2: RelevanceLevel.NONE, 1: RelevanceLevel.MEDIUM}).applied_to(JUDGED)
COVERAGE = required_coverage("alpha\nbeta^2", "alpha", scale=100)


def _waterfall() -> View | None:
    return penalty_waterfall(
        score_relevance(CORRECTED, scale=10), against=score_relevance(CORRECTED, PRESETS["strict"])
    )


def _contexts() -> View | None:
    return context_levels([Context("text")] * 3, CORRECTED, JUDGED)


def _missing() -> View | None:
    return missing_items(score_relevance(CORRECTED))


def _keywords() -> View | None:
    return keyword_matches(COVERAGE)


@pytest.fixture(params=[_waterfall, _contexts, _missing, _keywords], name="view")
def made_view(request: pytest.FixtureRequest) -> View:
    make: Callable[[], View | None] = request.param
    view = make()
    assert view is not None
    return view


def test_plotly_accepts_every_property(view: View) -> None:
    # The views skip this check at run time, for speed.
    go.Figure(view.figure.to_plotly_json())


def test_titles_axes_words_and_numbers_are_there(view: View) -> None:
    layout = view.figure.layout

    assert layout.title.text
    assert layout.xaxis.title.text
    assert layout.yaxis.title.text
    assert layout.height > 100
    assert view.table.rows
    assert re.fullmatch(r"[^<>&]+\.", view.alt)


def test_nothing_covers_the_data_and_the_page_shows_through(view: View) -> None:
    layout = view.figure.layout

    assert layout.showlegend is False
    assert layout.title.xanchor == "left"
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0, 0, 0, 0)"


def test_text_has_no_colour_of_its_own(view: View) -> None:
    parts = view.figure.to_plotly_json()

    fonts = [font for part in (parts["layout"], *parts["data"]) for font in _fonts(part)]

    assert fonts
    assert not any("color" in font for font in fonts)


def test_zoom_survives_a_new_figure_under_the_same_key(view: View) -> None:
    assert view.figure.layout.uirevision == "kept"


def test_the_default_template_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    # Importing Streamlit replaces it with one of placeholder colours.
    monkeypatch.setattr(plotly.io.templates, "default", "plotly_dark")

    for make in (_waterfall, _contexts, _missing, _keywords):
        view = make()
        assert view is not None
        assert "colorway" not in view.figure.to_json()


def _fonts(part: object) -> list[dict[str, object]]:
    if isinstance(part, dict):
        found = [value for key, value in part.items() if key.endswith("font")]
        return found + [font for value in part.values() for font in _fonts(value)]
    return []
