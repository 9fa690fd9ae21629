from scoring.keywords import keyword_coverage
from scoring.keywords.peer import peer_fields


def test_counts_go_out_under_the_documented_names() -> None:
    fields = peer_fields(keyword_coverage("Docker image", "images"))
    assert fields == {
        "preprocessStepResult": {
            "referenceKeywords": ["Docker", "image"],
            "responseKeywords": ["images"],
        },
        "analyzeStepResult": {"totalKeywords": 2, "matchedKeywords": 1},
    }
