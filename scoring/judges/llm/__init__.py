"""The judge that asks a language model through LiteLLM, and what can go wrong on the way."""

from scoring.judges.llm.client import NO_KEY
from scoring.judges.llm.failures import FailureKind, ModelError
from scoring.judges.llm.judge import LLMJudge
from scoring.judges.llm.prompt import PROMPT_VERSION

__all__ = ["NO_KEY", "PROMPT_VERSION", "FailureKind", "LLMJudge", "ModelError"]
