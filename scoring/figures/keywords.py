"""Which keywords a response covers, by what kind of match, and which are missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import rows, theme
from scoring.figures.labels import excerpt, inert, paragraph
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.keywords import KeywordCoverage, KeywordMatch, MatchKind
from scoring.tables import keywords_table

_COLUMNS: Final = 46
"""Of a line of keywords: what a telephone's width holds."""

_MOST_LINES: Final = 20
"""Of keywords in a group, which some sixty fill; hovering and the table have them all."""

_LINE: Final = 17
"""Pixels of a line of text: the unit of the vertical axis."""

_TOP: Final = 0.3
"""Above the first group, in lines."""

_BAR: Final = 0.75
_GAP: Final = 0.9
"""Height of a bar and of the space under it, in lines."""

_COLOURS: Final = {
    MatchKind.EXACT: theme.BLUE,
    MatchKind.CASE: theme.BLUE,
    MatchKind.PERSON: theme.ORANGE,
    None: theme.MISSING,
}
"""Of the groups that are more than a looser kind of match; each is named beside its bar."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The keywords with one kind of match, and where they stand in the figure.

    Attributes:
        heading: What it is called and how many it has, inert.
        lines: Its keywords in lines, inert.
        top: Where it begins on the vertical axis, in lines.
    """

    kind: MatchKind | None
    matches: tuple[KeywordMatch, ...]
    heading: str
    lines: str
    top: float

    @property
    def bar(self) -> float:
        """The middle of its bar, on the vertical axis."""
        return self.top + 2 + self.lines.count("<br>") + _BAR / 2

    @property
    def bottom(self) -> float:
        """Where the next group begins."""
        return self.bar + _BAR / 2 + _GAP


def keyword_matches(coverage: KeywordCoverage) -> View | None:
    """The keywords in groups, from exact matches over looser ones to the missing.

    Under the names of a group's keywords is a bar with a cell for each, as wide as the keyword
    counts; pale is what the other groups have. Missing keywords are hatched.

    Returns:
        The view; `None` where there is no keyword to show.
    """
    matches = coverage.matches
    if coverage.comparison is None or not matches:
        return None
    response = coverage.comparison.response
    groups = _groups(matches)
    weights = [match.weight for match in matches]
    total = sum(weights)
    counted = "keywords" if set(weights) == {1.0} else "weight of the keywords"
    lines = groups[-1].bottom
    figure = theme.figure(
        [
            _strips(groups, total),
            *(_cells(group, response, total / 250) for group in groups),
            _names(groups),
        ],
        theme.layout(
            f"{coverage.matched} of {coverage.total} "
            f"keyword{'' if coverage.total == 1 else 's'} covered",
            height=92 + round(_LINE * lines),
            x=rows.measure(
                counted,
                [0.0, total * 1.005],
                nticks=8,
                **({"dtick": 1} if total <= 8 else {}),
            ),
            y=theme.axis(
                "match", range=[lines, 0.0], showgrid=False, showticklabels=False, fixedrange=True
            ),
        ),
    )
    return View(figure, _alt(coverage, groups), keywords_table(coverage))


def _groups(matches: Sequence[KeywordMatch]) -> list[_Group]:
    groups: list[_Group] = []
    top = _TOP
    for kind in (*MatchKind, None):
        members = tuple(match for match in matches if match.matched_by is kind)
        if not members:
            continue
        heading = f"<b>{len(members)} {'missing' if kind is None else kind.value}</b>"
        names = " · ".join(match.keyword for match in members)
        groups.append(_Group(kind, members, heading, paragraph(names, _COLUMNS, _MOST_LINES), top))
        top = groups[-1].bottom
    return groups


def _cells(group: _Group, response: str, sliver: float) -> Spec:
    """A group's bar; each cell is a sliver less than the keyword counts, to show where it ends."""
    starts, reached = [], 0.0
    for match in group.matches:
        starts.append(reached)
        reached += match.weight
    colour = _COLOURS.get(group.kind, theme.GREEN)
    return {
        "type": "bar",
        "orientation": "h",
        "y": [group.bar] * len(starts),
        "base": starts,
        "x": [match.weight - min(sliver, match.weight / 4) for match in group.matches],
        "width": _BAR,
        "marker": {
            "color": colour,
            "line": {"color": colour, "width": 1},
            "pattern": theme.hatching([match.missing for match in group.matches]),
        },
        "hovertext": [_hover(match, response) for match in group.matches],
        "hoverinfo": "text",
    }


def _strips(groups: list[_Group], total: float) -> Spec:
    return {
        "type": "bar",
        "orientation": "h",
        "y": [group.bar for group in groups],
        "base": [sum(match.weight for match in group.matches) for group in groups],
        "x": [total - sum(match.weight for match in group.matches) for group in groups],
        "width": _BAR,
        "marker": {"color": theme.FAINT},
        "hoverinfo": "skip",
    }


def _names(groups: list[_Group]) -> Spec:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0.0] * len(groups),
        "y": [group.top for group in groups],
        "text": [f"{group.heading}<br>{group.lines}" for group in groups],
        "textposition": "bottom right",
        "textfont": {"size": 12},
        "hoverinfo": "skip",
    }


def _hover(match: KeywordMatch, response: str) -> str:
    keyword = f"<b>{inert(excerpt(match.keyword, 40))}</b>"
    if match.matched_by is None:
        return f"{keyword}<br>missing{', a person says' if match.marked is False else ''}"
    text = f"{keyword}<br>covered: {match.matched_by.value}"
    if match.response_spans:
        start, end = match.response_spans[0]
        text += f"<br>in the response: “{inert(excerpt(response[start:end], 40))}”"
        if len(match.response_spans) > 1:
            text += f", {len(match.response_spans)} times"
    return text


def _alt(coverage: KeywordCoverage, groups: list[_Group]) -> str:
    kinds = ", ".join(
        f"{len(group.matches)} {group.kind.value}" for group in groups if group.kind is not None
    )
    are = "keyword is" if coverage.total == 1 else "keywords are"
    text = f"{coverage.matched} of {coverage.total} {are} covered"
    text += f" ({kinds})." if kinds else "."
    missing = [match.keyword for group in groups for match in group.matches if match.missing]
    if missing:
        text += f" Missing: {excerpt(', '.join(missing), 200)}."
    return text
