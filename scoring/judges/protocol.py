"""What every judge is, whether a model in the cloud, one in this process, or a file."""

from typing import Final, Protocol

from scoring.model import Case, Judgement

DEFAULT_TIMEOUT: Final = 120.0
"""Seconds that one request to a model may take, unless somebody says otherwise."""


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
