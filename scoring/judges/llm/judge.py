"""The judge that asks a language model, any that LiteLLM can reach."""

import math
from collections.abc import Mapping
from typing import Final

from scoring.errors import InvalidValueError, JudgeError
from scoring.judges.language import language_of
from scoring.judges.llm.client import Client, Straight
from scoring.judges.llm.hearing import Hearing
from scoring.judges.llm.library import litellm_library
from scoring.judges.llm.prompt import PROMPT_VERSION, Question, messages
from scoring.judges.loop import waited_for
from scoring.judges.protocol import DEFAULT_TIMEOUT, NO_PARAMETERS, Traffic
from scoring.model import Case, Judgement

_REPLY_TOKENS: Final = 80
_REPLY_TOKENS_PER_CONTEXT: Final = 60
"""What replies have come to that keep to the schema: a sentence for each verdict."""


class LLMJudge:
    """Asks a model for a verdict on every context, and for what is missing.

    Args:
        model: Any name that LiteLLM routes, such as "openai/gpt-4o-mini".
        api_key: The key; `None` leaves it to the environment.
        api_base: The base URL of an OpenAI-compatible server, or `None` for the provider's own.
        timeout: Seconds that one request may take, finite and above 0.
        parameters: Anything else that LiteLLM takes: seed, max_tokens, reasoning_effort,
            extra_headers ... The temperature is 0 unless it is given here.

    Raises:
        InvalidValueError: `timeout` is out of range, `parameters` holds what the judge decides,
            `api_key` cannot be a key, or `api_base` is no web address.
    """

    name: Final = "llm"

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        api_base: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        parameters: Mapping[str, object] = NO_PARAMETERS,
    ) -> None:
        if not math.isfinite(timeout) or timeout <= 0:
            raise InvalidValueError(f"timeout must be a finite number above 0, not {timeout}")
        self._client = Client(
            model, api_key=api_key, api_base=api_base, timeout=timeout, parameters=parameters
        )

    def __repr__(self) -> str:
        return f"LLMJudge({self.model!r})"

    @property
    def model(self) -> str:
        """The model's name, as it was given."""
        return self._client.model

    @property
    def identity(self) -> dict[str, object]:
        """What its answers depend on beside the case, as JSON and without secrets."""
        return {"judge": self.name, **self._client.identity, "prompt_version": PROMPT_VERSION}

    @property
    def price(self) -> tuple[float, float] | None:
        """US dollars for a token read and one written; `None` where LiteLLM's table has none."""
        return self._client.price

    def input_tokens(self, case: Case) -> int:
        """About how many tokens a request about the whole case has."""
        question = Question(tuple(range(len(case.contexts))))
        return self._client.tokens_of(messages(case, question, language_of(case)))

    @staticmethod
    def expected_output(context_count: int) -> int:
        """About how many tokens a reply about so many contexts has."""
        return _REPLY_TOKENS + _REPLY_TOKENS_PER_CONTEXT * context_count

    def prepare(self) -> None:
        """Load LiteLLM: seconds, the first time, not to be spent while an event loop has to run."""
        litellm_library()

    def judge(self, case: Case) -> Judgement:
        """Judge one case, and wait for it.

        Raises:
            JudgeError: A `ModelError`: the model could not be reached or understood.
        """
        self.prepare()
        return waited_for(self.ask(case, Straight()))

    async def ask(self, case: Case, traffic: Traffic) -> Judgement:
        """Judge one case within a running event loop, for callers that have many under way.

        Args:
            case: What is judged.
            traffic: The way of its requests.

        Raises:
            ModelError: The model could not be reached or understood.
        """
        if not case.query.strip():
            raise JudgeError("There is no query to judge the contexts by. Add one.")
        hearing = Hearing(case, self._client.through(traffic), language_of(case))
        return await hearing.judgement()
