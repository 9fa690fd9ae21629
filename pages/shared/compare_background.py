"""Slow arithmetic beside a page: begun once its question has stood for a moment, kept when done."""

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final, TypeVar, cast

Result = TypeVar("Result")

_PATIENCE: Final = 0.4
"""Seconds for which something has to be wanted before work on it begins: while a slider moves,
nothing does, so that nothing stands in its way."""

_MOST_KEPT: Final = 200

_WORKERS: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="comparison")
"""One for all sessions: what a slider needs comes before what can wait."""


class Background:
    """The slow results of one comparison, by what they answer.

    A page's run asks for results; those that are not there are worked out in another thread, in the
    order in which they were asked for. What a later run no longer asks for is not begun.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._results: dict[Hashable, object] = {}
        self._wanted: dict[Hashable, tuple[Callable[[], object], float]] = {}
        self._before: dict[Hashable, float] = {}
        self._work: Future[None] | None = None
        self._missed: set[Hashable] = set()

    def begin_run(self) -> None:
        """A page begins to ask: what it does not ask for again is wanted no more."""
        with self._lock:
            self._before = {key: since for key, (_, since) in self._wanted.items()}
            self._wanted = {}
            self._missed = set()

    def result(self, key: Hashable, work: Callable[[], Result]) -> Result | None:
        """What `work` returned; `None` as long as it has not.

        Args:
            key: What the result answers: the same key, the same result.
            work: Takes a while, returns no `None`, and touches nothing of the page.
        """
        with self._lock:
            if key in self._results:
                return cast("Result", self._results[key])
            self._wanted[key] = work, self._before.get(key, time.monotonic())
            self._missed.add(key)
            return None

    @property
    def waiting(self) -> bool:
        """Whether the page's run had to do without something."""
        return bool(self._missed)

    def advance(self) -> bool:
        """Begin what has been wanted long enough. To be called again and again while `waiting`.

        Returns:
            Whether something that the page's run had to do without is there now.
        """
        with self._lock:
            ready = any(key in self._results for key in self._missed)
            settled = any(
                time.monotonic() - since > _PATIENCE for _, since in self._wanted.values()
            )
            finished, begin = None, settled and (self._work is None or self._work.done())
            if begin:
                finished, self._work = self._work, _WORKERS.submit(self._drain)
        if finished is not None:
            finished.result()  # a fault in the work is a fault of the page
        return ready

    def _drain(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    return
                key, (work, since) = next(iter(self._wanted.items()))
                if time.monotonic() - since < _PATIENCE:
                    return
            result = work()
            with self._lock:
                self._results[key] = result
                self._wanted.pop(key, None)
                while len(self._results) > _MOST_KEPT:
                    del self._results[next(iter(self._results))]
