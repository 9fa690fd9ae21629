"""Mastra: score rows, as its storage keeps them, one JSON object a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.formats.exports.export import Export, left_out
from scoring.formats.flat import Item, case_of
from scoring.formats.json_text import json_line
from scoring.formats.results import signature
from scoring.keywords.peer import peer_fields
from scoring.model import Case, JsonValue, Judgement

_OWN: Final = frozenset({"context", "scorescope"})
"""Names that this export needs in a row's metadata."""


def write_mastra(items: Sequence[Item]) -> Export:
    """Write a row for each scorer of each result, and one without a score for a bare case.

    A row's `analyzeStepResult` speaks of the judgement that was scored, a person's corrections
    applied. Mastra keeps no list of contexts; it stands in `metadata.context`. What else it has no
    field for stands in `metadata.scorescope`: the case's name, who judged it, and the settings that
    made the score.
    """
    rows = (row for item in items for row in _rows(item))
    content = "".join(f"{json_line(row)}\n" for row in rows)
    notes = left_out(items, "configuration", "metadata", "judgement")
    taken = sum(not _OWN.isdisjoint(case_of(item).metadata) for item in items)
    if taken:
        names = " or ".join(sorted(_OWN))
        notes += (f"left out, with the number of cases: metadata under {names} ({taken:,})",)
    return Export(content.encode(), notes)


def _rows(item: Item) -> Iterator[dict[str, JsonValue]]:
    if isinstance(item, Case):
        judged = None if item.judgement is None else item.overrides.applied_to(item.judgement)
        yield _row(item, item.id, "context-relevance-scorer", _analysis(item, judged))
        return
    relevance, keywords = item.relevance, item.keywords
    yield _row(
        item,
        item.run_id,
        "context-relevance-scorer",
        {
            "score": relevance.score,
            "reason": relevance.reason,
            **_analysis(item.case, relevance.judgement),
        },
    )
    yield _row(
        item,
        item.run_id,
        "keyword-coverage-scorer",
        {
            "score": keywords.score,
            "reason": keywords.reason,
            **peer_fields(keywords),
        },
    )


def _row(
    item: Item, run_id: str, scorer: str, found: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    case = case_of(item)
    message = {"id": f"{case.id}-query", "role": "user", "content": case.query}
    answer = {"id": f"{case.id}-response", "role": "assistant", "content": case.response}
    own: dict[str, JsonValue] = {"caseId": case.id}
    judged = case.judgement if isinstance(item, Case) else item.relevance.judgement
    if judged is not None:
        own["judgement"] = _origin(judged, case)
    if not isinstance(item, Case):
        own["signature"] = signature(item.relevance, item.keywords)
    metadata: dict[str, JsonValue] = {
        **case.metadata,
        "context": [context.text for context in case.contexts],
        "scorescope": own,
    }
    return {
        "id": f"{run_id}-{scorer}",
        "runId": run_id,
        "scorerId": scorer,
        "entityId": case.configuration or "scorescope",
        "entityType": "TEST",
        "source": "TEST",
        "scorer": {"id": scorer},
        "input": {"inputMessages": [message]},
        "output": [answer],
        **found,
        "metadata": metadata,
    }


def _origin(judgement: Judgement, case: Case) -> dict[str, JsonValue]:
    """Who made a judgement, and whether a person corrected it."""
    provenance = judgement.provenance
    return {
        "judge": "recorded" if provenance is None else provenance.judge,
        "model": None if provenance is None else provenance.model,
        "corrected": bool(case.overrides),
    }


def _analysis(case: Case, judgement: Judgement | None) -> dict[str, JsonValue]:
    if judgement is None:
        return {}
    texts = [context.text for context in case.contexts]
    return {
        "analyzeStepResult": {
            "evaluations": [
                {
                    "context_index": verdict.index,
                    # A judgement can be of contexts that the case does not have (any more).
                    "contextPiece": texts[verdict.index] if verdict.index < len(texts) else "",
                    "relevanceLevel": verdict.level.value,
                    "wasUsed": verdict.used,
                    "reasoning": verdict.reasoning,
                }
                for verdict in judgement.verdicts
            ],
            "missingContext": list(judgement.missing),
            "overallAssessment": judgement.assessment,
        }
    }
