"""A Chromium for the browser tests: found on the machine, else fetched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_PATIENCE = 900  # seconds for a download

_MEND = """\
There is no Chromium for the browser tests, and none could be fetched. Any one of these mends it:
  - install Chromium or Google Chrome so that it is on the PATH
    (Debian, as root: apt-get update && apt-get install -y chromium)
  - let Playwright fetch its own: {python} -m playwright install --with-deps chromium
What was tried:
{tried}"""


class MissingBrowserError(Exception):
    """No browser, and no way to get one; the message names the mend."""


def find() -> str | None:
    """The path of a Chromium that starts, if the machine has one."""
    return next((path for path in _candidates() if _starts(path)), None)


def provide() -> str:
    """The path of a Chromium that starts; fetches one where the machine has none.

    Raises:
        MissingBrowserError: None could be had.
    """
    found = find()
    tried = []
    for command in _remedies():
        if found is not None:
            break
        tried.append(f"  $ {' '.join(command)}\n{_run(command)}")
        found = find()
    if found is None:
        raise MissingBrowserError(
            _MEND.format(python=sys.executable, tried="\n".join(tried) or "  nothing")
        )
    return found


def _candidates() -> Iterator[str]:
    for name in _NAMES:
        path = shutil.which(name)
        if path is not None:
            yield path
    if _MAC.exists():
        yield str(_MAC)
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        yield own


def _starts(path: str) -> bool:
    # A download that lacks the system's libraries is there, but does not start.
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _remedies() -> Iterator[list[str]]:
    yield [sys.executable, "-m", "playwright", "install", "chromium"]
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        yield ["apt-get", "-q", "update"]
        yield ["apt-get", "-q", "install", "-y", "--no-install-recommends", "chromium"]


def _run(command: list[str]) -> str:
    """What the command said last, indented."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"    no answer in {_PATIENCE} seconds"
    last = done.stdout.strip().splitlines()[-5:]
    return "\n".join(f"    {line}" for line in [*last, f"exit status {done.returncode}"])
