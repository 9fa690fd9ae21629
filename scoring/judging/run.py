"""A judging run: many cases, one judge, and one plain way to look at them from any thread."""

from collections.abc import Iterable, Iterator

from scoring.errors import InvalidValueError
from scoring.judges.protocol import AsynchronousJudge, Judge
from scoring.judging.board import Board
from scoring.judging.limits import Limits
from scoring.judging.local import LocalWork
from scoring.judging.questions import Shelf
from scoring.judging.remote import RemoteWork
from scoring.judging.snapshot import Outcome, RunState, Snapshot
from scoring.model import Case


class Run:
    """Judges cases in the background, and keeps what becomes of each.

    A judge's failure with one case is that case's outcome, and the run goes on. Any other exception
    is a bug: it ends the run, and is raised in whoever looks at the run afterwards.

    Args:
        cases: What to judge. Of cases with the same texts a model is asked once.
        judge: Who judges. A key that it holds lives and dies with the run.
        limits: How much at once, how fast, how often again, for how much.
        repeat: How many judgements each case gets, 1 or more.
        store: Where a model's judgements are kept, each before anybody sees it, and looked for
            before anybody is asked. Judges that work in this process need none.
        fresh: Ask anew whatever the store has; it keeps both.
        since: Of what the store has, only what was made at this moment or later counts, in seconds
            since 1970: so a fresh run that was broken off is gone on with.
        seed: Of the chance in waiting times.

    Raises:
        InvalidValueError: `repeat` is out of range.
    """

    def __init__(
        self,
        cases: Iterable[Case],
        judge: Judge,
        *,
        limits: Limits = Limits(),
        repeat: int = 1,
        store: Shelf | None = None,
        fresh: bool = False,
        since: float = 0.0,
        seed: int | None = None,
    ) -> None:
        if repeat < 1:
            raise InvalidValueError(f"repeat must be 1 or more, not {repeat}")
        cases = tuple(cases)
        self._board = Board(len(cases), repeat)
        self._work: LocalWork | RemoteWork
        if isinstance(judge, AsynchronousJudge):
            self._work = RemoteWork(
                self._board,
                cases,
                judge,
                limits=limits,
                repeat=repeat,
                store=store,
                fresh=fresh,
                since=since,
                seed=seed,
            )
        else:
            self._work = LocalWork(
                self._board, cases, judge, repeat=repeat, threads=limits.concurrency or 1
            )

    def start(self) -> None:
        """Begin. A run starts once.

        Raises:
            RuntimeError: It was started before.
        """
        self._board.begin()
        self._work.start()

    def cancel(self) -> None:
        """End now, with the outcomes there are.

        Does not wait for the judge: a call in flight is left to itself, and what it brings is
        dropped.
        """
        self._board.end(RunState.CANCELLED)
        self._work.cancel()

    @property
    def over(self) -> bool:
        """Whether the run has come to an end of any kind. Unlike every other look, never raises."""
        return self._board.over

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run is over, or for `timeout` seconds.

        Returns:
            Whether it is over.
        """
        return self._board.wait(timeout)

    def snapshot(self) -> Snapshot:
        """The run as it stands at this moment."""
        return self._board.snapshot()

    def arrivals(self) -> Iterator[tuple[int, Outcome]]:
        """Each case's position and outcome, as they come in, until the run is over."""
        return self._board.arrivals()

    def attempts(self, position: int) -> tuple[Outcome, ...]:
        """What came of one case's attempts so far."""
        return self._board.attempts(position)
