"""The steps from base to score: what each takes or gives, and how it is called."""

from dataclasses import dataclass

from scoring.figures import theme
from scoring.model import RelevanceLevel
from scoring.relevance import WEIGHTS, RelevanceEvidence, RelevanceScore
from scoring.rounding import settled, shown


@dataclass(frozen=True, slots=True)
class Step:
    """One column of the waterfall, in points of the unscaled score.

    Attributes:
        name: Under the column.
        start: Where it begins: the end of the step before it, or 0 for a total.
        end: Where it ends.
        colour: Its meaning, from `theme`.
        label: Its number, over the column.
        meaning: What hovering tells.
    """

    name: str
    start: float
    end: float
    colour: str
    label: str
    meaning: str


def steps_of(result: RelevanceScore, evidence: RelevanceEvidence) -> tuple[Step, ...]:
    """Base, unused, missing, the floor where it bit, and the score."""
    return (
        _base(result, evidence),
        _unused(result, evidence),
        _missing(result, evidence),
        *_floor(evidence),
        _score(result, evidence),
    )


def before_missing(evidence: RelevanceEvidence) -> float:
    """Where the missing items begin to take off."""
    return evidence.base - evidence.usage_penalty


def missing_meaning(result: RelevanceScore, evidence: RelevanceEvidence) -> str:
    """How the missing penalty came about, in lines."""
    count = evidence.missing_count
    product = f"{count} × {result.penalties.missing_context_per_item:g}"
    uncapped = shown(evidence.missing_penalty_uncapped)
    text = f"<b>{count} missing</b><br>{product} = {uncapped}"
    if evidence.capped:
        return f"{text}<br>the cap holds it to {shown(evidence.missing_penalty)}"
    return f"{text} taken off"


def score_words(result: RelevanceScore) -> str:
    """The score as a heading has it: "0.64", or "64 of 100"."""
    if result.score is None or result.scale == 1:
        return shown(result.score or 0.0)
    return f"{_trimmed(result.score, 2)} of {result.scale:g}"


def _base(result: RelevanceScore, evidence: RelevanceEvidence) -> Step:
    verdicts = () if result.judgement is None else result.judgement.verdicts
    counts = {
        level: sum(verdict.level is level for verdict in verdicts) for level in RelevanceLevel
    }
    weights = "<br>".join(
        f"{count} {level.value} × {WEIGHTS[level]:g}" for level, count in counts.items() if count
    )
    number = shown(evidence.base)
    meaning = f"<b>base {number}</b><br>{weights}<br>divided by {evidence.divisor}"
    return Step("base", 0.0, evidence.base, theme.TOTAL, number, meaning)


def _unused(result: RelevanceScore, evidence: RelevanceEvidence) -> Step:
    count = len(evidence.unused_high)
    price = result.penalties.unused_high_relevance_context
    return Step(
        f"{count} unused<br>high",
        evidence.base,
        before_missing(evidence),
        theme.UNUSED,
        _taken(evidence.usage_penalty),
        f"<b>{count} unused high</b><br>"
        f"{count} × {price:g} = {shown(evidence.usage_penalty)} taken off",
    )


def _missing(result: RelevanceScore, evidence: RelevanceEvidence) -> Step:
    count = evidence.missing_count
    return Step(
        f"{count} missing<br>{'item' if count == 1 else 'items'}",
        before_missing(evidence),
        evidence.unfloored,
        theme.MISSING,
        _taken(evidence.missing_penalty),
        missing_meaning(result, evidence),
    )


def _floor(evidence: RelevanceEvidence) -> list[Step]:
    if not evidence.floored:
        return []
    given_back = shown(-evidence.unfloored)
    meaning = f"<b>floor</b><br>no score below 0:<br>{given_back} given back"
    return [Step("floor", evidence.unfloored, 0.0, theme.GIVEN_BACK, f"+{given_back}", meaning)]


def _score(result: RelevanceScore, evidence: RelevanceEvidence) -> Step:
    final = max(0.0, evidence.unfloored)
    name, label = "score", f"<b>{shown(final)}</b>"
    if result.scale != 1:
        # Four places, so that both sides of "0.6367 x 100 = 63.67" agree.
        times = f"× {result.scale:g}"
        name = f"score<br>{times}"
        label = f"{_trimmed(final, 4)} {times}<br>= <b>{_trimmed(final * result.scale, 2)}</b>"
    band = "" if result.band is None else f"<br>{result.band.name}"
    meaning = f"<b>score {score_words(result)}</b>{band}"
    return Step(name, 0.0, final, theme.TOTAL, label, meaning)


def _taken(penalty: float) -> str:
    return f"−{shown(penalty)}" if settled(penalty) else "0"


def _trimmed(value: float, places: int) -> str:
    return shown(value, places).rstrip("0").rstrip(".")
