"""What the LLM judge costs beside a bare call: cases a second against a server that answers late.

    python tests/benchmarks/judges_llm.py [--cases 400] [--concurrency 32] [--delay 0.25]

The server runs in a process of its own. Both clients send the same texts to it, in turns.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from scoring.judges.llm import LLMJudge  # noqa: E402  # the clone, not an installed copy
from scoring.judges.llm.client import Straight  # noqa: E402  # as above
from scoring.judges.llm.library import litellm_library  # noqa: E402  # as above
from scoring.judges.llm.prompt import Question, messages, reply_schema  # noqa: E402  # as above
from scoring.keywords.languages import LANGUAGES  # noqa: E402  # as above
from scoring.model import Case, Context  # noqa: E402  # as above

ROUNDS = 3
PIECE = "Annual plans can be refunded within thirty days of purchase, less the days used. " * 8


def case(number: int) -> Case:
    contexts = tuple(Context(f"{number}.{piece} {PIECE}") for piece in range(5))
    return Case(str(number), "What is the refund window for annual plans?", contexts, PIECE)


async def rate(work: Callable[[Case], Awaitable[object]], cases: int, concurrency: int) -> float:
    """Cases a second."""
    gate = asyncio.Semaphore(concurrency)

    async def one(number: int) -> None:
        async with gate:
            await work(case(number))

    started = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(cases)))
    return cases / (time.perf_counter() - started)


async def measured(api_base: str, cases: int, concurrency: int, delay: float) -> None:
    litellm = litellm_library()
    judge = LLMJudge("openai/bench", api_key="none", api_base=api_base)
    question = Question(tuple(range(5)))
    shape = {"name": "judgement", "strict": True, "schema": reply_schema(question.positions)}

    async def bare(each: Case) -> None:
        await litellm.acompletion(
            model="openai/bench",
            api_key="none",
            api_base=api_base,
            messages=messages(each, question, LANGUAGES["en"]),
            response_format={"type": "json_schema", "json_schema": shape},
            temperature=0,
            max_retries=0,
        )

    async def judged(each: Case) -> None:
        await judge.ask(each, Straight())

    for work in (bare, judged):
        await rate(work, concurrency, concurrency)  # Connections and caches, once.
    rates: dict[str, list[float]] = {"bare": [], "judge": []}
    for _ in range(ROUNDS):
        rates["bare"].append(await rate(bare, cases, concurrency))
        rates["judge"].append(await rate(judged, cases, concurrency))
    ideal = concurrency / delay
    for name, values in rates.items():
        print(
            f"{name}: {statistics.median(values):.0f} cases/s, "
            f"{statistics.median(values) / ideal:.0%} of the ideal {ideal:.0f}"
        )
    ratios = [mine / theirs for mine, theirs in zip(rates["judge"], rates["bare"], strict=True)]
    print(f"judge / bare, by round: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--delay", type=float, default=0.25)
    options = parser.parse_args()
    command = [sys.executable, str(ROOT / "tests" / "loopback_server.py")]
    command += ["--delay", str(options.delay)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        api_base = server.stdout.readline().strip()
        asyncio.run(measured(api_base, options.cases, options.concurrency, options.delay))
        server.terminate()


if __name__ == "__main__":
    main()
