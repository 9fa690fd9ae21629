"""One query's keywords against several responses."""

from typing import Any

from scoring.figures.keyword_matrix import keywords_by_response
from scoring.keywords import keyword_coverage

QUERY = "Docker images, volume <size>"


def test_each_keyword_is_a_row_and_each_response_a_column() -> None:
    responses = ("docker and an image", "Docker volume", "")
    coverages = [keyword_coverage(QUERY, response, language="en") for response in responses]
    coverages[2] = coverages[2].marked({"volume": True})
    view = keywords_by_response(("first", "<b>second</b>", "third"), coverages)

    assert view is not None
    assert list(view.figure.layout.yaxis.ticktext) == ["Docker", "images", "volume", "size"]
    assert list(view.figure.layout.xaxis.ticktext) == ["1", "2", "3"]
    assert "&lt;b&gt;second&lt;/b&gt;: missing" in view.figure.data[3].hovertext[1]
    assert _cells(view) == {
        "as written": [(0, 0), (1, 0), (1, 2)],
        "in another form": [(0, 1)],
        "a person says so": [(2, 2)],
        "missing": [(2, 0), (1, 1), (2, 1), (0, 2), (0, 3), (1, 3), (2, 3)],
    }
    shapes = [trace.marker.symbol for trace in view.figure.data]
    assert len(set(shapes)) == len(shapes) == 4
    assert "first: 2 of 4; <b>second</b>: 2 of 4; third: 1 of 4. In none: size." in view.alt
    assert ("images", "first", True, "inflected") in view.table.rows
    assert ("size", "third", False, None) in view.table.rows


def test_many_keywords_are_cut_with_a_word_on_it() -> None:
    query = " ".join(f"keyword{number}x" for number in range(70))
    names = [f"response {number}" for number in range(30)]
    view = keywords_by_response(names, [keyword_coverage(query, "x", language="en")] * 30)

    assert view is not None
    assert list(view.figure.layout.xaxis.ticktext) == ["1", "5", "10", "15", "20", "25", "30"]
    assert list(view.figure.layout.xaxis.tickvals) == [0, 4, 9, 14, 19, 24, 29]
    assert len(view.figure.layout.yaxis.ticktext) == 60
    assert "the first 60 of 70 keywords" in view.figure.layout.title.text
    assert len(view.table.rows) == 70 * 30


def test_without_a_keyword_there_is_no_figure() -> None:
    assert keywords_by_response(("one",), [keyword_coverage("what is it", "this")]) is None


def _cells(view: Any) -> dict[str, list[tuple[int, int]]]:
    return {
        trace.name: list(zip(trace.x, trace.y, strict=True))
        for trace in view.figure.data
        if trace.x
    }
