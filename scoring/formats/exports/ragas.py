"""Ragas: its evaluation rows, as JSON Lines under its present names."""

from collections.abc import Sequence

from scoring.formats.exports.export import Export, left_out
from scoring.formats.flat import Item, case_of, scores_of
from scoring.formats.json_text import json_line
from scoring.model import JsonValue


def write_ragas(items: Sequence[Item]) -> Export:
    """Write `{user_input, retrieved_contexts, response, ...}` a line.

    Ragas passes over what it has no name for: the scores, with the settings that made them. Of a
    case's metadata, only a "reference" has a place.
    """
    content = "".join(f"{json_line(_row(item))}\n" for item in items)
    return Export(content.encode(), left_out(items, "context ids"))


def _row(item: Item) -> dict[str, JsonValue]:
    case = case_of(item)
    row: dict[str, JsonValue] = {
        "id": case.id,
        "user_input": case.query,
        "retrieved_contexts": [context.text for context in case.contexts],
        "response": case.response,
    }
    if any(context.id is not None for context in case.contexts):
        row["retrieved_context_ids"] = [context.id or "" for context in case.contexts]
    reference = case.metadata.get("reference")
    if isinstance(reference, str):
        row["reference"] = reference
    return {**row, **scores_of(item)}
