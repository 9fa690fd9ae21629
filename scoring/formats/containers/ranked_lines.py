"""TREC's files of lines: runs `qid Q0 docid rank score tag` and judgements `qid iter docid rel`."""

import re
from typing import Final

from scoring.formats.decoding import Decoded
from scoring.formats.issues import Issue, Unit
from scoring.formats.records import Record, Records

RUN_COLUMNS: Final = ("qid", "iter", "docid", "rank", "score", "tag")
JUDGEMENT_COLUMNS: Final = ("qid", "iter", "docid", "rel")

_LAYOUTS: Final = {
    RUN_COLUMNS: re.compile(
        r"\s*(\S+)\s+(Q0|\d+)\s+(\S+)\s+(\d+)\s+([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?)"
        r"\s+(\S+)\s*"
    ),
    JUDGEMENT_COLUMNS: re.compile(r"\s*(\S+)\s+(Q0|\d+)\s+(\S+)\s+([-+]?\d+)\s*"),
}
_SAMPLE: Final = 1 << 13
_MOST_SAMPLED: Final = 20


def is_ranked_lines(text: str) -> bool:
    """Whether nearly all of a text's first lines are a run's, or judgements'."""
    return _layout(text) is not None


def read_ranked_lines(decoded: Decoded) -> Records:
    """Read a run or judgements; every value is text."""
    columns = _layout(decoded.text) or RUN_COLUMNS
    rows: list[Record] = []
    issues: list[Issue] = []
    for number, line in enumerate(decoded.text.split("\n"), start=1):
        found = _LAYOUTS[columns].fullmatch(line)
        if found:
            values = dict(zip(columns, found.groups(), strict=True))
            rows.append(Record(number, values, f"line-{number}"))
        elif line.strip():
            issues.append(
                Issue(number, f"has not the {len(columns)} parts of a line", " ".join(columns))
            )
    note = "TREC run" if columns == RUN_COLUMNS else "TREC judgements"
    notes = tuple(filter(None, (decoded.title, note)))
    return Records(tuple(rows), "trec", Unit.LINE, columns, tuple(issues), notes)


def _layout(text: str) -> tuple[str, ...] | None:
    sample = text[:_SAMPLE]
    lines = [line for line in sample.split("\n") if line.strip()]
    if len(sample) == _SAMPLE:
        # The last line may be cut.
        lines = lines[:-1]
    lines = lines[:_MOST_SAMPLED]
    for columns, pattern in _LAYOUTS.items():
        fitting = sum(pattern.fullmatch(line) is not None for line in lines)
        if fitting and 10 * fitting >= 8 * len(lines):
            return columns
    return None
