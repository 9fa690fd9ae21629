import pytest

from scoring.errors import InvalidValueError
from scoring.keywords import MatchKind, keyword_coverage, unscored_keywords
from scoring.model import State


@pytest.mark.parametrize(
    ("reference", "response", "score"),
    [
        ("", "", 1.0),
        ("", "hello world", 0.0),
        ("hello world", " ", 0.0),
        ("running dogs", "run dog", 1.0),
        ("React.js and Node.js developers", "react.js node.js developer", 1.0),
        ("The 123 quick 456 brown fox", "The quick brown fox", 1.0),
        ("JavaScript frameworks like React and Vue", "React, Vue: frameworks in javascript", 1.0),
        ("hello world", "world", 0.5),
    ],
)
def test_documented_pairs_score_as_documented(reference: str, response: str, score: float) -> None:
    assert keyword_coverage(reference, response).score == score
    assert keyword_coverage(reference, response, scale=100).score == score * 100


def test_a_compound_term_is_one_keyword_and_its_places_are_known() -> None:
    coverage = keyword_coverage("Machine learning models", "A model of machine learning")
    assert coverage.reference_keywords == ("Machine learning", "models")
    assert (coverage.matched, coverage.total) == (2, 2)
    compound, model = coverage.matches
    assert compound.reference_spans == ((0, 16),)
    assert compound.response_spans == ((11, 27),)
    assert model.matched_by is MatchKind.INFLECTED


def test_common_words_alone_are_not_scorable() -> None:
    coverage = keyword_coverage("what is it", "a table")
    assert (coverage.state, coverage.score) == (State.NOT_SCORABLE, None)
    assert coverage.reason == "The reference has no keyword, only common words."


def test_the_reason_names_what_is_missing() -> None:
    coverage = keyword_coverage("hello world", "world")
    assert coverage.reason == (
        "Score 0.50 of 1: partial (about half of the keywords covered). "
        "1 of 2 keywords are covered. Read as English. Missing: “hello”."
    )


def test_a_failed_case_has_no_score() -> None:
    coverage = unscored_keywords(State.FAILED, "No response.", 100)
    assert (coverage.score, coverage.scale, coverage.band) == (None, 100, None)
    assert coverage.reason == "No response."


def test_a_scale_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidValueError):
        keyword_coverage("a", "b", scale=0)
