"""The real server in a process of its own, as `streamlit run` starts it."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
_PATIENCE = 60  # seconds until the server has to answer


@contextmanager
def running(
    script: Path,
    home: Path,
    *,
    folder: Path = ROOT,
    options: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """A server for one script.

    Args:
        script: What `streamlit run` is given.
        home: The process's home folder, so that nobody's own settings or keys count. Its log goes
            here, into `server.log`.
        folder: Where the process starts; its `.streamlit/config.toml` counts.
        options: Further options of `streamlit run`, without their dashes.

    Yields:
        The app's address, without a slash at its end.
    """
    port = _free_port()
    settings = {"server.port": str(port), "server.headless": "true", **(options or {})}
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += [f"--{name}={value}" for name, value in settings.items()]
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in {"PATH", "LANG", "TMPDIR"} or name.startswith("COVERAGE_")
    }
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**kept, "HOME": str(home), "PYTHONPATH": str(ROOT)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        base = settings.get("server.baseUrlPath", "").strip("/")
        _wait_for(process, "/".join(filter(None, [address, base, "_stcore/health"])), log)
        yield "/".join(filter(None, [address, base]))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (OSError, http.client.HTTPException):  # not up yet, or not ready to answer
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')}")
