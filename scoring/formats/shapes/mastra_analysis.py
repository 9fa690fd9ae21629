"""What a Mastra result says of contexts: their texts, which it does not store, and the verdicts."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scoring.formats.fields import Fields, a_flag, a_text, an_object, optional, required
from scoring.formats.issues import FieldError
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.row import Row
from scoring.model import JsonValue, Judgement, Provenance, RelevanceLevel, Verdict

# The judge's prompt shows the three parts under these headings, and goes on behind them.
_QUERY: Final = "User Query:\n"
_RESPONSE: Final = "\n\nAgent Response:\n"
_CONTEXTS: Final = "\n\nContext pieces to evaluate:\n"
_REST: Final = "\n\nFor each context piece"
_FIRST_PIECE: Final = re.compile(r"^\[0\] ", re.MULTILINE)
_EVALUATIONS: Final = "analyzeStepResult.evaluations"


class Prompt(NamedTuple):
    """What the prompt of the judge shows: the text of all three, the contexts one below another."""

    query: str | None
    response: str | None
    contexts: str


def read_prompt(value: JsonValue) -> Prompt | None:
    """The parts of an `analyzePrompt`; `None` where it lists no contexts."""
    if not isinstance(value, str):
        return None
    query, response_heading, rest = value.partition(_QUERY)[2].partition(_RESPONSE)
    # The texts may hold a heading themselves; the list of contexts is what stands last.
    response, contexts_heading, listed = rest.rpartition(_CONTEXTS)
    if response_heading and contexts_heading and listed.startswith("[0] "):
        return Prompt(query, response, listed.rpartition(_REST)[0] or listed)
    first = _FIRST_PIECE.search(value)
    return Prompt(None, None, value[first.start() :].split("\n\n", 1)[0]) if first else None


def recovered_contexts(row: Row, evaluations: Sequence[Fields], prompt: Prompt | None) -> list[str]:
    """The contexts by the judge's prompt, or, without one, as the judge repeated them.

    The prompt has the texts themselves; where a text has lines that look like the next piece, only
    what the judge repeated tells where one ends.
    """
    repeated = {
        _index(evaluation, position): str(evaluation.get("contextPiece") or "")
        for position, evaluation in enumerate(evaluations)
    }
    count = max(repeated, default=-1) + 1
    if prompt is not None:
        if count == len(repeated) and prompt.contexts == _listed(repeated, count):
            return [repeated[index] for index in range(count)]
        return _split(prompt.contexts)
    if count > len(repeated):
        row.warn(
            f"speaks of {len(repeated)} of at least {count} contexts, and no other text is here",
            "the others are read as empty; export the analyzePrompt too",
            _EVALUATIONS,
        )
    return [repeated.get(index, "") for index in range(count)]


def evaluations_of(analysis: JsonValue) -> list[Fields]:
    """The evaluations of a Context Relevance analysis; none where it is of another scorer."""
    found = analysis.get("evaluations") if isinstance(analysis, Mapping) else None
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def judgement_of(
    row: Row, analysis: Fields, context_count: int, judge: JsonValue, own: Fields
) -> Judgement:
    """The judgement in an analysis; an evaluation that is none is left out, and is a warning.

    Args:
        row: The row, for its warnings.
        analysis: The analysis.
        context_count: How many contexts the case has.
        judge: The executions of the steps, where Mastra kept them.
        own: What this tool's export says of the case.
    """
    verdicts: dict[int, Verdict] = {}
    evaluations = analysis.get("evaluations")
    for position, evaluation in enumerate(evaluations if isinstance(evaluations, list) else ()):
        try:
            verdict = _verdict(evaluation, position, context_count)
            if verdict.index in verdicts:
                raise FieldError(
                    f"is a second one of context {verdict.index + 1}", "the first counts"
                )
        except FieldError as error:
            row.warn(error.problem, error.mend, error.within(f"{_EVALUATIONS}[{position}]").path)
        else:
            verdicts[verdict.index] = verdict
    if len(verdicts) < context_count:
        row.warn(
            f"judges {len(verdicts)} of {context_count} contexts",
            "judge the case again, or give the verdicts yourself",
            _EVALUATIONS,
        )
    missing = analysis.get("missingContext")
    assessment = analysis.get("overallAssessment")
    return Judgement(
        context_count,
        tuple(verdicts.values()),
        tuple(filter(None, map(_item, missing if isinstance(missing, list) else [missing]))),
        assessment if isinstance(assessment, str) else "",
        _provenance(judge) if own.get("judgement") is None else _own_provenance(own["judgement"]),
    )


def _index(evaluation: Fields, position: int) -> int:
    index = numeral(evaluation.get("context_index"))
    return int(index) if index is not None and 0 <= index < 10_000 else position


def _listed(pieces: Mapping[int, str], count: int) -> str:
    return "\n".join(f"[{index}] {pieces[index]}" for index in range(count))


def _split(listed: str) -> list[str]:
    """The pieces of a list `[0] ...`, `[1] ...`, each from its number to the next one's."""
    pieces: list[str] = []
    start = len("[0] ")
    while True:
        mark = f"\n[{len(pieces) + 1}] "
        end = listed.find(mark, start)
        if end < 0:
            return [*pieces, listed[start:]]
        pieces.append(listed[start:end])
        start = end + len(mark)


def _verdict(value: JsonValue, position: int, context_count: int) -> Verdict:
    evaluation = an_object(value)
    index = numeral(evaluation.get("context_index", position))
    if index is None or not index.is_integer() or not 0 <= index < context_count:
        raise FieldError(
            f"is none of the {context_count} contexts, counted from 0",
            "it is left out",
            "context_index",
        )
    level = required(evaluation, a_text, "relevanceLevel", mend="it is left out").strip().lower()
    if level not in list(RelevanceLevel):
        raise FieldError("is no level; it is left out", "give one", "relevanceLevel")
    return Verdict(
        int(index),
        RelevanceLevel(level),
        required(evaluation, a_flag, "wasUsed", mend="it is left out"),
        optional(evaluation, a_text, "reasoning") or "",
    )


def _item(value: JsonValue) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _provenance(judge: JsonValue) -> Provenance:
    """Who judged and what it took, by the executions of the analysing step."""
    step = judge.get("analyze") if isinstance(judge, Mapping) else None
    listed = step.get("executions") if isinstance(step, Mapping) else None
    executions = (
        [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    )
    usages = [usage for each in executions if isinstance(usage := each.get("usage"), Mapping)]
    models = [name for each in executions if isinstance(name := each.get("judgeModelId"), str)]
    milliseconds = _sum(executions, "durationMs")
    tokens = [_sum(usages, name) for name in ("inputTokens", "outputTokens")]
    return Provenance(
        "llm",
        model=models[0] if models else None,
        input_tokens=None if tokens[0] is None else int(tokens[0]),
        output_tokens=None if tokens[1] is None else int(tokens[1]),
        cost=_sum(executions, "cost"),
        seconds=None if milliseconds is None else milliseconds / 1000,
        notes=("read from a Mastra result",),
    )


def _own_provenance(origin: JsonValue) -> Provenance:
    """Who judged, as this tool's export says it."""
    said = origin if isinstance(origin, Mapping) else {}
    judge, model = said.get("judge"), said.get("model")
    corrected = ("a person corrected it",) if said.get("corrected") is True else ()
    return Provenance(
        judge if isinstance(judge, str) else "recorded",
        model if isinstance(model, str) else None,
        notes=("read from a Mastra result", *corrected),
    )


def _sum(items: Sequence[Fields], name: str) -> float | None:
    numbers = [number for item in items if (number := numeral(item.get(name))) is not None]
    return sum(numbers) if numbers else None
