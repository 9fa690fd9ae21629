"""Views of a whole dataset: how its scores are spread, and what recurs in its faults."""

from scoring.figures.dataset.band_counts import band_counts
from scoring.figures.dataset.recurring import Recurring, recurring
from scoring.figures.dataset.spread import score_spread

__all__ = ["Recurring", "band_counts", "recurring", "score_spread"]
