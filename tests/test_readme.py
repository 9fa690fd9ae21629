"""What the README says, against what is so."""

import re
import shlex
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.judges.embedded import AGREEMENT

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The README's code in a language, block by block."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_the_embedded_judges_agreement_is_the_measured_one() -> None:
    section = README.split("## The embedded judge is modest")[1].split("\n## ")[0]
    shares = (AGREEMENT.level_exact, AGREEMENT.level_within_one, AGREEMENT.used_or_not)
    assert re.findall(r"(\d+)\s%", section) == [f"{100 * share:.0f}" for share in shares]


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    exec(compile(example, "README.md", "exec"), {})
    relevance, keywords = capsys.readouterr().out.splitlines()
    assert re.match(r"0\.\d+ \S", relevance)
    assert re.match(r"(0\.\d+|1\.0) \[", keywords)


def test_the_command_prints_the_means_that_the_readme_quotes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (command,) = (block for block in blocks("sh") if "scorescope score" in block)
    program, *arguments = shlex.split(command)
    assert program.endswith("/scorescope")
    monkeypatch.chdir(ROOT)
    assert main(arguments) == 0
    (mean,) = re.findall(r'"(mean of \d+ of \d+)"', README)
    assert mean in capsys.readouterr().out
