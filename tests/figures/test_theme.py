"""Colours that everybody can tell apart, on light and on dark pages."""

import itertools
import math
from collections.abc import Sequence

import pytest

from scoring.figures import theme

COLOURS = {
    theme.BLUE,
    theme.GREEN,
    theme.ORANGE,
    theme.VERMILLION,
    theme.VIOLET,
    theme.GREY,
}
TOGETHER = {
    "levels": set(theme.LEVEL_COLOURS.values()),
    "waterfall": {theme.TOTAL, theme.UNUSED, theme.MISSING, theme.GIVEN_BACK},
    "keywords": {theme.BLUE, theme.GREEN, theme.ORANGE, theme.MISSING},
}
# Linear RGB as each eye sees it: Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("background", ["#ffffff", "#0e1117", "#171614"])
@pytest.mark.parametrize("colour", sorted(COLOURS))
def test_each_colour_stands_out_from_the_page(colour: str, background: str) -> None:
    lighter, darker = sorted((_luminance(colour), _luminance(background)), reverse=True)

    # WCAG 2.2, success criterion 1.4.11: graphical objects.
    assert (lighter + 0.05) / (darker + 0.05) >= 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("view", TOGETHER)
def test_colours_of_one_view_differ_for_every_eye(view: str, eye: str) -> None:
    seen = [_lab(_seen_by(colour, eye)) for colour in TOGETHER[view]]

    assert min(math.dist(one, other) for one, other in itertools.combinations(seen, 2)) >= 15


def _product(row: Sequence[float], column: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(row, column, strict=True))


def _linear(colour: str) -> tuple[float, ...]:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return tuple(
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )


def _luminance(colour: str) -> float:
    return _product(_linear(colour), (0.2126, 0.7152, 0.0722))


def _seen_by(colour: str, eye: str) -> tuple[float, ...]:
    return tuple(min(1.0, max(0.0, _product(row, _linear(colour)))) for row in EYES[eye])


def _lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE 1976 L*a*b* of linear sRGB, white D65."""
    x = _product(rgb, (0.4124564, 0.3575761, 0.1804375)) / 0.95047
    y = _product(rgb, (0.2126729, 0.7151522, 0.0721750))
    z = _product(rgb, (0.0193339, 0.1191920, 0.9503041)) / 1.08883
    cube_x, cube_y, cube_z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * cube_y - 16, 500 * (cube_x - cube_y), 200 * (cube_y - cube_z)
