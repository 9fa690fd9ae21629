"""A model as judge, from a shell."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from scoring.__main__ import main as from_the_start
from scoring.cli import main
from scoring.formats import case_to_json, json_line
from scoring.judging import Outcome, Run
from scoring.model import Case, Judgement
from scoring.progress import watched
from tests.judging.faults import cases
from tests.loopback_server import LoopbackServer, Reply, Request, honest, judgement_text

ROOT = Path(__file__).parent.parent
NUMBERS = count()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> str:
    """A model that this process has learned nothing about, and a key for it."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    return f"openai/shell-{next(NUMBERS)}"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(f"{json_line(case_to_json(case))}\n" for case in cases(6)), "utf-8")
    return path


def test_the_estimate_comes_first_and_what_it_took_afterwards(
    model: str, server: LoopbackServer, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    assert main(call) == 0
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"scorescope: {model}: 6 to ask, 0 kept; about ")
    assert first.endswith("price unknown")
    assert last == "scorescope: 6 requests; 600 tokens in and 120 out; price unknown"
    # Judged once, kept, and scored for ever.
    assert main([*call, "--unused-high", "0"]) == 0
    assert capsys.readouterr().err == f"scorescope: {model}: nothing to ask, 6 kept\n"
    assert len(server.requests) == 6


def test_fresh_asks_again_and_no_store_keeps_nothing(
    model: str, server: LoopbackServer, source: Path
) -> None:
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    assert main([*call, "--no-store"]) == 0
    assert main(call) == 0
    assert len(server.requests) == 12
    assert main([*call, "--fresh"]) == 0
    assert len(server.requests) == 18


def test_a_fresh_run_goes_on_from_the_moment_that_it_began(
    model: str,
    server: LoopbackServer,
    source: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    assert main(call) == 0
    capsys.readouterr()
    asked = len(server.requests)

    def interrupted(run: Run) -> Iterator[tuple[int, Outcome]]:
        while run.snapshot().done < 2:
            time.sleep(0.01)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Run, "arrivals", interrupted)
        assert main([*call, "--fresh", "--concurrency", "1", "--rpm", "120"]) == 130
    told = capsys.readouterr().err
    (kept,) = re.findall(r"(\d) of 6 cases are judged and kept", told)
    (said,) = re.findall(r"with (--fresh-since \S+) in place of --fresh goes on", told)
    made = len(server.requests) - asked
    assert main([*call, *said.split()]) == 0
    assert len(server.requests) == asked + made + 6 - int(kept)
    assert main([*call, "--fresh-since", "2099-01-01"]) == 0
    assert len(server.requests) == asked + made + 6 - int(kept) + 6


def test_a_moment_that_is_none_is_refused(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["score", str(source), "--judge", "openai/m", "--fresh-since", "yesterday"])
    assert "yesterday is no moment" in capsys.readouterr().err


def test_a_store_can_be_named(
    model: str, server: LoopbackServer, source: Path, tmp_path: Path
) -> None:
    store = tmp_path / "named.sqlite3"
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    assert main([*call, "--store", f"sqlite:///{store}"]) == 0
    assert store.exists()
    assert b"canary" not in store.read_bytes()


def test_repeats_are_shown_with_their_spread(
    model: str, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    levels = {0: "high", 1: "low"}
    asked = count()

    def wavering(request: Request) -> Reply:
        return Reply(judgement_text(request.asked, level=levels[next(asked) % 2]))

    output = tmp_path / "out.jsonl"
    with LoopbackServer(wavering) as server:
        call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
        call += ["--repeat", "2", "--concurrency", "1", "--output", str(output)]
        assert main(call) == 0
    table = capsys.readouterr().out
    assert table.count("scored; mean of 2 0.65, 95 % from 0.00 to 1.00") == 6
    results = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert len(results) == 6
    for result in results:
        assert result["repeats"]["attempts"] == 2
        assert sorted(result["repeats"]["scores"]) == pytest.approx([0.3, 1.0])
        assert result["repeats"]["interval"] == [0.0, 1.0]
    # The written file is valid input, without a word about the repeats.
    assert main(["score", str(output), "--judge", "recorded"]) == 0


def test_parameters_and_limits_reach_the_requests(
    model: str, server: LoopbackServer, source: Path
) -> None:
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    call += ["--parameters", '{"seed": 7}', "--rpm", "6000", "--timeout", "50"]
    assert main(call) == 0
    assert {request.body["seed"] for request in server.requests} == {7}


def test_a_spent_budget_leaves_the_rest_failed_for_that_reason(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    # 1000 * 2.5e-6 + 100 * 1e-5 = 0.0035 USD a case
    with LoopbackServer(lambda request: replace(honest(request), usage=(1000, 100))) as server:
        call = ["score", str(source), "--judge", "gpt-4o", "--api-base", server.api_base]
        assert main([*call, "--budget", "0.007", "--concurrency", "1"]) == 1
        told = capsys.readouterr()
        assert len(server.requests) == 2
    assert "stopped with 4 of 6 cases not asked about: The budget of $0.007 is spent." in told.err
    assert told.out.count("failed: The judge was not asked. The budget of $0.007 is spent.") == 4
    assert "(mean of 2 of 6)" in told.out


def test_a_budget_without_a_price_is_refused_before_anybody_is_asked(
    model: str, server: LoopbackServer, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
    assert main([*call, "--budget", "1"]) == 2
    assert "no price for" in capsys.readouterr().err
    assert server.requests == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--judge", "embedded", "--budget", "1"], "--budget needs a model as judge"),
        (["--fresh"], "--fresh needs a model as judge"),
        (["--fresh-since", "2026-11-30"], "--fresh-since needs a model as judge"),
        (["--judge", "recorded", "--api-base", "http://x/v1"], "--api-base needs a model"),
        (["--judge", "openai/m", "--concurrency", "0"], "concurrency must be 1 or more"),
        (["--judge", "openai/m", "--repeat", "0"], "repeat must be 1 or more"),
        (["--judge", "openai/m", "--parameters", "[1]"], "takes an object"),
        (["--judge", "openai/m", "--parameters", "{"], "--parameters: the JSON value ends"),
        (["--judge", "openai/m", "--store", "mysql://h/d"], "SQLite or PostgreSQL"),
        (["--judge", "openai/m", "--store", "sqlite:////no/such/x"], "keep nothing: --no-store"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    source: Path, options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(source), *options]) == 2
    assert says in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_there_and_tells_how_to_go_on(model: str, tmp_path: Path) -> None:
    source, store = tmp_path / "cases.jsonl", tmp_path / "kept.sqlite3"
    source.write_text("".join(f"{json_line(case_to_json(case))}\n" for case in cases(8)), "utf-8")

    willing = threading.Event()

    def script(request: Request) -> Reply:
        at_once = request.number < 3 or willing.is_set()
        return replace(honest(request), delay=0.0 if at_once else 60.0)

    with LoopbackServer(script) as server:
        call = ["score", str(source), "--judge", model, "--api-base", server.api_base]
        call += ["--concurrency", "2", "--store", f"sqlite:///{store}"]
        with subprocess.Popen(
            [sys.executable, "-m", "scoring", *call],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            text=True,
            start_new_session=True,
        ) as process:
            # However busy the machine, it is not interrupted before it is where it should be.
            while len(server.requests) < 5 and process.poll() is None:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
        assert process.returncode == 130, errors
        assert output == ""
        *_, kept, interrupted = errors.splitlines()
        assert kept == (
            f"scorescope: 3 of 8 cases are judged and kept in {store}; the same command goes on "
            "from there"
        )
        assert interrupted == "scorescope: interrupted"
        willing.set()
        assert main(call) == 0
        # Three were kept, two were under way and lost.
        assert len(server.requests) == 3 + 2 + 5


def test_ctrl_c_while_the_program_is_still_being_loaded_ends_it_as_at_any_other_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "scoring.cli", Interrupted("scoring.cli"))
    assert from_the_start() == 130
    assert capsys.readouterr() == ("", "scorescope: interrupted\n")


class Slow:
    """A judge that takes its time."""

    name = "slow"
    model = None

    def judge(self, case: Case) -> Judgement:
        time.sleep(0.15)
        return Judgement(len(case.contexts), ())


def shown(stream: io.TextIOWrapper | io.StringIO, said_every: float) -> None:
    run = Run(cases(6), Slow())
    with watched(run, stream, said_every=said_every):
        run.start()
        assert run.wait(30)


def test_elsewhere_than_on_a_terminal_progress_is_lines() -> None:
    log = io.StringIO()
    shown(log, 0.3)
    lines = log.getvalue().splitlines()
    assert lines
    assert all(" of 6 judged; " in line and "a minute; " in line for line in lines)
    assert "\r" not in log.getvalue()


def test_on_a_terminal_progress_is_a_bar_that_is_wiped() -> None:
    controller, terminal = pty.openpty()
    with open(terminal, "w", encoding="utf-8") as screen:
        shown(screen, 60)
        seen = ""
        while not seen.endswith("\r\x1b[K"):
            seen += os.read(controller, 10_000).decode()
    os.close(controller)
    assert "\r[" in seen
    assert "of 6 judged; " in seen
    assert "\n" not in seen
