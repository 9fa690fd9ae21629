"""The judge that the sidebar's settings make."""

import pytest

from pages.shared import judge_settings
from pages.shared.state import JudgeChoice
from scoring.errors import ScoringError


@pytest.mark.parametrize("name", ["embedded", "recorded", "Embedded", ""])
def test_a_judge_of_ours_is_no_model(name: str) -> None:
    with pytest.raises(ScoringError, match=r"no model|Did you mean|Name a judge"):
        judge_settings.judge(JudgeChoice("llm", model=name))


def test_a_model_becomes_a_judge_that_has_asked_nobody() -> None:
    judge = judge_settings.judge(JudgeChoice("llm", model="openai/x", api_base="http://host/v1"))
    assert (judge.name, judge.model) == ("llm", "openai/x")
