"""One request to one model: sent through LiteLLM, bounded in time, answered or explained."""

import asyncio
import copy
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

from scoring.errors import InvalidValueError
from scoring.judges.llm.abilities import Abilities, OutputMode, abilities_of
from scoring.judges.llm.completion import Completion, completion_in_parts, completion_of
from scoring.judges.llm.failures import (
    FailureKind,
    ModelError,
    explained,
    no_reply,
    timed_out,
)
from scoring.judges.llm.library import listed, litellm_library
from scoring.judges.llm.prompt import Messages
from scoring.judges.llm.redaction import Redactor, secrets_in, without_secrets
from scoring.judges.printable import printable
from scoring.judges.protocol import Answer, Traffic

NO_KEY: Final = "none"
"""Given as the key to a server of one's own that wants none."""

_TOOL: Final = "judgement"
_RESERVED: Final = re.compile(
    "model|messages|api_key|api_base|base_url|timeout|stream|response_format|tools|tool_choice|n|"
    "functions|function_call|mock_response|num_retries|max_retries|fallbacks|logger_fn"
)
"""What the judge decides itself, so that a request is what the rest of the code takes it for."""
_FORMAT_WORDS: Final = re.compile(
    r"response_format|json_schema|json_object|structured.output|tool_choice|\btools?\b|grammar",
    re.IGNORECASE,
)
_NOT_TAKEN: Final = re.compile(
    r"unsupported|(not|n't) (support|allow|permit|take)|unrecogni[sz]ed|unknown|unexpected|"
    r"only the default|extra (inputs|fields)|deprecated|not permitted",
    re.IGNORECASE,
)


class Client:
    """Sends requests to one model and remembers what it can do. Thread-safe.

    Args:
        model: Any name that LiteLLM knows how to route, such as "anthropic/claude-sonnet-4-5".
        api_key: The key; `None` leaves it to the environment.
        api_base: The server's base URL; `None` for the provider's own.
        timeout: Seconds that one request may take, above 0.
        parameters: Anything else that LiteLLM takes (seed, max_tokens, extra_headers ...).

    Raises:
        InvalidValueError: A parameter that the judge sets itself, a key that cannot be one, or an
            `api_base` that is no web address.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None,
        api_base: str | None,
        timeout: float,
        parameters: Mapping[str, object],
    ) -> None:
        clashing = sorted(name for name in parameters if _RESERVED.fullmatch(name))
        if clashing:
            raise InvalidValueError(f"The judge sets {', '.join(clashing)} itself. Leave it out.")
        self.model = model
        self._timeout = timeout
        self._traffic: Traffic = Straight()
        self._address = _host(api_base) if api_base else f"the server of {model}"
        self._connection = {"api_key": _checked_key(api_key), "api_base": api_base}
        self._parameters = {"temperature": 0, **parameters}
        self.redact = Redactor(secrets_in(self._connection["api_key"], api_base, parameters))

    def through(self, traffic: Traffic) -> "Client":
        """The same client, its requests by way of `traffic`."""
        client = copy.copy(self)
        client._traffic = traffic
        return client

    @property
    def identity(self) -> dict[str, object]:
        """What an answer depends on beside the request's text, as JSON and without secrets."""
        return {
            "model": self.model,
            "api_base": without_secrets(self._connection["api_base"]),
            "parameters": without_secrets(self._parameters),
        }

    @cached_property
    def abilities(self) -> Abilities:
        """What the model can do, as far as this process has learned."""
        return abilities_of(self.model, self._connection["api_base"] or "")

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parameters that the model was found not to take."""
        return tuple(
            name
            for name, value in self._parameters.items()
            if not self.abilities.takes(name, value)
        )

    @property
    def known(self) -> bool:
        """Whether LiteLLM's table has the model, unlike those of people's own servers."""
        return bool(listed(self.model))

    @property
    def window(self) -> int | None:
        """How many tokens the model reads at once; `None` where LiteLLM's table has no number."""
        tokens = listed(self.model).get("max_input_tokens")
        return tokens if isinstance(tokens, int) else None

    @property
    def price(self) -> tuple[float, float] | None:
        """US dollars for a token read and one written; `None` where LiteLLM's table has none."""
        entry = listed(self.model)
        read, written = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
        if isinstance(read, int | float) and isinstance(written, int | float):
            return float(read), float(written)
        return None

    def tokens_of(self, messages: Messages) -> int:
        """About how many tokens a request has: by one usual tokenizer, whatever the model's own."""
        return int(litellm_library().token_counter(model=self.model, messages=messages))

    async def complete(self, messages: Messages, schema: Mapping[str, object]) -> Completion:
        """Send a request in the surest output mode that works, and remember which did.

        Raises:
            ModelError: No answer, for a reason that is named.
        """
        *surer, last = self.abilities.modes
        for mode in surer:
            try:
                return await self._in_mode(mode, messages, schema)
            except ModelError as error:
                if not self._mode_to_blame(error):
                    raise
        return await self._in_mode(last, messages, schema)

    async def _in_mode(
        self, mode: OutputMode, messages: Messages, schema: Mapping[str, object]
    ) -> Completion:
        completion = await self._without_refused(messages, schema, mode)
        self.abilities.worked(mode)
        return completion

    def _mode_to_blame(self, error: ModelError) -> bool:
        if error.kind is not FailureKind.BAD_REQUEST:
            return False
        return not self.abilities.proven or bool(_FORMAT_WORDS.search(error.detail))

    async def _without_refused(
        self, messages: Messages, schema: Mapping[str, object], mode: OutputMode
    ) -> Completion:
        """Send, and leave out for good what the model says that it does not take."""
        while True:
            parameters = {
                name: value
                for name, value in self._parameters.items()
                if self.abilities.takes(name, value)
            }
            try:
                return await self._sent(messages, {**parameters, **_shape(mode, schema)})
            except ModelError as error:
                if error.kind is FailureKind.MALFORMED and self.abilities.could_not_be_read():
                    continue
                culprit = _refused_parameter(error, parameters)
                if culprit is None:
                    raise
            self.abilities.refuses(culprit, self._parameters[culprit])

    async def _sent(self, messages: Messages, parameters: Mapping[str, object]) -> Completion:
        return await self._traffic.send(lambda: self._request(messages, parameters))

    async def _request(self, messages: Messages, parameters: Mapping[str, object]) -> Completion:
        litellm = litellm_library()
        import openai

        given = {name: value for name, value in self._connection.items() if value}
        came: dict[str, object] = {}
        # LiteLLM tells it of the reply as it came; that takes time with every request.
        watching = {"logger_fn": came.update} if self.abilities.unreadable else {}
        # Read here and raised outside of `except`: the original, whose text may hold a key, must
        # not travel along as its context.
        failure: ModelError
        try:
            # LiteLLM's own timeout was seen not to fire.
            async with asyncio.timeout(self._timeout):
                response = await litellm.acompletion(
                    model=self.model,
                    messages=messages,
                    timeout=self._timeout,
                    max_retries=0,
                    **given,
                    **watching,
                    **parameters,
                )
        except TimeoutError:
            failure = timed_out(self.model, self._timeout)
        except openai.OpenAIError as error:
            failure = explained(
                error,
                model=self.model,
                address=self._address,
                timeout=self._timeout,
                redact=self.redact,
                keyless=given.get("api_key") == NO_KEY,
            )
        else:
            completion = completion_of(response, self.redact)
            if completion is not None:
                return completion
            failure = no_reply(self._address)
        if failure.kind is FailureKind.NO_KEY and "api_base" in given and "api_key" not in given:
            # A server of one's own may want none, but LiteLLM does not ask it without one.
            self._connection["api_key"] = NO_KEY
            return await self._request(messages, parameters)
        if failure.kind is FailureKind.MALFORMED and watching:
            body = str(came.get("original_response"))
            completion = completion_in_parts(body, self.redact, self.price)
            if completion is not None:
                return completion
            failure.raw_reply = self.redact(printable(body))
        raise _of_the_format(failure, parameters)


class Straight:
    """Sends each request at once, and once."""

    async def send(self, request: Callable[[], Awaitable[Answer]]) -> Answer:
        """Send a request."""
        return await request()


def _checked_key(key: str | None) -> str | None:
    stripped = (key or "").strip()
    if not (stripped.isascii() and stripped.isprintable()):
        raise InvalidValueError("The API key holds characters that no key has. Copy it again.")
    return stripped or None


def _host(api_base: str) -> str:
    try:
        address = urlsplit(api_base)
        host = address.hostname
    except ValueError:
        host = None
    if not host or address.scheme not in ("http", "https"):
        raise InvalidValueError("The base URL has to look like http://localhost:8000/v1.")
    return host


def _shape(mode: OutputMode, schema: Mapping[str, object]) -> dict[str, object]:
    """The parameters that make a model answer in a shape."""
    if mode is OutputMode.SCHEMA:
        named = {"name": _TOOL, "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    if mode is OutputMode.TOOL:
        function = {"name": _TOOL, "parameters": schema}
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": _TOOL}},
        }
    if mode is OutputMode.OBJECT_OF_SCHEMA:
        return {"response_format": {"type": "json_object", "schema": schema}}
    if mode is OutputMode.OBJECT:
        return {"response_format": {"type": "json_object"}}
    return {}


def _refused_parameter(error: ModelError, sent: Mapping[str, object]) -> str | None:
    if error.kind is not FailureKind.BAD_REQUEST or not _NOT_TAKEN.search(error.detail):
        return None
    named = (name for name in sent if re.search(rf"\b{re.escape(name)}\b", error.detail))
    return next(named, None)


def _of_the_format(error: ModelError, sent: Mapping[str, object]) -> ModelError:
    """A server error that speaks of the format it was asked for, as the refusal that it is.

    Else the same request would be sent again, several times over.
    """
    shaped = "response_format" in sent or "tools" in sent
    if error.kind is FailureKind.SERVER and shaped and _FORMAT_WORDS.search(error.detail):
        return ModelError(FailureKind.BAD_REQUEST, str(error), detail=error.detail)
    return error
