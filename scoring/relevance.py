"""Context Relevance: the documented formula, from one judgement to a score with its evidence.

    base            = sum of the level weights / number of contexts
    usage penalty   = number of high contexts that were not used * unused_high_relevance_context
    missing penalty = min(number of missing items * missing_context_per_item,
                          max_missing_context_penalty)
    score           = max(0, base - usage penalty - missing penalty) * scale

Source: the public documentation of Mastra's context relevance scorer.
"""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.bands import RELEVANCE_BANDS, Band, band_of
from scoring.model import (
    Judgement,
    Penalties,
    RelevanceLevel,
    State,
    checked_scale,
    distinct_items,
)
from scoring.rounding import settled, shown, shown_fully

WEIGHTS: Final[Mapping[RelevanceLevel, float]] = MappingProxyType(
    {
        RelevanceLevel.HIGH: 1.0,
        RelevanceLevel.MEDIUM: 0.7,
        RelevanceLevel.LOW: 0.3,
        RelevanceLevel.NONE: 0.0,
    }
)
"""What a context of each level adds to the base, before the division."""


@dataclass(frozen=True, slots=True)
class RelevanceEvidence:
    """Every number between a judgement and its score, in points of the unscaled score.

    Attributes:
        divisor: What the weights were divided by: the contexts, or only the judged ones where a
            person asked to score a partial judgement.
        base: Mean weight, 0 to 1.
        unused_high: Positions (from 0) of the high contexts that the response did not use.
        usage_penalty: What those cost.
        missing_items: The items that say something different, as first written.
        missing_count_raw: How many items the judgement listed, repetitions included.
        missing_penalty_uncapped: What the missing items would cost without the cap.
        missing_penalty: What they cost.
        unfloored: base - usage_penalty - missing_penalty; below 0 where the floor bit.
    """

    divisor: int
    base: float
    unused_high: tuple[int, ...]
    usage_penalty: float
    missing_items: tuple[str, ...]
    missing_count_raw: int
    missing_penalty_uncapped: float
    missing_penalty: float
    unfloored: float

    @property
    def missing_count(self) -> int:
        """How many different items are missing: what the penalty counts."""
        return len(self.missing_items)

    @property
    def capped(self) -> bool:
        """Whether the cap saved anything."""
        return settled(self.missing_penalty_uncapped) > settled(self.missing_penalty)

    @property
    def floored(self) -> bool:
        """Whether the penalties took more than there was."""
        return settled(self.unfloored) < 0


@dataclass(frozen=True, slots=True)
class RelevanceScore:
    """A case's Context Relevance under one setting, with what it was made from.

    Attributes:
        state: Whether there is a score, and if not, which way it is lacking.
        score: 0 to `scale`, unrounded; `None` where there is none, never a stand-in number.
        scale: The value of a perfect score.
        penalties: The setting.
        judgement: What was scored, a person's corrections included; `None` where judging failed.
        evidence: The numbers in between; `None` where there is no score.
        explanation: For every state but `SCORED`, why.
    """

    state: State
    score: float | None
    scale: float
    penalties: Penalties
    judgement: Judgement | None = None
    evidence: RelevanceEvidence | None = None
    explanation: str = ""

    @property
    def band(self) -> Band | None:
        """What the score means in words."""
        return None if self.score is None else band_of(self.score, self.scale, RELEVANCE_BANDS)

    @property
    def peer_score(self) -> float | None:
        """What the documented scorer's package reports where this one reports no score.

        It gives a retrieval without any contexts a perfect score; elsewhere the two agree, or there
        is nothing to compare.
        """
        empty = self.judgement is not None and self.judgement.context_count == 0
        return self.scale if empty else self.score

    @property
    def reason(self) -> str:
        """The score in English sentences, made from the numbers that were really used.

        Outside the quoted missing items and a failed judge's own words, it holds the word "unused"
        exactly when the usage penalty took something off, and "missing" exactly when the missing
        penalty did.
        """
        return _reason(self)


def unscored_relevance(
    state: State,
    explanation: str,
    penalties: Penalties,
    scale: float,
    judgement: Judgement | None = None,
) -> RelevanceScore:
    """A result that says why there is no score."""
    return RelevanceScore(
        state, None, checked_scale(scale), penalties, judgement, explanation=explanation
    )


def score_relevance(
    judgement: Judgement,
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    *,
    score_judged_part: bool = False,
) -> RelevanceScore:
    """Score one judgement.

    Args:
        judgement: The verdicts, a person's corrections applied (`Overrides.applied_to`).
        penalties: What faults cost.
        scale: The value of a perfect score, finite and above 0.
        score_judged_part: Score a partial judgement over its judged contexts alone. The state stays
            `PARTIAL`. Without it a partial judgement has no score.

    Returns:
        The score with its evidence, or the state that it is in instead.

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    checked_scale(scale)
    unjudged = len(judgement.unjudged)
    if judgement.context_count == 0:
        return unscored_relevance(
            State.NOT_SCORABLE, "There are no contexts to judge.", penalties, scale, judgement
        )
    judged = judgement.context_count - unjudged
    explanation = ""
    if unjudged:
        explanation = f"{judged} of {judgement.context_count} contexts are judged."
        if not score_judged_part or not judged:
            return unscored_relevance(State.PARTIAL, explanation, penalties, scale, judgement)
        explanation += " The score is that of the judged ones alone."
    evidence = _evidence(judgement, penalties, divisor=judged)
    return RelevanceScore(
        State.PARTIAL if unjudged else State.SCORED,
        max(0.0, evidence.unfloored) * scale,
        scale,
        penalties,
        judgement,
        evidence,
        explanation,
    )


def _evidence(judgement: Judgement, penalties: Penalties, divisor: int) -> RelevanceEvidence:
    # fsum is exact, so that the order of the contexts never shows in the last digit.
    base = math.fsum(WEIGHTS[verdict.level] for verdict in judgement.verdicts) / divisor
    unused_high = tuple(
        verdict.index
        for verdict in judgement.verdicts
        if verdict.level is RelevanceLevel.HIGH and not verdict.used
    )
    missing_items = distinct_items(judgement.missing)
    # The largest float keeps an absurd but valid setting out of infinity, which JSON cannot hold.
    usage_penalty = min(
        len(unused_high) * penalties.unused_high_relevance_context, sys.float_info.max
    )
    uncapped = min(len(missing_items) * penalties.missing_context_per_item, sys.float_info.max)
    missing_penalty = min(uncapped, penalties.max_missing_context_penalty)
    return RelevanceEvidence(
        divisor=divisor,
        base=base,
        unused_high=unused_high,
        usage_penalty=usage_penalty,
        missing_items=missing_items,
        missing_count_raw=len(judgement.missing),
        missing_penalty_uncapped=uncapped,
        missing_penalty=missing_penalty,
        unfloored=max(base - usage_penalty - missing_penalty, -sys.float_info.max),
    )


def _reason(result: RelevanceScore) -> str:
    sentences = []
    evidence = result.evidence
    if result.score is not None and evidence is not None and result.band is not None:
        # The band's documented meaning stays out: "nothing relevant found" can be untrue of a case
        # that penalties brought there, and what did follows.
        sentences.append(f"Score {shown(result.score)} of {result.scale:g}: {result.band.name}.")
    if result.explanation:
        sentences.append(result.explanation)
    judgement = result.judgement
    if judgement is not None and judgement.verdicts:
        sentences.append(_levels_sentence(judgement, evidence))
    if judgement is not None and evidence is not None:
        sentences.append(_usage_sentence(judgement, evidence, result.penalties))
        sentences.append(_missing_sentence(evidence, result.penalties))
        if evidence.floored:
            sentences.append(
                f"The penalties take {shown_fully(-evidence.unfloored)} more than the base holds, "
                "so the score stops at 0."
            )
    return " ".join(sentences)


def _levels_sentence(judgement: Judgement, evidence: RelevanceEvidence | None) -> str:
    groups = []
    for level in RelevanceLevel:
        positions = [verdict.index for verdict in judgement.verdicts if verdict.level is level]
        if positions:
            groups.append(f"{level.value}: {_contexts(positions)}")
    listing = "; ".join(groups)
    if evidence is None:
        return f"By level, {listing}."
    return f"The base is {shown_fully(evidence.base)}, the mean weight of {listing}."


def _usage_sentence(judgement: Judgement, evidence: RelevanceEvidence, penalties: Penalties) -> str:
    count = len(evidence.unused_high)
    if not count:
        if any(verdict.level is RelevanceLevel.HIGH for verdict in judgement.verdicts):
            return "The response used every high context it had."
        return "There was no high context to use."
    which = {1: "high", 2: "both high"}.get(count, "all high")
    high = f"{_contexts(evidence.unused_high)} ({which})"
    if not evidence.usage_penalty:
        return f"The response did not use {high}, which costs nothing at this setting."
    return (
        f"Unused by the response: {high}; "
        f"{count} x {penalties.unused_high_relevance_context:g} "
        f"takes off {shown_fully(evidence.usage_penalty)}."
    )


def _missing_sentence(evidence: RelevanceEvidence, penalties: Penalties) -> str:
    count = evidence.missing_count
    if not count:
        return "No gap was named."
    quoted = ", ".join(f"“{' '.join(item.split())}”" for item in evidence.missing_items)
    if evidence.missing_count_raw > count:
        quoted += f" ({evidence.missing_count_raw} were listed, repetitions count once)"
    if not evidence.missing_penalty:
        return f"Gaps named, which cost nothing at this setting: {quoted}."
    cost = f"{count} x {penalties.missing_context_per_item:g}"
    if evidence.capped:
        return (
            f"Missing: {quoted}; {cost} would take off "
            f"{shown_fully(evidence.missing_penalty_uncapped)}, and the cap holds it to "
            f"{shown_fully(evidence.missing_penalty)}."
        )
    return f"Missing: {quoted}; {cost} takes off {shown_fully(evidence.missing_penalty)}."


def _contexts(positions: list[int] | tuple[int, ...]) -> str:
    """Name positions (from 0) as people count them, runs joined: "contexts 1-3, 5"."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and position == runs[-1][1] + 1:
            runs[-1][1] = position
        else:
            runs.append([position, position])
    names = [str(first + 1) if first == last else f"{first + 1}-{last + 1}" for first, last in runs]
    return ("context " if len(positions) == 1 else "contexts ") + ", ".join(names)
