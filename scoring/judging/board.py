"""Where a run's outcomes are put up as they come in, for every thread to look at."""

import math
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Final

from scoring.judging.snapshot import Outcome, RunState, Snapshot, Spending, outcome_of

_HEARTBEAT: Final = 0.5
"""Seconds between two looks of a waiting thread. Where the operating system does not let Ctrl-C
interrupt a wait (Windows), it is heard at the next one."""


class Board:
    """What became of each case of a run, and where the run is in its life. Thread-safe.

    Once the run is over nothing changes any more: what comes in late is dropped.

    Args:
        case_count: How many cases the run has.
        repeat: How many attempts each gets.

    Attributes:
        spending: What the run took so far; written by whoever sends its requests.
        resumes_at: On `time.monotonic`'s clock, until when the server is left alone.
    """

    def __init__(self, case_count: int, repeat: int) -> None:
        self.spending = Spending()
        self.resumes_at = 0.0
        self._repeat = repeat
        lock = threading.Lock()
        self._changed = threading.Condition(lock)
        # Who waits for the end is not woken for every case: each time would hold the others up.
        self._finished = threading.Condition(lock)
        self._state = RunState.READY
        self._attempts: list[tuple[Outcome, ...]] = [()] * case_count
        self._arrived: list[int] = []
        self._asked = 0
        self._note = ""
        self._bug: Exception | None = None
        self._where: TracebackType | None = None
        self._started: float | None = None
        self._ended = 0.0

    @property
    def over(self) -> bool:
        """Whether the run has come to an end of any kind."""
        return self._state not in (RunState.READY, RunState.RUNNING)

    @property
    def complete(self) -> bool:
        """Whether every case has its outcome."""
        with self._changed:
            return len(self._arrived) == len(self._attempts)

    def begin(self) -> None:
        """Start the clock.

        Raises:
            RuntimeError: It was started before.
        """
        with self._changed:
            if self._state is not RunState.READY:
                raise RuntimeError("a run starts once")
            self._state = RunState.RUNNING
            self._started = time.monotonic()

    def put(self, position: int, outcome: Outcome, *, asked: bool = True) -> None:
        """Put up what came of one attempt at a case."""
        with self._changed:
            if self.over:
                return
            self._asked += asked
            self._attempts[position] += (outcome,)
            if len(self._attempts[position]) == self._repeat:
                self._arrived.append(position)
            self._changed.notify_all()

    def end(self, state: RunState, *, note: str = "", bug: Exception | None = None) -> None:
        """Close the board, unless it is closed already."""
        with self._changed:
            if not self.over:
                self._state = state
                self._note = note
                self._bug = bug
                self._where = None if bug is None else bug.__traceback__
                self._ended = time.monotonic()
                self._changed.notify_all()
                self._finished.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run is over, or for `timeout` seconds; whether it is over."""
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self.over and (left := deadline - time.monotonic()) > 0:
                self._finished.wait(min(left, _HEARTBEAT))
            self._raise_bug()
            return self.over

    def snapshot(self) -> Snapshot:
        """The run as it stands at this moment."""
        with self._changed:
            self._raise_bug()
            now = time.monotonic()
            ended = self._ended if self.over else now
            return Snapshot(
                self._state,
                tuple(self._attempts),
                self._repeat,
                0.0 if self._started is None else ended - self._started,
                self._asked,
                self.spending,
                0.0 if self.over else max(0.0, self.resumes_at - now),
                self._note,
            )

    def arrivals(self) -> Iterator[tuple[int, Outcome]]:
        """Each case's position and outcome, as they come in, until the run is over."""
        taken = 0
        while True:
            with self._changed:
                while len(self._arrived) == taken and not self.over:
                    self._changed.wait(_HEARTBEAT)
                self._raise_bug()
                fresh = [
                    (position, outcome)
                    for position in self._arrived[taken:]
                    if (outcome := outcome_of(self._attempts[position], self._repeat)) is not None
                ]
            if not fresh:
                return
            taken += len(fresh)
            yield from fresh

    def attempts(self, position: int) -> tuple[Outcome, ...]:
        """What came of a case's attempts so far."""
        with self._changed:
            return self._attempts[position]

    def _raise_bug(self) -> None:
        if self._bug is not None:
            # Where it happened, and not everywhere it was looked at: a page looks for ever.
            raise self._bug.with_traceback(self._where)
