import pytest

from scoring.errors import FormatError
from scoring.keywords import keyword_coverage
from scoring.keywords.peer import KeywordCounts, peer_counts, peer_fields
from scoring.model import JsonValue


def test_counts_go_out_under_the_documented_names() -> None:
    fields = peer_fields(keyword_coverage("Docker image", "images"))
    assert fields == {
        "preprocessStepResult": {
            "referenceKeywords": ["Docker", "image"],
            "responseKeywords": ["images"],
        },
        "analyzeStepResult": {"totalKeywords": 2, "matchedKeywords": 1},
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"totalKeywords": 4, "matchedKeywords": 3},
        {"totalKeywordsLength": 4, "matchedKeywordsLength": 3, "other": "x"},
    ],
)
def test_counts_are_read_by_the_documented_and_by_the_real_names(
    fields: dict[str, JsonValue],
) -> None:
    assert peer_counts(fields) == KeywordCounts(total=4, matched=3)


def test_without_counts_there_is_nothing_to_read() -> None:
    assert peer_counts({"score": 1}) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"totalKeywords": 4},
        {"totalKeywords": 4, "matchedKeywords": "3"},
        {"totalKeywords": 4, "matchedKeywords": True},
        {"totalKeywords": 4, "matchedKeywords": -1},
        {"totalKeywords": 4, "matchedKeywords": 5},
    ],
)
def test_what_cannot_be_counts_is_refused(fields: dict[str, JsonValue]) -> None:
    with pytest.raises(FormatError):
        peer_counts(fields)
