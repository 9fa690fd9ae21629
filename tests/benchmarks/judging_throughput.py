"""How fast a run asks, beside bare `litellm.acompletion` and beside what the server allows.

`python -m tests.benchmarks.judging_throughput [--memory]`. The server answers in 250 ms, in a
process of its own; both clients send the same requests at the same concurrency, in pairs of runs,
each of them first in every other pair. A pair's ratio is what counts, since whatever else the
machine does meets both of its runs: that of cases a second, and that of the processor time a case,
which is what decides once the processor is the limit, and which other work disturbs least. With
`--memory`, the memory of one run over 10,000 cases as well.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring.judges.language import language_of
from scoring.judges.llm import LLMJudge
from scoring.judges.llm.library import litellm_library
from scoring.judges.llm.prompt import Question, messages, reply_schema
from scoring.judging import Limits, Run
from scoring.model import Case, Context
from scoring.store import JudgementStore

LATENCY: Final = 0.25
CONCURRENCY: Final = 32
CASES: Final = 400
PAIRS: Final = 6
BARE: Final = "bare litellm.acompletion"
OURS: Final = "run with store"
MODEL: Final = "openai/throughput"
PASSAGE: Final = "Refunds are paid within 14 days of the day on which we receive your request. " * 4
ROOT: Final = Path(__file__).parent.parent.parent


def main() -> None:
    """Measure and print."""
    with server(LATENCY) as api_base, tempfile.TemporaryDirectory() as folder:
        judge = LLMJudge(MODEL, api_key="none", api_base=api_base)
        warm_up(judge)
        ideal = CONCURRENCY / LATENCY
        print(f"{CASES} cases of 5 contexts, {CONCURRENCY} at once; ideal {ideal:.0f} cases/s")
        taken: dict[str, list[Times]] = {BARE: [], OURS: []}
        for number in range(PAIRS):
            for client in (BARE, OURS) if number % 2 else (OURS, BARE):
                cases = made(CASES, f"{client} {number}")
                if client == BARE:
                    taken[client].append(asyncio.run(bare_litellm(api_base, cases)))
                else:
                    with JudgementStore(f"sqlite:///{folder}/{number}.sqlite3") as store:
                        taken[client].append(times_of(judge, cases, store))
        for client, times in taken.items():
            rates = [CASES / each.wall for each in times]
            median, best = statistics.median(rates), max(rates)
            processor = statistics.median(each.processor for each in times) / CASES
            print(
                f"{client}: median {median:.0f} cases/s, best {best:.0f} ({best / ideal:.0%}); "
                f"{processor * 1e3:.1f} ms of the processor a case"
            )
        for what in ("wall", "processor"):
            ratios = sorted(
                getattr(bare, what) / getattr(ours, what)
                for bare, ours in zip(taken[BARE], taken[OURS], strict=True)
            )
            print(
                f"{what}: {statistics.median(ratios):.0%} of bare in the median pair, "
                f"{ratios[0]:.0%} to {ratios[-1]:.0%}"
            )
    if "--memory" in sys.argv:
        memory()


def memory() -> None:
    """The resident memory at several points of one run over 10,000 cases."""
    with server(0.0) as api_base, tempfile.TemporaryDirectory() as folder:
        judge = LLMJudge(MODEL, api_key="none", api_base=api_base)
        with JudgementStore(f"sqlite:///{folder}/memory.sqlite3") as store:
            run = Run(made(10_000, "memory"), judge, limits=Limits(CONCURRENCY), store=store)
            run.start()
            wanted = iter((1_000, 2_500, 5_000, 7_500, 10_000))
            mark = next(wanted)
            for done, _ in enumerate(run.arrivals(), start=1):
                if done == mark:
                    print(f"{done:>6} cases: {resident() / 1e6:.0f} MB resident")
                    mark = next(wanted, 0)


@dataclass(frozen=True)
class Times:
    """What some cases took, in seconds: by the clock, and of the processor."""

    wall: float
    processor: float

    @classmethod
    def now(cls) -> "Times":
        """The clocks as they stand."""
        return cls(time.perf_counter(), time.process_time())

    def __sub__(self, other: "Times") -> "Times":
        return Times(self.wall - other.wall, self.processor - other.processor)


def times_of(judge: LLMJudge, cases: list[Case], store: JudgementStore) -> Times:
    """What a run that judges every case takes."""
    run = Run(cases, judge, limits=Limits(concurrency=CONCURRENCY), store=store)
    started = Times.now()
    run.start()
    run.wait()
    taken = Times.now() - started
    snapshot = run.snapshot()
    if snapshot.failed or snapshot.asked != len(cases):
        raise SystemExit(f"not every case was judged: {snapshot.failures}")
    return taken


async def bare_litellm(api_base: str, cases: list[Case]) -> Times:
    """What the same requests take, their prompts made beforehand, replies unread."""
    litellm = litellm_library()
    shape = {
        "type": "json_schema",
        "json_schema": {"name": "judgement", "strict": True, "schema": reply_schema(range(5))},
    }
    prompts = [messages(case, Question(tuple(range(5))), language_of(case)) for case in cases]
    waiting = iter(prompts)

    async def take() -> None:
        for prompt in waiting:
            await litellm.acompletion(
                model=MODEL,
                messages=prompt,
                api_base=api_base,
                api_key="none",
                temperature=0,
                response_format=shape,
                max_retries=0,
            )

    # Connections of its own first, as ours are warm too.
    waiting = iter(prompts[:CONCURRENCY])
    await asyncio.gather(*(take() for _ in range(CONCURRENCY)))
    waiting = iter(prompts)
    started = Times.now()
    await asyncio.gather(*(take() for _ in range(CONCURRENCY)))
    return Times.now() - started


def warm_up(judge: LLMJudge) -> None:
    """Load LiteLLM, open connections, and learn what the model can do."""
    run = Run(made(CONCURRENCY, "warm"), judge, limits=Limits(concurrency=CONCURRENCY))
    run.start()
    run.wait()


def made(number: int, name: str) -> list[Case]:
    """Cases of five contexts each that differ in their texts."""
    contexts = tuple(Context(f"{at}. {PASSAGE}") for at in range(5))
    return [
        Case(str(at), f"How long do refunds take, {name} {at}?", contexts, "Up to 14 days.")
        for at in range(number)
    ]


def resident() -> int:
    """This process's resident memory in bytes (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


@contextmanager
def server(delay: float) -> Iterator[str]:
    """A server in a process of its own; its base URL."""
    command = [sys.executable, "-m", "tests.loopback_server", "--delay", str(delay)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise SystemExit("the server has no output")
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
