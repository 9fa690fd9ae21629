"""The judge that the sidebar's settings make."""

import pytest

from pages.shared import judge_settings
from pages.shared.state import JudgeChoice
from scoring.errors import ScoringError
from scoring.judges.llm import NO_KEY
from scoring.model import Case, Context
from tests.loopback_server import LoopbackServer


@pytest.mark.parametrize("name", ["embedded", "recorded", "Embedded", ""])
def test_a_judge_of_ours_is_no_model(name: str) -> None:
    with pytest.raises(ScoringError, match=r"no model|Did you mean|Name the model"):
        judge_settings.judge(JudgeChoice("llm", model=name))


def test_a_model_becomes_a_judge_that_has_asked_nobody() -> None:
    judge = judge_settings.judge(JudgeChoice("llm", model="openai/x", api_base="http://host/v1"))
    assert (judge.name, judge.model) == ("llm", "openai/x")


@pytest.mark.parametrize(("fixed", "sent"), [(True, "no-secret-of-this-host"), (False, NO_KEY)])
def test_the_environments_key_goes_to_no_address_but_one_that_the_administrator_fixed(
    fixed: bool, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "no-secret-of-this-host")
    with LoopbackServer() as server:
        if fixed:
            monkeypatch.setenv("SCORESCOPE_API_BASES", server.api_base)
        choice = JudgeChoice("llm", "openai/keys", api_key=NO_KEY, api_base=server.api_base)
        judge_settings.judge(choice).judge(Case("1", "What?", (Context("x"),), "y"))
    assert server.requests[0].headers["authorization"] == f"Bearer {sent}"
