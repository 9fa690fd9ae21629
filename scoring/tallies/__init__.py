"""Context Relevance over whole datasets: what penalties do to thousands of cases, exactly, at once.

A case's score depends on six counts of its judgement, its *tally*. A dataset is therefore a small
table of distinct tallies, `Tallies`, and every question about it costs the table's size, not the
number of cases. Rows of the table are what most functions answer for; `Tallies.row_of_case` and
`Tallies.cases_where` lead from there to cases.

Scores, means and slopes are in points of the scaled score; thresholds, bands and penalties are
shares of the scale, 0 to 1, as everywhere.
"""

from scoring.tallies.changes import (
    BandChange,
    BandChanges,
    Flips,
    band_changes,
    flips_between,
)
from scoring.tallies.crossings import (
    KinkKind,
    Kinks,
    flip_values,
    kinks_along,
    last_values_reaching,
)
from scoring.tallies.curves import Curve, curve_along
from scoring.tallies.dataset import Group, Tallies
from scoring.tallies.grids import Grid, Measure, PenaltyMap, grid_along, penalty_map
from scoring.tallies.intervals import IntervalMethod, MeanInterval, mean_interval
from scoring.tallies.ranks import RankChanges, rank_changes
from scoring.tallies.sensitivity import (
    LENIENT_TO_STRICT,
    Derivative,
    Effect,
    derivatives,
    tornado,
)
from scoring.tallies.setting import Penalty
from scoring.tallies.summary import (
    Decomposition,
    Histogram,
    Summary,
    band_numbers,
    capped,
    case_scores,
    decompose,
    floored,
    histogram,
    passing,
    scores,
    summarise,
)
from scoring.tallies.tally import DOCUMENTED_WEIGHTS, Tally, Weights

__all__ = [
    "DOCUMENTED_WEIGHTS",
    "LENIENT_TO_STRICT",
    "BandChange",
    "BandChanges",
    "Curve",
    "Decomposition",
    "Derivative",
    "Effect",
    "Flips",
    "Grid",
    "Group",
    "Histogram",
    "IntervalMethod",
    "KinkKind",
    "Kinks",
    "MeanInterval",
    "Measure",
    "Penalty",
    "PenaltyMap",
    "RankChanges",
    "Summary",
    "Tallies",
    "Tally",
    "Weights",
    "band_changes",
    "band_numbers",
    "capped",
    "case_scores",
    "curve_along",
    "decompose",
    "derivatives",
    "flip_values",
    "flips_between",
    "floored",
    "grid_along",
    "histogram",
    "kinks_along",
    "last_values_reaching",
    "mean_interval",
    "passing",
    "penalty_map",
    "rank_changes",
    "scores",
    "summarise",
    "tornado",
]
