"""How far the embedded judge agrees with people, and how fast it is.

    python tests/benchmarks/judges_embedded.py [FOLDER]

FOLDER holds `relevance_medquad.jsonl`, `usage_quotesum.jsonl`, `usage_clapnq.jsonl` and
`keywords_debian_faq.jsonl`, or some of them; without it, the small samples in `tests/data/judges`.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from scoring.judges.embedded import EmbeddedJudge  # noqa: E402  # the clone, not an installed copy
from scoring.model import Case, Context, Judgement, RelevanceLevel  # noqa: E402  # as above

GRADES = tuple(reversed(RelevanceLevel))
FRESH = """
import sys, time
started = time.perf_counter()
sys.path.insert(0, {root!r})
from scoring.judges.embedded import EmbeddedJudge
from scoring.model import Case, Context
EmbeddedJudge().judge(Case("1", "What is the refund window?", (Context("30 days."),), "30 days"))
print(time.perf_counter() - started)
"""


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judged(row: dict[str, Any]) -> Judgement:
    contexts = tuple(Context(text) for text in row["contexts"])
    return EmbeddedJudge().judge(Case(row["id"], row["query"], contexts, row.get("response", "")))


def share(flags: Iterable[bool]) -> float:
    return statistics.fmean(map(float, flags))


def weighted_kappa(pairs: Sequence[tuple[int, int]]) -> float:
    """Cohen's kappa with quadratic weights."""
    observed = statistics.fmean((ours - theirs) ** 2 for ours, theirs in pairs)
    expected = statistics.fmean((ours - theirs) ** 2 for ours, _ in pairs for _, theirs in pairs)
    return 1 - observed / expected


def levels(path: Path) -> None:
    pairs: list[tuple[int, int]] = []
    flagged: dict[bool, list[bool]] = {True: [], False: []}
    started = time.perf_counter()
    for row in rows_of(path):
        judgement = judged(row)
        pairs += [
            (GRADES.index(verdict.level), grade)
            for verdict, grade in zip(judgement.verdicts, row["grades"], strict=True)
        ]
        if max(row["grades"]) != 2:
            flagged[max(row["grades"]) < 2].append(bool(judgement.missing))
    seconds = time.perf_counter() - started
    print(
        f"{path.name}: {len(pairs)} passages, level exact {share(a == b for a, b in pairs):.2f}, "
        f"within one {share(abs(a - b) <= 1 for a, b in pairs):.2f}, "
        f"relevant or not {share((a >= 2) == (b >= 2) for a, b in pairs):.2f}, "
        f"weighted kappa {weighted_kappa(pairs):.2f}, "
        f"{seconds / len(pairs) * 1000:.0f} ms a passage"
    )
    for lacking, found in flagged.items():
        which = "no relevant passage" if lacking else "an excellent passage"
        if found:
            print(f"  {len(found)} questions with {which}: {share(found):.2f} have a missing item")


def usage(path: Path) -> None:
    ours: dict[bool, list[bool]] = {True: [], False: []}
    for row in rows_of(path):
        if not row.get("response"):
            continue
        for verdict, used in zip(judged(row).verdicts, row["used"], strict=True):
            if used is not None:
                ours[used].append(verdict.used)
    found, spared = share(ours[True]), 1 - share(ours[False])
    print(
        f"{path.name}: {len(ours[True]) + len(ours[False])} passages, used found {found:.2f}, "
        f"unused spared {spared:.2f}, balanced accuracy {(found + spared) / 2:.3f}"
    )


def languages(path: Path) -> None:
    """Each question with its own answer and three others; the own one should come first."""
    by_language: dict[str, list[dict[str, Any]]] = {}
    for row in rows_of(path):
        by_language.setdefault(row["lang"], []).append(row)
    for language, rows in sorted(by_language.items()):
        first, own, others, gaps = [], [], [], []
        used_by_chance = []
        for at, row in enumerate(rows):
            answers = [rows[(at + step) % len(rows)]["response"] for step in (0, 1, 7, 13)]
            judgement = judged(
                {"id": "", "query": row["query"], "contexts": answers, "response": answers[0]}
            )
            ranks = [GRADES.index(verdict.level) for verdict in judgement.verdicts]
            first.append(ranks[0] > max(ranks[1:]))
            own.append(ranks[0] >= 2)
            others += [rank >= 2 for rank in ranks[1:]]
            gaps.append(bool(judgement.missing))
            used_by_chance += [verdict.used for verdict in judgement.verdicts[1:]]
        print(
            f"{path.name} {language}: own answer above the others {share(first):.2f}, own answer "
            f"relevant {share(own):.2f}, another's {share(others):.2f}, called used "
            f"{share(used_by_chance):.2f}; missing item although the answer is there "
            f"{share(gaps):.2f}"
        )


def speed() -> None:
    script = FRESH.format(root=str(ROOT))
    fresh = [
        float(
            subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
        )
        for _ in range(3)
    ]
    print(f"first judgement of a fresh process: {min(fresh):.2f} to {max(fresh):.2f} s")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "tests" / "data" / "judges"
    measures = {
        "relevance_medquad.jsonl": levels,
        "usage_quotesum.jsonl": usage,
        "usage_clapnq.jsonl": usage,
        "keywords_debian_faq.jsonl": languages,
    }
    for name, measure in measures.items():
        if (folder / name).exists():
            measure(folder / name)
    speed()


if __name__ == "__main__":
    main()
