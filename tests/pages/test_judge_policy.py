"""What an administrator allows, wherever a request comes from."""

import pytest

from pages.shared.judge_policy import JudgePolicy
from scoring.errors import InvalidValueError


def test_nothing_is_fixed_unless_somebody_fixes_it() -> None:
    policy = JudgePolicy.from_environment({})
    assert not policy.fixed
    policy.check("any/model", "http://127.0.0.1:1", {"extra_headers": {}})


def test_names_stand_between_commas_or_lines() -> None:
    policy = JudgePolicy.from_environment(
        {"SCORESCOPE_MODELS": "a/b, c/d\n e/f ,", "SCORESCOPE_API_BASES": "http://host/v1"}
    )
    assert policy == JudgePolicy(("a/b", "c/d", "e/f"), ("http://host/v1",))


@pytest.mark.parametrize(
    ("policy", "model", "api_base", "parameters"),
    [
        (JudgePolicy(models=("a/b",)), "c/d", None, {}),
        (JudgePolicy(models=("a/b",)), "a/b", "http://10.0.0.1", {}),
        (JudgePolicy(models=("a/b",)), "a/b", None, {"custom_llm_provider": "x"}),
        (JudgePolicy(api_bases=("http://host/v1",)), "a/b", "http://host/v2", {}),
        (JudgePolicy(api_bases=("http://host/v1",)), "a/b", None, {}),
    ],
)
def test_what_is_not_allowed_is_refused(
    policy: JudgePolicy, model: str, api_base: str | None, parameters: dict[str, object]
) -> None:
    with pytest.raises(InvalidValueError):
        policy.check(model, api_base, parameters)


def test_what_is_allowed_passes() -> None:
    policy = JudgePolicy(("a/b",), ("http://host/v1",))
    policy.check("a/b", "http://host/v1", {"seed": 7})
    policy.check("a/b", None, {})
