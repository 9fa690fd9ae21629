"""Judges that wait for a server: many cases under way at once, in the process's event loop."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from scoring.errors import JudgeError, StoreError
from scoring.judges.loop import begun
from scoring.judges.protocol import AsynchronousJudge
from scoring.judging.board import Board
from scoring.judging.limits import REMOTE_CONCURRENCY, Limits
from scoring.judging.outcomes import as_value, checked
from scoring.judging.pacing import ClosedError, Pacer
from scoring.judging.questions import Question, Shelf, questions_of
from scoring.judging.snapshot import Outcome, RunState
from scoring.model import Case


class RemoteWork:
    """Puts every case before a model, and its outcome on the board.

    Args:
        board: Where outcomes go.
        cases: What to judge.
        judge: Who judges.
        limits: How much at once, how fast, for how much.
        repeat: How many judgements each case gets.
        store: Where judgements are kept and looked for first.
        fresh: Ask for all of them anew, whatever the store has.
        since: Of what the store has, only what was made since then counts.
        seed: Of the chance in waiting times.
    """

    def __init__(
        self,
        board: Board,
        cases: Sequence[Case],
        judge: AsynchronousJudge,
        *,
        limits: Limits,
        repeat: int,
        store: Shelf | None,
        fresh: bool,
        since: float,
        seed: int | None,
    ) -> None:
        self._board = board
        self._cases = cases
        self._judge = judge
        self._limits = limits
        self._repeat = repeat
        self._store = store
        self._fresh = fresh
        self._since = since
        self._seed = seed
        self._ending: tuple[RunState, str] | None = None
        self._future: Future[None] | None = None

    def start(self) -> None:
        """Begin, and return at once."""
        self._future = begun(self._work())

    def cancel(self) -> None:
        """Leave what is under way to itself."""
        if self._future is not None:
            self._future.cancel()

    async def _work(self) -> None:
        self._pacer = Pacer(
            self._limits,
            self._board,
            spent=self._watch_budget,
            hopeless=lambda error: self._stop(RunState.STOPPED, str(error)),
            seed=self._seed,
        )
        # One thread for all that waits for a disk, since the loop must not.
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="scorescope-store")
        try:
            await self._ask_all()
        except StoreError as error:
            self._stop(RunState.STOPPED, str(error))
        except Exception as bug:  # noqa: BLE001 - carried to the caller's thread, as a Future does
            self._board.end(RunState.FINISHED, bug=bug)
        finally:
            self._disk.shutdown(wait=False)
        # Whoever stopped it, a run whose every case is done has finished.
        state, note = RunState.FINISHED, ""
        if self._ending is not None and not self._board.complete:
            state, note = self._ending
        self._board.end(state, note=note)

    async def _ask_all(self) -> None:
        loop = asyncio.get_running_loop()
        questions = await loop.run_in_executor(self._disk, self._questions)
        items = iter([each for each in questions for _ in range(each.open)])
        self._watch_budget()
        takers = [
            asyncio.create_task(self._take(items))
            for _ in range(self._limits.concurrency or REMOTE_CONCURRENCY)
        ]
        try:
            await asyncio.gather(*takers)
        finally:
            for taker in takers:
                taker.cancel()

    def _questions(self) -> list[Question]:
        """What is to be asked, once the store's answers are on the board."""
        self._judge.prepare()
        questions = questions_of(
            self._cases,
            self._judge,
            repeat=self._repeat,
            store=self._store,
            fresh=self._fresh,
            since=self._since,
        )
        for question in questions:
            for judgement in question.kept:
                self._put(question, judgement, asked=False)
        return questions

    async def _take(self, items: Iterator[Question]) -> None:
        for question in items:
            if self._ending is not None:
                return
            try:
                outcome = await self._outcome(question)
            except ClosedError:
                return
            self._put(question, outcome, asked=True)

    def _put(self, question: Question, outcome: Outcome, *, asked: bool) -> None:
        first, *others = question.positions
        self._board.put(first, outcome, asked=asked)
        for position in others:
            self._board.put(position, outcome, asked=False)

    async def _outcome(self, question: Question) -> Outcome:
        try:
            judgement = await self._judge.ask(question.case, self._pacer)
            checked(judgement, question.case)
        except JudgeError as error:
            return question.partial or as_value(error)
        question.made += 1
        if self._store is None:
            return judgement.as_attempt(question.made - 1)
        loop = asyncio.get_running_loop()
        try:
            # On the disk before it is on the board, and even if the run is cancelled meanwhile.
            return await asyncio.shield(
                loop.run_in_executor(self._disk, self._store.add, question.key, judgement)
            )
        except StoreError as error:
            # It was paid for and is not kept, and neither would be what came after it.
            self._stop(RunState.STOPPED, str(error))
            return judgement

    def _watch_budget(self) -> None:
        spending, budget, tokens = (
            self._board.spending,
            self._limits.budget,
            self._limits.token_budget,
        )
        if budget is not None and spending.cost is None:
            self._stop(
                RunState.STOPPED,
                f"The price of {self._judge.model} is unknown, so that no budget in dollars can be "
                "kept. Give a budget in tokens.",
            )
        elif budget is not None and spending.cost is not None and spending.cost >= budget:
            self._stop(RunState.OUT_OF_BUDGET, f"The budget of ${budget:g} is spent.")
        elif tokens is not None and spending.tokens >= tokens:
            self._stop(RunState.OUT_OF_BUDGET, f"The budget of {tokens:,} tokens is spent.")

    def _stop(self, state: RunState, note: str) -> None:
        """Ask nothing more; what is under way is waited for."""
        if self._ending is None:
            self._ending = (state, note)
            self._pacer.close()
