"""What a run has to ask: each text once, and only what the store does not have."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scoring.judges.protocol import AsynchronousJudge
from scoring.judging.keys import judgement_key
from scoring.model import Case, Judgement


class Shelf(Protocol):
    """What a run needs of a store."""

    def newest(
        self, keys: Collection[str], count: int, *, since: float
    ) -> dict[str, tuple[Judgement, ...]]:
        """Up to `count` judgements under each key that were made since then, older ones first."""
        ...

    def add(self, key: str, judgement: Judgement) -> Judgement:
        """Keep a judgement; it comes back with its attempt's number."""
        ...


@dataclass(slots=True)
class Question:
    """Texts to be judged, and every case that consists of them: asked once, it answers for all.

    Attributes:
        key: The store's name for its answers.
        case: The first such case.
        wanted: How many answers there are to be.
        positions: Where among the run's cases they stand.
        kept: The answers that the store has.
        partial: The newest of the store's that leaves contexts unjudged. It closes no question, and
            is the answer where no other is to be had.
        made: How many answers were made in this run.
    """

    key: str
    case: Case
    wanted: int
    positions: list[int] = field(default_factory=list)
    kept: tuple[Judgement, ...] = ()
    partial: Judgement | None = None
    made: int = 0

    @property
    def open(self) -> int:
        """How many answers have to be asked for."""
        return self.wanted - len(self.kept)


def questions_of(
    cases: Sequence[Case],
    judge: AsynchronousJudge,
    *,
    repeat: int,
    store: Shelf | None,
    fresh: bool,
    since: float,
) -> list[Question]:
    """The questions that judging these cases takes, in the cases' order.

    Args:
        cases: What to judge.
        judge: Who would be asked.
        repeat: How many answers each case needs.
        store: Where answers are looked for.
        fresh: Ask for all of them anew, whatever the store has.
        since: Of what the store has, only what was made since then counts.

    Raises:
        StoreError: The store cannot be read.
    """
    identity = judge.identity
    questions: dict[str, Question] = {}
    for position, case in enumerate(cases):
        key = judgement_key(identity, case)
        questions.setdefault(key, Question(key, case, repeat)).positions.append(position)
    if store is not None and not fresh:
        for key, kept in store.newest(questions, repeat, since=since).items():
            question = questions[key]
            question.kept = tuple(judgement for judgement in kept if not judgement.unjudged)
            question.partial = next((each for each in reversed(kept) if each.unjudged), None)
    return list(questions.values())
