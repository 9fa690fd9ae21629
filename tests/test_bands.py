"""The bands of both scorers, with the holes of the documentation closed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bands import KEYWORD_BANDS, RELEVANCE_BANDS, Band, band_of


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (1.0, "excellent"),
        (0.9, "excellent"),
        (0.85, "good"),  # between the documented 0.7-0.8 and 0.9-1.0
        (0.8, "good"),
        (0.7, "good"),
        (0.65, "mixed"),  # between 0.4-0.6 and 0.7-0.8
        (0.4, "mixed"),
        (0.35, "poor"),  # between 0.2-0.3 and 0.4-0.6
        (0.2, "poor"),
        (0.15, "very poor"),  # between 0.0-0.1 and 0.2-0.3
        (0.0, "very poor"),
    ],
)
def test_every_relevance_score_has_a_band(score: float, name: str) -> None:
    assert band_of(score, 1.0, RELEVANCE_BANDS).name == name


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (1.0, "complete"),
        (0.95, "high"),  # between 0.7-0.9 and 1.0
        (0.7, "high"),
        (0.65, "partial"),  # between 0.4-0.6 and 0.7-0.9
        (0.4, "partial"),
        (0.35, "low"),  # between 0.1-0.3 and 0.4-0.6
        (0.1, "low"),
        (0.05, "none"),  # between 0.0 and 0.1-0.3
        (0.0, "none"),
    ],
)
def test_every_keyword_score_has_a_band(score: float, name: str) -> None:
    assert band_of(score, 1.0, KEYWORD_BANDS).name == name


def test_a_band_is_decided_without_floating_point_dust() -> None:
    assert 0.7 - 0.3 < 0.4
    assert band_of(0.7 - 0.3, 1.0, RELEVANCE_BANDS).name == "mixed"


def test_a_band_is_not_decided_on_what_is_shown() -> None:
    # 0.6999 is shown as 0.70 and is still below the band.
    assert band_of(0.6999, 1.0, RELEVANCE_BANDS).name == "mixed"


def test_a_band_is_decided_on_the_share_of_the_scale() -> None:
    assert band_of(64.0, 100.0, RELEVANCE_BANDS).name == "mixed"
    assert band_of(4.5, 5.0, RELEVANCE_BANDS).name == "excellent"


@given(
    score=st.floats(0, 1),
    other=st.floats(0, 1),
    bands=st.sampled_from([RELEVANCE_BANDS, KEYWORD_BANDS]),
)
def test_a_better_score_is_never_in_a_worse_band(
    score: float, other: float, bands: tuple[Band, ...]
) -> None:
    low, high = sorted((score, other))
    assert band_of(low, 1.0, bands).lower <= band_of(high, 1.0, bands).lower
