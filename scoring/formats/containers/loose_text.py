"""One case as loose text, the way people paste it: labelled paragraphs, in any order."""

import re
from typing import Final

from scoring.formats.decoding import Decoded
from scoring.formats.issues import Unit
from scoring.formats.pieces import split_pieces
from scoring.formats.records import Record, Records

_LABELS: Final = {
    "query": "query|question|prompt|input|user|q|質問|入力",
    "contexts": "contexts?|documents?|passages?|chunks?|sources?|retrieved|文脈|資料",
    "response": "response|answer|output|assistant|reply|a|回答|出力",
}
_LABEL: Final = re.compile(
    "^[ \t>*#_]*(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _LABELS.items())
    + r")(?:[ \t]*[#(\[]?\d+[)\]]?)?[ \t]*[*_]*[ \t]*[:：][ \t*_]*",
    re.IGNORECASE | re.MULTILINE,
)


def is_loose_case(decoded: Decoded) -> bool:
    """Whether a text has a labelled query and a labelled response, each at a line's beginning."""
    if _LABEL.match(decoded.head.lstrip()) is None:
        return False
    return {"query", "response"} <= {label.lastgroup for label in _LABEL.finditer(decoded.text)}


def read_loose_case(decoded: Decoded) -> Records:
    """Read the one case of a text.

    Several contexts stand under a label each, one a paragraph, or as a JSON list.
    """
    text = decoded.text
    parts: dict[str, list[str]] = {name: [] for name in _LABELS}
    labels = list(_LABEL.finditer(text))
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=True):
        parts[str(label.lastgroup)].append(text[label.end() : end].strip())
    contexts = [piece.text for part in parts["contexts"] for piece in split_pieces(part)]
    values = {
        "query": "\n\n".join(parts["query"]),
        "contexts": contexts,
        "response": "\n\n".join(parts["response"]),
    }
    row = Record(1, values, "pasted")
    return Records(
        (row,),
        "text",
        Unit.LINE,
        tuple(values),
        notes=("labelled text", *filter(None, [decoded.title])),
    )
