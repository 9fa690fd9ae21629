"""Many cases through one judge: a run that can be watched, waited for and cancelled."""

import math
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from scoring.errors import JudgeError
from scoring.judges.protocol import Judge
from scoring.model import Case, Judgement

Outcome: TypeAlias = Judgement | JudgeError
"""What became of one case: its judgement, or why there is none."""

_HEARTBEAT: Final = 0.5
"""Seconds between two looks of a waiting thread. Where the operating system does not let Ctrl-C
interrupt a wait (Windows), it is heard at the next one."""


class RunState(StrEnum):
    """Where a run is in its life."""

    READY = "ready"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run at one moment.

    Attributes:
        state: Where the run is in its life.
        outcomes: One entry a case, in the cases' order; `None` for those that are not done.
        elapsed: Seconds since the start, up to the end where there was one.
    """

    state: RunState
    outcomes: tuple[Outcome | None, ...]
    elapsed: float

    @property
    def total(self) -> int:
        """How many cases the run has."""
        return len(self.outcomes)

    @property
    def done(self) -> int:
        """How many cases have an outcome, of either kind."""
        return sum(outcome is not None for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        """How many cases could not be judged."""
        return sum(isinstance(outcome, JudgeError) for outcome in self.outcomes)


class Run:
    """Judges cases in a thread of its own, and keeps what becomes of each.

    A judge's failure with one case is that case's outcome, and the run goes on. Any other exception
    is a bug: it ends the run, and is raised in whoever looks at the run afterwards.

    Args:
        cases: What to judge.
        judge: Who judges. A key that it holds lives and dies with the run.
    """

    def __init__(self, cases: Iterable[Case], judge: Judge) -> None:
        self._cases = tuple(cases)
        self._judge = judge
        self._changed = threading.Condition()
        self._state = RunState.READY
        self._outcomes: list[Outcome | None] = [None] * len(self._cases)
        self._arrived: list[tuple[int, Outcome]] = []
        self._bug: Exception | None = None
        self._started: float | None = None
        self._ended = 0.0

    def start(self) -> None:
        """Begin. A run starts once.

        Raises:
            RuntimeError: It was started before.
        """
        with self._changed:
            if self._state is not RunState.READY:
                raise RuntimeError("a run starts once")
            self._state = RunState.RUNNING
            self._started = time.monotonic()
        # A daemon: a judge that never answers must not keep the program from ending.
        threading.Thread(target=self._work, name="judging", daemon=True).start()

    def cancel(self) -> None:
        """End now, with the outcomes there are.

        Does not wait for the judge: a call in flight is left to itself, and what it brings is
        dropped.
        """
        self._end(RunState.CANCELLED)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run is over, or for `timeout` seconds.

        Returns:
            Whether it is over.
        """
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._over and (left := deadline - time.monotonic()) > 0:
                self._changed.wait(min(left, _HEARTBEAT))
            self._raise_bug()
            return self._over

    def snapshot(self) -> Snapshot:
        """The run as it stands at this moment."""
        with self._changed:
            self._raise_bug()
            ended = self._ended if self._over else time.monotonic()
            elapsed = 0.0 if self._started is None else ended - self._started
            return Snapshot(self._state, tuple(self._outcomes), elapsed)

    def arrivals(self) -> Iterator[tuple[int, Outcome]]:
        """Each case's position and outcome, as they come in, until the run is over."""
        taken = 0
        while True:
            with self._changed:
                while len(self._arrived) == taken and not self._over:
                    self._changed.wait(_HEARTBEAT)
                self._raise_bug()
                fresh = self._arrived[taken:]
            if not fresh:
                return
            taken += len(fresh)
            yield from fresh

    @property
    def _over(self) -> bool:
        return self._state in (RunState.FINISHED, RunState.CANCELLED)

    def _raise_bug(self) -> None:
        if self._bug is not None:
            raise self._bug

    def _work(self) -> None:
        try:
            for position, case in enumerate(self._cases):
                outcome = self._outcome(case)
                with self._changed:
                    if self._over:
                        return
                    self._outcomes[position] = outcome
                    self._arrived.append((position, outcome))
                    self._changed.notify_all()
        except Exception as bug:  # noqa: BLE001 - carried to the caller's thread, as a Future does
            self._end(RunState.FINISHED, bug)
        else:
            self._end(RunState.FINISHED)

    def _end(self, state: RunState, bug: Exception | None = None) -> None:
        with self._changed:
            if not self._over:
                self._state = state
                self._bug = bug
                self._ended = time.monotonic()
                self._changed.notify_all()

    def _outcome(self, case: Case) -> Outcome:
        try:
            judgement = self._judge.judge(case)
        except JudgeError as error:
            # From here on it is a value. What it was raised with would keep every local variable on
            # its way alive as long as the run, a key among them.
            error.__cause__ = error.__context__ = None
            return error.with_traceback(None)
        if judgement.context_count != len(case.contexts):
            return JudgeError(
                f"The judge spoke of {judgement.context_count} contexts, "
                f"but the case has {len(case.contexts)}."
            )
        return judgement
