import pytest
from hypothesis import given

from scoring.formats import split_pieces
from scoring.formats.json_text import json_line
from scoring.formats.pieces import piece_to_json
from scoring.model import Context
from tests.formats.case_strategies import contexts


@pytest.mark.parametrize(
    ("pasted", "pieces"),
    [
        ('["one", "two"]', ["one", "two"]),
        ('  [{"content": "one"}, "two\\n\\nlines"]\n', ["one", "two\n\nlines"]),
        ("one\n\ntwo", ["one", "two"]),
        ("\n\none\r\n \t\r\n\r\ntwo\n", ["one", "two"]),
        ("one\nstill one\n\n  indented two  ", ["one\nstill one", "  indented two  "]),
        ("[1] a footnote, not JSON", ["[1] a footnote, not JSON"]),
        ("[1, 2]", ["[1, 2]"]),
        ('{"text": "no list"}', ['{"text": "no list"}']),
        ("[]", []),
        (" \n\n ", []),
        ("", []),
    ],
)
def test_pasted_text_splits_at_blank_lines_unless_it_is_a_json_list(
    pasted: str, pieces: list[str]
) -> None:
    assert [piece.text for piece in split_pieces(pasted)] == pieces


def test_what_is_known_of_a_pasted_piece_is_kept() -> None:
    pasted = '[{"text": "t", "id": 4, "source": "wiki", "score": 0.5}]'
    assert split_pieces(pasted) == (Context("t", "4", "wiki", 0.5),)


@given(contexts)
def test_a_piece_that_was_written_is_read_back(piece: Context) -> None:
    assert split_pieces(f"[{json_line(piece_to_json(piece))}]") == (piece,)
