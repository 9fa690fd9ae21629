"""A server that answers three cases in ten with a fault, each kind of fault in turn."""

import re
from collections import Counter
from dataclasses import replace

from scoring.judges.llm import FailureKind
from scoring.model import Case, Context
from tests.loopback_server import Reply, Request, honest, judgement_text


def cases(number: int) -> list[Case]:
    """Cases that differ in their texts, each named by its number."""
    return [
        Case(f"c{at}", f"query {at}?", (Context(f"one {at}"), Context("two")), "response")
        for at in range(number)
    ]


def number_of(request: Request) -> int:
    """Which of `cases` a request is about."""
    return int(re.findall(r"query (\d+)\?", request.prompt)[0])


class Faults:
    """Answers cases by their number: three in ten with a fault, each fault in turn.

    What each costs is written beside it: how many requests the case takes, and how it ends.
    """

    TRANSIENT = (
        (Reply(status=429, headers={"Retry-After": "0.05"}),),
        (Reply(status=500),),
        (Reply(status=503),),
        (Reply(reset=True),),
        # Rate limits count against no number of retries.
        (*(Reply(status=429, headers={"Retry-After": "0"}),) * 3, Reply(status=500)),
        (Reply(delay=30),),  # past the deadline
    )
    UNREADABLE = (
        Reply("I would rather not say."),
        Reply('[{"score": 1}]'),
        Reply(judgement_text((0, 1), level="excellent")),
    )

    def __init__(self, *, mended: bool = False, delay: float = 0.0) -> None:
        """Script the server.

        Args:
            mended: Only with faults that the next request does not meet again, and none that waits
                for a deadline.
            delay: Seconds before each good answer.
        """
        self._mended = mended
        self._delay = delay
        self._asked: Counter[int] = Counter()

    def __call__(self, request: Request) -> Reply:
        number = number_of(request)
        time_asked = self._asked[number]
        self._asked[number] += 1
        if number % 10 > 2 or (self._mended and number % 10 == 2):
            return replace(honest(request), delay=self._delay)
        fault = number // 10
        if number % 10 == 0:
            replies = self.TRANSIENT[fault % (len(self.TRANSIENT) - 2 * self._mended)]
            return replies[time_asked] if time_asked < len(replies) else honest(request)
        if number % 10 == 1 and time_asked == 0:
            return self.UNREADABLE[fault % len(self.UNREADABLE)]
        if number % 10 == 2:
            return self._for_good(fault, request)
        return honest(request)

    def _for_good(self, fault: int, request: Request) -> Reply:
        return (
            Reply(status=400, error={"message": "the text upsets me"}),
            Reply(status=500),
            Reply("never JSON"),
            Reply(message={"role": "assistant", "content": None, "refusal": "I will not."}),
            Reply(judgement_text((0,))),  # the other one is never judged
        )[fault % 5]

    @staticmethod
    def explained(number: int, retries: int) -> tuple[int, FailureKind | None]:
        """How many requests a case takes, and as what it fails if it does."""
        if number % 10 > 2:
            return 1, None
        if number % 10 == 0:
            return 1 + len(Faults.TRANSIENT[number // 10 % len(Faults.TRANSIENT)]), None
        if number % 10 == 1:
            return 2, None
        return (
            (1, FailureKind.BAD_REQUEST),
            (1 + retries, FailureKind.SERVER),
            (2, FailureKind.MALFORMED),
            (1, FailureKind.REFUSED),
            (2, None),
        )[number // 10 % 5]
