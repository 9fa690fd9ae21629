"""What every judge is, whether a model in the cloud, one in this process, or a file."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeVar, runtime_checkable

from scoring.model import Case, Judgement

DEFAULT_TIMEOUT: Final = 120.0
"""Seconds that one request to a model may take, unless somebody says otherwise."""

NO_PARAMETERS: Final[Mapping[str, object]] = MappingProxyType({})
"""What else a model is given, unless somebody says otherwise."""


class Judge(Protocol):
    """Reads a case and returns its judgement. Safe to call from several threads at once."""

    @property
    def name(self) -> str:
        """What kind of judge it is: "embedded", "recorded" or "llm"."""
        ...

    @property
    def model(self) -> str | None:
        """The model, as its makers name it; `None` for a judge without one."""
        ...

    def judge(self, case: Case) -> Judgement:
        """Judge one case; the judgement says in its provenance where it came from.

        Raises:
            JudgeError: The judge could not be reached or understood. The message says why and what
                to do about it, and holds no key.
        """
        ...


class Metered(Protocol):
    """What came back to a request, as far as it counts."""

    @property
    def input_tokens(self) -> int | None:
        """As the server counted; `None` where it did not."""
        ...

    @property
    def output_tokens(self) -> int | None:
        """As the server counted; `None` where it did not."""
        ...

    @property
    def cost(self) -> float | None:
        """US dollars; `None` where the price is unknown."""
        ...


Answer = TypeVar("Answer", bound=Metered)


class Traffic(Protocol):
    """The way that a judge's requests take: it sets the pace, sends again, and counts."""

    async def send(self, request: Callable[[], Awaitable[Answer]]) -> Answer:
        """Send a request when its turn comes; more than once, where a fault may pass.

        Raises:
            JudgeError: It failed for good.
        """
        ...


@runtime_checkable
class AsynchronousJudge(Judge, Protocol):
    """A judge that mostly waits for a server, so that many cases can be under way at once."""

    @property
    def identity(self) -> Mapping[str, object]:
        """What its answers depend on beside the case, as JSON and without secrets."""
        ...

    def prepare(self) -> None:
        """Load what takes long to load; called in a thread that may be kept waiting."""
        ...

    async def ask(self, case: Case, traffic: Traffic) -> Judgement:
        """Judge one case within a running event loop, each request by way of `traffic`.

        Raises:
            JudgeError: As `judge` does.
        """
        ...
