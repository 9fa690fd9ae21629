"""Judgements, their provenance and people's corrections, as JSON.

A judgement is written `{context_count, verdicts: [{index, level, used, reasoning}], missing:
[text], assessment, provenance?}`. It is read leniently: without `context_count` the case's contexts
count, a level's capitals do not matter, everything but the verdicts may be left out, and the
documented scorer's own names are understood as well (`evaluations[].{context_index, relevanceLevel,
wasUsed}`, `missingContext`, `overallAssessment`). A level that is none of the four is an error,
never a zero.

Overrides are written `{levels: {"0": "high"}, used: {"0": true}, added_missing: [text],
struck_missing: [text]}`, each part left out where it is empty. The keys are positions from 0, as a
verdict's `index` is; they are text because JSON knows no other keys.
"""

from collections.abc import Callable
from typing import Final

from scoring.errors import InvalidValueError
from scoring.formats.fields import (
    Value,
    a_count,
    a_flag,
    a_list,
    a_name,
    a_number,
    a_text,
    an_object,
    at,
    optional,
    required,
    texts,
)
from scoring.formats.issues import FieldError
from scoring.model import JsonValue, Judgement, Overrides, Provenance, RelevanceLevel, Verdict

_COUNT_MEND: Final = "give the number of contexts as a whole number"


def judgement_from_json(value: object, path: str, context_count: int | None) -> Judgement:
    """Read a judgement.

    Args:
        value: The judgement's JSON.
        path: Where it stands, for messages.
        context_count: How many contexts its case has; `None` where they are not in the case yet,
            and the judgement has to say itself.

    Raises:
        FieldError: Something in it is not what it should be.
    """
    fields = an_object(value, path)
    stated = optional(fields, path, a_count, "context_count")
    if stated is None and context_count is None:
        raise FieldError(at(path, "context_count"), "is missing", _COUNT_MEND)
    if None not in (stated, context_count) and stated != context_count:
        raise FieldError(
            at(path, "context_count"),
            f"is {stated}, but the case has {context_count} contexts",
            "judge the case again, or give it the contexts that were judged",
        )
    verdicts = required(
        fields, path, _verdicts, "verdicts", "evaluations", mend="give one verdict a context"
    )
    try:
        return Judgement(
            context_count=stated if stated is not None else context_count or 0,
            verdicts=verdicts,
            missing=optional(fields, path, texts, "missing", "missingContext") or (),
            assessment=optional(fields, path, a_text, "assessment", "overallAssessment") or "",
            provenance=optional(fields, path, _provenance, "provenance"),
        )
    except InvalidValueError as error:
        raise FieldError(
            at(path, "verdicts"), str(error), "give one verdict a context, its index from 0"
        ) from None


def judgement_to_json(judgement: Judgement) -> dict[str, JsonValue]:
    """Write a judgement."""
    written: dict[str, JsonValue] = {
        "context_count": judgement.context_count,
        "verdicts": [
            {
                "index": verdict.index,
                "level": verdict.level.value,
                "used": verdict.used,
                "reasoning": verdict.reasoning,
            }
            for verdict in judgement.verdicts
        ],
        "missing": list(judgement.missing),
        "assessment": judgement.assessment,
    }
    if judgement.provenance is not None:
        written["provenance"] = _provenance_to_json(judgement.provenance)
    return written


def overrides_from_json(value: object, path: str) -> Overrides:
    """Read a person's corrections.

    Raises:
        FieldError: Something in them is not what it should be.
    """
    fields = an_object(value, path)
    return Overrides(
        optional(fields, path, _by_position(_level), "levels") or {},
        optional(fields, path, _by_position(a_flag), "used") or {},
        optional(fields, path, texts, "added_missing") or (),
        optional(fields, path, texts, "struck_missing") or (),
    )


def overrides_to_json(overrides: Overrides) -> dict[str, JsonValue]:
    """Write a person's corrections."""
    written: dict[str, JsonValue] = {
        "levels": {str(index): level.value for index, level in overrides.levels.items()},
        "used": {str(index): used for index, used in overrides.used.items()},
        "added_missing": list(overrides.added_missing),
        "struck_missing": list(overrides.struck_missing),
    }
    return {name: part for name, part in written.items() if part}


def _verdicts(value: object, path: str) -> tuple[Verdict, ...]:
    return tuple(
        _verdict(item, f"{path}[{index}]") for index, item in enumerate(a_list(value, path))
    )


def _verdict(value: object, path: str) -> Verdict:
    fields = an_object(value, path)
    return Verdict(
        required(fields, path, a_count, "index", "context_index", mend="give the context, from 0"),
        required(fields, path, _level, "level", "relevanceLevel", mend=f"give one of {_LEVELS}"),
        required(fields, path, a_flag, "used", "wasUsed", mend="give true or false"),
        optional(fields, path, a_text, "reasoning") or "",
    )


_LEVELS: Final = ", ".join(level.value for level in RelevanceLevel)


def _level(value: object, path: str) -> RelevanceLevel:
    word = a_text(value, path)
    try:
        return RelevanceLevel(word.strip().lower())
    except ValueError:
        raise FieldError(path, f"is none of {_LEVELS}", "give one of them") from None


def _by_position(
    read: Callable[[object, str], Value],
) -> Callable[[object, str], dict[int, Value]]:
    def read_all(value: object, path: str) -> dict[int, Value]:
        found = {}
        for key, item in an_object(value, path).items():
            place = f'{path}["{key}"]'
            # As a person may write it and nothing else: int() takes "１" and "1_0" as well.
            if not (key.isascii() and key.isdigit() and len(key) < 10 and str(int(key)) == key):
                raise FieldError(place, "is no position", "give a whole number, counted from 0")
            found[int(key)] = read(item, place)
        return found

    return read_all


def _provenance(value: object, path: str) -> Provenance:
    fields = an_object(value, path)
    return Provenance(
        judge=required(fields, path, a_text, "judge", mend="say which kind of judge it was"),
        model=optional(fields, path, a_text, "model"),
        prompt_version=optional(fields, path, a_name, "prompt_version"),
        attempt=optional(fields, path, a_count, "attempt") or 0,
        input_tokens=optional(fields, path, a_count, "input_tokens"),
        output_tokens=optional(fields, path, a_count, "output_tokens"),
        cost=optional(fields, path, a_number, "cost"),
        seconds=optional(fields, path, a_number, "seconds"),
        raw_reply=optional(fields, path, a_text, "raw_reply"),
        notes=optional(fields, path, texts, "notes") or (),
    )


def _provenance_to_json(provenance: Provenance) -> dict[str, JsonValue]:
    written: dict[str, JsonValue] = {
        "judge": provenance.judge,
        "model": provenance.model,
        "prompt_version": provenance.prompt_version,
        "attempt": provenance.attempt,
        "input_tokens": provenance.input_tokens,
        "output_tokens": provenance.output_tokens,
        "cost": provenance.cost,
        "seconds": provenance.seconds,
        "raw_reply": provenance.raw_reply,
        "notes": list(provenance.notes) or None,
    }
    return {name: value for name, value in written.items() if value is not None}
