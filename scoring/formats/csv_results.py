"""Results as CSV: one row a case, for spreadsheets.

A text that a spreadsheet would take for a formula gets an apostrophe in front, and so does a text
that begins with one: taking one leading apostrophe off gives every text back as it was. Lists are
JSON inside their cell.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final

from scoring.formats.json_text import json_line
from scoring.formats.results import result_to_json
from scoring.keywords import KeywordCoverage
from scoring.model import Case, JsonValue
from scoring.relevance import RelevanceScore

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def results_to_csv(
    results: Iterable[tuple[str, Case, RelevanceScore, KeywordCoverage]],
) -> str:
    """Write results as CSV text with a header line.

    Args:
        results: For each case its run id, the case, and its two results.
    """
    rows = [_row(*result) for result in results]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def _row(
    run_id: str, case: Case, relevance: RelevanceScore, keywords: KeywordCoverage
) -> dict[str, JsonValue]:
    line = result_to_json(run_id, case, relevance, keywords)
    judged = relevance.judgement
    verdicts = () if judged is None else judged.verdicts
    signature = _fields(line["signature"])
    penalties = _fields(signature.pop("penalties"))
    signature.pop("versions")
    reason = relevance.reason
    return {
        "id": case.id,
        "query": case.query,
        "contexts": [context.text for context in case.contexts],
        "response": case.response,
        "configuration": case.configuration,
        **_prefixed("relevance", {**_fields(line["relevance"]), "reason": reason}),
        "levels": [verdict.level.value for verdict in verdicts],
        "used": [verdict.used for verdict in verdicts],
        "missing": [] if judged is None else judged.missing,
        "keywords_state": keywords.state.value,
        "keywords_score": keywords.score,
        "keywords_total": keywords.total,
        "keywords_matched": keywords.matched,
        "keywords_missing": [match.keyword for match in keywords.missing],
        **signature,
        **penalties,
    }


def _fields(value: JsonValue) -> dict[str, JsonValue]:
    return dict(value) if isinstance(value, Mapping) else {}


def _prefixed(prefix: str, fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {f"{prefix}_{name}": value for name, value in fields.items()}


def _cell(value: JsonValue) -> str | float | int | None:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA_STARTS) else value
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return json_line(value).strip()
