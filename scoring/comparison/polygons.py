"""Plane geometry for the line along which a lead changes hands."""

from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]


def crossed_edges(corners: list[Point], lead: list[float]) -> list[Segment]:
    """The edges of a polygon along which the lead changes hands.

    Args:
        corners: Of the polygon, in order.
        lead: Of one over the other at each corner; above 0 where the one leads.
    """
    return [
        (corners[place - 1], corners[place])
        for place in range(len(corners))
        if (lead[place - 1] > 0) != (lead[place] > 0)
    ]


def halved(corners: list[Point], lead: list[float]) -> tuple[list[Point], list[Point]]:
    """Cut a convex polygon along the straight line of no lead.

    Args:
        corners: Of the polygon, in order.
        lead: Of one over the other at each corner; linear over the polygon.

    Returns:
        Where the line crosses the edges, two points or none, and the corners of the part in which
        the lead is above 0.
    """
    ends: list[Point] = []
    kept: list[Point] = []
    for place, (x, y) in enumerate(corners):
        after = (place + 1) % len(corners)
        if lead[place] > 0:
            kept.append((x, y))
        if (lead[place] > 0) != (lead[after] > 0):
            along = lead[place] / (lead[place] - lead[after])
            next_x, next_y = corners[after]
            ends.append((x + along * (next_x - x), y + along * (next_y - y)))
            kept.append(ends[-1])
    return ends, kept


def area_of(polygon: list[Point]) -> float:
    """The area of a polygon whose corners run counter-clockwise."""
    following = polygon[1:] + polygon[:1]
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in zip(polygon, following, strict=True)) / 2
