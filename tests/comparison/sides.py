"""Results of made-up cases, to compare."""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.comparison import Measurements, Metric, Pairing, Sample, paired
from scoring.evaluation import CaseResult
from scoring.keywords import keyword_coverage
from scoring.model import (
    Case,
    Context,
    JsonValue,
    Judgement,
    Penalties,
    Provenance,
    RelevanceLevel,
    State,
    Verdict,
)
from scoring.relevance import score_relevance, unscored_relevance

LEVELS = {level.value[0]: level for level in RelevanceLevel}


def judged(levels: str, missing: int = 0, provenance: Provenance | None = None) -> Judgement:
    """A judgement from letters: "hHml" is high used, high unused, medium used, low used."""
    verdicts = tuple(
        Verdict(index, LEVELS[letter.lower()], used=letter.islower())
        for index, letter in enumerate(levels)
    )
    items = tuple(f"item {number}" for number in range(missing))
    return Judgement(len(levels), verdicts, items, provenance=provenance)


def result(
    case_id: str,
    query: str = "",
    judgement: Judgement | None = None,
    *,
    texts: Sequence[str] | None = None,
    response: str = "",
    metadata: Mapping[str, JsonValue] | None = None,
    configuration: str | None = None,
    language: str = "auto",
) -> CaseResult:
    """A case's result; without a judgement, its judging failed."""
    if texts is None:
        count = 0 if judgement is None else judgement.context_count
        texts = [f"context {number}" for number in range(count)]
    case = Case(
        id=case_id,
        query=query or f"question {case_id}",
        contexts=tuple(Context(text) for text in texts),
        response=response,
        configuration=configuration,
        metadata=metadata or {},
        judgement=judgement,
    )
    relevance = (
        unscored_relevance(State.FAILED, "No judge was there.", Penalties(), 1.0)
        if judgement is None
        else score_relevance(judgement)
    )
    coverage = keyword_coverage(case.query, response, language=language)
    return CaseResult(f"run of {case_id}", case, relevance, coverage)


def side_by_side(**sides: Sequence[Judgement | None]) -> Pairing:
    """Configurations whose first judgements belong together, and their second, and so on."""
    return paired(
        {
            name: [result(str(place), judgement=judgement) for place, judgement in enumerate(side)]
            for name, side in sides.items()
        }
    )


def random_judgement(random: np.random.Generator, most_contexts: int = 6) -> Judgement:
    """One context or more of any level, and up to five missing items."""
    letters = random.choice(list("hHmMlLnN"), size=random.integers(1, most_contexts + 1))
    return judged("".join(letters), int(random.integers(0, 6)))


def random_sides(seed: int, configurations: int, pairs: int) -> Measurements:
    """Configurations of random judgements."""
    random = np.random.default_rng(seed)
    names = "ABCDEFGH"[:configurations]
    return Measurements(
        side_by_side(**{name: [random_judgement(random) for _ in range(pairs)] for name in names})
    )


def sample_of(*rows: Sequence[float], metric: Metric = Metric.BASE) -> Sample:
    """Values of configurations A, B, ..."""
    values = np.array(rows, dtype=np.float64)
    return Sample(metric, tuple("ABCDEFGH"[: len(rows)]), values, np.arange(values.shape[1]))
