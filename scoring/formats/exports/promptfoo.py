"""promptfoo: a table of results in the layout of its CSV download."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.formats.exports.csv_table import csv_of
from scoring.formats.exports.export import Export, left_out
from scoring.formats.flat import Item, case_of
from scoring.formats.json_text import json_line
from scoring.formats.results import signature
from scoring.model import Case, JsonValue, State


def write_promptfoo(items: Sequence[Item]) -> Export:
    """Write one row a case: its variables, then the output with what was found about it.

    The score is Context Relevance from 0 to 1, whatever the scale. The status is empty but for a
    failure, since nobody set a line to pass; the comment holds the settings that made the scores.
    """
    written = csv_of([_row(item) for item in items])
    return replace(written, notes=(*written.notes, *left_out(items, "configuration")))


def _row(item: Item) -> dict[str, JsonValue]:
    case = case_of(item)
    row: dict[str, JsonValue] = {
        "query": case.query,
        "context": [context.text for context in case.contexts],
        "id": case.id,
        "configuration": case.configuration,
        "[scorescope] response": case.response,
    }
    if isinstance(item, Case):
        return row
    relevance, keywords = item.relevance, item.keywords
    share = None if relevance.score is None else relevance.score / relevance.scale
    covered = None if keywords.score is None else keywords.score / keywords.scale
    return {
        **row,
        "Status": "ERROR" if relevance.state is State.FAILED else "",
        "Score": share,
        "Named Scores": {"Context Relevance": share, "Keyword Coverage": covered},
        "Grader Reason": relevance.reason,
        "Comment": json_line(signature(relevance, keywords)),
    }
