"""The pace of a run's requests: when the next may go, when one goes again, and what they took."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

from scoring.judges.llm.failures import HOPELESS, FailureKind, ModelError
from scoring.judges.protocol import Metered
from scoring.judging.board import Board
from scoring.judging.limits import Limits

_LONGEST_BACKOFF: Final = 60.0
_AFTER_PAUSE: Final = 0.25
"""The part of a pause over which those who waited for its end spread."""

_Answer = TypeVar("_Answer", bound=Metered)


class ClosedError(Exception):
    """The run has stopped asking; a request that waited for its turn is not sent."""


class Pacer:
    """Sends a run's requests. All of it happens in one event loop.

    Args:
        limits: How fast, how often again, for how much.
        board: Where spending and pauses are shown.
        spent: Called after each answer.
        hopeless: Called with an error that every other request would meet as well.
        seed: Of the chance in the waiting times.
    """

    def __init__(
        self,
        limits: Limits,
        board: Board,
        *,
        spent: Callable[[], None],
        hopeless: Callable[[ModelError], None],
        seed: int | None = None,
    ) -> None:
        self._limits = limits
        self._board = board
        self._spent = spent
        self._hopeless = hopeless
        self._chance = random.Random(seed)  # noqa: S311 - waiting times are no secret
        self._interval = 60 / limits.requests_per_minute if limits.requests_per_minute else 0.0
        self._next_turn = 0.0
        self._turnstile = asyncio.Lock()
        self._closed = asyncio.Event()
        self._answered = False
        self._refused_since: float | None = None

    def close(self) -> None:
        """Send nothing any more that is waiting now. What is under way is not touched."""
        self._closed.set()

    async def send(self, request: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """Send a request in its turn, and again where its fault may pass.

        Raises:
            ModelError: It failed, for good or once too often.
            ClosedError: The run stopped while it waited.
        """
        faults = refusals = 0
        while True:
            await self._turn()
            self._count(requests=1)
            try:
                answer = await request()
            except ModelError as error:
                if self._is_hopeless(error):
                    self._hopeless(error)
                    raise
                if not error.transient:
                    raise
                # A rate limit is no fault of the case, and uses up none of its retries.
                if error.kind is FailureKind.RATE_LIMIT:
                    refusals += 1
                    delay = self._delay(error, refusals)
                elif faults < self._limits.retries:
                    faults += 1
                    delay = self._delay(error, faults)
                else:
                    raise
            else:
                self._take_in(answer)
                return answer
            self._count(retries=1)
            await self._rest(delay)

    def _is_hopeless(self, error: ModelError) -> bool:
        """Whether every other request would fail for the same reason."""
        if error.kind is FailureKind.RATE_LIMIT:
            now = time.monotonic()
            # From the first refusal on: that nobody asked for a while is no sign of refusing.
            if self._refused_since is None:
                self._refused_since = now
            if now - self._refused_since >= self._limits.patience:
                return True
        return (
            error.kind is FailureKind.QUOTA
            or (error.retry_after or 0.0) > self._limits.patience
            or (error.kind in HOPELESS and not self._answered)
        )

    async def _turn(self) -> None:
        """Wait for this request's turn; first come, first served."""
        async with self._turnstile:
            while (wait := max(self._next_turn, self._board.resumes_at) - time.monotonic()) > 0:
                await self._rest(wait)
            self._next_turn = time.monotonic() + self._interval

    def _delay(self, error: ModelError, number: int) -> float:
        """Seconds until a request is worth sending again.

        Args:
            error: What became of it.
            number: How many of this sort the request has met, 1 or more.
        """
        longest: float = min(_LONGEST_BACKOFF, self._limits.backoff * 2 ** min(number - 1, 20))
        backoff = longest * (1 + self._chance.random()) / 2
        if error.retry_after is None:
            return backoff
        # The server speaks to all of them, not to this request alone.
        resumes_at = time.monotonic() + error.retry_after
        self._board.resumes_at = max(self._board.resumes_at, resumes_at)
        # A server may ask for no pause at all, or by a clock behind ours for one that is over.
        return max(backoff, error.retry_after * (1 + _AFTER_PAUSE * self._chance.random()))

    async def _rest(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._closed.wait(), seconds)
        except TimeoutError:
            return
        raise ClosedError

    def _take_in(self, answer: Metered) -> None:
        self._answered = True
        self._refused_since = None
        before = self._board.spending
        self._board.spending = replace(
            before,
            input_tokens=before.input_tokens + (answer.input_tokens or 0),
            output_tokens=before.output_tokens + (answer.output_tokens or 0),
            cost=None if before.cost is None or answer.cost is None else before.cost + answer.cost,
        )
        self._spent()

    def _count(self, *, requests: int = 0, retries: int = 0) -> None:
        before = self._board.spending
        self._board.spending = replace(
            before, requests=before.requests + requests, retries=before.retries + retries
        )
