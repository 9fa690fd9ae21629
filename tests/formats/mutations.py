"""Damaged files: what disks, editors and people do to files, at random but always the same."""

import io
import random
import zipfile
from collections.abc import Iterator

from scoring.formats.exports import EXPORTERS, export
from scoring.model import Case, Context, Judgement, RelevanceLevel, Verdict

_TOKENS: tuple[bytes, ...] = (
    b'"',
    b"'",
    b",",
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xff",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\\",
)
_TOKENS += (b"\xef\xbb\xbf", b"\xff\xfe", b"NaN", b"1e999", b'"query":', b"\xe3\x81", b"&e;", b"<")

CASES = tuple(
    Case(
        f"case {number}",
        "料金は? What does it cost?",
        (Context("Fee is 5, they say"), Context('one "two"\nthree', "d1", "kb", 0.5)),
        "It is 5; or so.",
        "hybrid",
        {"page": number},
        Judgement(2, (Verdict(0, RelevanceLevel.HIGH, used=True),), ("the year",)),
    )
    for number in range(4)
)

FOREIGN = {
    "python lists": "question,contexts,answer\n"
    + "".join(f"q{n},\"['a {n}', 'b']\",r\n" for n in range(4)),
    "numpy lists": "question;contexts;answer\n" + "".join(f"q;['a' 'b'];r{n}\n" for n in range(4)),
    "lines": 'query\tcontexts\tresponse\nq\t"a\nb"\tr\n',
    "columns": '{"question": ["q", "p"], "contexts": [["a"], ["b"]], "answer": ["r", "s"]}',
    "document": '{"page": 1, "scores": [{"input": {"q": "x"}, "documents": ["a"], "output": "r"}]}',
    "loose": "Query: what?\nContexts:\none\n\ntwo\nResponse: yes\n",
}


def whole_files() -> dict[str, bytes]:
    """Files without a fault, by what they are."""
    written = {name: export(CASES, name).content for name in EXPORTERS}
    foreign = {name: text.encode() for name, text in FOREIGN.items()}
    others = {
        "utf-16": FOREIGN["lines"].encode("utf-16"),
        "cp932": written["csv"].decode("utf-8-sig").encode("cp932"),
    }
    return {**written, **foreign, **others}


def mutated_files(count: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """So many damaged files, of every kind in turn, with what each was before."""
    source = random.Random(seed)
    files = list(whole_files().items())
    for number in range(count):
        name, content = files[number % len(files)]
        if name == "xlsx" and source.random() < 0.8:
            yield name, _mutated_within(content, source)
        else:
            yield name, mutated(content, source)


def mutated(content: bytes, source: random.Random) -> bytes:
    """The bytes with one to four faults."""
    for _ in range(source.randint(1, 4)):
        start = source.randrange(len(content) + 1)
        end = min(len(content), start + source.choice((1, 1, 4, 40)))
        match source.randrange(5):
            case 0:
                content = content[:start] + source.randbytes(end - start) + content[end:]
            case 1:
                content = content[:start] + content[end:]
            case 2:
                content = content[:start] + source.choice(_TOKENS) + content[start:]
            case 3:
                content = content[:end] + content[start:]
            case _:
                content = content[:start] or content
    return content


def _mutated_within(content: bytes, source: random.Random) -> bytes:
    """A zip file whose frame is whole and one of whose parts is not."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        names = old.namelist()
        chosen = source.choice(names)
        for name in names:
            part = old.read(name)
            new.writestr(name, mutated(part, source) if name == chosen else part)
    return file.getvalue()
