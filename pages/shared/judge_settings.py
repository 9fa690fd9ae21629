"""The judge that the sidebar names: its settings, the judge itself, and a try of it."""

from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.judge_policy import JudgePolicy
from pages.shared.state import JudgeChoice
from scoring.errors import InvalidValueError, ScoringError
from scoring.judges.llm import NO_KEY, LLMJudge
from scoring.judges.protocol import Judge
from scoring.judges.registry import make_judge
from scoring.judging import Run
from scoring.judging.limits import REMOTE_CONCURRENCY, Limits
from scoring.model import Case, Context, Judgement

_PATIENCE: Final = 30.0
"""Seconds that a try may take."""
_PROBE: Final = Case(
    id="test",
    query="How long do refunds take?",
    contexts=(Context("Refunds are paid within 14 days."),),
    response="Two weeks.",
)


def render() -> None:
    """Draw the settings of a model as judge."""
    policy = _policy()
    _model(policy)
    st.text_input(
        "API key",
        key=state.API_KEY,
        type="password",
        autocomplete="off",
        help=(
            "Kept in this session's memory only. Leave it empty to use the key from the "
            "environment or from Streamlit's secrets."
        ),
    )
    _api_base(policy)
    with st.expander("Limits and parameters"):
        _limits()
    st.button(
        "Test connection",
        key="test_connection",
        on_click=_test,
        help="Asks the model about one short made-up case.",
    )
    _tested()


def judge(choice: JudgeChoice) -> Judge:
    """Make the judge. Nothing is asked of it yet.

    Raises:
        ScoringError: It cannot be made as it is set up, or an administrator does not allow it; the
            message says why.
    """
    policy = _policy()
    if choice.kind != "llm":
        return make_judge(choice.kind)
    if not choice.model:
        raise InvalidValueError("Name the model, such as openai/gpt-4o-mini.")
    parameters = choice.parameters()
    policy.check(choice.model, choice.api_base, parameters)
    # An address that the administrator has fixed may have the key that the administrator has set.
    trusted = choice.api_base in policy.api_bases and choice.api_key == NO_KEY
    made = make_judge(
        choice.model,
        api_key=None if trusted else choice.api_key,
        api_base=choice.api_base,
        parameters=parameters,
    )
    if not isinstance(made, LLMJudge):
        raise InvalidValueError(f"“{choice.model}” is no model. Choose that judge under Judge.")
    return made


def described(choice: JudgeChoice) -> str:
    """What a person calls the judge; the model's name is a person's text."""
    return choice.model or "a model without a name" if choice.kind == "llm" else choice.kind


def _policy() -> JudgePolicy:
    st.secrets.load_if_toml_exists()  # what stands in Streamlit's secrets enters the environment
    return JudgePolicy.from_environment()


def _model(policy: JudgePolicy) -> None:
    if policy.models:
        st.selectbox("Model", policy.models, key=state.MODEL)
        return
    st.text_input(
        "Model",
        key=state.MODEL,
        placeholder="openai/gpt-4o-mini",
        help="Any model name that LiteLLM knows.",
    )


def _api_base(policy: JudgePolicy) -> None:
    if policy.fixed:
        if policy.api_bases:
            st.selectbox(
                "API base URL",
                policy.api_bases,
                index=None if policy.models else 0,
                placeholder="the provider's own",
                key=state.API_BASE,
            )
        return
    st.text_input(
        "API base URL (optional)",
        key=state.API_BASE,
        placeholder="http://127.0.0.1:8000/v1",
        help="For a server of your own that speaks OpenAI's protocol.",
    )


def _limits() -> None:
    st.number_input(
        "Cases at once",
        1,
        256,
        None,
        key=state.CONCURRENCY,
        placeholder=str(REMOTE_CONCURRENCY),
    )
    st.number_input(
        "Requests a minute", 0.0, None, None, 10.0, key=state.RATE, placeholder="no limit"
    )
    st.number_input(
        "Budget, US dollars",
        0.0,
        None,
        None,
        0.5,
        key=state.BUDGET,
        placeholder="no limit",
        help="Nothing more is asked once it is spent.",
    )
    st.text_area(
        "Further LiteLLM parameters, as JSON",
        key=state.PARAMETERS,
        height=80,
        placeholder='{"seed": 7, "max_tokens": 2000}',
    )
    st.toggle(
        "Keep judgements",
        value=True,
        key=state.KEEP,
        help="In a store on this computer, so that a second run asks only what is new.",
    )


def _test() -> None:
    choice = state.judge_choice()
    state.set_tested(choice, _outcome_of_test(choice))


def _outcome_of_test(choice: JudgeChoice) -> str | None:
    """What is wrong; `None` where nothing is."""
    try:
        asked = judge(choice)
    except ScoringError as error:
        return str(error)
    # Of a run, since a run can be given up: a server that never answers must not hold the page.
    run = Run([_PROBE], asked, limits=Limits(retries=0, patience=0.0))
    if isinstance(asked, LLMJudge):
        asked.prepare()  # seconds, the first time, that are not the server's
    run.start()
    over = run.wait(_PATIENCE)
    snapshot = run.snapshot()
    run.cancel()
    outcome = snapshot.outcomes[0]
    if isinstance(outcome, Judgement):
        return None
    if outcome is not None:
        return str(outcome)
    return snapshot.note if over else f"There was no answer within {_PATIENCE:.0f} seconds."


def _tested() -> None:
    tested = state.tested(state.judge_choice())
    if tested is None:
        return
    (problem,) = tested
    if problem is None:
        st.badge("The judge answers", color="green")
    else:
        st.badge("That does not work", color="red")
        st.text(problem)
