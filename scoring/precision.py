"""Context Precision: how early the relevant contexts come, from the same judgement.

    precision at k    = relevant contexts among the first k / k
    average precision = sum of precision at k over each k whose context is relevant
                        / number of relevant contexts
    relevant          = high or medium

Over several cases, their mean is the mean average precision. Moving a context changes this number
and never the Context Relevance, which in turn follows what the response used and what was missing,
as this does not.

Source: the public documentation of Mastra's context precision scorer, which asks its judge for a
yes or no; here the level answers.
"""

import math

from scoring.model import Judgement, RelevanceLevel


def context_precision(judgement: Judgement) -> float | None:
    """Average precision of one judgement's contexts in the order in which they were retrieved.

    Args:
        judgement: The verdicts that count, a person's corrections applied.

    Returns:
        0 to 1; 0 where no context is relevant. `None` without contexts, or where one is unjudged:
        what stands behind it cannot be ranked.
    """
    if not judgement.context_count or judgement.unjudged:
        return None
    ranks = [
        verdict.index + 1
        for verdict in judgement.verdicts
        if verdict.level in (RelevanceLevel.HIGH, RelevanceLevel.MEDIUM)
    ]
    precisions = [found / rank for found, rank in enumerate(ranks, start=1)]
    return math.fsum(precisions) / len(precisions) if precisions else 0.0
