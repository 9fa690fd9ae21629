"""The keywords of a dataset, read while somebody waits for them. Pure."""

import threading
import time
from collections.abc import Sequence
from typing import Final

from scoring.keywords import KeywordCoverage, keyword_coverage
from scoring.model import Case

_PATIENCE: Final = 10.0
"""Seconds without a question after which reading rests. A page that waits asks every second."""


class KeywordReading:
    """Reads keywords in a thread of its own: of thousands of texts it takes seconds. Thread-safe.

    It begins when somebody first asks, and rests when nobody does any more, because a tab was
    closed or other cases were opened: its thread would hold up every session of the process. The
    next question has it go on from there.

    Args:
        cases: Whose keywords.
        patience: Seconds without a question after which it rests.
    """

    def __init__(self, cases: Sequence[Case], patience: float = _PATIENCE) -> None:
        self._cases = cases
        self._patience = patience
        self._coverages: list[KeywordCoverage] = []
        self._bug: Exception | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting = 0
        self._asked = 0.0

    def done_within(self, seconds: float | None) -> bool:
        """Wait for it, for so long at the most; whether it is done."""
        with self._lock:
            self._waiting += 1
            if self._thread is None and not self._done:
                self._thread = threading.Thread(target=self._read, name="keywords", daemon=True)
                self._thread.start()
            thread = self._thread
        try:
            if thread is not None:
                thread.join(seconds)
        finally:
            with self._lock:
                self._waiting -= 1
                self._asked = time.monotonic()
        return self._done

    def result(self) -> Sequence[KeywordCoverage]:
        """One a case, on a scale of 1, waited for."""
        self.done_within(None)
        if self._bug is not None:
            raise self._bug
        return self._coverages

    @property
    def _done(self) -> bool:
        return self._bug is not None or len(self._coverages) == len(self._cases)

    def _read(self) -> None:
        try:
            while not self._rests():
                case = self._cases[len(self._coverages)]
                self._coverages.append(keyword_coverage(case.query, case.response))
        except Exception as bug:  # noqa: BLE001 - carried to the caller's thread, as a Future does
            self._bug = bug

    def _rests(self) -> bool:
        """Whether there is nothing to read, or nobody to read it for."""
        with self._lock:
            if not self._waiting and time.monotonic() - self._asked > self._patience:
                self._thread = None
            return self._thread is None or self._done
