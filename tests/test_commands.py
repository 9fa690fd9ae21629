"""The commands that a newcomer pastes."""

from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_checks_run_by_the_line_that_the_readme_gives() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()

    assert script[-1].endswith(".venv/bin/python -m tests")
    assert script[-1] in readme
