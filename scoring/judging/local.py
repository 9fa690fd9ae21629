"""Judges that work in this process: their cases, one after another, in threads."""

import threading
from collections.abc import Iterator, Sequence

from scoring.errors import JudgeError
from scoring.judges.protocol import Judge
from scoring.judging.board import Board
from scoring.judging.outcomes import as_value, checked
from scoring.judging.snapshot import Outcome, RunState
from scoring.model import Case


class LocalWork:
    """Puts every case before a judge, and its outcome on the board.

    Args:
        board: Where outcomes go.
        cases: What to judge.
        judge: Who judges, in whichever thread calls it.
        repeat: How often each case is judged.
        threads: How many threads take cases.
    """

    def __init__(
        self, board: Board, cases: Sequence[Case], judge: Judge, *, repeat: int, threads: int
    ) -> None:
        self._board = board
        self._judge = judge
        self._repeat = repeat
        self._waiting: Iterator[tuple[int, Case, int]] = (
            (position, case, attempt)
            for position, case in enumerate(cases)
            for attempt in range(repeat)
        )
        self._taking = threading.Lock()
        self._threads = threads

    def start(self) -> None:
        """Begin, and return at once."""
        self._working = self._threads
        for _ in range(self._threads):
            # A daemon: a judge that never answers must not keep the program from ending.
            threading.Thread(target=self._work, name="judging", daemon=True).start()

    def cancel(self) -> None:
        """Take no more cases: the board is closed, which each thread sees by itself."""

    def _work(self) -> None:
        try:
            while not self._board.over:
                with self._taking:
                    position, case, attempt = next(self._waiting, (-1, None, 0))
                if case is None:
                    break
                self._board.put(position, self._outcome(case, attempt))
        except Exception as bug:  # noqa: BLE001 - carried to the caller's thread, as a Future does
            self._board.end(RunState.FINISHED, bug=bug)
        with self._taking:
            self._working -= 1
            if not self._working:
                self._board.end(RunState.FINISHED)

    def _outcome(self, case: Case, attempt: int) -> Outcome:
        try:
            judgement = checked(self._judge.judge(case), case)
        except JudgeError as error:
            return as_value(error)
        # A recorded judgement keeps the number that it came with, unless it is one of several now.
        return judgement.as_attempt(attempt) if self._repeat > 1 else judgement
