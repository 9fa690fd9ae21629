"""How many of the terms that the authors of Debian's FAQ marked are kept whole, per language.

Run it from the clone's root: `python -m tests.benchmarks.keywords_terms`.

The FAQ's text has lost its markup, so that nothing tells a command of several words ("apt-get
source NAME"); terms of one word are counted apart. A term is *whole* where a keyword of the text is
the term and nothing else, and *not torn* where one keyword holds all of it.
"""

import json
from collections import defaultdict
from pathlib import Path

from scoring.keywords import keyword_coverage

DATA = Path(__file__).parents[1] / "data" / "keywords_debian_faq.jsonl"
AROUND = " \t.,:;<>()"


def verdict(term: str, text: str, spans: list[tuple[int, int]]) -> str | None:
    """What became of a term; `None` if the text does not hold it in so many words."""
    best = None
    start = text.find(term)
    while start >= 0:
        end = start + len(term)
        if (start, end) in spans:
            return "whole"
        held = any(first <= start and end <= last for first, last in spans)
        best = "not torn" if held or best == "not torn" else "torn"
        start = text.find(term, start + 1)
    return best


def main() -> None:
    """Print a line for each language."""
    counts: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for line in DATA.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        text = f"{case['query']}\n{case['response']}"
        coverage = keyword_coverage(text, text, language=case["lang"])
        spans = [span for match in coverage.matches for span in match.reference_spans]
        for marked in set(case["meta"]["marked_terms"]):
            term = marked.strip(AROUND) if not marked.startswith(".") else marked
            found = verdict(term, text, spans)
            if found is not None:
                counts[case["lang"], " " in term][found] += 1
    print("language  words  terms  whole  not torn")
    for (language, several), tally in sorted(counts.items()):
        total = sum(tally.values())
        whole, held = tally["whole"], tally["whole"] + tally["not torn"]
        words = "many" if several else "one"
        print(f"{language:8}  {words:5}  {total:5}  {whole / total:5.1%}  {held / total:8.1%}")


if __name__ == "__main__":
    main()
