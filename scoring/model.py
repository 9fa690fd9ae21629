"""The words of the domain: cases, contexts, verdicts, judgements, penalties.

Everything here is immutable, and is checked where it is made: a value that exists is valid.
(Mappings are plain dicts behind a read-only type, so that cases can be pickled and cached.)
Positions (`index`) count from 0; whatever shows one to a person adds 1.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from scoring.errors import InvalidValueError

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)


class RelevanceLevel(StrEnum):
    """How relevant a context is to the query, from best to worst."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NONE = "none"


class State(StrEnum):
    """What became of a case under one scorer. Only `SCORED` goes into a mean unasked."""

    SCORED = "scored"
    PARTIAL = "partial"
    NOT_SCORABLE = "not_scorable"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Context:
    """One piece of retrieved text.

    Attributes:
        text: The piece itself, exactly as it came.
        id: The retriever's name for it, if it has one.
        source: Where it came from (a file, an index), if known.
        retrieval_score: What the retriever thought of it; any finite number, higher is better.
    """

    text: str
    id: str | None = None
    source: str | None = None
    retrieval_score: float | None = None

    def __post_init__(self) -> None:
        if self.retrieval_score is not None and not math.isfinite(self.retrieval_score):
            raise InvalidValueError("retrieval_score must be a finite number")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge, or a person, says of one context.

    Attributes:
        index: The context's position in its case, from 0.
        level: How relevant the context is to the query.
        used: Whether the response drew on it.
        reasoning: Why, in the judge's words; may be empty.

    Raises:
        InvalidValueError: A negative index, or a level that is none of the four.
    """

    index: int
    level: RelevanceLevel
    used: bool
    reasoning: str = ""

    def __post_init__(self) -> None:
        if self.index < 0:
            raise InvalidValueError(f"a verdict's index counts from 0, not {self.index}")
        object.__setattr__(self, "level", checked_level(self.level))


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a judgement came from, and what it took.

    Attributes:
        judge: "embedded", "recorded", "llm" or "person".
        model: The judge's own name for itself, such as "openai/gpt-4o-mini".
        prompt_version: The version of the prompt, for a judge that has one.
        attempt: Which repeat of the same question this was, from 0.
        input_tokens, output_tokens: What the model counted, where it counts.
        cost: US dollars; `None` where the price is unknown.
        seconds: Wall-clock time of the judgement.
        raw_reply: The model's reply as it came.
        notes: What a reader should know: a dropped parameter, a language that is not served well.
    """

    judge: str
    model: str | None = None
    prompt_version: str | None = None
    attempt: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None
    raw_reply: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything a judge said of one case; scores are derived from it and from nothing else.

    Attributes:
        context_count: How many contexts the case has, judged or not. The base score divides by it.
        verdicts: At most one a context, in order of their index. A context without one is unjudged.
        missing: What the query needed and no context held, as the judge listed it.
        assessment: The judge's summary; may be empty.
        provenance: Where the judgement came from.

    Raises:
        InvalidValueError: An index twice or outside the contexts, or a negative count.
    """

    context_count: int
    verdicts: tuple[Verdict, ...]
    missing: tuple[str, ...] = ()
    assessment: str = ""
    provenance: Provenance | None = None

    def __post_init__(self) -> None:
        if self.context_count < 0:
            raise InvalidValueError("context_count must be 0 or more")
        object.__setattr__(
            self, "verdicts", tuple(sorted(self.verdicts, key=lambda verdict: verdict.index))
        )
        object.__setattr__(self, "missing", tuple(self.missing))
        seen: set[int] = set()
        for verdict in self.verdicts:
            if verdict.index >= self.context_count:
                raise InvalidValueError(
                    f"a verdict speaks of context {verdict.index + 1}, "
                    f"but there are {self.context_count}"
                )
            if verdict.index in seen:
                raise InvalidValueError(f"context {verdict.index + 1} has two verdicts")
            seen.add(verdict.index)

    @property
    def unjudged(self) -> tuple[int, ...]:
        """Positions of the contexts without a verdict, from 0, ascending."""
        judged = {verdict.index for verdict in self.verdicts}
        return tuple(index for index in range(self.context_count) if index not in judged)

    def as_attempt(self, attempt: int) -> "Judgement":
        """The judgement with its attempt's number in its provenance, where it has one."""
        if self.provenance is None:
            return self
        return replace(self, provenance=replace(self.provenance, attempt=attempt))

    def rearranged(self, origins: Sequence[int | None]) -> "Judgement":
        """Follow the contexts to new places, so that an edit does not cost a judgement.

        Args:
            origins: For each new position, the old one its context came from; `None` for a context
                that was not there before, which is then unjudged.

        Raises:
            InvalidValueError: An origin that appears twice or that never was a position.
        """
        moves = _moves(origins)
        if any(old >= self.context_count for old in moves):
            raise InvalidValueError(f"there were only {self.context_count} contexts to move")
        return replace(
            self,
            context_count=len(origins),
            verdicts=tuple(
                replace(verdict, index=moves[verdict.index])
                for verdict in self.verdicts
                if verdict.index in moves
            ),
        )


@dataclass(frozen=True, slots=True)
class Overrides:
    """A person's corrections to a judgement; the judgement itself is never altered.

    Attributes:
        levels: Position from 0 -> the level the person gives.
        used: Position from 0 -> whether the person says it was used.
        added_missing: Missing items the judge did not name.
        struck_missing: Missing items of the judge's that the person does not accept.
        keywords: Keyword, in any case -> whether the person says that the response covers it.

    Raises:
        InvalidValueError: A negative position, or a level that is none of the four.
    """

    levels: Mapping[int, RelevanceLevel] = field(default_factory=dict, hash=False)
    used: Mapping[int, bool] = field(default_factory=dict, hash=False)
    added_missing: tuple[str, ...] = ()
    struck_missing: tuple[str, ...] = ()
    keywords: Mapping[str, bool] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if any(index < 0 for index in (*self.levels, *self.used)):
            raise InvalidValueError("an override's position counts from 0")
        levels = {index: checked_level(level) for index, level in sorted(self.levels.items())}
        object.__setattr__(self, "levels", levels)
        object.__setattr__(self, "used", dict(sorted(self.used.items())))
        object.__setattr__(self, "added_missing", tuple(self.added_missing))
        object.__setattr__(self, "struck_missing", tuple(self.struck_missing))
        object.__setattr__(self, "keywords", dict(sorted(self.keywords.items())))

    def __bool__(self) -> bool:
        return bool(
            self.levels or self.used or self.added_missing or self.struck_missing or self.keywords
        )

    def rearranged(self, origins: Sequence[int | None]) -> "Overrides":
        """Follow the contexts to new places, as `Judgement.rearranged` does.

        Raises:
            InvalidValueError: An origin that appears twice or is negative.
        """
        moves = _moves(origins)
        return replace(
            self,
            levels={moves[old]: level for old, level in self.levels.items() if old in moves},
            used={moves[old]: used for old, used in self.used.items() if old in moves},
        )

    def applied_to(self, judgement: Judgement) -> Judgement:
        """The judgement as the person corrected it.

        A level given to an unjudged context makes a verdict of it (not used, unless the person
        says otherwise); a usage flag alone does not, since no level follows from it. Positions
        beyond the judgement's contexts are left out.
        """
        verdicts = {verdict.index: verdict for verdict in judgement.verdicts}
        for index, level in self.levels.items():
            if index < judgement.context_count:
                verdict = verdicts.get(index, Verdict(index, level, used=False))
                verdicts[index] = replace(verdict, level=level)
        for index, used in self.used.items():
            if index in verdicts:
                verdicts[index] = replace(verdicts[index], used=used)
        struck = {normalised_item(item) for item in self.struck_missing}
        kept = (item for item in judgement.missing if normalised_item(item) not in struck)
        return replace(
            judgement,
            verdicts=tuple(verdicts.values()),
            missing=(*kept, *self.added_missing),
        )


@dataclass(frozen=True, slots=True)
class Case:
    """One question with what was retrieved for it and what was answered.

    Attributes:
        id: The case's name within its dataset.
        query: What was asked.
        contexts: What was retrieved, in the retriever's order.
        response: What was answered.
        configuration: Which retrieval set-up produced it, for comparisons.
        metadata: Anything else that came with the case, as JSON.
        judgement: A judgement that came with the case.
        overrides: A person's corrections that came with the case.
        extra: Fields of the case's JSON that are none of the above, kept as they came.
    """

    id: str
    query: str
    contexts: tuple[Context, ...]
    response: str
    configuration: str | None = None
    metadata: Mapping[str, JsonValue] = field(default_factory=dict, hash=False)
    judgement: Judgement | None = None
    overrides: Overrides = Overrides()
    extra: Mapping[str, JsonValue] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contexts", tuple(self.contexts))


@dataclass(frozen=True, slots=True)
class Penalties:
    """What a retrieval's faults cost, in points of the unscaled score (0 to 1).

    The defaults and names are those of the documented scorer.

    Attributes:
        unused_high_relevance_context: Taken off for each high context that was not used.
        missing_context_per_item: Taken off for each missing item.
        max_missing_context_penalty: The most that missing items can take off together.

    Raises:
        InvalidValueError: A value that is negative or not finite.
    """

    unused_high_relevance_context: float = 0.10
    missing_context_per_item: float = 0.15
    max_missing_context_penalty: float = 0.50

    def __post_init__(self) -> None:
        for name in (
            "unused_high_relevance_context",
            "missing_context_per_item",
            "max_missing_context_penalty",
        ):
            value: float = getattr(self, name)
            if not math.isfinite(value) or value < 0:
                raise InvalidValueError(f"{name} must be a finite number of 0 or more, not {value}")


PRESETS: Final[Mapping[str, Penalties]] = MappingProxyType(
    {
        "strict": Penalties(0.20, 0.25, 0.60),
        "default": Penalties(),
        "lenient": Penalties(0.05, 0.10, 0.30),
        "RAG pipeline": Penalties(0.12, 0.18, 0.45),
        "dynamic extraction": Penalties(0.15, 0.20, 0.40),
    }
)
"""The penalties that the documentation shows, by its names for them."""


def preset_name(penalties: Penalties) -> str | None:
    """The name in `PRESETS` of equal penalties, if there is one."""
    return next((name for name, preset in PRESETS.items() if preset == penalties), None)


def checked_scale(scale: float) -> float:
    """Return `scale`, the value of a perfect score.

    Raises:
        InvalidValueError: A scale that is not finite and above 0.
    """
    if not math.isfinite(scale) or scale <= 0:
        raise InvalidValueError(f"scale must be a finite number above 0, not {scale}")
    return scale


def checked_level(level: str) -> RelevanceLevel:
    """Return `level` as the member it names, so that comparing by identity is safe.

    Raises:
        InvalidValueError: A word that is none of the four.
    """
    try:
        return RelevanceLevel(level)
    except ValueError:
        raise InvalidValueError(
            f"a level is one of {', '.join(RelevanceLevel)}, not {level!r}"
        ) from None


def _moves(origins: Sequence[int | None]) -> dict[int, int]:
    """Old position -> new position, for contexts that were there before."""
    moves: dict[int, int] = {}
    for new, old in enumerate(origins):
        if old is None:
            continue
        if old < 0 or old in moves:
            raise InvalidValueError("each old position, from 0, can move to one new position")
        moves[old] = new
    return moves


def normalised_item(item: str) -> str:
    """A missing item without the case and spacing that do not change what it says."""
    return " ".join(item.casefold().split())


def distinct_items(items: Iterable[str]) -> tuple[str, ...]:
    """The items that say something different, each as it was first written, in order.

    Blank items say nothing and are left out.
    """
    first: dict[str, str] = {}
    for item in items:
        key = normalised_item(item)
        if key:
            first.setdefault(key, item)
    return tuple(first.values())
