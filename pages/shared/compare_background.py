"""Slow arithmetic beside a page: begun once its question has stood for a moment, kept when done."""

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final, TypeVar, cast

Result = TypeVar("Result")

_PATIENCE: Final = 0.6
"""Seconds for which something has to be wanted before work on it begins: while a slider moves,
nothing does, so that nothing stands in its way."""

_ABSENCE: Final = 5.0
"""Seconds after which a page that looks no more, its tab closed, is worked for no more."""

_MOST_KEPT: Final = 200

_WORKERS: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="comparison")
"""One for all sessions: what a slider needs comes before what can wait."""


class Background:
    """The slow results of one comparison, by what they answer.

    A page's run asks for results; those that are not there are worked out in another thread, in the
    order in which they were asked for, one at a time, so that sessions take turns. What a later run
    no longer asks for is not begun.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._done: dict[Hashable, Future[object]] = {}
        self._wanted: dict[Hashable, tuple[Callable[[], object], float]] = {}
        self._before: dict[Hashable, float] = {}
        self._missed: set[Hashable] = set()
        self._busy = False
        self._looked = time.monotonic()

    def begin_run(self) -> None:
        """A page begins to ask: what it does not ask for again is wanted no more."""
        with self._lock:
            self._before = {key: since for key, (_, since) in self._wanted.items()}
            self._wanted = {}
            self._missed = set()

    def result(self, key: Hashable, work: Callable[[], Result]) -> Result | None:
        """What `work` returned; `None` as long as it has not. What it raised is raised here, once.

        Args:
            key: What the result answers: the same key, the same result.
            work: Takes a while, returns no `None`, and touches nothing of the page.
        """
        with self._lock:
            done = self._done.get(key)
            if done is None:
                self._wanted[key] = work, self._before.get(key, time.monotonic())
                self._missed.add(key)
                return None
            if done.exception() is not None:
                del self._done[key]  # asked for again, it is tried again
        return cast("Result", done.result())

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
            self._looked = time.monotonic()
            ready = any(key in self._done for key in self._missed)
        self._begin()
        return ready

    def _begin(self) -> None:
        """Queue one thing, behind what other sessions have queued."""
        with self._lock:
            now = time.monotonic()
            waited = [
                (key, work)
                for key, (work, since) in self._wanted.items()
                if now - since >= _PATIENCE and key not in self._done
            ]
            if self._busy or not waited or now - self._looked > _ABSENCE:
                return
            self._busy = True
            key, work = waited[0]
            begun = _WORKERS.submit(work)
        begun.add_done_callback(lambda done: self._finish(key, done))

    def _finish(self, key: Hashable, done: Future[object]) -> None:
        with self._lock:
            self._busy = False
            self._done[key] = done
            self._wanted.pop(key, None)
            while len(self._done) > _MOST_KEPT:
                del self._done[next(iter(self._done))]
        self._begin()
