"""Untrusted text as labels of a figure: short, in lines, and inert.

Plotly reads a few HTML tags and character entities in every label, and hands text between dollar
signs to MathJax where a page has it. Each function here but `excerpt` returns text in which nothing
of the kind is left to read: what a person wrote is what a person sees.
"""

from typing import Final

from scoring.terminal import fitting, width

_INERT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})
_ELLIPSIS: Final = "…"
_READ_AHEAD: Final = 4
"""How many characters are looked at for each column shown, so that spacing cannot use them up and
a label of a text of megabytes still costs nothing."""


def inert(text: str) -> str:
    """The text, such that Plotly shows it letter for letter."""
    return text.translate(_INERT)


def label(text: str, columns: int) -> str:
    """One inert line of at most `columns`, as `excerpt` cuts it."""
    return inert(excerpt(text, columns))


def paragraph(text: str, columns: int, lines: int) -> str:
    """Inert text in at most `lines` lines of at most `columns` each, as hovering shows it."""
    words = excerpt(text, columns * lines).split(" ")
    wrapped = [""]
    for word in words:
        line = f"{wrapped[-1]} {word}" if wrapped[-1] else word
        if width(line) <= columns:
            wrapped[-1] = line
            continue
        pieces = _pieces(word, columns)
        wrapped = [*wrapped, *pieces] if wrapped[-1] else pieces
    if len(wrapped) > lines:
        wrapped = wrapped[:lines]
        wrapped[-1] = _cut(wrapped[-1], columns - 1) + _ELLIPSIS
    return "<br>".join(inert(line) for line in wrapped)


def excerpt(text: str, columns: int) -> str:
    """The beginning of a text in one line, its spacing evened out; not inert.

    Args:
        text: Any text.
        columns: The most that it may take; a character of East Asian width takes two. What is cut
            off is shown as an ellipsis.
    """
    reach = columns * _READ_AHEAD
    line = " ".join(text[:reach].split())
    if len(text) <= reach and width(line) <= columns:
        return line
    return _cut(line, columns - 1).rstrip() + _ELLIPSIS


def _pieces(word: str, columns: int) -> list[str]:
    """A word in as many lines as it takes: scripts without spaces have long ones."""
    pieces = []
    while word:
        piece = _cut(word, columns)
        pieces.append(piece)
        word = word[len(piece) :]
    return pieces


def _cut(line: str, columns: int) -> str:
    return line[: columns if line.isascii() else fitting(line, columns)]
