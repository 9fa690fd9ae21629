"""How floating-point dust is kept away from people and from decisions."""

import math
import sys


def settled(value: float) -> float:
    """The value to nine places, where 0.7 - 0.3 is 0.4: what thresholds are decided on."""
    return round(value, 9)


def half_up(value: float, places: int = 2) -> float:
    """Round a number of 0 or more for display, halves upwards as people do: 0.125 to 0.13.

    To two places it reproduces what the documented scorer's package reports, which adds the machine
    epsilon before it rounds; 150 of its own results hold this in the tests.
    """
    shifted = (value + sys.float_info.epsilon) * 10.0**places + 0.5
    return math.floor(shifted) / 10.0**places if math.isfinite(shifted) else value


def shown_fully(value: float) -> str:
    """A number of 0 or more with two places or, where those would hide something, up to four."""
    whole, _, places = shown(value, 4).partition(".")
    return f"{whole}.{places.rstrip('0').ljust(2, '0')}"


def shown(value: float, places: int = 2) -> str:
    """A number of 0 or more as text, rounded half up: "0.64"."""
    return f"{half_up(value, places):.{places}f}"
