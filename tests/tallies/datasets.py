"""Random judgements and settings, and the plain way to score them."""

from hypothesis import strategies as st

from scoring.model import Judgement, Penalties, RelevanceLevel, Verdict
from scoring.relevance import RelevanceEvidence, score_relevance

ITEMS = ("price", "Price", "a date", "who  did it", "", "why", "where", "when", "how")

levels = st.sampled_from(list(RelevanceLevel))
hundredths = st.integers(0, 100).map(lambda number: number / 100)
penalty_values = st.one_of(hundredths, st.floats(0, 1))
settings = st.builds(Penalties, penalty_values, penalty_values, penalty_values)
scales = st.sampled_from([1.0, 5.0, 100.0, 0.37])
thresholds = st.one_of(hundredths, st.sampled_from([0.7, 1.0, 0.0]), st.floats(0, 1))


@st.composite
def complete_judgements(draw: st.DrawFn) -> Judgement:
    verdicts = draw(st.lists(st.tuples(levels, st.booleans()), min_size=1, max_size=7))
    missing = draw(st.lists(st.sampled_from(ITEMS), max_size=7))
    return Judgement(
        len(verdicts),
        tuple(Verdict(index, level, used) for index, (level, used) in enumerate(verdicts)),
        tuple(missing),
    )


@st.composite
def any_judgements(draw: st.DrawFn) -> Judgement:
    """Complete, partial, unjudged and empty ones."""
    judgement = draw(complete_judgements())
    keep = draw(st.lists(st.booleans(), min_size=7, max_size=7))
    whole = draw(st.booleans())
    return (
        Judgement(
            draw(st.sampled_from([0, 7])) if not any(keep) else 7,
            tuple(verdict for verdict in judgement.verdicts if keep[verdict.index]),
            judgement.missing,
        )
        if not whole
        else judgement
    )


datasets = st.lists(complete_judgements(), min_size=1, max_size=25)


def score_of(judgement: Judgement, penalties: Penalties, scale: float = 1.0) -> float:
    score = score_relevance(judgement, penalties, scale).score
    assert score is not None
    return score


def evidence_of(judgement: Judgement, penalties: Penalties) -> RelevanceEvidence:
    evidence = score_relevance(judgement, penalties).evidence
    assert evidence is not None
    return evidence
