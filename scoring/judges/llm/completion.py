"""What came back to one request, wherever the model put its answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.judges.llm.redaction import Redactor
from scoring.judges.printable import printable

if TYPE_CHECKING:
    from litellm import ModelResponse


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back.

    Attributes:
        text: The answer, wherever the model put it; keys struck out.
        refusal: What the model said when it would not answer; empty where it did.
        truncated: Whether the model was cut off at its token limit.
        input_tokens, output_tokens: As the server counted; `None` where it did not.
        cost: US dollars by LiteLLM's own price table; `None` where the price is unknown.
    """

    text: str
    refusal: str
    truncated: bool
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None


def completion_of(response: "ModelResponse", redact: Redactor) -> Completion | None:
    """What LiteLLM made of a server's reply, read for the answer in it; `None` where it has none.

    Some servers, and filters before them, send no choices at all.
    """
    if not response.choices:
        return None
    choice = response.choices[0]
    message = choice.message
    text = message.content or ""
    if not text and message.tool_calls:
        text = message.tool_calls[0].function.arguments or ""
    text = text or _text(getattr(message, "reasoning_content", None))
    refusal = _text(getattr(message, "refusal", None))
    if choice.finish_reason == "content_filter" and not refusal:
        refusal = "the provider's content filter stopped the answer"
    usage = getattr(response, "usage", None)
    return Completion(
        redact(printable(text)),
        redact(refusal),
        choice.finish_reason == "length",
        getattr(usage, "prompt_tokens", None) or None,
        getattr(usage, "completion_tokens", None) or None,
        response._hidden_params.get("response_cost"),
    )


def completion_in_parts(
    body: str, redact: Redactor, price: tuple[float, float] | None
) -> Completion | None:
    """The completion of a reply whose message is a list of parts; `None` where it is none.

    LiteLLM refuses such a reply from a server that it takes to be OpenAI's.

    Args:
        body: The reply's JSON, as it came.
        redact: Strikes out the keys that were in play.
        price: US dollars for a token read and one written, where they are known.
    """
    try:
        reply = json.loads(body)
        choice = reply["choices"][0]
        parts = choice["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return None
    if not isinstance(parts, list):
        return None
    texts = [_text(part.get("text")) for part in parts if isinstance(part, Mapping)]
    read, written = (_count(reply.get("usage"), name) for name in ("prompt", "completion"))
    cost = None
    if price is not None and read is not None and written is not None:
        cost = read * price[0] + written * price[1]
    truncated = choice.get("finish_reason") == "length"
    return Completion(redact(printable("".join(texts))), "", truncated, read, written, cost)


def _count(usage: object, kind: str) -> int | None:
    count = usage.get(f"{kind}_tokens") if isinstance(usage, Mapping) else None
    return count if isinstance(count, int) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
