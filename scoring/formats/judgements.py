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

from typing import Final

from scoring.errors import InvalidValueError
from scoring.formats.fields import (
    Fields,
    Reader,
    Value,
    a_count,
    a_flag,
    a_name,
    a_number,
    a_text,
    an_object,
    list_of,
    optional,
    required,
)
from scoring.formats.issues import FieldError
from scoring.formats.json_text import json_line
from scoring.model import JsonValue, Judgement, Overrides, Provenance, RelevanceLevel, Verdict


def judgement_reader(context_count: int | None) -> Reader[Judgement]:
    """The reader of a judgement.

    Args:
        context_count: How many contexts its case has; `None` where they are not in the case yet,
            and the judgement has to say itself.
    """

    def read(value: object) -> Judgement:
        fields = an_object(value)
        try:
            return Judgement(
                context_count=_context_count(fields, context_count),
                verdicts=required(
                    fields, _verdicts, "verdicts", "evaluations", mend="give one verdict a context"
                ),
                missing=optional(fields, _texts, "missing", "missingContext") or (),
                assessment=optional(fields, a_text, "assessment", "overallAssessment") or "",
                provenance=optional(fields, _provenance, "provenance"),
            )
        except InvalidValueError as error:
            raise FieldError(
                str(error), "give one verdict a context, its index from 0", "verdicts"
            ) from None

    return read


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


def overrides_from_json(value: object) -> Overrides:
    """Read a person's corrections.

    Raises:
        FieldError: Something in them is not what it should be.
    """
    fields = an_object(value)
    return Overrides(
        optional(fields, _by_position(_level), "levels") or {},
        optional(fields, _by_position(a_flag), "used") or {},
        optional(fields, _texts, "added_missing") or (),
        optional(fields, _texts, "struck_missing") or (),
        optional(fields, _flags_by_name, "keywords") or {},
    )


def overrides_to_json(overrides: Overrides) -> dict[str, JsonValue]:
    """Write a person's corrections."""
    written: dict[str, JsonValue] = {
        "levels": {str(index): level.value for index, level in overrides.levels.items()},
        "used": {str(index): used for index, used in overrides.used.items()},
        "added_missing": list(overrides.added_missing),
        "struck_missing": list(overrides.struck_missing),
        "keywords": dict(overrides.keywords),
    }
    return {name: part for name, part in written.items() if part}


def _context_count(fields: Fields, of_case: int | None) -> int:
    stated = optional(fields, a_count, "context_count")
    if stated is None:
        if of_case is None:
            raise FieldError("is missing", "give the number of contexts", "context_count")
        return of_case
    if of_case is not None and stated != of_case:
        raise FieldError(
            f"is {stated}, but the case has {of_case} contexts",
            "judge the case again, or give it the contexts that were judged",
            "context_count",
        )
    return stated


def _level(value: object) -> RelevanceLevel:
    word = a_text(value)
    try:
        return RelevanceLevel(word.strip().lower())
    except ValueError:
        raise FieldError(f"is none of {_LEVELS}", "give one of them") from None


def _verdict(value: object) -> Verdict:
    fields = an_object(value)
    return Verdict(
        required(fields, a_count, "index", "context_index", mend="give the context, from 0"),
        required(fields, _level, "level", "relevanceLevel", mend=f"give one of {_LEVELS}"),
        required(fields, a_flag, "used", "wasUsed", mend="give true or false"),
        optional(fields, a_text, "reasoning") or "",
    )


_LEVELS: Final = ", ".join(level.value for level in RelevanceLevel)
_texts: Final = list_of(a_text)
_verdicts: Final = list_of(_verdict)


def _by_position(read: Reader[Value]) -> Reader[dict[int, Value]]:
    """The reader of an object whose names are positions from 0."""

    def read_all(value: object) -> dict[int, Value]:
        found = {}
        for key, item in an_object(value).items():
            place = f"[{json_line(key)}]"
            # As a person may write it and nothing else: int() takes "１" and "1_0" as well.
            if not (key.isascii() and key.isdigit() and len(key) < 10 and str(int(key)) == key):
                raise FieldError("is no position", "give a whole number, counted from 0", place)
            try:
                found[int(key)] = read(item)
            except FieldError as error:
                raise error.within(place) from None
        return found

    return read_all


def _flags_by_name(value: object) -> dict[str, bool]:
    found = {}
    for key, item in an_object(value).items():
        try:
            found[key] = a_flag(item)
        except FieldError as error:
            raise error.within(f"[{json_line(key)}]") from None
    return found


def _provenance(value: object) -> Provenance:
    fields = an_object(value)
    return Provenance(
        judge=required(fields, a_text, "judge", mend="say which kind of judge it was"),
        model=optional(fields, a_text, "model"),
        prompt_version=optional(fields, a_name, "prompt_version"),
        attempt=optional(fields, a_count, "attempt") or 0,
        input_tokens=optional(fields, a_count, "input_tokens"),
        output_tokens=optional(fields, a_count, "output_tokens"),
        cost=optional(fields, a_number, "cost"),
        seconds=optional(fields, a_number, "seconds"),
        raw_reply=optional(fields, a_text, "raw_reply"),
        notes=optional(fields, _texts, "notes") or (),
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
