from dataclasses import replace

from pages.shared.dataset import Dataset
from scoring.errors import JudgeError
from scoring.model import (
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    RelevanceLevel,
    Verdict,
)

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


def test_another_judgement_keeps_corrections_and_what_was_read_of_the_texts() -> None:
    dataset = Dataset("d", (CASE, JUDGED))
    keywords = dataset.keywords
    new = dataset.with_outcomes({1: Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),))})
    assert new.judgements[1] == Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=True),))
    assert new.keywords is keywords


def test_a_failure_leaves_the_earlier_judgement_and_is_forgotten_after_a_success() -> None:
    failed = Dataset("d", (CASE, JUDGED)).with_outcomes({0: JudgeError("x"), 1: JudgeError("y")})
    assert sorted(failed.failures) == [0, 1]
    assert failed.judgements[1] is not None
    judgement = Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),))
    assert sorted(failed.with_outcomes({1: judgement}).failures) == [0]


def test_changed_texts_are_read_anew() -> None:
    dataset = Dataset("d", (CASE,))
    assert dataset.keywords[0].score == 0.5
    assert dataset.with_cases({0: replace(CASE, response="Vue, React")}).keywords[0].score == 1


def test_a_judgement_of_a_case_without_a_query_is_not_scored() -> None:
    dataset = Dataset("d", (replace(JUDGED, query=" "),))
    assert dataset.judgements == (None,)
    assert dataset.tallies.cases == 0


def test_keywords_may_be_waited_for() -> None:
    dataset = Dataset("d", (CASE,))
    assert dataset.keywords_within(60.0) is dataset.keywords


def test_missing_items_are_counted_by_case_whatever_their_spelling() -> None:
    missing = [("The price", "the  PRICE"), ("the price",), ("A date",)]
    dataset = Dataset(
        "d",
        tuple(
            replace(JUDGED, judgement=Judgement(1, (Verdict(0, RelevanceLevel.LOW, True),), items))
            for items in missing
        ),
    )
    found = [(each.text, each.count, each.possible) for each in dataset.missing_items]
    assert found == [("The price", 2, 3), ("A date", 1, 3)]


def test_a_piece_is_told_by_its_text_and_counted_where_it_was_high() -> None:
    unused = Verdict(0, RelevanceLevel.HIGH, used=False)
    used = Verdict(0, RelevanceLevel.HIGH, used=True)
    cases = tuple(replace(CASE, judgement=Judgement(1, (each,))) for each in (unused, used))
    (found,) = Dataset("d", cases).unused_pieces
    assert (found.text, found.count, found.possible) == ("x", 1, 2)


def test_dropping_low_and_none_pieces_leaves_out_the_cases_that_would_keep_none() -> None:
    two = replace(CASE, contexts=(Context("x"), Context("y")))
    mixed = Judgement(
        2, (Verdict(0, RelevanceLevel.NONE, used=True), Verdict(1, RelevanceLevel.HIGH, used=True))
    )
    low = Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),))
    dropping = Dataset("d", (replace(two, judgement=mixed), replace(CASE, judgement=low))).dropping
    assert (dropping.pieces, dropping.dropped, dropping.used, dropping.emptied) == (3, 2, 1, 1)
    assert dropping.means(Penalties(), 2.0) == (1.0, 2.0)


def test_a_persons_word_on_keywords_counts_wherever_it_came_from() -> None:
    case = Case("a", "Vue or React?", (), "React")
    marked = replace(case, overrides=Overrides(keywords={"vue": True}))
    brought = Dataset("d", (marked, case))
    assert brought.keyword_scores.tolist() == [1.0, 0.5]
    assert list(brought.missing_keyword("Vue")) == [1]
    said_here = brought.with_cases({0: case, 1: replace(case, overrides=marked.overrides)})
    assert said_here.keyword_scores.tolist() == [0.5, 1.0]
    assert list(said_here.missing_keyword("VUE")) == [0]
    assert brought.keyword_scores.tolist() == [1.0, 0.5]


def test_what_is_patched_after_a_change_is_what_is_read_of_the_whole() -> None:
    lacking = replace(CASE, contexts=())
    dataset = Dataset("d", (CASE, CASE, JUDGED, lacking), failures={1: JudgeError("no")})
    assert dataset.facts.states.tolist() == ["not judged", "failed", "scored", "not scorable"]
    low = Judgement(1, (Verdict(0, RelevanceLevel.LOW, used=False),), ("a", "b"))
    changed = dataset.with_outcomes({0: JudgeError("no"), 1: low})
    assert changed.facts.states.tolist() == ["failed", "scored", "scored", "not scorable"]
    assert changed.facts.pictures == ("", "□", "■", "")
    assert changed.facts.missing.tolist() == [-1, 2, 0, -1]
    assert changed.facts.has_level.any(axis=1).tolist() == [False, True, True, False]
    assert dataset.facts.missing.tolist() == [-1, -1, 0, -1]
