"""Judges by name."""

import subprocess
import sys

import pytest

from scoring.errors import InvalidValueError, JudgeError
from scoring.judges.registry import make_judge


@pytest.mark.parametrize(
    ("name", "kind", "model"),
    [
        ("embedded", "embedded", "all-MiniLM-L6-v2-int8"),
        ("recorded", "recorded", None),
        ("openai/gpt-4o-mini", "llm", "openai/gpt-4o-mini"),
        (" ollama/llama3.1 ", "llm", "ollama/llama3.1"),
    ],
)
def test_a_name_makes_its_judge(name: str, kind: str, model: str | None) -> None:
    judge = make_judge(name)

    assert (judge.name, judge.model) == (kind, model)


def test_a_blank_name_is_refused() -> None:
    with pytest.raises(JudgeError, match="Name a judge"):
        make_judge("  ")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Embedded", "embedded"),
        ("embeded", "embedded"),
        (" embedded", "embedded"),
        ("RECORDED", "recorded"),
        ("record", "recorded"),
    ],
)
def test_a_slip_in_a_judges_name_is_answered_with_the_name(name: str, meant: str) -> None:
    with pytest.raises(JudgeError, match=f"no judge “{name}”. Did you mean {meant}\\?"):
        make_judge(name)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_timeout_that_is_no_time_is_refused(timeout: float) -> None:
    with pytest.raises(InvalidValueError, match="timeout"):
        make_judge("openai/gpt-4o-mini", timeout=timeout)


def test_a_parameter_that_the_judge_decides_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="messages, stream itself"):
        make_judge("openai/x", parameters={"stream": True, "messages": [], "seed": 1})


@pytest.mark.parametrize(
    "base", ["localhost:8000", "ftp://host/v1", "http://", "http://[::1", "javascript:alert(1)"]
)
def test_a_base_url_that_is_no_web_address_is_refused(base: str) -> None:
    with pytest.raises(InvalidValueError, match=r"base URL .* http://localhost:8000/v1"):
        make_judge("openai/x", api_base=base)


@pytest.mark.parametrize("key", ["sk-canaryé", "sk-canary\r\nX-Header: y", "Ключ-canary"])
def test_a_key_that_cannot_be_one_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(InvalidValueError, match="API key") as caught:
        make_judge("openai/x", api_key=key)
    assert "canary" not in str(caught.value)


def test_making_judges_loads_no_heavy_library() -> None:
    script = (
        "import sys; from scoring.judges.registry import make_judge; "
        "make_judge('embedded'); make_judge('openai/x'); "
        "heavy = {'litellm', 'numpy', 'onnxruntime', 'tokenizers', 'nltk'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"
