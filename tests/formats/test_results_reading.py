"""A result says how its keywords were read, where that is not the documented way."""

import json

from scoring.formats import json_line
from scoring.formats.results import keywords_to_json, signature
from scoring.keywords import KeywordCoverage, KeywordOptions, keyword_coverage, required_coverage
from scoring.model import JsonValue, Judgement
from scoring.relevance import score_relevance

UNSCORED = score_relevance(Judgement(0, ()))


def reading(coverage: KeywordCoverage) -> JsonValue:
    return signature(UNSCORED, coverage).get("keyword_reading")


def test_the_documented_way_needs_no_words() -> None:
    assert reading(keyword_coverage("Vue", "React")) is None


def test_options_and_a_required_list_are_written_down() -> None:
    options = KeywordOptions(count_numbers=True, aliases=(("JS", "JavaScript"),))
    assert reading(keyword_coverage("JS", "JavaScript", options=options)) == {
        "count_numbers": True,
        "aliases": [("JS", "JavaScript")],
    }
    assert reading(required_coverage("moon^2", "sun")) == {"required_keywords": "moon^2"}


def test_a_weight_and_a_persons_mark_stand_beside_their_keyword() -> None:
    coverage = required_coverage("moon^2", "sun").marked({"moon": True})
    written = json.loads(json_line(keywords_to_json(coverage)))
    assert [(match["weight"], match["marked"]) for match in written["matches"]] == [(2, True)]
