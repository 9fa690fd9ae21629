"""One case as loose text, the way people paste it: labelled paragraphs, in any order.

A part stands under the word that it is first given under, a single letter only where there is no
word. Any other word for it is text, and is named, since texts have lines like labels too: an answer
its "Sources:", a page of questions its "Q:".
"""

import re
from typing import Final

from scoring.formats.decoding import Decoded
from scoring.formats.issues import Issue, Severity, Unit
from scoring.formats.pieces import split_pieces
from scoring.formats.records import Record, Records

_LABELS: Final = {
    "query": "query|question|prompt|input|user|q|質問|入力",
    "contexts": "contexts?|documents?|passages?|chunks?|sources?|retrieved|文脈|資料",
    "response": "response|answer|output|assistant|reply|a|回答|出力",
}
_LABEL: Final = re.compile(
    r"^[ \t>#]*(?:[*-][ \t]+)?(?P<mark>[*_]*)(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _LABELS.items())
    # What stands in bold is closed before the colon or after it. Blanks are taken for good (`*+`),
    # so that a line with very many of them takes no time.
    + r")(?:[ \t]*+[#(\[]?\d++[)\]]?)?[ \t]*+(?:(?P=mark)[ \t]*+[:：]|[:：](?P=mark))[ \t]*+",
    re.IGNORECASE | re.MULTILINE,
)


def is_loose_case(decoded: Decoded) -> bool:
    """Whether a text has a labelled query and a labelled response, each at a line's beginning."""
    if _LABEL.match(decoded.head.lstrip()) is None:
        return False
    return {"query", "response"} <= {label.lastgroup for label in _LABEL.finditer(decoded.text)}


def read_loose_case(decoded: Decoded) -> Records:
    """Read the one case of a text.

    Several contexts stand under a label each, one a paragraph, or as a JSON list. A query or a
    response that is given twice is an issue, and there is then no case.
    """
    text = decoded.text
    labels, issues = _labels(text)
    parts: dict[str, list[str]] = {name: [] for name in _LABELS}
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=False):
        parts[str(label.lastgroup)].append(_without_frame(text[label.end() : end]))
    contexts = [piece.text for part in parts["contexts"] for piece in split_pieces(part)]
    values = {
        "query": "".join(parts["query"]),
        "contexts": contexts,
        "response": "".join(parts["response"]),
    }
    return Records(
        (Record(1, values, "pasted"),) if labels else (),
        "text",
        Unit.LINE,
        tuple(values),
        tuple(issues),
        notes=("labelled text", *filter(None, [decoded.title])),
    )


def _labels(text: str) -> tuple[list[re.Match[str]], list[Issue]]:
    """The labels that count, none where they contradict each other; and what a person should know.

    A word that is none of them is named where it first stands.
    """
    found = list(_LABEL.finditer(text))
    words: dict[str, str] = {}
    for label in sorted(found, key=lambda label: len(_word(label)) == 1):
        words.setdefault(str(label.lastgroup), _word(label))
    labels: list[re.Match[str]] = []
    issues: list[Issue] = []
    once: set[str] = set()
    line, counted = 1, 0
    for label in found:
        part, word = str(label.lastgroup), _word(label)
        line += text.count("\n", counted, label.start())
        counted = label.start()
        if word != words[part]:
            if word not in once:
                known = words[part]
                problem = (
                    f"{label[part]!r} is read as text, as the label of the {part} is {known!r}"
                )
                mend = f"call it {known!r} as well if it is one"
                issues.append(Issue(line, problem, mend, severity=Severity.WARNING))
        elif word in once and part != "contexts":
            problem = f"gives the {part} a second time"
            return [], [Issue(line, problem, "give texts that have such lines as JSON or a table")]
        else:
            labels.append(label)
        once.add(word)
    return labels, issues


def _word(label: re.Match[str]) -> str:
    return label[str(label.lastgroup)].casefold().removesuffix("s")


def _without_frame(part: str) -> str:
    """The text without the blank lines around it."""
    lines = part.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]).removesuffix("\r") if filled else ""
