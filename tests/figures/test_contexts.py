"""Levels and usage of contexts, one row each."""

from typing import Any

from scoring.figures import View, context_levels
from scoring.figures.theme import LEVEL_COLOURS
from scoring.model import Context, Judgement, Overrides, RelevanceLevel, Verdict

HIGH, MEDIUM, LOW, NONE = RelevanceLevel

CONTEXTS = (
    Context("The Moon blocks the Sun."),
    Context("Stars twinkle because of the atmosphere, and so they seem to change their colour."),
    Context("The Moon is visible at night."),
    Context("Not looked at."),
)
# The last context has no verdict.
JUDGEMENT = Judgement(
    4,
    (
        Verdict(0, HIGH, used=True, reasoning="It answers."),
        Verdict(1, NONE, used=False),
        Verdict(2, MEDIUM, used=False),
    ),
)


def test_bars_are_as_long_as_the_weights_and_hatched_where_not_used() -> None:
    strips, bars = _bars(_view())

    assert bars["x"] == [1.0, 0.0, 0.7]
    assert bars["marker"]["color"] == [LEVEL_COLOURS[level] for level in (HIGH, NONE, MEDIUM)]
    assert bars["marker"]["pattern"]["shape"] == ["", "/", "/"]
    assert strips["base"] == [1.0, 0.0, 0.7]
    assert [round(rest, 9) for rest in strips["x"]] == [0.0, 1.0, 0.3]


def test_each_row_says_level_and_usage_in_words_and_how_the_context_begins() -> None:
    assert _lines(_view()) == [
        "<b>high, used</b> · The Moon blocks the Sun.",
        "<b>none, not used</b> · Stars twinkle because of the atmosphere, and so they seem t…",
        "<b>medium, not used</b> · The Moon is visible at night.",
        "<b>not judged</b> · Not looked at.",
    ]


def test_rows_are_numbered_from_the_top_in_the_order_of_the_contexts() -> None:
    view = _view()
    axis = view.figure.layout.yaxis

    assert axis.ticktext == ("<b>1</b>", "<b>2</b>", "<b>3</b>", "<b>4</b>")
    assert axis.range[0] > axis.tickvals[3] > axis.tickvals[0] > axis.range[1]
    assert axis.title.text == "context"
    assert view.figure.layout.xaxis.title.text == "level, and its weight in the base"


def test_hovering_shows_more_of_the_context_and_the_reasoning() -> None:
    hovertexts = _data(_view())[0]["hovertext"]

    assert hovertexts[0] == (
        "<b>1</b>: <b>high, used</b><br>The Moon blocks the Sun.<br><i>Why: It answers.</i>"
    )
    assert hovertexts[1].endswith("and so<br>they seem to change their colour.")


def test_a_persons_change_leaves_the_judges_verdict_visible() -> None:
    corrected = Overrides(levels={1: HIGH, 3: LOW}, used={0: False}).applied_to(JUDGEMENT)

    view = context_levels(CONTEXTS, corrected, JUDGEMENT)

    assert view is not None
    assert [line.split(" · ")[0] for line in _lines(view)] == [
        "<b>high, not used</b> (judge: high, used)",
        "<b>high, not used</b> (judge: none, not used)",
        "<b>medium, not used</b>",
        "<b>low, not used</b> (judge: not judged)",
    ]
    # A diamond at the judge's weight, where the judge had one.
    marks = _data(view)[-1]
    assert marks["marker"]["symbol"] == "diamond"
    assert marks["x"] == [1.0, 0.0]
    assert marks["marker"]["color"] == [LEVEL_COLOURS[HIGH], LEVEL_COLOURS[NONE]]
    assert view.figure.layout.title.text.endswith("◆ the judge</span>")
    assert view.alt.endswith("A person changed the judge's verdict on: 1, 2, 4.")
    assert view.table.columns[-2:] == ("judge's level", "judge's usage")


def test_an_unchanged_judgement_has_no_diamonds() -> None:
    view = context_levels(CONTEXTS, JUDGEMENT, JUDGEMENT)

    assert view is not None
    assert [trace["mode"] for trace in _data(view) if trace["type"] == "scatter"] == ["text"]
    assert "◆" not in view.figure.layout.title.text


def test_a_judgement_of_nothing_has_rows_without_bars() -> None:
    view = context_levels(CONTEXTS, Judgement(4, ()))

    assert view is not None
    assert [list(bars["x"]) for bars in _bars(view)] == [[], []]
    assert view.alt == "Of 4 contexts: 4 not judged."


def test_the_figure_grows_with_the_contexts() -> None:
    many = tuple(Context(f"piece {number}") for number in range(120))

    few = context_levels(many[:1], Judgement(1, ()))
    full = context_levels(many, Judgement(120, ()))

    assert few is not None
    assert full is not None
    assert full.figure.layout.height - few.figure.layout.height == 119 * 44
    assert len(_lines(full)) == 120


def test_no_contexts_no_figure() -> None:
    assert context_levels((), Judgement(0, ())) is None


def test_text_of_strangers_is_inert_in_rows_and_on_hovering() -> None:
    hostile = '<a href="javascript:alert(1)">x</a><br>$x^2$'
    inert = '&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;&lt;br&gt;&#36;x^2&#36;'

    view = context_levels(
        (Context(hostile),), Judgement(1, (Verdict(0, HIGH, used=True, reasoning=hostile),))
    )

    assert view is not None
    assert _lines(view) == [f"<b>high, used</b> · {inert}"]
    assert _data(view)[0]["hovertext"] == [
        f"<b>1</b>: <b>high, used</b><br>{inert}<br><i>Why: {inert}</i>"
    ]
    assert view.table.rows[0][-1] == hostile


def test_the_alternative_text_counts_levels_and_usage() -> None:
    assert _view().alt == (
        "Of 4 contexts: 1 high (1 of them used), 1 medium (0 of them used), "
        "1 none (0 of them used), 1 not judged."
    )


def _view() -> View:
    view = context_levels(CONTEXTS, JUDGEMENT)
    assert view is not None
    return view


def _data(view: View) -> list[dict[str, Any]]:
    return list(view.figure.to_plotly_json()["data"])


def _bars(view: View) -> list[dict[str, Any]]:
    return [trace for trace in _data(view) if trace["type"] == "bar"][1:]


def _lines(view: View) -> list[str]:
    return next(list(trace["text"]) for trace in _data(view) if trace.get("mode") == "text")
