"""Scores with a known truth, as judgements give them: in steps, tied often, floored at 0.

A question has a difficulty that every configuration meets; each retrieves five contexts whose
levels follow it, and loses penalties. The truth is planted by adding a constant, or left at none:
configurations are then drawn alike.
"""

import numpy as np

from scoring.comparison import Metric, Sample, inferences_from
from scoring.tallies.dataset import FloatArray

_WEIGHTS = np.array([0.0, 0.3, 0.7, 1.0])
_MANY = 400_000


def drawn(random: np.random.Generator, configurations: int, pairs: int) -> FloatArray:
    """Scores of alike configurations, 0 to 1, shape (configurations, pairs)."""
    easiness = random.beta(2, 2, size=pairs)[np.newaxis, :, np.newaxis]
    levels = random.binomial(3, easiness, size=(configurations, pairs, 5))
    missing = random.binomial(3, 0.3, size=(configurations, pairs))
    scores: FloatArray = np.maximum(_WEIGHTS[levels].mean(axis=2) - 0.15 * missing, 0.0)
    return scores


def skewed(random: np.random.Generator, pairs: int) -> FloatArray:
    """Differences that lean to one side: a third of the questions gains, some of them much."""
    gains = random.random(pairs) < 0.35
    amounts = np.round(random.gamma(1.2, 0.12, size=pairs) * 20) / 20
    differences: FloatArray = np.where(gains, amounts, -0.05 * (random.random(pairs) < 0.3))
    return differences


def coverage(*, trials: int, pairs: int, resamples: int, seed: int) -> float:
    """How often the 95 % interval holds the true mean of differences that lean to one side."""
    truth = skewed(np.random.default_rng([seed, 0]), _MANY).mean()
    held = 0
    for trial in range(1, trials + 1):
        differences = skewed(np.random.default_rng([seed, trial]), pairs)
        sample = _sample(np.stack([np.zeros(pairs), differences]))
        inferences = inferences_from(sample, "A", seed=trial, resamples=resamples)
        assert inferences is not None
        low, high = inferences[0].interval
        held += low <= truth <= high
    return held / trials


def false_positives(
    *, trials: int, pairs: int, resamples: int, seed: int, shift: float = 0.0
) -> float:
    """How often two configurations that differ by `shift` are told apart, p <= 0.05."""
    return _rejections(2, trials, pairs, resamples, seed, shift)


def family_errors(*, trials: int, pairs: int, resamples: int, seed: int) -> float:
    """How often any of seven alike configurations is told from the baseline after Holm."""
    return _rejections(8, trials, pairs, resamples, seed, 0.0)


def _rejections(
    configurations: int, trials: int, pairs: int, resamples: int, seed: int, shift: float
) -> float:
    rejected = 0
    for trial in range(1, trials + 1):
        scores = drawn(np.random.default_rng([seed, trial]), configurations, pairs)
        scores[1:] += shift
        inferences = inferences_from(_sample(scores), "A", seed=trial, resamples=resamples)
        assert inferences is not None
        rejected += any(inference.adjusted_p <= 0.05 for inference in inferences)
    return rejected / trials


def _sample(values: FloatArray) -> Sample:
    names = tuple("ABCDEFGH"[: len(values)])
    return Sample(Metric.RELEVANCE, names, values, np.arange(values.shape[1]))
