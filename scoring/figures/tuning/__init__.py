"""Views of what penalties do to a whole dataset, one module a view; as in `scoring.figures`."""

from scoring.figures.tuning.band_shares import band_shares
from scoring.figures.tuning.calibration import PARAMETER_NAMES, fit_errors, fit_learning, fit_ranges
from scoring.figures.tuning.curve import penalty_curve
from scoring.figures.tuning.decomposition import mean_decomposition
from scoring.figures.tuning.distribution import score_distribution
from scoring.figures.tuning.means import setting_means
from scoring.figures.tuning.passing import pass_curve
from scoring.figures.tuning.plane import penalty_plane
from scoring.figures.tuning.ranks import rank_plane
from scoring.figures.tuning.tornado import penalty_tornado

__all__ = [
    "PARAMETER_NAMES",
    "band_shares",
    "fit_errors",
    "fit_learning",
    "fit_ranges",
    "mean_decomposition",
    "pass_curve",
    "penalty_curve",
    "penalty_plane",
    "penalty_tornado",
    "rank_plane",
    "score_distribution",
    "setting_means",
]
