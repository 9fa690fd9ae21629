"""JSON Lines: everything, in the tool's own shape."""

from collections.abc import Sequence

from scoring.formats.cases import case_to_json
from scoring.formats.exports.export import Export
from scoring.formats.flat import Item
from scoring.formats.json_text import json_line
from scoring.formats.results import result_to_json
from scoring.model import Case


def write_jsonl(items: Sequence[Item]) -> Export:
    """Write a case line, or a result line, for each item."""
    lines = (
        case_to_json(item)
        if isinstance(item, Case)
        else result_to_json(item.run_id, item.case, item.relevance, item.keywords)
        for item in items
    )
    return Export("".join(f"{json_line(line)}\n" for line in lines).encode())
