import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.keywords import KeywordOptions, analysis, keyword_coverage
from scoring.keywords.languages import LANGUAGES
from scoring.model import State

_WORDS = """
    data base database machine learning machine-learning models the of what C++ .NET Node.js TCP/IP
    tcp ip state-of-the-art art running ran café cafe l'avion Straße 16 GB 16GB 2024 "quoted term"
    `code span` Docker Compose 機械学習モデル 데이터베이스를 機器 <b>bold</b> AT&amp;T
    --flag /etc/hosts Häuser Haeuser Größe Groesse wi-fi wifi
"""
WORDS = st.sampled_from(_WORDS.split())
SENTENCES = st.lists(WORDS, max_size=12).map(" ".join)
TEXTS = st.one_of(st.text(max_size=60), SENTENCES)
CODES = st.sampled_from(["en", "fr", "de", "ja", "zh", "ko", "ru", "und"])


@given(text=TEXTS, code=st.one_of(CODES, st.just("auto")))
@settings(deadline=None)
def test_a_text_covers_itself(text: str, code: str) -> None:
    coverage = keyword_coverage(text, text, language=code)
    assert coverage.missing == ()
    assert coverage.score == (None if coverage.state is State.NOT_SCORABLE else 1.0)
    assert coverage.peer_score == 1.0


@given(reference=TEXTS, response=TEXTS, more=SENTENCES, code=CODES)
@settings(deadline=None)
def test_more_words_never_lower_the_score(
    reference: str, response: str, more: str, code: str
) -> None:
    before = keyword_coverage(reference, response, language=code)
    after = keyword_coverage(reference, f"{response} {more}", language=code)
    assert before.reference_keywords == after.reference_keywords
    assume(reference.strip())
    assert (before.score or 0.0) <= (after.score or 0.0)


@given(reference=TEXTS, response=TEXTS, code=CODES)
@settings(deadline=None)
def test_what_counts_as_covered_has_its_place_and_what_is_missing_has_none(
    reference: str, response: str, code: str
) -> None:
    coverage = keyword_coverage(reference, response, language=code)
    assert coverage.total == len(coverage.matches) == len(coverage.reference_keywords)
    assert coverage.matched == coverage.total - len(coverage.missing)
    for match in coverage.matches:
        assert match.missing == (not match.response_spans)
        first, *_ = match.reference_spans
        assert reference[slice(*first)] == match.keyword
        for text, spans in (
            (reference, match.reference_spans),
            (response, match.response_spans),
        ):
            assert list(spans) == sorted(spans)
            for start, end in spans:
                assert 0 <= start < end <= len(text)
                assert text[start:end] == text[start:end].strip()


@given(text=SENTENCES, code=CODES)
@settings(deadline=None)
def test_a_place_cuts_out_a_token_that_reads_as_the_same_keyword(text: str, code: str) -> None:
    coverage = keyword_coverage(text, text, language=code)
    for match in coverage.matches:
        for start, end in match.response_spans:
            alone = keyword_coverage(match.keyword, text[start:end], language=code)
            assert alone.missing == ()


@given(reference=st.text(), response=st.text(), code=st.sampled_from([*LANGUAGES, "auto"]))
@settings(deadline=None, max_examples=200)
def test_any_text_is_accepted(reference: str, response: str, code: str) -> None:
    coverage = keyword_coverage(
        reference, response, language=code, options=KeywordOptions(count_numbers=True)
    )
    assert coverage.score is None or 0.0 <= coverage.score <= 1.0
    assert all(coverage.response_keywords)
    assert coverage.reason


def test_a_score_does_not_show_what_was_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_MOST_KEPT", 3)
    scores = set()
    for number in range(40):
        keyword_coverage(f"word{number}", f"other{number} and word{number % 7}", language="en")
        scores.add(keyword_coverage("node server", "Node.js server", language="en").score)
    assert scores == {1.0}
