"""Which models and servers people may ask through this dashboard. Pure but for the environment.

An administrator who shares the dashboard fixes both, so that nobody turns its server into a probe
of the network that it stands in:

- `SCORESCOPE_MODELS`: names as LiteLLM writes them, with commas or lines between them;
- `SCORESCOPE_API_BASES`: base URLs likewise. Where models are fixed and this is not set, the
  providers' own addresses are the only ones.

Both may stand in Streamlit's secrets instead, whose top-level entries become environment variables:

    SCORESCOPE_MODELS = "openai/gpt-4o-mini, anthropic/claude-sonnet-4-5"

Where either is set, further parameters are held to those that cannot lead a request elsewhere.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import InvalidValueError

MODELS: Final = "SCORESCOPE_MODELS"
API_BASES: Final = "SCORESCOPE_API_BASES"

_HARMLESS: Final = frozenset(
    {
        "temperature",
        "top_p",
        "top_k",
        "seed",
        "max_tokens",
        "max_completion_tokens",
        "reasoning_effort",
        "frequency_penalty",
        "presence_penalty",
        "stop",
    }
)


@dataclass(frozen=True, slots=True)
class JudgePolicy:
    """What may be asked.

    Attributes:
        models: The models; none leaves the choice free.
        api_bases: The base URLs; none leaves the choice free unless models are fixed.
    """

    models: tuple[str, ...] = ()
    api_bases: tuple[str, ...] = ()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "JudgePolicy":
        """Read it; Streamlit's secrets have to be in the environment by then."""
        return cls(_listed(environment.get(MODELS, "")), _listed(environment.get(API_BASES, "")))

    @property
    def fixed(self) -> bool:
        """Whether an administrator has fixed anything."""
        return bool(self.models or self.api_bases)

    def check(self, model: str, api_base: str | None, parameters: Mapping[str, object]) -> None:
        """Refuse what is not allowed, wherever it came from.

        Raises:
            InvalidValueError: The model, the address or a parameter is not allowed here.
        """
        if not self.fixed:
            return
        if self.models and model not in self.models:
            raise InvalidValueError("This server's administrator has not allowed that model.")
        if api_base is not None and api_base not in self.api_bases:
            raise InvalidValueError("This server's administrator has not allowed that base URL.")
        if api_base is None and self.api_bases and not self.models:
            raise InvalidValueError("Choose one of the base URLs that are allowed here.")
        unsafe = sorted(parameters.keys() - _HARMLESS)
        if unsafe:
            raise InvalidValueError(
                f"This server takes no {', '.join(unsafe)}; it takes "
                f"{', '.join(sorted(_HARMLESS))}."
            )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r"[,\n]", text) if part.strip())
