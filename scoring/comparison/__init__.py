"""Retrieval configurations side by side: which is better, by how much, how surely, and why.

    pairing = paired(by_configuration(files))           which questions can be compared, which not
    measurements = Measurements(pairing)                counted once
    sample = measurements.sample(metric, penalties)     instant, at any penalties
    differences_from(sample, baseline)                  instant: means, signed differences, wins
    inferences_from(sample, baseline, seed=...)         slower: intervals, tests, effect sizes
    inferences_of(samples, baseline, seed=...)          the same of several samples at once
    sentence(difference, inference)                     in words

`compared` does all of it at one setting. `leader_map` and `regions` say where in the penalties the
winner flips, `ranked` which questions made the difference, `aligned` why one came out as it did,
`ContextCounts` and `Dropping` how many contexts are best.
"""

from scoring.comparison.alignment import (
    NEAR_TEXT,
    AlignedContext,
    Alignment,
    Change,
    aligned,
    aligned_positions,
)
from scoring.comparison.composition import Composition, compositions
from scoring.comparison.context_count import (
    ALL_CONTEXTS,
    POOR_LEVELS,
    ContextCounts,
    CutCurve,
    Dropping,
)
from scoring.comparison.differences import Difference, differences_from, means
from scoring.comparison.inference import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    FEWEST_PAIRS,
    Inference,
    corrected,
    holm,
    inferences_from,
    inferences_of,
)
from scoring.comparison.leaders import Axis, LeaderMap, leader_map
from scoring.comparison.likeness import Unlike
from scoring.comparison.measurements import Measurements, Metric, Sample
from scoring.comparison.missing import MissingItems, missing_items
from scoring.comparison.overview import (
    MISSING_ITEM_RANGE,
    UNUSED_HIGH_RANGE,
    Comparison,
    MetricComparison,
    compared,
)
from scoring.comparison.pairing import (
    MOST_CONFIGURATIONS,
    MatchedBy,
    Pair,
    Pairing,
    Unpaired,
    Unscored,
    WhyUnpaired,
    by_configuration,
    paired,
)
from scoring.comparison.questions import Questions, QuestionValues, ranked
from scoring.comparison.regions import Regions, percentage, regions
from scoring.comparison.segments import (
    LANGUAGE,
    SegmentDifference,
    largest,
    multiplicity_note,
    segment_differences,
    segmentations,
    segments,
)
from scoring.comparison.sentence import Outcome, outcome, provisional, sentence, signed

__all__ = [
    "ALL_CONTEXTS",
    "DEFAULT_CONFIDENCE",
    "DEFAULT_RESAMPLES",
    "DEFAULT_SEED",
    "FEWEST_PAIRS",
    "LANGUAGE",
    "MISSING_ITEM_RANGE",
    "MOST_CONFIGURATIONS",
    "NEAR_TEXT",
    "POOR_LEVELS",
    "UNUSED_HIGH_RANGE",
    "AlignedContext",
    "Alignment",
    "Axis",
    "Change",
    "Comparison",
    "Composition",
    "ContextCounts",
    "CutCurve",
    "Difference",
    "Dropping",
    "Inference",
    "LeaderMap",
    "MatchedBy",
    "Measurements",
    "Metric",
    "MetricComparison",
    "MissingItems",
    "Outcome",
    "Pair",
    "Pairing",
    "QuestionValues",
    "Questions",
    "Regions",
    "Sample",
    "SegmentDifference",
    "Unlike",
    "Unpaired",
    "Unscored",
    "WhyUnpaired",
    "aligned",
    "aligned_positions",
    "by_configuration",
    "compared",
    "compositions",
    "corrected",
    "differences_from",
    "holm",
    "inferences_from",
    "inferences_of",
    "largest",
    "leader_map",
    "means",
    "missing_items",
    "multiplicity_note",
    "outcome",
    "paired",
    "percentage",
    "provisional",
    "ranked",
    "regions",
    "segment_differences",
    "segmentations",
    "segments",
    "sentence",
    "signed",
]
