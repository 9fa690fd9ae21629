"""The judge that the sidebar names, made; and a try of it."""

import streamlit as st

from pages.shared.state import JudgeChoice
from scoring.judges.protocol import Judge
from scoring.judges.registry import make_judge


def judge(choice: JudgeChoice) -> Judge:
    """Make the judge. Nothing is asked of it yet.

    Raises:
        ScoringError: It cannot be made as it is set up; the message says why.
    """
    st.secrets.load_if_toml_exists()  # keys in Streamlit's secrets become environment variables
    return make_judge(
        choice.model if choice.kind == "llm" else choice.kind,
        api_key=choice.api_key,
        api_base=choice.api_base,
        parameters=choice.parameters(),
    )


def described(choice: JudgeChoice) -> str:
    """What a person calls the judge; the model's name is a person's text."""
    return choice.model or "a model without a name" if choice.kind == "llm" else choice.kind
