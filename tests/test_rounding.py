"""How numbers are settled for decisions and rounded for people."""

import pytest

from scoring.rounding import half_up, settled, shown, shown_fully


def test_settling_takes_floating_point_dust_away() -> None:
    assert 0.7 - 0.3 != 0.4
    assert settled(0.7 - 0.3) == 0.4


def test_settling_keeps_nine_places() -> None:
    assert settled(0.123456789) == 0.123456789
    assert settled(0.1234567891) == 0.123456789


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (0.125, 0.13),
        (0.375, 0.38),
        (0.124, 0.12),
        (0.285, 0.29),  # held as 0.28499999999999998
        (1.005, 1.01),  # held as 1.00499999999999989
        (0.0, 0.0),
        (64.0, 64.0),
    ],
)
def test_halves_are_rounded_upwards(value: float, rounded: float) -> None:
    assert half_up(value) == rounded


def test_rounding_takes_other_numbers_of_places() -> None:
    assert half_up(0.0625, 3) == 0.063
    assert half_up(2.5, 0) == 3.0


def test_rounding_leaves_a_number_that_is_too_large_for_it_as_it_is() -> None:
    assert half_up(1.7e308) == 1.7e308


def test_a_shown_number_keeps_its_trailing_zeros() -> None:
    assert shown(0.6) == "0.60"
    assert shown(0.64, 3) == "0.640"
    assert shown(1.0, 0) == "1"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.50"), (0.675, "0.675"), (2 / 3, "0.6667"), (0.004, "0.004"), (66.0, "66.00")],
)
def test_a_number_is_shown_with_the_places_it_needs_and_two_at_the_least(
    value: float, text: str
) -> None:
    assert shown_fully(value) == text
