"""Which stretch of a query is named as missing."""

from collections.abc import Mapping

import pytest

from scoring.judges.embedded.gaps import missing_items
from scoring.judges.embedded.grading import Thresholds
from scoring.judges.embedded.query import Part, Word, query_parts
from scoring.judges.embedded.reading import Reading
from scoring.keywords.languages import LANGUAGES

ENGLISH = LANGUAGES["en"]


class HalfRead:
    """A reader whose contexts hold the given words, and come as close as is said."""

    measure = "made up"
    thresholds = Thresholds(0.2, 0.4, 0.6, covered=0.5)

    def __init__(self, held: str, closeness: Mapping[str, float]) -> None:
        self._held = set(held.split())
        self._closeness = closeness

    def read(self, text: str) -> Reading:
        raise NotImplementedError(text)

    def closest_to(self, part: Part) -> float:
        return self._closeness.get(part.text, 0.0)

    def found(self, word: Word) -> bool:
        return word.text in self._held


def missing(query: str, held: str = "", **closeness: float) -> tuple[str, ...]:
    parts = query_parts(query, ENGLISH)
    return missing_items(query, parts, HalfRead(held, closeness), ENGLISH)


def test_a_part_whose_words_are_all_held_lacks_nothing() -> None:
    assert missing("What is the refund window?", "refund window") == ()


def test_a_part_that_a_context_comes_close_to_lacks_nothing() -> None:
    assert missing("shipping", shipping=0.5) == ()
    assert missing("shipping", shipping=0.49) == ("shipping",)


def test_the_item_reaches_from_the_first_lacking_word_to_the_last() -> None:
    assert missing("What is the maximum dose of ibuprofen for children?", "ibuprofen") == (
        "maximum dose of ibuprofen for children",
    )
    assert missing("What is the maximum dose of ibuprofen for children?", "maximum dose") == (
        "ibuprofen for children",
    )


def test_the_item_goes_on_to_the_noun_that_its_words_belong_to() -> None:
    assert missing("What are annual refund windows in Spain?", "windows Spain") == (
        "annual refund windows",
    )
    assert missing("What is the annual fee, in Spain?", "fee Spain") == ("annual fee",)


def test_questions_and_lists_give_an_item_for_each_part_and_none_twice() -> None:
    assert missing("Price, weight and colour? Weight? And the price?", "price Price") == (
        "weight",
        "colour",
    )


def test_a_stretch_too_long_to_read_gives_way_to_its_longest_run() -> None:
    query = (
        "How can blue corals that tourists saw in the bay of the island last summer "
        "breed slowly under tropical moonlight?"
    )

    assert missing(query, "tourists saw bay island summer") == (
        "breed slowly under tropical moonlight",
    )


def test_a_run_without_end_is_cut() -> None:
    query = " ".join(f"alpha{number}" for number in range(20))

    assert missing(query)[0].startswith("alpha0 alpha1")
    assert len(missing(query)[0].split()) == 8


@pytest.mark.parametrize("query", ["", "?", "the of and", "What is it?"])
def test_a_query_without_content_lacks_nothing(query: str) -> None:
    assert missing(query) == ()
