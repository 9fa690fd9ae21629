"""Pieces of retrieved text, as files, context extractors and people write them."""

import re
from collections.abc import Mapping
from typing import Final

from scoring.formats.fields import a_name, a_number, a_text, list_of, optional, refuse, required
from scoring.formats.issues import FieldError
from scoring.formats.json_text import JsonError, parse_json
from scoring.model import Context, JsonValue

TEXT_NAMES: Final = ("text", "content", "page_content", "pageContent")
"""Where a piece's text may stand: ours, and the names that retrieval libraries write."""

SCORE_NAMES: Final = ("retrieval_score", "score")
"""Where a piece's retrieval score may stand."""

PIECE_NAMES: Final = frozenset((*TEXT_NAMES, "id", "source", *SCORE_NAMES))
"""Every name that is read in a piece's object."""

_BLANK_LINES: Final = re.compile(r"\r?\n(?:[ \t]*\r?\n)+")


def piece_from_json(value: object) -> Context:
    """Read a piece: text, or an object with text and whatever else is known of it.

    An object has `text` (or `content`, `page_content`, `pageContent`) and may have `id`, `source`
    and `retrieval_score` (or `score`); of several, the first that is there counts. A numeric `id`
    or `source` becomes its digits. Null is as good as absent.

    Raises:
        FieldError: The value is none of these.
    """
    if isinstance(value, str):
        return Context(value)
    if not isinstance(value, Mapping):
        refuse(
            value, "text or an object with text", "flatten lists, and leave out what is no piece"
        )
    return Context(
        required(value, a_text, *TEXT_NAMES, mend="give the piece's text under this name"),
        optional(value, a_name, "id"),
        optional(value, a_name, "source"),
        optional(value, a_number, *SCORE_NAMES),
    )


def piece_to_json(piece: Context) -> JsonValue:
    """Write a piece: its bare text where there is nothing else to say of it."""
    known: dict[str, JsonValue] = {"text": piece.text}
    for name in ("id", "source", "retrieval_score"):
        value = getattr(piece, name)
        if value is not None:
            known[name] = value
    return known if len(known) > 1 else piece.text


def split_pieces(text: str) -> tuple[Context, ...]:
    """Make pieces of what a person pastes: a JSON list of pieces, or text with blank lines between.

    Text that merely looks like a JSON list is text. Blank lines around a piece are not part of it;
    everything else of it is kept as it stands.
    """
    try:
        return list_of(piece_from_json)(parse_json(text))
    except (JsonError, FieldError):
        pieces = (piece.strip("\r\n") for piece in _BLANK_LINES.split(text))
        return tuple(Context(piece) for piece in pieces if piece.strip())
