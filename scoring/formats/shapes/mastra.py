"""Mastra: runs as its scorers get them, results, the rows of its score storage, dataset items."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.formats.collecting import Collector
from scoring.formats.fields import Fields, a_name
from scoring.formats.issues import Cases, FieldError
from scoring.formats.mapping.case_mapping import GRADES
from scoring.formats.records import Record, Records
from scoring.formats.shapes.documents import find_documents
from scoring.formats.shapes.mastra_analysis import (
    Prompt,
    evaluations_of,
    judgement_of,
    read_prompt,
    recovered_contexts,
)
from scoring.formats.shapes.messages import asked, role_of
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row
from scoring.formats.shapes.structures import any_row, with_structures
from scoring.model import Case, Context

_RESULT: Final = (
    *("scorerId", "analyzeStepResult", "preprocessStepResult", "extractStepResult"),
    "analyzePrompt",
)
_RUN: Final = (*("runId", "requestContext", "runtimeContext", "additionalContext", "groundTruth"),)
_STRUCTURES: Final = (
    *("input", "output", "metadata", "scorer", "judge", "entity", "groundTruth"),
    *("expectedOutput", "additionalContext", "requestContext", "runtimeContext"),
    *("analyzeStepResult", "preprocessStepResult", "extractStepResult"),
)
# Sets, which JSON has no word for, so that they arrive as {}, and prompts, which repeat the texts.
_DERIVED: Final = (
    *("preprocessStepResult", "extractStepResult", "preprocessPrompt", "extractPrompt"),
    *("analyzePrompt", "generateScorePrompt", "generateReasonPrompt"),
)
_ABOUT_THE_JUDGE: Final = frozenset({"analyzeStepResult", "judge", "scorer", "entity"})
_RELEVANCE: Final = "context-relevance-scorer"
_WITHOUT_CONFIGURATION: Final = "scorescope"
_OWN: Final = "scorescope"


class Mastra:
    """Reads `{input, output, score, analyzeStepResult, ...}` and what is around it."""

    name: Final = "mastra"
    title: Final = "Mastra"

    def recognises(self, records: Records) -> Sureness:
        """Sure of a scorer's steps and of an agent's input; likely by the names of a run."""
        if records.has("query", "response"):
            return Sureness.NO
        if records.first_of(*_RESULT) or any_row(records, _is_agent_run):
            return Sureness.CERTAIN
        if records.has("input") and records.first_of(*_RUN):
            return Sureness.LIKELY
        return Sureness.NO

    def read(self, records: Records) -> Cases:
        """Read a case from each run; the rows of several scorers for one run are one case.

        The evaluations of Context Relevance become the judgement, and every score is a grade.
        Keywords are found anew.
        """
        records = with_structures(records, *_STRUCTURES)
        runs = _Runs()
        collector = Collector(records)
        for record in records:
            row = Row(record)
            try:
                runs.add(record, _scorer(record.values), _case(row))
            except FieldError as error:
                collector.refuse(record, error)
            for warning in row.warnings:
                collector.warn(record, *warning)
        for record, case in runs.cases:
            collector.add(record, case)
        return collector.cases()


class _Runs:
    """The cases so far, to each of which further scorers may add."""

    def __init__(self) -> None:
        self.cases: Final[list[tuple[Record, Case]]] = []
        self._places: Final[dict[str, int]] = {}
        self._scorers: Final[dict[int, set[str]]] = {}

    def add(self, record: Record, scorer: str, case: Case) -> None:
        place = self._places.get(case.id)
        if place is not None and scorer not in self._scorers[place]:
            before, joined = self.cases[place][0], _joined(self.cases[place][1], case)
            if joined is not None:
                self.cases[place] = before, joined
                self._scorers[place].add(scorer)
                return
        self._places[case.id] = len(self.cases)
        self._scorers[len(self.cases)] = {scorer}
        self.cases.append((record, case))


def _joined(first: Case, second: Case) -> Case | None:
    """One case of both; `None` where they are of different texts."""
    if (first.query, first.response) != (second.query, second.response):
        return None
    if first.contexts and second.contexts and first.contexts != second.contexts:
        return None
    metadata = {**second.metadata, **first.metadata}
    for name in (GRADES, "reasons"):
        parts = [
            part for case in (first, second) if isinstance(part := case.metadata.get(name), Mapping)
        ]
        if parts:
            metadata[name] = {key: value for part in parts for key, value in part.items()}
    judged = first if first.judgement is not None else second
    return replace(
        first,
        contexts=first.contexts or second.contexts,
        judgement=judged.judgement,
        metadata=metadata,
    )


def _is_agent_run(values: Fields) -> bool:
    given = values.get("input")
    if isinstance(given, str):
        return given.startswith("{") and '"inputMessages"' in given
    return isinstance(given, Mapping) and "inputMessages" in given


def _scorer(values: Fields) -> str:
    scorer = values.get("scorer")
    name = values.get("scorerId") or (
        scorer.get("id") or scorer.get("name") if isinstance(scorer, Mapping) else scorer
    )
    return name if isinstance(name, str) else _RELEVANCE


def _case(row: Row) -> Case:
    values = row.record.values
    prompt = read_prompt(values.get("analyzePrompt"))
    analysis = values.get("analyzeStepResult")
    evaluations = evaluations_of(analysis)
    contexts = _contexts(row, evaluations, prompt)
    judgement = None
    if evaluations and isinstance(analysis, Mapping):
        row.take("analyzeStepResult")
        judgement = judgement_of(row, analysis, len(contexts), row.take("judge"), _own(values))
    row.grade(_scorer(values), row.take("score"))
    row.reference("groundTruth", "expectedOutput")
    query, response = _query(row), row.answer("output")
    if prompt is not None:
        query, response = query or prompt.query or "", response or prompt.response or ""
    for name in _DERIVED:
        row.take(name)
    own = values.get("metadata")
    case_id, configuration = row.id("runId", "id"), row.read(a_name, "entityId")
    reason = row.take("reason")
    metadata = row.metadata()
    if isinstance(own, Mapping):
        del metadata["metadata"]
        metadata = {**own, **metadata}
    ours = _own(values)
    if contexts or ours:
        metadata.pop("context", None)
    if ours:
        del metadata[_OWN]
        case_id = str(ours.get("caseId", case_id))
        if "signature" in ours:
            metadata.setdefault("signature", ours["signature"])
    if isinstance(reason, str):
        given = metadata.get("reasons")
        metadata["reasons"] = {
            **(given if isinstance(given, Mapping) else {} if given is None else {"own": given}),
            _scorer(values): reason,
        }
    return Case(
        id=case_id,
        query=query,
        contexts=contexts,
        response=response,
        configuration=None if configuration == _WITHOUT_CONFIGURATION else configuration,
        metadata=metadata,
        judgement=judgement,
    )


def _own(values: Fields) -> Fields:
    """What this tool's export says of a case that Mastra has no field for; empty in others."""
    metadata = values.get("metadata")
    own = metadata.get(_OWN) if isinstance(metadata, Mapping) else None
    return own if isinstance(own, Mapping) else {}


def _query(row: Row) -> str:
    """What the user said first, as Mastra's own scorers take it, or whatever else was given."""
    given = row.record.values.get("input")
    messages = given.get("inputMessages") if isinstance(given, Mapping) else None
    if isinstance(messages, list):
        users = (each for each in messages if isinstance(each, Mapping) and role_of(each) == "user")
        first = asked(next(users, None))
        if first is not None:
            return first
    return row.question("input")


def _contexts(row: Row, evaluations: list[Fields], prompt: Prompt | None) -> tuple[Context, ...]:
    given = {name: part for name, part in row.record.values.items() if name not in _ABOUT_THE_JUDGE}
    found = find_documents(given)
    if found is not None:
        return found.contexts
    return tuple(map(Context, recovered_contexts(row, evaluations, prompt)))
