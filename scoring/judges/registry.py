"""Judges by name."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from scoring.errors import JudgeError
from scoring.judges.protocol import DEFAULT_TIMEOUT, NO_PARAMETERS, Judge
from scoring.judges.recorded import RecordedJudge

_OURS: Final = ("embedded", RecordedJudge.name)
_ALIKE: Final = 0.8
"""From here on two names are taken for one, on `difflib`'s scale from 0 to 1."""


def make_judge(
    name: str,
    *,
    api_key: str | None = None,
    api_base: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    parameters: Mapping[str, object] = NO_PARAMETERS,
) -> Judge:
    """Make a judge. Nothing is loaded or asked before it judges.

    Args:
        name: "embedded", "recorded", or the name of a model as LiteLLM writes it, such as
            "openai/gpt-4o-mini" or "ollama/llama3.1".
        api_key: The model's key; `None` leaves it to the environment.
        api_base: The base URL of an OpenAI-compatible server; `None` for the provider's own.
        timeout: Seconds that one request to a model may take, finite and above 0.
        parameters: Anything else that LiteLLM takes, such as seed or max_tokens.

    Raises:
        JudgeError: The name is blank, or nearly that of a judge of ours.
        InvalidValueError: A timeout out of range, a parameter that the judge sets itself, a key
            that cannot be one, or a base URL that is no web address.
    """
    # Each judge's modules are imported where it is wanted: most runs need one of them.
    if name == "embedded":
        from scoring.judges.embedded import EmbeddedJudge

        return EmbeddedJudge()
    if name == RecordedJudge.name:
        return RecordedJudge()
    if not name.strip():
        raise JudgeError("Name a judge: embedded, recorded, or a model such as openai/gpt-4o-mini.")
    # Asked of LiteLLM, a slip of the pen costs seconds and is explained as a model's name.
    meant = get_close_matches(name.strip().casefold(), _OURS, 1, _ALIKE)
    if meant:
        raise JudgeError(f"There is no judge “{name}”. Did you mean {meant[0]}?")
    from scoring.judges.llm import LLMJudge

    return LLMJudge(
        name.strip(), api_key=api_key, api_base=api_base, timeout=timeout, parameters=parameters
    )
