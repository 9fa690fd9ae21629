"""A comparison in one plain sentence, and whether it is sure."""

from enum import StrEnum

from scoring.comparison.differences import Difference
from scoring.comparison.inference import FEWEST_PAIRS, Inference
from scoring.rounding import shown


class Outcome(StrEnum):
    """What a comparison comes to. `HIGHER` and `LOWER` are for metrics without a better."""

    BETTER = "better"
    WORSE = "worse"
    HIGHER = "higher"
    LOWER = "lower"
    UNSURE = "no sure difference"
    EQUAL = "equal"
    TOO_FEW = "too few pairs"


def outcome(difference: Difference, inference: Inference | None) -> Outcome:
    """What the numbers come to.

    A difference is sure where the corrected p value of the permutation test is at or under
    1 - confidence.

    Args:
        difference: The numbers.
        inference: How sure they are; `None` where there are too few pairs to say.
    """
    if inference is None or difference.pairs < FEWEST_PAIRS:
        return Outcome.TOO_FEW
    if difference.equal == difference.pairs:
        return Outcome.EQUAL
    # 1 - 0.95 is a hair above 0.05.
    if inference.adjusted_p > round(1 - inference.confidence, 9) or not difference.difference:
        return Outcome.UNSURE
    more = difference.difference > 0
    if not difference.metric.direction:
        return Outcome.HIGHER if more else Outcome.LOWER
    return Outcome.BETTER if more == (difference.metric.direction > 0) else Outcome.WORSE


def sentence(difference: Difference, inference: Inference | None) -> str:
    """The comparison as a person would say it, such as "B is better by 0.08 (0.03 to 0.13) than A".

    Args:
        difference: The numbers.
        inference: How sure they are; `None` where there are too few pairs to say.
    """
    one, other = difference.configuration, difference.baseline
    head = f"{difference.metric}: "
    result = outcome(difference, inference)
    if difference.difference is None:
        return f"{head}{one} and {other} have no pair in common that both have a value for."
    if inference is None or result is Outcome.TOO_FEW:
        counted = f"{difference.pairs} {'pair' if difference.pairs == 1 else 'pairs'}"
        return (
            f"{head}with {counted}, below {FEWEST_PAIRS}, nothing can be said of {one} "
            f"and {other}; {_counts(difference)}."
        )
    if result is Outcome.EQUAL:
        return f"{head}{one} and {other} are equal in all {difference.pairs} pairs."
    sign = -1 if difference.difference < 0 else 1
    amount, low, high = _spelled(
        abs(difference.difference), *sorted(sign * end for end in inference.interval)
    )
    facts = f"n = {difference.pairs} pairs, {_p_value(inference)}; {_counts(difference)}."
    if result is Outcome.UNSURE:
        side = "below" if sign < 0 else "above"
        return (
            f"{head}no sure difference: {one} lies {amount} ({low} to {high}) {side} {other}, "
            f"{facts}"
        )
    return f"{head}{one} is {result} by {amount} ({low} to {high}) than {other}, {facts}"


def provisional(difference: Difference) -> str:
    """What there is to say before it is known how sure it is."""
    return (
        f"{difference.metric}: {difference.configuration} differs from {difference.baseline} by "
        f"{signed(difference.difference or 0.0)}, n = {difference.pairs} pairs; "
        f"{_counts(difference)}."
    )


def signed(value: float) -> str:
    """A difference with its sign: "+0.08"; to four places where two would hide it."""
    digits = shown(abs(value))
    if digits == shown(0.0) and value:
        digits = shown(abs(value), 4)
    return digits if not value else f"{'-' if value < 0 else '+'}{digits}"


def _counts(difference: Difference) -> str:
    better, worse = ("better", "worse") if difference.metric.direction else ("higher", "lower")
    return f"{difference.wins} {better}, {difference.equal} equal, {difference.losses} {worse}"


def _spelled(*values: float) -> tuple[str, ...]:
    """Numbers to two places, or to four where two would hide the first of them."""
    places = 2 if shown(abs(values[0])) != shown(0.0) or not values[0] else 4
    spelled = []
    for value in values:
        digits = shown(abs(value), places)
        sign = "-" if value < 0 and digits != shown(0.0, places) else ""
        spelled.append(f"{sign}{digits}")
    return tuple(spelled)


def _p_value(inference: Inference) -> str:
    p_value = inference.adjusted_p
    # A third digit where it may decide on which side of 0.05 the value lies.
    digits = 3 if 0.01 <= p_value < 0.1 else 2
    text = "p < 0.001" if p_value < 0.001 else f"p = {p_value:.{digits}g}"
    if inference.comparisons > 1:
        text += f" (Holm, {inference.comparisons} comparisons)"
    return text
