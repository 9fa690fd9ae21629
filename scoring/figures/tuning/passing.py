"""How many cases pass as one penalty moves, and exactly where each of them flips."""

from scoring.figures import theme
from scoring.figures.view import View
from scoring.rounding import shown
from scoring.tables import Table
from scoring.tallies import Curve, KinkKind
from scoring.tuning import PENALTY_NAMES


def pass_curve(curve: Curve, cases: int) -> View:
    """The share of cases that pass: a staircase with a step wherever a case flips.

    Args:
        curve: A penalty's curve; quantiles are not needed.
        cases: How many cases have a score.
    """
    flips = curve.kinks[KinkKind.THRESHOLD]
    first, last = float(curve.values[0]), float(curve.values[-1])
    inside = (flips.values >= first) & (flips.values < last)
    values, flipped = flips.values[inside], flips.cases[inside]
    at_first = round(float(curve.passing[0]) * cases)
    counts = [at_first, *(at_first - flipped.cumsum()).tolist()]
    steps = [first, *values.tolist()]
    now = curve.penalty.of(curve.penalties)
    # At a flip's own value the case still passes.
    passing_now = at_first - int(flipped[values < now - 5e-10].sum())
    name = PENALTY_NAMES[curve.penalty]
    stairs = {
        "type": "scatter",
        "mode": "lines",
        "line": {"shape": "hv", "color": theme.TOTAL, "width": 2.5},
        "x": [*steps, last],
        "y": [count / cases for count in [*counts, counts[-1]]],
        "customdata": [*counts, counts[-1]],
        "hovertemplate": "beyond %{x:.4f}: %{customdata} cases pass, %{y:.1%}<extra></extra>",
    }
    marker = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [now, now],
        "y": [0, passing_now / cases],
        "line": {"color": theme.ORANGE, "width": 2},
        "marker": {"color": theme.ORANGE, "size": [0, 12], "symbol": "diamond"},
        "hovertemplate": f"now {now:g}: {passing_now} cases pass<extra></extra>",
    }
    figure = theme.figure(
        [stairs, marker],
        theme.layout(
            f"Cases that reach {shown(curve.threshold * curve.scale)}",
            subtitle=f"now {passing_now} of {cases}; a step wherever a case flips",
            height=360,
            x=theme.axis(f"penalty for {name}, in points", range=[first, last], ticks="outside"),
            y=theme.axis(
                "share of the scored cases", range=[0, 1.02], tickformat=".0%", fixedrange=True
            ),
        ),
    )
    alt = (
        f"Of {cases} cases {passing_now} reach {shown(curve.threshold * curve.scale)} now. "
        f"As the penalty for {name} goes from {first:g} to {last:g}, {counts[0]} become "
        f"{counts[-1]}, in {len(values)} steps."
    )
    rows = tuple(
        (value, count, after)
        for value, count, after in zip(values.tolist(), flipped.tolist(), counts[1:], strict=True)
    )
    return View(figure, alt, Table(("last value that passes", "cases", "pass beyond it"), rows))
