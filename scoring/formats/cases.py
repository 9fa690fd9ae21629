"""Cases as JSON: the one shape that files, the store and the pages read and write.

`{id, query, contexts: [text | {text, id?, source?, retrieval_score?}], response, configuration?,
metadata?, judgement?, overrides?}`. The query and the response are required; `""` is an empty
response, and null is none at all. Numbers given as an id or a configuration become their digits.
Fields of any other name are kept in `Case.extra`, except those of a result line, which are derived
anew.
"""

from collections.abc import Mapping
from typing import Final

from scoring.formats.fields import a_name, a_text, an_object, list_of, optional, required
from scoring.formats.judgements import (
    judgement_reader,
    judgement_to_json,
    overrides_from_json,
    overrides_to_json,
)
from scoring.formats.pieces import PIECE_NAMES, piece_from_json, piece_to_json
from scoring.model import Case, JsonValue, Overrides

RESULT_FIELDS: Final = ("run_id", "relevance", "keywords", "signature", "repeats")
"""What a result line adds to its case line."""

_CASE_FIELDS: Final = (
    "id",
    "query",
    "contexts",
    "response",
    "configuration",
    "metadata",
    "judgement",
    "overrides",
)
_contexts: Final = list_of(piece_from_json)
_NO_OVERRIDES: Final = Overrides()
RESERVED: Final = frozenset((*_CASE_FIELDS, *RESULT_FIELDS))
"""Names that a case's JSON has a meaning for, so that no field of `Case.extra` can have them."""


def case_from_json(value: object, default_id: str) -> Case:
    """Read one case.

    Args:
        value: The case's JSON, as `json.loads` gives it.
        default_id: The case's name where it has none.

    Raises:
        FieldError: Something in it is not what it should be; the first such thing is named.
    """
    fields = an_object(value)
    contexts = optional(fields, _contexts, "contexts") or ()
    case_id = optional(fields, a_name, "id")
    return Case(
        id=default_id if case_id is None else case_id,
        query=required(fields, a_text, "query", mend="every case needs one"),
        contexts=contexts,
        response=required(fields, a_text, "response", mend='give "" for an empty answer'),
        configuration=optional(fields, a_name, "configuration"),
        metadata=optional(fields, an_object, "metadata") or {},
        judgement=optional(fields, judgement_reader(len(contexts) or None), "judgement"),
        overrides=optional(fields, overrides_from_json, "overrides") or _NO_OVERRIDES,
        extra={name: item for name, item in fields.items() if name not in RESERVED},
    )


def case_to_json(case: Case) -> dict[str, JsonValue]:
    """Write one case, so that reading it gives an equal one.

    Two things have no JSON of their own: a high surrogate that a low one follows is read back as
    the one character that the two spell, and fields of `extra` under a reserved name are left out.
    """
    written: dict[str, JsonValue] = {
        "id": case.id,
        "query": case.query,
        "contexts": [piece_to_json(context) for context in case.contexts],
        "response": case.response,
    }
    if case.configuration is not None:
        written["configuration"] = case.configuration
    if case.metadata:
        written["metadata"] = case.metadata
    if case.judgement is not None:
        written["judgement"] = judgement_to_json(case.judgement)
    if case.overrides:
        written["overrides"] = overrides_to_json(case.overrides)
    written.update((name, item) for name, item in case.extra.items() if name not in RESERVED)
    return written


def unread_fields(fields: Mapping[str, object]) -> list[str]:
    """Paths of the fields in a case's JSON that `case_from_json` neither reads nor keeps.

    The fields of a result line are meant to be dropped; under the same names in another line a
    person may have something of their own.
    """
    unread = [] if "signature" in fields else [name for name in RESULT_FIELDS if name in fields]
    contexts = fields.get("contexts")
    return unread + [
        f"contexts[{index}].{name}"
        for index, piece in enumerate(contexts if isinstance(contexts, list) else ())
        if isinstance(piece, dict)
        for name in piece
        if name not in PIECE_NAMES
    ]
