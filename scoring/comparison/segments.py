"""Differences within parts of the pairs: by language, by tag, by any metadata that the cases carry.

Whoever looks at many parts finds something in one of them by luck alone, so that p values are
corrected over all parts and configurations together, and the number of them is told.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scoring.comparison.differences import Difference, differences_from
from scoring.comparison.inference import (
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Inference,
    corrected,
    inferences_of,
)
from scoring.comparison.measurements import Sample
from scoring.comparison.pairing import Pair, Pairing
from scoring.model import JsonValue
from scoring.tallies.dataset import IntArray

LANGUAGE: Final = "language"
"""The segmentation by the language that the keywords were read in."""


@dataclass(frozen=True, slots=True)
class SegmentDifference:
    """One configuration against the baseline within one segment.

    Attributes:
        segment: What the segment's pairs have in common.
        difference: The numbers.
        inference: How sure they are, corrected over all segments; `None` where the segment has too
            few pairs.
    """

    segment: str
    difference: Difference
    inference: Inference | None


def segmentations(pairing: Pairing) -> tuple[str, ...]:
    """What the pairs can be parted by: `LANGUAGE`, and every metadata key with two values or more.

    A key whose values are all different names cases rather than parts, and is left out.
    """
    keys = {key: None for pair in pairing.pairs for key in pair.results[0].case.metadata}
    found = []
    for key in (LANGUAGE, *(key for key in keys if key != LANGUAGE)):
        parts = segments(pairing, key)
        if len(parts) > 1 and any(len(pairs) > 1 for pairs in parts.values()):
            found.append(key)
    return tuple(found)


def segments(pairing: Pairing, key: str) -> dict[str, IntArray]:
    """The pairs' positions by what they have under a key, in the order of the values.

    Args:
        pairing: The pairs; the first configuration's case speaks for each.
        key: `LANGUAGE`, or a metadata key. A case without it is in no segment; one with a list,
            such as of tags, is in one for each entry. Objects part nothing.
    """
    parts: defaultdict[str, list[int]] = defaultdict(list)
    for position, pair in enumerate(pairing.pairs):
        for value in _values(pair, key):
            parts[value].append(position)
    return {value: np.array(parts[value], dtype=np.int64) for value in _ordered(parts)}


def segment_differences(
    sample: Sample,
    parts: Mapping[str, IntArray],
    baseline: str,
    *,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> tuple[SegmentDifference, ...]:
    """Every configuration against the baseline in every segment, segment by segment.

    Raises:
        InvalidValueError: A baseline that is not in the sample, or too few resamples.
    """
    samples = [sample.restricted(pairs) for pairs in parts.values()]
    inferences = inferences_of(samples, baseline, seed=seed, resamples=resamples)
    found: list[SegmentDifference] = []
    for segment, part, told in zip(parts, samples, inferences, strict=True):
        differences = differences_from(part, baseline)
        found += [
            SegmentDifference(segment, difference, inference)
            for difference, inference in zip(
                differences, told or (None,) * len(differences), strict=True
            )
        ]
    return _corrected(found)


def multiplicity_note(found: tuple[SegmentDifference, ...]) -> str:
    """How many comparisons the p values are corrected over, in a sentence."""
    comparisons = sum(entry.inference is not None for entry in found)
    left_out = len(found) - comparisons
    note = (
        f"The p values are corrected (Holm) over {comparisons} "
        f"{'comparison' if comparisons == 1 else 'comparisons'}: every configuration in every "
        "segment."
    )
    lack = "more has" if left_out == 1 else "more have"
    return f"{note} {left_out} {lack} too few pairs to say anything." if left_out else note


def _corrected(found: list[SegmentDifference]) -> tuple[SegmentDifference, ...]:
    adjusted = iter(corrected([entry.inference for entry in found if entry.inference is not None]))
    return tuple(
        entry if entry.inference is None else replace(entry, inference=next(adjusted))
        for entry in found
    )


def _ordered(values: Iterable[str]) -> list[str]:
    """Numbers by size, anything else by letters."""
    try:
        return sorted(values, key=lambda value: (float(value), value))
    except ValueError:
        return sorted(values)


def largest(parts: Mapping[str, IntArray], most: int) -> dict[str, IntArray]:
    """The segments with the most pairs, in the order in which they were."""
    first = set(sorted(parts, key=lambda value: -len(parts[value]))[:most])
    return {value: pairs for value, pairs in parts.items() if value in first}


def _values(pair: Pair, key: str) -> set[str]:
    first = pair.results[0]
    if key == LANGUAGE and first.keywords.language:
        return {first.keywords.language}
    value = first.case.metadata.get(key)
    entries = value if isinstance(value, list | tuple) else [value]
    return {text for entry in entries if (text := _spelled(entry)) is not None}


def _spelled(value: JsonValue) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int | float) else None
