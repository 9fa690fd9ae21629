"""How many contexts score best: the mean score against the number of contexts kept."""

from collections.abc import Mapping, Sequence

from scoring.comparison import CutCurve
from scoring.figures import theme
from scoring.figures.comparison.names import colour_of, name_label
from scoring.figures.theme import Spec
from scoring.figures.view import View
from scoring.tables import Cell, Table, displayed


def cut_curves(
    curves: Mapping[str, CutCurve], configurations: Sequence[str], scale: float
) -> View | None:
    """One line a configuration; a star at the number of contexts that scores best.

    Args:
        curves: By configuration; one without any context has none.
        configurations: All that there are; they give the colours.
        scale: The value of a perfect score.

    Returns:
        The view; `None` where nobody has a context.
    """
    if not curves:
        return None
    longest = max(curve.cuts[-1] for curve in curves.values())
    figure = theme.figure(
        [_line(curve, name, colour_of(name, configurations)) for name, curve in curves.items()],
        theme.layout(
            "Score against the number of contexts kept",
            subtitle="the same judgements, cut to their first contexts · ★ best",
            height=400,
            x=theme.axis(
                "first contexts kept",
                # Room for the names at the lines' ends.
                range=[0.8, longest + 0.2 + 0.3 * longest],
                tickvals=list(range(1, longest + 1, max(1, longest // 10))),
                showgrid=False,
            ),
            y=theme.axis(f"mean Context Relevance, of {scale:g}", rangemode="tozero"),
        ),
    )
    best = "; ".join(
        f"{name} scores best with {curve.best} of {curve.cuts[-1]} contexts "
        f"({displayed(float(curve.means[curve.cuts.index(curve.best)]))})"
        for name, curve in curves.items()
    )
    return View(figure, f"{best}.", _table(curves))


def _line(curve: CutCurve, name: str, colour: str) -> Spec:
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "x": list(curve.cuts),
        "y": curve.means,
        "line": {"color": colour, "width": 2},
        "marker": {
            "color": colour,
            "size": [15 if cut == curve.best else 6 for cut in curve.cuts],
            "symbol": ["star" if cut == curve.best else "circle" for cut in curve.cuts],
        },
        "text": [*[""] * (len(curve.cuts) - 1), f"  {name_label(name)}"],
        "textposition": "middle right",
        "textfont": {"size": 12},
        "cliponaxis": False,
        "hovertext": [
            f"<b>{name_label(name, 32)}</b><br>first {cut}: {displayed(float(mean))}"
            f"<br>{short} of {curve.cases} cases lose a context"
            for cut, mean, short in zip(
                curve.cuts, curve.means, curve.cut_short.tolist(), strict=True
            )
        ],
        "hoverinfo": "text",
    }


def _table(curves: Mapping[str, CutCurve]) -> Table:
    means = [dict(zip(curve.cuts, curve.means.tolist(), strict=True)) for curve in curves.values()]
    rows: list[tuple[Cell, ...]] = [
        (cut, *(of.get(cut) for of in means)) for cut in sorted({cut for of in means for cut in of})
    ]
    return Table(("first contexts kept", *curves), tuple(rows))
