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


def completion_of(response: "ModelResponse", redact: Redactor) -> Completion:
    """What LiteLLM made of a server's reply, read for the answer in it."""
    choice = response.choices[0]
    message = choice.message
    text = message.content or ""
    if not text and message.tool_calls:
        text = message.tool_calls[0].function.arguments or ""
    text = text or getattr(message, "reasoning_content", None) or ""
    refusal = getattr(message, "refusal", None) or ""
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


def with_joined_parts(body: str) -> dict[str, object] | None:
    """A server's reply whose message is a list of parts, with their text in place of the list.

    LiteLLM refuses such a reply from a server that it takes to be OpenAI's.

    Args:
        body: The reply's JSON, as it came.

    Returns:
        The reply as LiteLLM takes it; `None` where its message is no list of parts.
    """
    try:
        reply = json.loads(body)
        message = reply["choices"][0]["message"]
        parts = message["content"]
    except (ValueError, LookupError, TypeError):
        return None
    if not isinstance(parts, list):
        return None
    texts = [part.get("text") for part in parts if isinstance(part, Mapping)]
    message["content"] = "".join(text for text in texts if isinstance(text, str))
    whole: dict[str, object] = reply
    return whole
