from dataclasses import replace

from pages.shared.dataset import Dataset
from scoring.model import Case, Context, Judgement, Overrides, RelevanceLevel, Verdict

CASE = Case("a", "Vue or React?", (Context("x"),), "React")
JUDGED = replace(
    CASE,
    judgement=Judgement(1, (Verdict(0, RelevanceLevel.HIGH, used=False),)),
    overrides=Overrides(used={0: True}),
)


def test_corrections_are_applied_before_anything_is_counted() -> None:
    dataset = Dataset("d", (CASE, JUDGED))
    assert dataset.judgements[0] is None
    assert dataset.judgements[1] is not None
    assert dataset.judgements[1].verdicts[0].used
    assert dataset.tallies.cases == 1
    assert dataset.tallies.unused_high.tolist() == [0]


def test_only_what_a_judge_could_be_asked_about_is_unjudged() -> None:
    partly = replace(CASE, contexts=(Context("x"), Context("y")), judgement=Judgement(2, ()))
    cases = (CASE, JUDGED, replace(CASE, contexts=()), replace(CASE, query=" "), partly)
    assert Dataset("d", cases).unjudged == (0, 4)


def test_files_opened_together_are_told_apart_by_their_names() -> None:
    named = replace(CASE, configuration="own")
    joined = Dataset.joined([Dataset("one", (CASE,)), Dataset("two", (CASE, named))])
    assert joined.configurations == ("one", "two", "own")
    assert Dataset.joined([Dataset("one", (CASE,))]).configurations == ()


def test_changed_cases_make_another_dataset_with_everything_derived_anew() -> None:
    dataset = Dataset("d", (CASE, CASE))
    assert dataset.tallies.cases == 0
    changed = dataset.with_cases({1: JUDGED})
    assert changed.tallies.positions.tolist() == [1]
    assert dataset.tallies.cases == 0


def test_keywords_are_scored_for_every_case() -> None:
    (coverage,) = Dataset("d", (CASE,)).keywords
    assert coverage.score == 0.5
