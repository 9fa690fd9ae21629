"""The Context Relevance formula written out with one case's own numbers in it."""

from collections import Counter

from scoring.relevance import WEIGHTS, RelevanceScore
from scoring.rounding import shown_fully


def written_out(result: RelevanceScore) -> tuple[str, ...]:
    """The lines of the calculation, such as "usage penalty = 1 x 0.1 = 0.10".

    Returns:
        One line a step, in the order of the formula; none where there is no score.
    """
    evidence, judgement = result.evidence, result.judgement
    if evidence is None or judgement is None or result.score is None:
        return ()
    penalties = result.penalties
    counts = Counter(verdict.level for verdict in judgement.verdicts)
    weights = " + ".join(
        f"{counts[level]} x {weight:g}" for level, weight in WEIGHTS.items() if counts[level]
    )
    base = shown_fully(evidence.base)
    usage = shown_fully(evidence.usage_penalty)
    missing = shown_fully(evidence.missing_penalty)
    return (
        f"base = ({weights}) / {evidence.divisor} = {base}",
        f"usage penalty = {len(evidence.unused_high)} unused high x "
        f"{penalties.unused_high_relevance_context:g} = {usage}",
        f"missing penalty = min({evidence.missing_count} missing x "
        f"{penalties.missing_context_per_item:g}, {penalties.max_missing_context_penalty:g}) "
        f"= {missing}",
        f"score = max(0, {base} - {usage} - {missing}) x {result.scale:g} "
        f"= {shown_fully(result.score)}",
    )
