import pickle

import pytest

from scoring.errors import InvalidValueError
from scoring.keywords import (
    KeywordKind,
    KeywordOptions,
    MatchKind,
    keyword_coverage,
    required_coverage,
    unscored_keywords,
)
from scoring.model import State

SPECIFICATION = [
    ("", "", 1.0),
    ("", "hello world", 0.0),
    ("hello world", "", 0.0),
    ("hello world", " \n", 0.0),
    ("running dogs", "run dog", 1.0),
    ("React.js and Node.js developers", "react.js node.js developer", 1.0),
    ("machine learning", "A machine that is learning", 0.0),
    ("Développement logiciel", "développements logiciels", 1.0),
    ("機械学習モデル", "機械学習モデルは", 1.0),
    ("hello world", "world", 0.5),
    ("The 123 quick 456 brown fox", "The quick brown fox", 1.0),
    ("JavaScript", "javascript", 1.0),
    ("JavaScript frameworks like React and Vue", "React, Vue: frameworks in javascript", 1.0),
    ("Python", "Python", 1.0),
]

PEERS = [
    ("café", "cafe\u0301", 1.0),
    ("Straße", "STRASSE", 1.0),
    ("tcp/ip", "TCP IP", 1.0),
    ("TCP/IP", "tcp ip", 1.0),
    ("`pandas` vs polars", "pandas polars", 1.0),
    ("**Kubernetes** pods", "kubernetes pods", 1.0),
    ("state-of-the-art results", "state\u2011of\u2011the\u2011art results", 1.0),
    ("GPT-4 vs GPT-3.5", "gpt4 and gpt-3.5", 1.0),
    ("users' indices", "user index", 1.0),
    ("東京の天気を教えて", "東京の天気は晴れです", 1.0),
    ("x < y and y > z", "z, y and x", 1.0),
    ("3.11 release", "release", 0.5),
    (".NET", "net", 0.0),
    (".NET", "in .NET", 1.0),
    ("C++ and C#", "c# or c++", 1.0),
    ("C++", "C#", 0.0),
    ("R language", "the language R", 1.0),
    ("models", "model", 1.0),
    ("cyber-bullying", "bullying", 0.0),
    ("bullying", "cyber-bullying", 1.0),
    ("“Prime” cars", "a prime car", 1.0),
    ("Cars – 2024", "car", 1.0),
    ("これは試験", "試験です", 1.0),
    ("Die Hunde der Kinder", "Der Hund ist bei dem Kind", 1.0),
    ("Ile wynosi opłata?", "opłata", 1 / 3),
    ("Häuser, Länder, Verträge, Größe", "Haeuser, Laender, Vertraege, Groesse", 1.0),
    ("Haeuser, Laender, Vertraege, Groesse", "Häuser, Länder, Verträge, Größe", 1.0),
    ("caf&eacute;", "cafe", 1.0),
    ("cafe", "caf&eacute;", 1.0),
    ("if a<b then c>d", "b, c, d", 1.0),
    ("i<p && q>r", "p, q, r", 1.0),
    ("a <i hope> for", "hope", 1.0),
    ('<b class="strong">bold</b><br/><img src=a.png alt="not said"> text', "bold text", 1.0),
]


@pytest.mark.parametrize(("reference", "response", "score"), SPECIFICATION + PEERS)
def test_pairs_score_as_a_user_would_call_right(
    reference: str, response: str, score: float
) -> None:
    assert keyword_coverage(reference, response).score == pytest.approx(score)
    scaled = keyword_coverage(reference, response, scale=100).score
    assert scaled == pytest.approx(score * 100)


@pytest.mark.parametrize(
    ("reference", "keywords"),
    [
        (
            "JavaScript frameworks like React and Vue",
            ("JavaScript", "frameworks", "React", "Vue"),
        ),
        (
            "TypeScript offers interfaces, generics, and type inference",
            ("TypeScript", "offers", "interfaces", "generics", "type inference"),
        ),
        (
            "Machine learning models require data preprocessing, feature engineering, and "
            "hyperparameter tuning",
            (
                *("Machine learning", "models", "require", "data preprocessing"),
                *("feature engineering", "hyperparameter tuning"),
            ),
        ),
        (
            "What is information? Please explain the problem's value",
            (*("information", "problem", "value"),),
        ),
        ("hello computer system", ("hello", "computer", "system")),
    ],
)
def test_documented_inputs_have_the_keywords_a_user_expects(
    reference: str, keywords: tuple[str, ...]
) -> None:
    assert keyword_coverage(reference, "").reference_keywords == keywords


def test_a_compound_term_is_one_keyword_and_its_places_are_known() -> None:
    coverage = keyword_coverage("Machine learning models", "A model of machine learning")
    assert coverage.reference_keywords == ("Machine learning", "models")
    assert (coverage.matched, coverage.total) == (2, 2)
    compound, model = coverage.matches
    assert compound.kind is KeywordKind.COMPOUND
    assert compound.matched_by is MatchKind.CASE
    assert compound.reference_spans == ((0, 16),)
    assert compound.response_spans == ((11, 27),)
    assert model.matched_by is MatchKind.INFLECTED
    assert coverage.response_keywords == ("model", "machine learning")


def test_a_part_of_a_compound_does_not_cover_it_and_is_shown() -> None:
    coverage = keyword_coverage("machine learning", "The machine is on")
    (missing,) = coverage.missing
    assert coverage.score == 0.0
    (hint,) = coverage.near_misses(missing)
    assert (hint.text, hint.part, hint.spans) == ("machine", True, ((4, 11),))


def test_a_misspelt_word_is_a_hint_that_does_not_score() -> None:
    coverage = keyword_coverage("kubernetes cluster", "A kubernets cluster")
    assert coverage.score == 0.5
    (hint,) = coverage.near_misses(coverage.missing[0])
    assert (hint.text, hint.part) == ("kubernets", False)
    assert 0.8 <= hint.similarity < 1
    assert coverage.near_misses(coverage.matches[1]) == ()


def test_common_words_alone_are_not_scorable_but_have_the_documented_value() -> None:
    coverage = keyword_coverage("what is it", "a table", scale=10)
    assert (coverage.state, coverage.score) == (State.NOT_SCORABLE, None)
    assert coverage.reason == "The reference has no keyword, only common words."
    assert coverage.peer_score == 0.0
    assert keyword_coverage("what is it", "of the", scale=10).peer_score == 10
    assert keyword_coverage("table", "of the").peer_score == 0.0


def test_the_reason_names_what_is_missing() -> None:
    coverage = keyword_coverage("hello world", "world")
    assert coverage.reason == (
        "Score 0.50 of 1: partial (about half of the keywords covered). "
        "1 of 2 keywords are covered. Read as English. Missing: “hello”."
    )
    assert coverage.band is not None
    assert coverage.band.name == "partial"


def test_a_blank_text_explains_its_score() -> None:
    assert keyword_coverage(" ", "").reason == (
        "Score 1.00 of 1: complete (every keyword covered). Both texts are empty."
    )


def test_a_failed_case_has_no_score() -> None:
    coverage = unscored_keywords(State.FAILED, "No response.", 100)
    assert (coverage.score, coverage.scale, coverage.band) == (None, 100, None)
    assert (coverage.total, coverage.matched, coverage.matches) == (0, 0, ())
    assert (coverage.language, coverage.peer_score) == ("", None)
    assert coverage.reason == "No response."
    assert coverage.marked({"x": True}).score is None


@pytest.mark.parametrize("setting", [{"scale": 0.0}, {"scale": float("nan")}, {"language": "xx"}])
def test_settings_out_of_range_are_refused(setting: dict[str, object]) -> None:
    with pytest.raises(InvalidValueError):
        keyword_coverage("a", "b", **setting)  # type: ignore[arg-type]  # one call for both settings


def test_a_person_can_mark_keywords_and_the_score_follows_and_says_so() -> None:
    coverage = keyword_coverage("Docker image size", "The image is small", scale=3)
    assert coverage.score == pytest.approx(1.0)
    corrected = coverage.marked({"docker": True, "IMAGE": False, "nothing": True})
    assert corrected.score == pytest.approx(1.0)
    docker, image, size = corrected.matches
    assert (docker.matched_by, docker.marked) == (MatchKind.PERSON, True)
    assert (image.matched_by, image.marked, image.response_spans) == (None, False, ())
    assert (size.matched_by, size.marked) == (None, None)
    assert (corrected.matched, len(corrected.missing)) == (1, 2)
    assert corrected.reason.endswith("A person decided on “Docker”, “image”.")
    assert corrected.marked({"Docker": True, "size": True}).score == pytest.approx(3.0)
    assert corrected.marked({}) == coverage


def test_marking_what_is_found_keeps_how_it_was_found() -> None:
    coverage = keyword_coverage("image", "images").marked({"image": True})
    assert coverage.matches[0].matched_by is MatchKind.INFLECTED


def test_required_keywords_count_by_their_weights() -> None:
    listed = '- machine learning\n"1,000"\nwho^2\n\nmissing term ^ 4\n'
    coverage = required_coverage(listed, "Who knows 1,000 machine-learning models?")
    assert [(match.keyword, match.weight) for match in coverage.matches] == [
        ("machine learning", 1),
        ("1,000", 1),
        ("who", 2),
        ("missing term", 4),
    ]
    assert [match.matched_by for match in coverage.matches] == [
        *(MatchKind.JOINED, MatchKind.EXACT, MatchKind.CASE, None),
    ]
    assert coverage.score == pytest.approx(4 / 8)
    assert "3 of 4 keywords are covered, which count by their weights." in coverage.reason
    for match in coverage.matches:
        for start, end in match.reference_spans:
            assert listed[start:end] == match.keyword
    assert coverage.marked({"missing term": True}).score == pytest.approx(1.0)


def test_a_listed_line_without_a_word_is_named() -> None:
    coverage = required_coverage("<img src=a.png>\nDocker", "docker", language="en")
    assert coverage.reference_keywords == ("Docker",)
    assert coverage.explanation == "Listed, but no word to look for: “<img src=a.png>”."
    assert "1 of 1 keyword is covered." in coverage.reason
    nothing = required_coverage("<br>", "docker", language="en")
    assert nothing.state is State.NOT_SCORABLE
    assert "“<br>”" in nothing.reason


def test_a_keyword_listed_twice_is_one_keyword_of_the_larger_weight() -> None:
    coverage = required_coverage("dog^3\nDogs\ncat", "cat")
    assert [(match.keyword, match.weight) for match in coverage.matches] == [("dog", 3), ("cat", 1)]
    assert coverage.score == pytest.approx(0.25)


def test_numbers_are_keywords_only_when_asked_for() -> None:
    query = "top 10 databases in 2024"
    assert keyword_coverage(query, "").reference_keywords == ("top", "databases")
    counting = keyword_coverage(query, "10 databases", options=KeywordOptions(count_numbers=True))
    assert counting.reference_keywords == ("top", "10", "databases", "2024")
    assert [match.keyword for match in counting.missing] == ["top", "2024"]
    assert counting.matches[1].kind is KeywordKind.NUMBER


def test_stop_words_can_be_added_and_taken_away() -> None:
    options = KeywordOptions(
        stop_words=frozenset({"Database"}), kept_words=frozenset({"WHO"}), compounds=("blue green",)
    )
    coverage = keyword_coverage("who runs the database blue green", "", options=options)
    assert coverage.reference_keywords == ("who", "runs", "blue green")


def test_results_survive_pickling_and_compare_by_value() -> None:
    coverage = keyword_coverage("hello world", "world")
    again = pickle.loads(pickle.dumps(coverage))
    assert again == coverage
    assert again.matches == coverage.matches
    assert keyword_coverage("hello world", "World") != coverage
    assert len({coverage, again}) == 1
