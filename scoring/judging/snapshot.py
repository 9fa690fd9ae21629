"""A run at one moment: what became of each case, how fast it goes, what it took."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from scoring.errors import JudgeError
from scoring.judges.llm.failures import ModelError
from scoring.model import Judgement

Outcome: TypeAlias = Judgement | JudgeError
"""What became of one case: its judgement, or why there is none."""

_OTHER_FAILURE = "no judgement"


class RunState(StrEnum):
    """Where a run is in its life."""

    READY = "ready"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    OUT_OF_BUDGET = "out of budget"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run took of a model.

    Attributes:
        requests: How many requests were sent.
        retries: How many of them were sent again after a fault that may pass.
        input_tokens, output_tokens: As far as the server counted.
        cost: US dollars; `None` where the price of any request is unknown.
    """

    requests: int = 0
    retries: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run at one moment.

    Attributes:
        state: Where the run is in its life.
        attempts: For each case, in the cases' order, what came of its attempts so far.
        repeat: How many attempts each case gets.
        elapsed: Seconds since the start, up to the end where there was one.
        asked: How many attempts were made in this run, and not found in the store.
        spending: What that took.
        pause: Seconds for which the server asked to be left alone, from now.
        note: Why the run stopped before its end, where it did so by itself.
    """

    state: RunState
    attempts: tuple[tuple[Outcome, ...], ...]
    repeat: int
    elapsed: float
    asked: int
    spending: Spending
    pause: float
    note: str

    @property
    def outcomes(self) -> tuple[Outcome | None, ...]:
        """One entry a case, in the cases' order; `None` for those that are not done.

        Of several attempts it is the last one that gave a judgement.
        """
        return tuple(outcome_of(attempts, self.repeat) for attempts in self.attempts)

    @property
    def total(self) -> int:
        """How many cases the run has."""
        return len(self.attempts)

    @property
    def done(self) -> int:
        """How many cases have an outcome, of either kind."""
        return sum(outcome is not None for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        """How many cases could not be judged."""
        return sum(isinstance(outcome, JudgeError) for outcome in self.outcomes)

    @property
    def failures(self) -> Counter[str]:
        """How many attempts failed, by kind."""
        return Counter(
            outcome.kind.value if isinstance(outcome, ModelError) else _OTHER_FAILURE
            for attempts in self.attempts
            for outcome in attempts
            if isinstance(outcome, JudgeError)
        )

    @property
    def rate(self) -> float | None:
        """Attempts made a minute; `None` before the first."""
        return 60 * self.asked / self.elapsed if self.asked and self.elapsed else None

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; `None` where there is none yet."""
        left = sum(self.repeat - len(attempts) for attempts in self.attempts)
        if self.state is not RunState.RUNNING or not left:
            return 0.0
        return None if self.rate is None else self.pause + 60 * left / self.rate


def outcome_of(attempts: tuple[Outcome, ...], repeat: int) -> Outcome | None:
    """What a case's attempts come to; `None` until all are made."""
    if len(attempts) < repeat:
        return None
    judgements = [attempt for attempt in attempts if isinstance(attempt, Judgement)]
    return judgements[-1] if judgements else attempts[-1]
