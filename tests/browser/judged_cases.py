"""A file of judged cases of every kind, for pages that are to stay quick with many of them."""

import json
import random
from pathlib import Path

LEVELS = ("high", "medium", "low", "none")


def write_judged_cases(path: Path, count: int) -> Path:
    """Write so many cases, the same each time, of 1 to 8 contexts and 0 to 4 missing items."""
    chance = random.Random(17)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            contexts = chance.randint(1, 8)
            verdicts = [
                {"index": place, "level": chance.choice(LEVELS), "used": chance.random() < 0.6}
                for place in range(contexts)
            ]
            line = {
                "id": f"case-{number}",
                "query": f"question {number}",
                "contexts": ["a piece of text"] * contexts,
                "response": "an answer",
                "judgement": {
                    "verdicts": verdicts,
                    "missing": [f"gap {gap}" for gap in range(chance.randint(0, 4))],
                },
            }
            file.write(f"{json.dumps(line)}\n")
    return path
