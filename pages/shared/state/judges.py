"""The judge that the sidebar names, and what was asked of it."""

from dataclasses import dataclass
from typing import Final, Literal, cast

import streamlit as st

from pages.shared.state.widgets import (
    API_BASE,
    API_KEY,
    BUDGET,
    CONCURRENCY,
    JUDGE,
    KEEP,
    MODEL,
    PARAMETERS,
    RATE,
    number,
    stripped,
    whole_number,
)
from scoring.errors import InvalidValueError, ScoringError
from scoring.formats.json_text import JsonError, parse_json
from scoring.judges.llm import NO_KEY
from scoring.judging import Limits, Run
from scoring.model import Case, JsonValue

JudgeKind = Literal["embedded", "recorded", "llm"]

_JUDGING: Final = "_judging"
_FAILURE: Final = "_failure"
_TESTED: Final = "_tested"


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """The judge that the sidebar names. The key stays in this session's memory."""

    kind: JudgeKind
    model: str = ""
    api_key: str | None = None
    api_base: str | None = None
    more: str = ""
    concurrency: int | None = None
    requests_per_minute: float | None = None
    budget: float | None = None
    kept: bool = True

    def parameters(self) -> dict[str, JsonValue]:
        """What else LiteLLM is given.

        Raises:
            InvalidValueError: The text is no JSON object.
        """
        if not self.more.strip():
            return {}
        try:
            value = parse_json(self.more)
        except JsonError as error:
            raise InvalidValueError(f"The further parameters are no JSON: {error}") from None
        if not isinstance(value, dict):
            raise InvalidValueError('Further parameters are an object, such as {"seed": 7}.')
        return value

    def limits(self) -> Limits:
        """How much at once, how fast, for how much."""
        if self.kind != "llm":
            return Limits()
        return Limits(
            concurrency=self.concurrency,
            requests_per_minute=self.requests_per_minute,
            budget=self.budget,
        )

    def __repr__(self) -> str:
        # The key must not reach a log or an error text by way of a printed choice.
        return f"JudgeChoice(kind={self.kind!r}, model={self.model!r}, api_base={self.api_base!r})"


def judge_choice() -> JudgeChoice:
    """The judge that the sidebar names."""
    kind = cast("JudgeKind", st.session_state.get(JUDGE, "embedded"))
    if kind != "llm":
        return JudgeChoice(kind)
    return JudgeChoice(
        kind,
        model=stripped(MODEL),
        # LiteLLM would send the environment's key to whatever address somebody types here.
        api_key=stripped(API_KEY) or (NO_KEY if stripped(API_BASE) else None),
        api_base=stripped(API_BASE) or None,
        more=stripped(PARAMETERS),
        concurrency=whole_number(CONCURRENCY),
        requests_per_minute=number(RATE, 0.0) or None,
        budget=number(BUDGET, 0.0) or None,
        kept=bool(st.session_state.get(KEEP, True)),
    )


def set_tested(choice: JudgeChoice, problem: str | None) -> None:
    """Remember what came of trying a judge: what is wrong, or `None`."""
    st.session_state[_TESTED] = choice, problem


def tested(choice: JudgeChoice) -> tuple[str | None] | None:
    """What came of trying this judge, in a tuple; `None` if it was not tried as it is set now."""
    held = cast("tuple[JudgeChoice, str | None] | None", st.session_state.get(_TESTED))
    return (held[1],) if held is not None and held[0] == choice else None


def judging() -> tuple[Run, Case] | None:
    """The judging run of this session that has not been taken in yet, and its case."""
    return cast("tuple[Run, Case] | None", st.session_state.get(_JUDGING))


def set_judging(run: Run, case: Case) -> None:
    """Remember a judging run."""
    st.session_state[_JUDGING] = (run, case)


def end_judging() -> None:
    """Forget the judging run; one that is still going on is cancelled."""
    current = judging()
    if current is not None:
        current[0].cancel()
    st.session_state[_JUDGING] = None


def failure() -> ScoringError | None:
    """Why the latest thing that was asked for could not be had; `None` where it could."""
    return cast("ScoringError | None", st.session_state.get(_FAILURE))


def set_failure(error: ScoringError | None) -> None:
    """Remember why something could not be had, or that it could."""
    st.session_state[_FAILURE] = error
