"""What can go wrong between this process and a model, in words that name the mend."""

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from scoring.errors import JudgeError
from scoring.judges.llm.redaction import Redactor

if TYPE_CHECKING:
    import openai


class FailureKind(StrEnum):
    """Why a model gave no judgement; what failures are counted by."""

    NO_KEY = "no API key"
    KEY_REFUSED = "API key refused"
    UNKNOWN_MODEL = "unknown model"
    NOT_INSTALLED = "package not installed"
    UNREACHABLE = "not reachable"
    TIMEOUT = "timed out"
    RATE_LIMIT = "rate limit"
    QUOTA = "quota used up"
    TOO_LONG = "text too long"
    SERVER = "server error"
    BAD_REQUEST = "request refused"
    REFUSED = "refused to answer"
    TRUNCATED = "reply cut off"
    MALFORMED = "reply not understood"


TRANSIENT: Final = frozenset(
    {
        FailureKind.UNREACHABLE,
        FailureKind.TIMEOUT,
        FailureKind.RATE_LIMIT,
        FailureKind.SERVER,
    }
)
"""The kinds that may pass by themselves, so that the same request is worth sending again."""


HOPELESS: Final = frozenset(
    {
        FailureKind.NO_KEY,
        FailureKind.KEY_REFUSED,
        FailureKind.UNKNOWN_MODEL,
        FailureKind.NOT_INSTALLED,
        FailureKind.QUOTA,
    }
)
"""The kinds that lie in the model or its key, so that every other case would fail like this one."""


class ModelError(JudgeError):
    """A model that could not be reached, or that did not give a judgement.

    Attributes:
        kind: What failures of this sort are counted as.
        retry_after: Seconds that the server asked to wait, where it did.
        detail: What the server said, keys struck out; may be empty.
    """

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        *,
        raw_reply: str | None = None,
        retry_after: float | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(message, raw_reply)
        self.kind = kind
        self.retry_after = retry_after
        self.detail = detail

    @property
    def transient(self) -> bool:
        """Whether asking again may help."""
        return self.kind in TRANSIENT


_CREDENTIALS: Final = re.compile(r"api[ _-]?key|credential|token provider", re.IGNORECASE)
_MODULE: Final = re.compile(r"No module named '([\w.]+)'")
_NO_PROVIDER: Final = "LLM Provider NOT provided"
_QUOTA: Final = re.compile(r"insufficient_quota|current quota|billing|credit balance", re.I)
_TOO_LONG: Final = re.compile(
    r"context.?(length|size|window)|too many (input )?tokens|prompt is too long", re.IGNORECASE
)
_POLICY: Final = re.compile(r"content.(policy|filter)|safety system", re.IGNORECASE)
_NOT_A_REPLY: Final = "Invalid response object"
_DETAIL_LENGTH: Final = 300


def timed_out(model: str, seconds: float) -> ModelError:
    """The model did not answer before the deadline."""
    return ModelError(
        FailureKind.TIMEOUT,
        f"{model} did not answer within {seconds:g} seconds. Try again, or allow more time.",
    )


def no_reply(address: str) -> ModelError:
    """The server answered, but with no chat reply."""
    return ModelError(
        FailureKind.MALFORMED, f"{address} answered in a shape that is no chat reply."
    )


def explained(
    error: "openai.OpenAIError",
    *,
    model: str,
    address: str,
    timeout: float,
    redact: Redactor,
    keyless: bool = False,
) -> ModelError:
    """Turn what LiteLLM raised into a sentence for a person, without any key.

    Args:
        error: What was raised.
        model: The model's name, as the person wrote it.
        address: The server's host, or words that stand for it.
        timeout: What it was given, in seconds.
        redact: Strikes out the keys that were in play.
        keyless: Whether no key was sent.
    """
    text = redact(str(error).split("\nTraceback")[0])
    detail = " ".join(re.sub(r"^(\s*\w*\.?\w+(Error|Exception)( -|:))+", "", text).split())
    kind = _kind(error, text)
    if keyless and kind is FailureKind.KEY_REFUSED:
        kind = FailureKind.NO_KEY
    said = f" The server says: {_shortened(detail)}" if detail else ""
    module = _MODULE.search(text)
    sentences = {
        FailureKind.NO_KEY: f"There is no API key for {model}. {_key_mend(model)}",
        FailureKind.KEY_REFUSED: f"{address} refused the API key, or the key may not use "
        f"{model}. Check the key.",
        FailureKind.UNKNOWN_MODEL: f"{address} knows no model “{model}”. Check the model's name "
        "and the base URL."
        if _NO_PROVIDER not in text
        else f"“{model}” does not say whose model it is. Write provider/model, such as "
        "openai/gpt-4o-mini.",
        FailureKind.NOT_INSTALLED: f"{model} needs the Python package “{module and module[1]}”. "
        "Install it beside this program.",
        FailureKind.UNREACHABLE: f"{address} could not be reached: {_route(error)}. Check the "
        "base URL and the network.",
        FailureKind.TIMEOUT: str(timed_out(model, timeout)),
        FailureKind.RATE_LIMIT: f"{address} asks to slow down (rate limit). Wait, or ask less at "
        "once.",
        FailureKind.QUOTA: f"The quota or credit of this key at {address} is used up. Top it up, "
        "or use another key.",
        FailureKind.TOO_LONG: f"The contexts are longer than {model} can read at once. Choose a "
        "model with a larger window.",
        FailureKind.SERVER: f"{address} failed while answering. Try again later.{said}",
        FailureKind.MALFORMED: str(no_reply(address)),
        FailureKind.BAD_REQUEST: f"{address} refused the request.{said}",
        FailureKind.REFUSED: f"{model} refused to judge this text (content policy).",
    }
    return ModelError(kind, sentences[kind], retry_after=_retry_after(error), detail=detail)


def _kind(error: "openai.OpenAIError", text: str) -> FailureKind:
    import litellm.exceptions as known
    import openai

    if _MODULE.search(text):
        return FailureKind.NOT_INSTALLED
    if isinstance(error, openai.APITimeoutError):
        return FailureKind.TIMEOUT
    by_class = {
        known.ContextWindowExceededError: FailureKind.TOO_LONG,
        known.ContentPolicyViolationError: FailureKind.REFUSED,
        openai.NotFoundError: FailureKind.UNKNOWN_MODEL,
    }
    for family, kind in by_class.items():
        if isinstance(error, family):
            return kind
    status = getattr(error, "status_code", None)
    if _unanswered(error) and _CREDENTIALS.search(text):
        return FailureKind.NO_KEY
    if status in (401, 403):
        return FailureKind.KEY_REFUSED
    if status == 402:
        return FailureKind.QUOTA
    if status == 429:
        return FailureKind.QUOTA if _QUOTA.search(text) else FailureKind.RATE_LIMIT
    if _NO_PROVIDER in text:
        return FailureKind.UNKNOWN_MODEL
    if _NOT_A_REPLY in text:
        return FailureKind.MALFORMED
    if _TOO_LONG.search(text):
        return FailureKind.TOO_LONG
    if isinstance(status, int) and 400 <= status < 500:
        return FailureKind.REFUSED if _POLICY.search(text) else FailureKind.BAD_REQUEST
    return FailureKind.UNREACHABLE if _lost_connection(error) else FailureKind.SERVER


def _unanswered(error: "openai.OpenAIError") -> bool:
    """Whether the failure arose on this side, before any server answered."""
    return not getattr(error, "litellm_response_headers", None) and not getattr(
        getattr(error, "response", None), "headers", None
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _lost_connection(error: BaseException) -> bool:
    import openai

    return any(isinstance(cause, (openai.APIConnectionError, OSError)) for cause in _causes(error))


def _route(error: BaseException) -> str:
    import socket

    for cause in _causes(error):
        if isinstance(cause, socket.gaierror):
            return "its name is not known here"
        if isinstance(cause, ConnectionRefusedError):
            return "nothing listens there"
    return "the connection broke"


def _key_mend(model: str) -> str:
    import litellm

    names = litellm.validate_environment(model)["missing_keys"]
    where = f"Set it in the environment ({', '.join(names)}), or enter" if names else "Enter"
    return f"{where} a key for this session."


def _retry_after(error: "openai.OpenAIError") -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    value = headers.get("retry-after")
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except ValueError:
            return None
        seconds = (moment.astimezone(UTC) - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _shortened(text: str) -> str:
    return text if len(text) <= _DETAIL_LENGTH else text[:_DETAIL_LENGTH].rstrip() + "…"
