"""Text of a person or a model on the screen: every character as it came, none of it interpreted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import streamlit as st

MarkKind: TypeAlias = Literal["matched", "variant", "missing"]
"""How a mark looks: a solid, a double or a dashed line, each with a tint of its own."""

DEFAULT_HEIGHT: Final = 320
"""Pixels that a text may take before it scrolls."""

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "scorescope_text",
    html='<div class="scorescope-text" role="region" tabindex="0"></div>',
    css=(_HERE / "text.css").read_text(encoding="utf-8"),
    js=(_HERE / "text.js").read_text(encoding="utf-8"),
    isolate_styles=False,  # so that one set of accessibility and browser tests sees the whole page
)

_Piece: TypeAlias = tuple[str, MarkKind | None, str]


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A stretch of a text that stands out.

    Attributes:
        start: Its first character, counted in code points from 0.
        end: The position after its last character.
        kind: How it looks.
        title: What it means, in words: shown to a mouse, read to a screen reader.
    """

    start: int
    end: int
    kind: MarkKind
    title: str


def annotated_text(
    text: str, marks: Iterable[Mark], *, key: str, label: str, height: int = DEFAULT_HEIGHT
) -> None:
    """Show a text with stretches of it marked.

    Args:
        text: Any text; line breaks and runs of spaces stay.
        marks: In any order. Where two overlap, the one that begins first has the common part.
        key: Names the text on its page.
        label: What the text is, for those who cannot see it.
        height: The most pixels that it takes; a longer text scrolls.
    """
    # The pieces are cut here, because JavaScript would count an emoji as two characters.
    pieces = list(cut(text, marks))
    _component(key=key, data={"label": label, "height": height, "pieces": pieces})


def inert(text: str, *, key: str, label: str, height: int = DEFAULT_HEIGHT) -> None:
    """Show a text as it is. Arguments as for `annotated_text`."""
    annotated_text(text, (), key=key, label=label, height=height)


def cut(text: str, marks: Iterable[Mark]) -> Iterator[_Piece]:
    """The text in pieces, each with the kind and title of its mark; they add up to the text."""
    position = 0
    for mark in sorted(marks):
        start, end = max(mark.start, position), min(mark.end, len(text))
        if start >= end:
            continue
        if start > position:
            yield text[position:start], None, ""
        yield text[start:end], mark.kind, mark.title
        position = end
    if position < len(text):
        yield text[position:], None, ""
