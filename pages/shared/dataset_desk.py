"""What this process holds for the dataset pages: datasets, and the runs that judge them.

A browser's reload begins another session. What is on a desk outlives it: the desk is found again by
the id that stands in the page's address, and by nothing else. Pure: no Streamlit here.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pages.shared.dataset import Dataset, texts_of
from pages.shared.dataset_source import Source
from scoring.judging import Run, RunState, Snapshot
from scoring.model import Case

_MOST_DESKS: Final = 50
"""Beyond these, the one that nobody has looked at for longest is cleared."""
_ID_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Judging:
    """A run over some of a dataset's cases.

    Attributes:
        run: The run; a key lives and dies with it.
        positions: Where in the dataset its cases stand, in the run's order.
        judge: What a person calls the judge.
        kept: Whether its judgements are kept in the store.
    """

    run: Run
    positions: tuple[int, ...]
    judge: str
    kept: bool = False


class Desk:
    """A dataset, the files that it was read from, and the run that judges it. Thread-safe.

    Args:
        dataset: What is worked on.
        sources: What it was read from; none for the sample.
        desk_id: The id that it was saved under; `None` makes one that nobody can guess.

    Attributes:
        id: Its name in an address: whoever has it can see the dataset.
        sources: What the dataset was read from.
        saved: The state of the dataset that the store has, if it has one.
    """

    def __init__(
        self, dataset: Dataset, sources: Sequence[Source] = (), desk_id: str | None = None
    ) -> None:
        self.id: Final = desk_id or secrets.token_urlsafe(_ID_BYTES)
        self.saved: Dataset | None = None if desk_id is None else dataset
        self.sources: Final = tuple(sources)
        self._lock = threading.RLock()
        self._dataset = dataset
        self._judging: Judging | None = None
        self._taken: set[int] = set()
        self._all_taken = True

    @property
    def dataset(self) -> Dataset:
        """The dataset, with everything that its run has brought so far."""
        with self._lock:
            self._take_in()
            return self._dataset

    @property
    def judging(self) -> Judging | None:
        """The latest run, going on or over."""
        return self._judging

    @property
    def busy(self) -> bool:
        """Whether a run is going on."""
        judging = self._judging
        return judging is not None and judging.run.snapshot().state is RunState.RUNNING

    def put(self, position: int, case: Case) -> bool:
        """Take a case's judgement and corrections, where its texts are those of this position.

        Returns:
            Whether they are.
        """
        with self._lock:
            there = self.dataset.cases[position]
            if there.id != case.id or texts_of(there) != texts_of(case):
                return False
            if there != case:
                self._dataset = self._dataset.with_cases({position: case})
            return True

    def begin(self, judging: Judging) -> None:
        """Start a run; one that is going on is cancelled, what it has brought stays."""
        with self._lock:
            self.cancel()
            self._judging = judging
            self._taken = set()
            self._all_taken = False
            judging.run.start()

    def cancel(self) -> None:
        """End the run that is going on, if one is."""
        with self._lock:
            if self._judging is not None:
                self._judging.run.cancel()
                self._take_in()

    def _take_in(self) -> None:
        if self._judging is None or self._all_taken:
            return
        judging = self._judging
        try:
            snapshot = judging.run.snapshot()
        except Exception:
            # A bug is told once; the dataset stays within reach.
            self._judging = None
            raise
        fresh = {
            place: outcome
            for place, outcome in enumerate(snapshot.outcomes)
            if outcome is not None and place not in self._taken
        }
        if fresh:
            self._taken.update(fresh)
            self._dataset = self._dataset.with_outcomes(
                {judging.positions[place]: outcome for place, outcome in fresh.items()}
            )
        self._all_taken = is_over(snapshot)


def is_over(snapshot: Snapshot) -> bool:
    """Whether a run has come to an end of any kind."""
    return snapshot.state not in (RunState.READY, RunState.RUNNING)


class Desks:
    """The desks of this process, by their ids. Thread-safe.

    Args:
        most: How many are held. Beyond them, the one that nobody has looked at for longest is
            cleared, unless it is busy.
    """

    def __init__(self, most: int = _MOST_DESKS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._desks: OrderedDict[str, Desk] = OrderedDict()

    def __iter__(self) -> Iterator[Desk]:
        with self._lock:
            return iter(list(self._desks.values()))

    def add(self, desk: Desk) -> None:
        """Hold a desk."""
        with self._lock:
            self._desks[desk.id] = desk
            for other in list(self._desks.values()):
                if len(self._desks) <= self._most:
                    break
                if other is not desk and not other.busy:
                    del self._desks[other.id]

    def find(self, desk_id: str) -> Desk | None:
        """The desk with this id, if it is held."""
        with self._lock:
            desk = self._desks.get(desk_id)
            if desk is not None:
                self._desks.move_to_end(desk_id)
            return desk

    def clear(self, desk: Desk) -> None:
        """Let go of a desk, and end its run."""
        desk.cancel()
        with self._lock:
            self._desks.pop(desk.id, None)


DESKS: Final = Desks()
