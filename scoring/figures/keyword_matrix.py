"""The keywords of one query against several responses: which response covers which, and how."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import theme
from scoring.figures.labels import excerpt, inert, label
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.keywords import KeywordCoverage, KeywordMatch, MatchKind
from scoring.keywords.summary import MatrixRow, keyword_matrix
from scoring.tables import Table

MOST_RESPONSES: Final = 30
_MOST_KEYWORDS: Final = 60
_ROOMY: Final = 12
_CROWDED: Final = 20
"""Of responses: what fits a telephone's width with large marks and every number, and with small."""

_ROW: Final = 20
"""Pixels of a keyword."""

_COLUMNS: Final = 18
"""Of a keyword's name."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """What a cell may show: named in the legend, with a shape as well as a colour of its own."""

    name: str
    colour: str
    symbol: str
    holds: Callable[[KeywordMatch], bool]


_CLOSE: Final = frozenset({MatchKind.EXACT, MatchKind.CASE})
_SORTS: Final = (
    _Sort("as written", theme.BLUE, "square", lambda match: match.matched_by in _CLOSE),
    _Sort(
        "in another form",
        theme.GREEN,
        "diamond",
        lambda match: match.matched_by not in {*_CLOSE, MatchKind.PERSON, None},
    ),
    _Sort(
        "a person says so",
        theme.ORANGE,
        "circle",
        lambda match: match.matched_by is MatchKind.PERSON,
    ),
    _Sort("missing", theme.MISSING, "x-thin-open", lambda match: match.missing),
)


def keywords_by_response(names: Sequence[str], coverages: Sequence[KeywordCoverage]) -> View | None:
    """One query's keywords, a row each, against its responses, a column each.

    Args:
        names: What the responses are called. Columns go by number, as names are long and alike;
            hovering and the table have the names.
        coverages: What became of the keywords in each, in the same order; at most `MOST_RESPONSES`.

    Returns:
        The view; `None` where there is no keyword to show.
    """
    rows = keyword_matrix(coverages)
    if not rows:
        return None
    shown = rows[:_MOST_KEYWORDS]
    height = _ROW * len(shown)
    step = 1 if len(names) <= _ROOMY else 5
    numbers = [number for number in range(1, len(names) + 1) if number == 1 or number % step == 0]
    subtitle = f"the first {len(shown)} of {len(rows)} keywords" if len(rows) > len(shown) else ""
    figure = theme.figure(
        [trace for sort in _SORTS if (trace := _cells(sort, names, shown))["x"]],
        theme.layout(
            f"Keywords in {_counted(len(names), 'response')}",
            subtitle=subtitle,
            height=height + 150,
            x=theme.axis(
                "response, by its number",
                tickvals=[number - 1 for number in numbers],
                ticktext=list(map(str, numbers)),
                tickangle=0,
                range=[-0.6, len(names) - 0.4],
                showgrid=False,
                fixedrange=True,
            ),
            y=theme.axis(
                "",
                tickvals=list(range(len(shown))),
                ticktext=[label(row.keyword, _COLUMNS) for row in shown],
                range=[len(shown) - 0.4, -0.6],
                fixedrange=True,
            ),
            showlegend=True,
            legend=theme.legend_below(height),
        ),
    )
    return View(figure, _alt(names, coverages, rows), _table(names, rows))


def _cells(sort: _Sort, names: Sequence[str], rows: Sequence[MatrixRow]) -> Spec:
    cells = [
        (column, number, match)
        for number, row in enumerate(rows)
        for column, match in enumerate(row.cells)
        if match is not None and sort.holds(match)
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": sort.name,
        "x": [column for column, _, _ in cells],
        "y": [number for _, number, _ in cells],
        "marker": {
            "color": sort.colour,
            "symbol": sort.symbol,
            "size": 12 if len(names) <= _ROOMY else 8 if len(names) <= _CROWDED else 5,
            "line": {"color": sort.colour, "width": 2 if len(names) <= _ROOMY else 1},
        },
        "hovertext": [_hover(names[column], match) for column, _, match in cells],
        "hoverinfo": "text",
    }


def _hover(name: str, match: KeywordMatch) -> str:
    what = "missing" if match.matched_by is None else f"covered: {match.matched_by.value}"
    said = "" if match.marked is None else ", a person says"
    return f"<b>{inert(excerpt(match.keyword, 40))}</b><br>{inert(excerpt(name, 40))}: {what}{said}"


def _alt(
    names: Sequence[str], coverages: Sequence[KeywordCoverage], rows: Sequence[MatrixRow]
) -> str:
    counts = "; ".join(
        f"{excerpt(name, 40)}: {coverage.matched} of {coverage.total}"
        for name, coverage in zip(names, coverages, strict=True)
    )
    by_none = [
        row.keyword for row in rows if all(match is None or match.missing for match in row.cells)
    ]
    text = f"Keywords that each of {_counted(len(names), 'response')} covers. {counts}."
    return f"{text} In none: {excerpt(', '.join(by_none), 200)}." if by_none else text


def _table(names: Sequence[str], rows: Sequence[MatrixRow]) -> Table:
    cells = [
        (row.keyword, name, not match.missing, match.matched_by.value if match.matched_by else None)
        for row in rows
        for name, match in zip(names, row.cells, strict=True)
        if match is not None
    ]
    return Table(("keyword", "response", "covered", "match"), tuple(cells))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
