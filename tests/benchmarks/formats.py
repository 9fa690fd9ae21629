"""How fast files are read, and that no damaged file ends in anything but cases, issues or an error.

Run it from the clone's root: `python -m tests.benchmarks.formats`. It takes about two minutes.

Wanted: 10,000 cases of 5 contexts (about 30 MB) read as JSON Lines in under 3 times what plain
`json.loads` a line takes, and as CSV in under 3 times what pandas' own reader takes, whose texts
are then no Python strings yet, nor lists; 2,000 damaged files over all readers without a traceback;
and time that is linear in a file's size, whatever is in it. Times are the processor's, the best of
several taken in turn in one process, since a shared machine only ever adds to them.

The floor is what the plainest program takes that ends in the same cases and checks nothing: the
standard library's reader, `json.loads` of each list, and the cases themselves.
"""

import csv
import gc
import io
import json
import random
import time
from collections.abc import Callable, Mapping

import pandas as pd

from scoring.errors import FormatError
from scoring.formats import Cases, read_cases
from scoring.formats.exports import EXPORTERS, export
from scoring.model import Case, Context
from tests.formats.mutations import mutated_files

CASES = 10_000
ROUNDS = 9
DAMAGED = 2000
SIZES = (1, 2, 4)
WORDS = ("the", "quick", "brown", "fox", "jumps", "over", "a", "lazy", "dog", "“river”", "bank,")


def text(source: random.Random, words: int) -> str:
    """Prose with the line breaks and quotation marks that passages have."""
    chosen = source.choices(WORDS, k=words)
    chosen[words // 2] += ' "so they say".\n'
    return " ".join(chosen)


def lines() -> list[dict[str, object]]:
    """The cases, about 3,000 characters each."""
    source = random.Random(1)
    passages = [text(source, 105) for _ in range(2000)]
    return [
        {
            "id": f"case-{number}",
            "query": text(source, 14),
            "contexts": source.choices(passages, k=5),
            "response": text(source, 50),
        }
        for number in range(CASES)
    ]


def plain_case(id: str, query: str, contexts: list[str], response: str) -> Case:  # noqa: A002 - the line's name
    """A case of what a line says."""
    return Case(id, query, tuple(map(Context, contexts)), response)


def reader_of(content: bytes) -> Callable[[], Cases]:
    """What reads a file."""
    return lambda: read_cases(content)


def best_of(tasks: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """The least time of each task in seconds, the tasks taken in turn."""
    least = dict.fromkeys(tasks, float("inf"))
    for _ in range(rounds):
        for name, task in tasks.items():
            gc.collect()
            begun = time.process_time()
            task()
            least[name] = min(least[name], time.process_time() - begun)
    return least


def reading() -> None:
    """Both readers against the plainest ones."""
    cases = lines()
    json_lines = "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in cases).encode()
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(cases[0])
    for case in cases:
        contexts = json.dumps(case["contexts"], ensure_ascii=False)
        writer.writerow([case["id"], case["query"], contexts, case["response"]])
    as_csv = table.getvalue().encode()
    print(f"{CASES:,} cases: {len(json_lines) / 1e6:.0f} MB of JSON Lines")

    def loads_each_line() -> list[object]:
        return [json.loads(line) for line in json_lines.splitlines()]

    def pandas_and_lists() -> pd.DataFrame:
        frame = pd.read_csv(io.BytesIO(as_csv), engine="c")
        frame["contexts"] = [json.loads(cell) for cell in frame["contexts"]]
        return frame

    def json_lines_floor() -> list[Case]:
        read = (json.loads(line) for line in json_lines.splitlines())
        return [plain_case(**fields) for fields in read]

    def csv_floor() -> list[Case]:
        _, *rows = csv.reader(io.StringIO(as_csv.decode(), newline=""))
        return [
            plain_case(case_id, query, json.loads(contexts), response)
            for case_id, query, contexts, response in rows
        ]

    read_json_lines, read_csv = read_cases(json_lines).cases, read_cases(as_csv).cases
    assert list(read_json_lines) == list(read_csv) == json_lines_floor() == csv_floor()
    del read_json_lines, read_csv

    took = best_of(
        {
            "json.loads": loads_each_line,
            "JSON Lines, floor": json_lines_floor,
            "JSON Lines": lambda: read_cases(json_lines),
            "pandas": lambda: pd.read_csv(io.BytesIO(as_csv), engine="c"),
            "pandas, default engine": lambda: pd.read_csv(io.BytesIO(as_csv)),
            "pandas, lists read": pandas_and_lists,
            "CSV, floor": csv_floor,
            "CSV": lambda: read_cases(as_csv),
        }
    )
    for name, seconds in took.items():
        print(f"  {name:24}{seconds * 1000:7.0f} ms")
    wanted = {"json.loads": " (< 3)", "pandas": " (< 3)"}
    for name in ("json.loads", "JSON Lines, floor"):
        ratio = took["JSON Lines"] / took[name]
        print(f"  JSON Lines / {name:24} {ratio:.2f}{wanted.get(name, '')}")
    for name in ("pandas", "pandas, default engine", "pandas, lists read", "CSV, floor"):
        print(f"  CSV / {name:31} {took['CSV'] / took[name]:.2f}{wanted.get(name, '')}")


def damaged() -> None:
    """Damaged files over all readers."""
    ends = {"cases and issues": 0, "cases": 0, "issues": 0, "one clear error": 0}
    begun = time.perf_counter()
    for _, content in mutated_files(DAMAGED, seed=2):
        try:
            read = read_cases(content)
        except FormatError:
            ends["one clear error"] += 1
            continue
        assert read.cases or read.issues
        both = read.cases and read.issues
        ends["cases and issues" if both else "cases" if read.cases else "issues"] += 1
    print(
        f"{DAMAGED:,} damaged files, none with a traceback, in {time.perf_counter() - begun:.0f} s"
    )
    print("  " + ", ".join(f"{count} {name}" for name, count in ends.items()))


def growing() -> None:
    """Time by size, for files that are hard in one way each."""
    case = {"query": "q", "contexts": ["c"], "response": "r"}
    hard: dict[str, Callable[[int], bytes]] = {
        "quotation marks": lambda size: b"a,b\n" + b'"' * (1_600_000 * size),
        "broken rows": lambda size: b"a,b\n" + b'"x"y,\n' * (20_000 * size),
        "open quotation marks": lambda size: b"a,b\n" + b'"x,\n' * (20_000 * size),
        "delimiters": lambda size: b"a,b\n" + b"," * (400_000 * size),
        "equal names": lambda size: b"a," * (5000 * size) + b"b\n" + b"1," * (5000 * size) + b"2\n",
        "many columns": lambda size: (
            ",".join(f"c{number}" for number in range(5000 * size)).encode()
            + b"\n"
            + b'"[1]",' * (5000 * size)
            + b"\n"
        ),
        "many fields": lambda size: json.dumps(
            {"query": "q", "response": "r", **{f"f{number}": [1] for number in range(5000 * size)}}
        ).encode(),
        "brackets": lambda size: b"[" * (400_000 * size),
        "broken JSON": lambda size: b'{"a": \n' * (20_000 * size),
        "a list cut short": lambda size: b'[\n{"a": 1},\n' + b'{"a" 1},\n' * (10_000 * size),
        "Python lists": lambda size: (
            b"query,contexts,response\n" + b'q,"[\'it\'\'s\', ""b""]",r\n' * (10_000 * size)
        ),
        "broken Python lists": lambda size: (
            b"query,contexts,response\n" + b"q,\"['a', 'b\",r\n" * (10_000 * size)
        ),
        "one long list": lambda size: (
            b'query,contexts,response\nq,"[' + b"'a' 'b' " * (40_000 * size) + b']",r\n'
        ),
        "Latin-1": lambda size: (
            b"query,contexts,response\nq,c,caf\xe9\n" + b"q,c,caf\xe9\n" * (40_000 * size)
        ),
        "rows of one case": lambda size: (
            b"question,context,answer\n"
            + b"".join(b"q,c%d,r\n" % number for number in range(10_000 * size))
        ),
        "rows of many cases": lambda size: (
            b"question,context,answer\n"
            + b"".join(b"q%d,c%d,r\n" % (number // 2, number) for number in range(10_000 * size))
        ),
        "NaN": lambda size: b"[" + b'{"query": NaN},' * (5000 * size) + b"]",
        "names given twice": lambda size: b"[" + b'{"a": 1, "a": 2},' * (5000 * size) + b"]",
        "labels": lambda size: b"Query: a\n" * (20_000 * size),
        "equal ids": lambda size: (json.dumps({"id": "x", **case}) + "\n").encode() * (5000 * size),
    }
    print(f"time by size ({', '.join(map(str, SIZES))}); linear is {SIZES[-1]} at the end")
    for name, make in hard.items():
        files = {str(size): make(size) for size in SIZES}
        took = best_of({size: reader_of(content) for size, content in files.items()}, rounds=3)
        first, *_, last = took.values()
        shown = ", ".join(f"{seconds * 1000:.0f}" for seconds in took.values())
        print(f"  {name:24}{shown:>20} ms  {last / first:.1f}")


def sheets() -> None:
    """100,000 short cases in every format that gives them back."""
    source = random.Random(3)
    cases = [
        Case(f"case-{number}", text(source, 14), (Context(text(source, 20)),), text(source, 10))
        for number in range(100_000)
    ]
    print(f"{len(cases):,} short cases, written and read")
    for name in (name for name, exporter in EXPORTERS.items() if exporter.lossless):
        begun = time.perf_counter()
        content = export(cases, name).content
        written = time.perf_counter()
        read = read_cases(content)
        took = time.perf_counter()
        assert read.cases == tuple(cases)
        seconds = f"{written - begun:5.1f} s and {took - written:5.1f} s"
        print(f"  {name:10}{len(content) / 1e6:4.0f} MB {seconds}")


if __name__ == "__main__":
    reading()
    damaged()
    growing()
    sheets()
