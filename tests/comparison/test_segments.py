from collections.abc import Mapping

import pytest

from scoring.comparison import (
    LANGUAGE,
    Measurements,
    Metric,
    Pairing,
    inferences_from,
    largest,
    multiplicity_note,
    paired,
    segment_differences,
    segmentations,
    segments,
)
from scoring.model import JsonValue
from tests.comparison.sides import judged, result


def pairing_of(*metadata: Mapping[str, JsonValue]) -> Pairing:
    """A retrieves a low context for each question, B a high one."""
    return paired(
        {
            name: [
                result(str(place), judgement=judged(level), metadata=entry)
                for place, entry in enumerate(metadata)
            ]
            for name, level in (("A", "l"), ("B", "h"))
        }
    )


def found(pairing: Pairing, key: str) -> dict[str, list[int]]:
    return {value: pairs.tolist() for value, pairs in segments(pairing, key).items()}


def test_pairs_are_parted_by_value_and_by_each_tag() -> None:
    pairing = pairing_of(
        {"tag": ["x", "y"], "easy": True},
        {"tag": ["y"], "easy": False},
        {"tag": "y", "easy": True},
        {"other": 1},
    )
    assert found(pairing, "tag") == {"x": [0], "y": [0, 1, 2]}
    assert found(pairing, "easy") == {"no": [1], "yes": [0, 2]}
    assert found(pairing, "nothing") == {}


def test_numbers_stand_by_their_size() -> None:
    pairing = pairing_of(*({"k": k} for k in (10, 5, 20, 5)))
    assert list(segments(pairing, "k")) == ["5", "10", "20"]


def test_the_largest_segments_keep_their_order() -> None:
    parts = segments(pairing_of(*({"topic": topic} for topic in "abbcccd")), "topic")
    assert list(largest(parts, 2)) == ["b", "c"]
    assert list(largest(parts, 9)) == list("abcd")


def test_keys_that_part_are_offered_and_keys_that_name_are_not() -> None:
    pairing = pairing_of(
        {"topic": "a", "same": 1, "number": 1},
        {"topic": "b", "same": 1, "number": 2},
        {"topic": "a", "same": 1, "number": 3},
    )
    assert segmentations(pairing) == ("topic",)


def test_language_is_a_segmentation_of_its_own() -> None:
    side = [
        result(str(place), judgement=judged("h"), response="question", language=language)
        for place, language in enumerate(("en", "fr", "fr"))
    ]
    pairing = paired({"A": side, "B": side})
    assert segmentations(pairing) == (LANGUAGE,)
    assert found(pairing, LANGUAGE) == {"en": [0], "fr": [1, 2]}


def test_p_values_are_corrected_over_all_segments_and_short_ones_say_nothing() -> None:
    topics = "a" * 8 + "b" * 7 + "c" * 2
    pairing = pairing_of(*({"topic": topic} for topic in topics))
    sample = Measurements(pairing).sample(Metric.RELEVANCE)
    parts = segments(pairing, "topic")
    a, b, c = segment_differences(sample, parts, "A", seed=1)
    assert [entry.difference.pairs for entry in (a, b, c)] == [8, 7, 2]
    assert a.inference is not None
    assert b.inference is not None
    assert c.inference is None
    # Exact: 2 / 2^8 and 2 / 2^7; Holm doubles the smaller.
    assert a.inference.adjusted_p == pytest.approx(2 * 2 / 2**8)
    assert b.inference.adjusted_p == pytest.approx(2 / 2**7)
    assert multiplicity_note((a, b, c)) == (
        "The p values are corrected (Holm) over 2 comparisons: every configuration in every "
        "segment. 1 more has too few pairs to say anything."
    )
    alone = inferences_from(sample.restricted(parts["a"]), "A", seed=1)
    assert alone is not None
    assert alone[0].interval == a.inference.interval
