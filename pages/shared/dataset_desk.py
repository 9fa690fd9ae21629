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
"""Beyond these, the one that nobody has looked at for longest is let go."""
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
        deleted: Whether somebody deleted it. Whoever is still at it has to leave.
    """

    def __init__(
        self, dataset: Dataset, sources: Sequence[Source] = (), desk_id: str | None = None
    ) -> None:
        self.id: Final = desk_id or secrets.token_urlsafe(_ID_BYTES)
        self.saved: Dataset | None = None if desk_id is None else dataset
        self.deleted = False
        self.sources: Final = tuple(sources)
        self._lock = threading.RLock()
        self._dataset = dataset
        self._judging: Judging | None = None
        self._taken: set[int] = set()
        self._all_taken = True
        self._touched = False

    @property
    def dataset(self) -> Dataset:
        """The dataset, with everything that its run has brought so far."""
        with self._lock:
            self._take_in()
            return self._dataset

    @property
    def name(self) -> str:
        """What a person calls the dataset. Never raises."""
        return self._dataset.name

    @property
    def judging(self) -> Judging | None:
        """The latest run, going on or over."""
        return self._judging

    @property
    def busy(self) -> bool:
        """Whether a run is going on. Never raises: a bug in it concerns those at this desk."""
        judging = self._judging
        return judging is not None and not judging.run.over

    @property
    def untouched(self) -> bool:
        """Whether its files hold all there is to it: nothing was judged, corrected or saved."""
        return not self._touched and self.saved is None

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
                self._touched = True
                self._dataset = self._dataset.with_cases({position: case})
            return True

    def begin(self, judging: Judging) -> None:
        """Start a run; one that is going on is cancelled, what it has brought stays."""
        with self._lock:
            self.cancel()
            self._take_in()
            self._touched = True
            self._judging = judging
            self._taken = set()
            self._all_taken = False
            judging.run.start()

    def cancel(self) -> None:
        """End the run that is going on, if one is. Never raises; what it has brought stays."""
        judging = self._judging
        if judging is not None:
            judging.run.cancel()

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

    A desk is shared by all who have its address, so that one person's leaving is no end of it. It
    ends when somebody deletes it, or when it has to make room: the desk that nobody has looked at
    for longest goes first, and none while its run goes on, since that is somebody's money. One that
    had to go comes back when a session looks at it that was at it before.

    Args:
        most: How many are held, if no more of them are busy.
    """

    def __init__(self, most: int = _MOST_DESKS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._desks: OrderedDict[str, Desk] = OrderedDict()

    def __iter__(self) -> Iterator[Desk]:
        with self._lock:
            return iter(list(self._desks.values()))

    def hold(self, desk: Desk) -> None:
        """Hold a desk that somebody looks at, in place of others where there is no more room."""
        with self._lock:
            if desk.deleted:
                return
            self._desks.setdefault(desk.id, desk)
            self._desks.move_to_end(desk.id)
            for other in list(self._desks.values()):
                if len(self._desks) <= self._most:
                    break
                if other.id != desk.id and not other.busy:
                    del self._desks[other.id]

    def find(self, desk_id: str) -> Desk | None:
        """The desk with this id, if it is held."""
        with self._lock:
            desk = self._desks.get(desk_id)
            if desk is not None:
                self._desks.move_to_end(desk_id)
            return desk

    def let_go(self, desk: Desk) -> None:
        """Hold a desk no longer than those who look at it."""
        with self._lock:
            self._desks.pop(desk.id, None)

    def delete(self, desk: Desk) -> None:
        """End a desk for everybody who is at it, and its run with it."""
        with self._lock:
            desk.deleted = True
            self._desks.pop(desk.id, None)
        desk.cancel()


DESKS: Final = Desks()
