"""A model's reply to verdicts: read as far as it is unmistakable, else refused by name."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.judges.llm.failures import FailureKind, ModelError
from scoring.judges.printable import printable
from scoring.model import Case, Context, RelevanceLevel, Verdict, normalised_item

_ENVELOPES: Final = ("arguments", "parameters", "input", "judgement", "result", "output", "answer")
_MENU: Final = frozenset(known.value for known in RelevanceLevel)
_ECHOES: Final = ("context", "text", "contextpiece", "context_piece", "quote")


@dataclass(frozen=True, slots=True)
class Reply:
    """What could be read of one reply.

    Attributes:
        verdicts: By position; only positions that were asked about.
        missing: The items that the model lists, blank ones left out.
        assessment: Its summary.
        faults: For each position that was asked about and has no verdict, why not.
        remarks: What else the reply held that was not accepted.
    """

    verdicts: Mapping[int, Verdict]
    missing: tuple[str, ...]
    assessment: str
    faults: Mapping[int, str]
    remarks: tuple[str, ...] = ()


class _DoubledFieldError(ValueError):
    """A JSON object that names a field twice: which of the two is meant cannot be known."""


class _VerdictFaultError(Exception):
    """A verdict that cannot be accepted; the text says why."""


def read_reply(text: str, positions: Sequence[int], case: Case) -> Reply:
    """Read a reply.

    JSON inside prose, code fences, a one-element array or a tool call's envelope is found; of
    several judgements in one text the last counts, since drafts come first, and one that stands in
    the case's own texts does not, since it is quoted from there. Field names and levels may be
    capitalised, an index may be a quoted number, a flag a quoted word.

    Args:
        text: The reply as it came.
        positions: The contexts that were asked about.
        case: What they are contexts of; quotations and echoes are known by its texts.

    Raises:
        ModelError: Of kind `MALFORMED`: the reply as a whole cannot be accepted.
    """
    judgement = _judgement_in(text, case)
    entries = judgement["verdicts"]
    if not isinstance(entries, list):
        raise _malformed("`verdicts` is not a list", text)
    missing = judgement.get("missing")
    if not isinstance(missing, list) or not all(isinstance(item, str) for item in missing):
        raise _malformed("`missing` is not a list of texts", text)
    assessment = judgement.get("assessment", "")
    if not isinstance(assessment, str):
        raise _malformed("`assessment` is not a text", text)
    by_index: dict[int, list[Mapping[str, object]]] = {}
    for entry in entries:
        index = _index_of(entry, text)
        by_index.setdefault(index, []).append(entry)
    strays = sorted(by_index.keys() - set(positions))
    if strays and not by_index.keys() >= set(positions):
        # Perhaps the model counted from 1: then every verdict speaks of the wrong context.
        raise _malformed(f"a verdict has the index {strays[0]}, which was not asked about", text)
    verdicts, faults = _verdicts(by_index, positions, case.contexts)
    return Reply(
        verdicts,
        tuple(printable(item) for item in missing if item.strip()),
        printable(assessment),
        faults,
        tuple(f"A verdict with the index {stray} was left out: no such one." for stray in strays),
    )


def _verdicts(
    by_index: Mapping[int, Sequence[Mapping[str, object]]],
    positions: Sequence[int],
    contexts: Sequence[Context],
) -> tuple[dict[int, Verdict], dict[int, str]]:
    verdicts: dict[int, Verdict] = {}
    faults: dict[int, str] = {}
    for position in positions:
        entries = by_index.get(position, ())
        if len(entries) != 1:
            count = "no verdict" if not entries else f"{len(entries)} verdicts"
            faults[position] = f"index {position} had {count}"
            continue
        try:
            verdicts[position] = _verdict(position, entries[0], contexts)
        except _VerdictFaultError as fault:
            faults[position] = f"index {position} {fault}"
    return verdicts, faults


def _verdict(position: int, entry: Mapping[str, object], contexts: Sequence[Context]) -> Verdict:
    level = entry.get("level")
    if not isinstance(level, str) or level.strip().casefold() not in _MENU:
        raise _VerdictFaultError(f"had the unknown level {_quoted(level)}")
    used = entry.get("used")
    if isinstance(used, str):
        used = {"true": True, "false": False}.get(used.strip().casefold())
    if not isinstance(used, bool):
        raise _VerdictFaultError(f"had {_quoted(entry.get('used'))} for `used`")
    reasoning = entry.get("reasoning", "")
    if not isinstance(reasoning, str):
        raise _VerdictFaultError("had a `reasoning` that is not a text")
    for name in _ECHOES:
        echo = entry.get(name)
        if isinstance(echo, str) and _echoes_another(echo, position, contexts):
            raise _VerdictFaultError("repeated the text of another context")
    return Verdict(position, RelevanceLevel(level.strip().casefold()), used, printable(reasoning))


def _echoes_another(echo: str, position: int, contexts: Sequence[Context]) -> bool:
    start = normalised_item(echo).rstrip(".… ")
    begins = [normalised_item(context.text).startswith(start) for context in contexts]
    return bool(start) and any(begins) and not begins[position]


def _index_of(entry: object, text: str) -> int:
    if not isinstance(entry, Mapping):
        raise _malformed("a verdict is not an object", text)
    index = entry.get("index")
    if isinstance(index, str) and index.strip().isdecimal() and len(index) < 10:
        index = int(index)
    if isinstance(index, bool) or not isinstance(index, int):
        raise _malformed(f"a verdict has {_quoted(index)} for its index", text)
    return index


def _judgement_in(text: str, case: Case) -> Mapping[str, object]:
    """The last object of the text that has verdicts and is no quotation; its envelope opened."""
    if not text.strip():
        raise _malformed("it is empty", text)
    try:
        opened = [_opened(value) for value in _objects_in(text)]
    except _DoubledFieldError as fault:
        raise _malformed(str(fault), text) from None
    found = [judgement for judgement in opened if judgement is not None]
    if not found:
        raise _malformed("it holds no JSON object with `verdicts`", text)
    for judgement in reversed(found):
        if not _stands_in(case, judgement):
            return judgement
    raise _malformed("it repeats a judgement that stands in the case's own texts", text)


def _stands_in(case: Case, judgement: Mapping[str, object]) -> bool:
    """Whether one of the case's texts holds this judgement, however it is laid out there."""
    texts = (case.query, case.response, *(context.text for context in case.contexts))
    suspect = [text for text in texts if "verdicts" in text.casefold()]
    if not suspect:
        return False
    written = _bare(json.dumps(judgement, ensure_ascii=False))
    return any(written in _bare(printable(text)) for text in suspect)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _objects_in(text: str) -> list[Mapping[str, object]]:
    """Every JSON object of the text that does not lie inside another one."""
    decoder = json.JSONDecoder(object_pairs_hook=_folded)
    objects: list[Mapping[str, object]] = []
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except _DoubledFieldError:
            raise
        except (ValueError, RecursionError):
            end = at + 1  # A brace of prose, or a draft that breaks off.
        else:
            objects.append(value)
        at = text.find("{", end)
    return objects


def _opened(value: Mapping[str, object]) -> Mapping[str, object] | None:
    if "verdicts" in value:
        return value
    for name in _ENVELOPES:
        inner = value.get(name)
        if isinstance(inner, str):
            inner = next((each for each in _objects_in(inner) if "verdicts" in each), None)
        if isinstance(inner, Mapping) and "verdicts" in inner:
            return inner
    return None


def _folded(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    folded: dict[str, object] = {}
    for name, value in pairs:
        key = name.strip().casefold()
        if key in folded:
            raise _DoubledFieldError(f"it names {_quoted(name)} twice in one object")
        folded[key] = value
    return folded


def _malformed(what: str, text: str) -> ModelError:
    return ModelError(
        FailureKind.MALFORMED,
        f"The model's reply was not understood: {what}. Judge the case again, or choose a model "
        "that keeps to a JSON schema.",
        raw_reply=text,
        detail=what,
    )


def _quoted(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return f"“{text if len(text) <= 40 else text[:40] + '…'}”"
