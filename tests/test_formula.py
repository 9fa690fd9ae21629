from scoring.formula import written_out
from scoring.model import Judgement, Penalties, RelevanceLevel, Verdict
from scoring.relevance import score_relevance

HIGH, MEDIUM, NONE = RelevanceLevel.HIGH, RelevanceLevel.MEDIUM, RelevanceLevel.NONE


def judged(*verdicts: tuple[RelevanceLevel, bool], missing: tuple[str, ...] = ()) -> Judgement:
    return Judgement(
        len(verdicts),
        tuple(Verdict(index, level, used) for index, (level, used) in enumerate(verdicts)),
        missing,
    )


def test_the_calculation_is_written_with_the_cases_own_numbers() -> None:
    judgement = judged(
        (HIGH, True), (HIGH, False), (MEDIUM, True), (NONE, False), missing=("price", "date")
    )
    result = score_relevance(judgement, Penalties(0.2, 0.15, 0.25), scale=100)
    assert written_out(result) == (
        "base = (2 x 1 + 1 x 0.7 + 1 x 0) / 4 = 0.675",
        "usage penalty = 1 unused high x 0.2 = 0.20",
        "missing penalty = min(2 missing x 0.15, 0.25) = 0.25",
        "score = max(0, 0.675 - 0.20 - 0.25) x 100 = 22.50",
    )


def test_without_a_score_nothing_is_written() -> None:
    assert written_out(score_relevance(Judgement(0, ()))) == ()
    assert written_out(score_relevance(Judgement(2, (Verdict(0, HIGH, True),)))) == ()


def test_the_lines_add_up_as_they_are_written() -> None:
    thirds = judged((HIGH, True), (HIGH, True), (NONE, False))
    assert written_out(score_relevance(thirds, Penalties(), scale=100))[-1] == (
        "score = max(0, 0.6667 - 0.00 - 0.00) x 100 = 66.6667"
    )
    finely = written_out(score_relevance(judged((HIGH, False)), Penalties(0.004, 0, 0), 100))
    assert finely[-1] == "score = max(0, 1.00 - 0.004 - 0.00) x 100 = 99.60"
