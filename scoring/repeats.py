"""The same case judged several times: how far the judge agrees with itself, and what it scores."""

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.model import (
    JsonValue,
    Judgement,
    Overrides,
    Penalties,
    RelevanceLevel,
    distinct_items,
    normalised_item,
)
from scoring.relevance import score_relevance
from scoring.rounding import shown


@dataclass(frozen=True, slots=True)
class ContextSpread:
    """What the attempts said of one context.

    Attributes:
        levels: How many attempts gave each level; the four levels, from best to worst.
        used: How many attempts said that the response drew on it.
        judged: How many attempts gave it a verdict at all.
    """

    levels: Mapping[RelevanceLevel, int]
    used: int
    judged: int


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a judge's attempts at one case lie apart.

    Attributes:
        attempts: How many there are.
        contexts: One entry a context, in the contexts' order.
        missing: Each missing item that any attempt named, and how many named it; what differs only
            in case and spacing is one item, written as it was first.
        scores: Each attempt's score, in their order, a person's corrections applied; `None` for an
            attempt that gives none.
        mean: Of the scores that there are; `None` where there are none.
        deviation: Their standard deviation (of a sample); `None` for fewer than two.
        interval: In which the judge's mean score lies, were it asked for ever, with 95 %
            confidence: Student's t over the attempts' scores, cut at 0 and the scale. `None` for
            fewer than two. It speaks of this judge's wavering alone, not of its being right; where
            all attempts agree it has no width, which few attempts do not prove.
    """

    attempts: int
    contexts: tuple[ContextSpread, ...]
    missing: Mapping[str, int]
    scores: tuple[float | None, ...]
    mean: float | None
    deviation: float | None
    interval: tuple[float, float] | None

    def __str__(self) -> str:
        if self.mean is None or self.interval is None:
            return f"no spread of {self.attempts}"
        low, high = map(shown, self.interval)
        return f"mean of {self.attempts} {shown(self.mean)}, 95 % from {low} to {high}"

    def to_json(self) -> dict[str, JsonValue]:
        """The spread as a result line carries it."""
        return {
            "attempts": self.attempts,
            "contexts": [
                {
                    "levels": {level.value: count for level, count in context.levels.items()},
                    "used": context.used,
                    "judged": context.judged,
                }
                for context in self.contexts
            ],
            "missing": dict(self.missing),
            "scores": list(self.scores),
            "mean": self.mean,
            "deviation": self.deviation,
            "interval": None if self.interval is None else list(self.interval),
        }


def spread_of(
    attempts: Sequence[Judgement],
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    *,
    overrides: Overrides = Overrides(),
    score_judged_part: bool = False,
) -> Spread:
    """Lay a judge's attempts at one case side by side, and carry each through the formula.

    Args:
        attempts: Judgements of the same contexts.
        penalties: What faults cost.
        scale: The value of a perfect score.
        overrides: A person's corrections, which hold for every attempt.
        score_judged_part: Score a partial judgement over its judged contexts alone.

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    scores = tuple(
        score_relevance(
            overrides.applied_to(attempt), penalties, scale, score_judged_part=score_judged_part
        ).score
        for attempt in attempts
    )
    known = [score for score in scores if score is not None]
    deviation = statistics.stdev(known) if len(known) > 1 else None
    mean = statistics.mean(known) if known else None
    interval = None
    if mean is not None and deviation is not None:
        half = _student(len(known) - 1) * deviation / math.sqrt(len(known))
        interval = (max(0.0, mean - half), min(scale, mean + half))
    return Spread(
        len(attempts), _contexts(attempts), _missing(attempts), scores, mean, deviation, interval
    )


def _contexts(attempts: Sequence[Judgement]) -> tuple[ContextSpread, ...]:
    count = max((attempt.context_count for attempt in attempts), default=0)
    levels = [dict.fromkeys(RelevanceLevel, 0) for _ in range(count)]
    used = [0] * count
    for attempt in attempts:
        for verdict in attempt.verdicts:
            levels[verdict.index][verdict.level] += 1
            used[verdict.index] += verdict.used
    return tuple(
        ContextSpread(counts, times_used, sum(counts.values()))
        for counts, times_used in zip(levels, used, strict=True)
    )


def _missing(attempts: Sequence[Judgement]) -> dict[str, int]:
    named = Counter(
        key for attempt in attempts for key in {normalised_item(item) for item in attempt.missing}
    )
    items = distinct_items(item for attempt in attempts for item in attempt.missing)
    return {item: named[normalised_item(item)] for item in items}


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution."""
    from scipy import stats

    return float(stats.t.ppf(0.975, freedom))
