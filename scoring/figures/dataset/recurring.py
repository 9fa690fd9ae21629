"""What recurs over a dataset: missing items, keywords, pieces, the most frequent on top."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.figures import rows, theme
from scoring.figures.labels import excerpt, label, paragraph
from scoring.figures.view import View
from scoring.tables import Table

_COLUMNS: Final = 58
"""Of a text in its row: a telephone cuts it at its edge, half a desktop page has room."""
_LONG: Final = 500
"""Of a text in the table, whose cells wrap."""


@dataclass(frozen=True, slots=True)
class Recurring:
    """Something that happened in several cases.

    Attributes:
        text: What it is, as it came.
        count: In how many cases.
        possible: In how many it could have.
        key: What tells it from others, where its text does not.
    """

    text: str
    count: int
    possible: int
    key: str = ""


def recurring(
    title: str, found: Sequence[Recurring], *, what: str, colour: str, most: int = 10
) -> View | None:
    """One row each; a click on one can be told by its `customdata`, the key or else the text.

    Args:
        title: What recurs, inert.
        found: The most frequent first.
        what: What the bars count, inert, such as "cases without it".
        colour: Of the bars.
        most: How many rows are drawn.

    Returns:
        The view; `None` where nothing recurs.
    """
    drawn = list(found[:most])
    if not drawn:
        return None
    reach = max(each.possible for each in drawn)
    texts = [
        f"<b>{each.count:,}</b> of {each.possible:,} · {label(each.text, _COLUMNS)}"
        for each in drawn
    ]
    hover = rows.hovering(
        [
            f"{paragraph(each.text, 48, 6)}<br>{each.count:,} of {each.possible:,} {what}"
            for each in drawn
        ],
        reach,
    )
    figure = theme.figure(
        [
            {**hover, "customdata": [each.key or each.text for each in drawn]},
            rows.bars(
                range(len(drawn)),
                [0.0] * len(drawn),
                [each.possible for each in drawn],
                {"color": theme.FAINT},
            ),
            rows.bars(
                range(len(drawn)),
                [0.0] * len(drawn),
                [each.count for each in drawn],
                {"color": colour},
            ),
            rows.lines(texts),
        ],
        theme.layout(
            title,
            height=rows.height(len(drawn)),
            x=rows.measure(what, [0.0, reach * 1.01], nticks=6),
            y=rows.numbering("", len(drawn)),
        ),
    )
    said = "; ".join(
        f"{excerpt(each.text, _COLUMNS)}: {each.count} of {each.possible}" for each in drawn
    )
    table = Table(
        ("text", what, "of"),
        tuple((excerpt(each.text, _LONG), each.count, each.possible) for each in drawn),
    )
    return View(figure, f"{title}. {said}.", table)
