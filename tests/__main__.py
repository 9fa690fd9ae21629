"""Every check, in order; further arguments go to pytest: `python -m tests [-k NAME ...]`."""

import subprocess
import sys
from pathlib import Path

from tests.browser import chromium
from tests.store import postgresql

ROOT = Path(__file__).parent.parent
LEAST_COVERAGE = 95  # per cent of lines and branches, of a whole run


def main(arguments: list[str]) -> int:
    """Run the checks, all of them even if one fails.

    Returns:
        The process's exit status: 0 if every check passed, else 1.
    """
    floor = [] if arguments else [f"--cov-fail-under={LEAST_COVERAGE}"]
    try:
        _say(f"browser: {chromium.provide()}")
    except chromium.MissingBrowserError as error:
        _say(str(error))
        return 1
    try:
        _say(f"PostgreSQL: {postgresql.programs()}")
    except postgresql.MissingServerError as error:
        _say(f"{error} They are left out now.")
        arguments = ["-m", "not postgresql", *arguments]
    checks = (
        ["ruff", "check"],
        ["ruff", "format", "--check"],
        ["mypy"],
        ["pytest", "-n", "auto", *arguments, "--cov", *floor],
    )
    failed = [check[0] for check in checks if not _passes(check)]
    if failed:
        _say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def _passes(check: list[str]) -> bool:
    _say(f"\n$ {' '.join(check)}")
    return subprocess.run([sys.executable, "-m", *check], cwd=ROOT, check=False).returncode == 0


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 -- a command speaks to whoever runs it


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
