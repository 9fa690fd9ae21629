"""A run from the command line, killed at random moments and resumed, beside an undisturbed one."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.formats import case_to_json, json_line
from tests.judging.faults import Faults, cases
from tests.loopback_server import LoopbackServer

ENVIRONMENT = {**os.environ, "OPENAI_API_KEY": "none-needed"}
ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Aftermath:
    """What came of it.

    Attributes:
        undisturbed: The results of a run that nobody killed, by case.
        resumed: Those of the one that was killed.
        extra_calls: How many requests more the killed run took than the other.
        killed: How often a process was killed while it was asking.
        intact: What SQLite says of the store's file.
    """

    undisturbed: Mapping[str, object]
    resumed: Mapping[str, object]
    extra_calls: int
    killed: int
    intact: str


def killed_and_resumed(
    folder: Path, *, kills: int, case_count: int, concurrency: int, seed: int
) -> Aftermath:
    """Run, kill and resume.

    Args:
        folder: An empty one, to work in.
        kills: How often the process is killed, each time after a random number of requests.
        case_count: How many cases are judged.
        concurrency: How many at once.
        seed: Of the moments.
    """
    source = folder / "cases.jsonl"
    source.write_text(
        "".join(f"{json_line(case_to_json(case))}\n" for case in cases(case_count)),
        encoding="utf-8",
    )

    def command(server: LoopbackServer, name: str) -> list[str]:
        arguments = ["score", str(source), "--judge", "openai/killed"]
        arguments += ["--api-base", server.api_base, "--concurrency", str(concurrency)]
        arguments += ["--store", f"sqlite:///{folder / name}.sqlite3"]
        return [sys.executable, "-m", "scoring", *arguments, "--output", str(folder / name)]

    with LoopbackServer(Faults(mended=True)) as server:
        _to_its_end(command(server, "undisturbed"))
        calls = len(server.requests)
    moments = random.Random(seed)
    killed = 0
    with LoopbackServer(Faults(mended=True, delay=0.05)) as server:
        for _ in range(kills):
            # Somewhere within this process's share of the requests.
            share = max(1, calls // (kills + 1))
            target = len(server.requests) + moments.randint(1, share)
            process = subprocess.Popen(
                command(server, "resumed"),
                cwd=ROOT,
                env=ENVIRONMENT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while len(server.requests) < target and process.poll() is None:
                time.sleep(0.001)
            time.sleep(moments.random() * 0.05)
            killed += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
        _to_its_end(command(server, "resumed"))
        extra = len(server.requests) - calls
    with sqlite3.connect(folder / "resumed.sqlite3") as connection:
        (intact,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return Aftermath(
        _results(folder / "undisturbed"), _results(folder / "resumed"), extra, killed, intact
    )


def _to_its_end(command: list[str]) -> None:
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def _results(path: Path) -> dict[str, object]:
    """By case, whatever of its result does not depend on the clock or on chance."""
    results: dict[str, object] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        result = json.loads(line)
        judgement = result["judgement"]
        parts = [judgement["verdicts"], judgement["missing"], judgement["assessment"]]
        results[result["id"]] = [parts, result["relevance"], result["signature"]]
    return results
