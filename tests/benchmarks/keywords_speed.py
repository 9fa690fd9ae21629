"""Pairs a second of the keyword scorer and of its peers, and how cost grows with a text's length.

Run it from the clone's root: `python -m tests.benchmarks.keywords_speed [--no-peers]`.

Texts are windows of real answers, about 200 and 600 characters, all of them different; only word
forms are kept from one pair to the next. Everything is measured in processor time of one core, so
that other work on the machine matters little. The peers (keyword-extractor and the scorer of
@mastra/evals that uses it) are installed from npm into a temporary folder.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from scoring.keywords import keyword_coverage

DATA = Path(__file__).parents[1] / "data" / "keywords_lfrqa.jsonl"
PAIRS = 6_000
LENGTHS = (200, 600)
SEED = 5
GROWTH = (250_000, 1_000_000)
HOSTILE = {
    "prose in one piece": "the,quick,brown,fox,",
    "prose": "The quick brown fox jumps over the lazy dog and learns. ",
    "one letter": "a",
    "full stops": ".",
    "combining marks": "e\u0301\u0323",
    "angle brackets": "<",
    "ampersands": "&amp;",
    "versions": "1.",
    "at signs": "a@",
    "capitals": "A b ",
}
BOTH_HOSTILE = {
    "joined neighbours": ("abx cdx ", "abxcdx "),
    "one letter, apart": ("a", "a "),
    "half a tag": ("<a x=", "<a x = "),
}
PEER_PACKAGES = ("@mastra/evals@1.10.2", "@mastra/core", "keyword-extractor")
PEER_SCRIPT = """
import { readFileSync } from 'fs';
import extractor from 'keyword-extractor';
import { createKeywordCoverageScorer } from '@mastra/evals/scorers/prebuilt';
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils';
const pairs = JSON.parse(readFileSync('pairs.json'));
const settings = { language: 'english', remove_digits: true, return_changed_case: true,
                   remove_duplicates: true };
const bare = ([a, b]) => {
  const held = new Set(extractor.extract(b, settings));
  return extractor.extract(a, settings).filter((word) => held.has(word)).length;
};
const seconds = (from) => {
  const used = process.cpuUsage(from);
  return (used.user + used.system) / 1e6;
};
pairs.forEach(bare);
let from = process.cpuUsage();
pairs.forEach(bare);
const extracting = pairs.length / seconds(from);
const scorer = createKeywordCoverageScorer();
const some = pairs.slice(0, 1000);
const run = ([a, b]) => scorer.run(createAgentTestRun({
  inputMessages: [createTestMessage({ role: 'user', content: a })],
  output: [createTestMessage({ role: 'assistant', content: b })],
}));
for (const pair of some) await run(pair);
from = process.cpuUsage();
for (const pair of some) await run(pair);
console.log(JSON.stringify([extracting, some.length / seconds(from)]));
"""

Pair = tuple[str, str]


def windows() -> list[Pair]:
    """Twice `PAIRS` pairs: the first half warms the word forms, the second is measured."""
    words: list[str] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        words += json.loads(line)["response"].split()
    chance = random.Random(SEED)

    def window(length: int) -> str:
        start = chance.randrange(len(words) - length)
        text = words[start]
        while len(text) < length:
            start += 1
            text += f" {words[start]}"
        return text

    pairs = {(window(LENGTHS[0]), window(LENGTHS[1])): None for _ in range(2 * PAIRS)}
    return list(pairs)


def rate(work: Callable[[Pair], object], pairs: Sequence[Pair]) -> float:
    """Pairs a second of processor time."""
    start = time.process_time()
    for pair in pairs:
        work(pair)
    return len(pairs) / (time.process_time() - start)


def score_and_missing(pair: Pair) -> object:
    """The score, and which keywords are matched and which are missing."""
    coverage = keyword_coverage(*pair)
    comparison = coverage.comparison
    return coverage.score, coverage.matched, comparison and (comparison.wanted, comparison.missing)


def peers(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Pairs a second of the peer's bare extractor and of its whole scorer."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text("{}", encoding="utf-8")
        (folder / "pairs.json").write_text(json.dumps(pairs), encoding="utf-8")
        (folder / "run.mjs").write_text(PEER_SCRIPT, encoding="utf-8")
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent", *PEER_PACKAGES]
        subprocess.run(install, cwd=folder, check=True)
        run = subprocess.run(
            ["node", "run.mjs"], cwd=folder, check=True, capture_output=True, text=True
        )
    extracting, scoring = json.loads(run.stdout.splitlines()[-1])
    return extracting, scoring


def main() -> None:
    """Print rates and ratios."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--no-peers", action="store_true", help="measure ours alone")
    alone = arguments.parse_args().no_peers
    pairs = windows()
    rate(score_and_missing, pairs[:PAIRS])
    measured = pairs[PAIRS:]
    ours = {
        "score, matched, missing": rate(score_and_missing, measured),
        "with every place": rate(lambda pair: keyword_coverage(*pair).matches, measured),
    }
    extracting, scoring = (0.0, 0.0) if alone else peers(measured)
    for name, value in ours.items():
        compared = f"  {value / extracting:5.2f} x bare extractor" if extracting else ""
        print(f"ours, {name:24} {value:8.0f} pairs/s{compared}")
    if extracting:
        print(f"keyword-extractor, bare        {extracting:8.0f} pairs/s")
        print(f"@mastra/evals, whole scorer    {scoring:8.0f} pairs/s")
    print("\nseconds for a response of", " and ".join(f"{length:,}" for length in GROWTH))
    texts = {name: ("quick brown machine learning", unit) for name, unit in HOSTILE.items()}
    for name, units in (texts | BOTH_HOSTILE).items():
        spent = []
        for length in GROWTH:
            reference, response = (unit * (length // len(unit)) for unit in units)
            start = time.process_time()
            keyword_coverage(reference if name in BOTH_HOSTILE else units[0], response)
            spent.append(time.process_time() - start)
        print(f"{name:20} {spent[0]:7.3f} {spent[1]:7.3f}   x{spent[1] / spent[0]:.1f}")


if __name__ == "__main__":
    main()
