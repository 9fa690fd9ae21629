import pytest

from scoring.formats.exports import export
from scoring.model import Case, Context, Judgement, Overrides

BARE = Case("1", "q", (Context("a"),), "r")
FULL = Case(
    "2",
    "q",
    (Context("a", "d1", "wiki", 0.5),),
    "r",
    "hybrid",
    {"page": 1, "context": "mine"},
    Judgement(1, ()),
    Overrides(used={0: True}),
    {"more": 1},
)


@pytest.mark.parametrize(
    "name", ["mastra", "ragas", "promptfoo", "jsonl", "csv", "xlsx", "parquet"]
)
def test_nothing_is_said_where_nothing_is_left_out(name: str) -> None:
    assert export([BARE], name).notes == ()


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        (
            "mastra",
            "context ids (1), context sources (1), retrieval scores (1), corrections (1), "
            "other fields (1)",
        ),
        (
            "ragas",
            "context sources (1), retrieval scores (1), configuration (1), metadata (1), "
            "judgement (1), corrections (1), other fields (1)",
        ),
        (
            "promptfoo",
            "context ids (1), context sources (1), retrieval scores (1), metadata (1), "
            "judgement (1), corrections (1), other fields (1)",
        ),
    ],
)
def test_what_a_format_has_no_place_for_is_said(name: str, lost: str) -> None:
    notes = export([BARE, FULL], name).notes
    assert notes[0] == f"left out, with the number of cases that have it: {lost}"


def test_metadata_that_mastra_s_own_would_hide_is_said() -> None:
    assert export([BARE, FULL], "mastra").notes[1:] == (
        "left out, with the number of cases: metadata under context or scorescope (1)",
    )
