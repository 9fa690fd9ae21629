"""Keywords in groups by kind of match."""

import re
from typing import Any

import pytest

from scoring.figures import View, keyword_matches
from scoring.figures.theme import BLUE, GREEN, MISSING, ORANGE
from scoring.keywords import (
    KeywordCoverage,
    keyword_coverage,
    required_coverage,
    unscored_keywords,
)
from scoring.model import State

COVERAGE = keyword_coverage(
    "frameworks React vue Angular Svelte", "React, VUE and a framework, or framework", language="en"
)


def test_keywords_stand_in_groups_from_exact_to_missing() -> None:
    view = _view(COVERAGE)

    assert _names(view) == [
        "<b>1 exact</b><br>React",
        "<b>1 case</b><br>vue",
        "<b>1 inflected</b><br>frameworks",
        "<b>2 missing</b><br>Angular · Svelte",
    ]
    assert [trace["marker"]["color"] for trace in _cells(view)] == [BLUE, BLUE, GREEN, MISSING]
    assert [trace["marker"]["pattern"]["shape"] for trace in _cells(view)] == [
        [""],
        [""],
        [""],
        ["/", "/"],
    ]
    assert view.figure.layout.title.text == "3 of 5 keywords covered"
    assert view.figure.layout.xaxis.title.text == "keywords"
    assert view.figure.layout.yaxis.title.text == "match"


def test_each_keyword_has_a_cell_and_the_rest_of_the_row_is_pale() -> None:
    view = _view(COVERAGE)
    strips = _data(view)[0]

    assert list(_cells(view)[3]["base"]) == [0, 1]
    assert list(_cells(view)[3]["x"]) == pytest.approx([1, 1], abs=0.03)
    assert list(strips["base"]) == [1, 1, 1, 2]
    assert list(strips["x"]) == [4, 4, 4, 3]


def test_hovering_names_the_match_and_the_words_of_the_response() -> None:
    assert [list(trace["hovertext"]) for trace in _cells(_view(COVERAGE))] == [
        ["<b>React</b><br>covered: exact<br>in the response: “React”"],
        ["<b>vue</b><br>covered: case<br>in the response: “VUE”"],
        ["<b>frameworks</b><br>covered: inflected<br>in the response: “framework”, 2 times"],
        ["<b>Angular</b><br>missing", "<b>Svelte</b><br>missing"],
    ]


def test_a_persons_word_counts_and_is_told() -> None:
    view = _view(COVERAGE.marked({"Svelte": True, "React": False}))

    assert [list(trace["hovertext"]) for trace in _cells(view)[2:]] == [
        ["<b>Svelte</b><br>covered: person"],
        ["<b>React</b><br>missing, a person says", "<b>Angular</b><br>missing"],
    ]
    assert _cells(view)[2]["marker"]["color"] == ORANGE
    assert view.figure.layout.title.text == "3 of 5 keywords covered"


def test_weighted_keywords_are_as_wide_as_they_count() -> None:
    view = _view(required_coverage("alpha^3\nbeta^0.5", "gamma"))

    assert list(_cells(view)[0]["base"]) == [0, 3]
    assert list(_cells(view)[0]["x"]) == pytest.approx([3, 0.5], abs=0.03)
    assert view.figure.layout.xaxis.range == (0, pytest.approx(3.5, rel=0.01))
    assert view.figure.layout.xaxis.title.text == "weight of the keywords"


def test_few_keywords_are_counted_in_whole_steps() -> None:
    assert _view(required_coverage("alpha", "beta")).figure.layout.xaxis.dtick == 1


def test_sixty_keywords_are_all_named_and_have_room() -> None:
    view = _view(_numbered(60))
    names = _names(view)[0].split("<br>")

    assert len(_cells(view)[0]["x"]) == 60
    assert names[-1].endswith("keyword60")
    # 17 pixels a line of 12-point text.
    assert view.figure.layout.height > 17 * len(names)


def test_of_very_many_keywords_the_last_are_left_to_hovering() -> None:
    view = _view(_numbered(300))

    assert _names(view)[0].endswith("…")
    assert len(_cells(view)[0]["hovertext"]) == 300


def test_groups_do_not_overlap() -> None:
    listed = [f"long keyword {number}" for number in range(9)]

    view = _view(required_coverage("\n".join(["React", "vue", *listed]), "React VUE"))
    names = _data(view)[-1]
    tops = list(names["y"])

    assert len(tops) == 3
    for top, text, cells, following in zip(
        tops, names["text"], _cells(view), [*tops[1:], float("inf")], strict=True
    ):
        middle, half = cells["y"][0], cells["width"] / 2
        assert top + text.count("<br>") + 1 <= middle - half
        assert middle + half < following


def test_keywords_are_inert() -> None:
    hostile = '<a href="x">$x$</a>'
    inert = '&lt;a href="x"&gt;&#36;x&#36;&lt;/a&gt;'

    view = _view(required_coverage(f"{hostile}\nother", f"so {hostile} stands"))

    texts = [*_names(view), *(text for trace in _cells(view) for text in trace["hovertext"])]
    markup = {"<b>", "</b>", "<br>"}
    assert any(inert in text for text in texts)
    assert {tag for text in texts for tag in re.findall("<.*?>", text)} <= markup
    assert not any("$" in text for text in texts)
    assert view.table.rows[0][0] == hostile


def test_the_table_lists_the_keywords_in_the_references_order() -> None:
    assert _view(COVERAGE).table.rows == (
        ("frameworks", True, "inflected", "framework", 2, "word", 1.0),
        ("React", True, "exact", "React", 1, "word", 1.0),
        ("vue", True, "case", "VUE", 1, "word", 1.0),
        ("Angular", False, None, None, 0, "word", 1.0),
        ("Svelte", False, None, None, 0, "word", 1.0),
    )


def test_the_alternative_text_counts_kinds_and_names_the_missing() -> None:
    assert _view(COVERAGE).alt == (
        "3 of 5 keywords are covered (1 exact, 1 case, 1 inflected). Missing: Angular, Svelte."
    )
    assert _view(required_coverage("alpha", "beta")).alt == (
        "0 of 1 keyword is covered. Missing: alpha."
    )
    assert _view(required_coverage("alpha", "alpha")).alt == (
        "1 of 1 keyword is covered (1 exact)."
    )


@pytest.mark.parametrize(
    "coverage",
    [
        unscored_keywords(State.FAILED, "why"),
        keyword_coverage("what is the", "an answer"),
        keyword_coverage("", ""),
    ],
)
def test_no_keyword_no_figure(coverage: KeywordCoverage) -> None:
    assert keyword_matches(coverage) is None


def _numbered(count: int) -> KeywordCoverage:
    listed = "\n".join(f"keyword{number}" for number in range(1, count + 1))
    return required_coverage(listed, "other")


def _view(coverage: KeywordCoverage) -> View:
    view = keyword_matches(coverage)
    assert view is not None
    return view


def _data(view: View) -> list[dict[str, Any]]:
    return list(view.figure.to_plotly_json()["data"])


def _cells(view: View) -> list[dict[str, Any]]:
    return [trace for trace in _data(view) if "pattern" in trace.get("marker", {})]


def _names(view: View) -> list[str]:
    return list(_data(view)[-1]["text"])
