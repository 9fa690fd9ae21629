"""Words of languages that are written without spaces, or with endings glued to words.

Lindera, with the dictionaries IPADIC (Japanese), ko-dic (Korean) and CC-CEDICT (Chinese) inside its
package, finds them; each dictionary is loaded when a text first needs it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from lindera import Tokenizer  # type: ignore[import-untyped]  # lindera ships no types

CHARACTERS: Final = (
    r"\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
"""The characters that these languages are written in, for a regular expression's class."""

LONGEST_RUN: Final = 5_000
"""Longer runs are cut, so that the segmenter's cost grows with their length and no faster."""

_HANGUL: Final = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_KANA: Final = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff]")
_JAPANESE_CONTENT: Final = frozenset({"名詞", "動詞", "形容詞", "副詞", "未知語", "UNK", "連体詞"})
_JAPANESE_EMPTY: Final = frozenset({"代名詞", "非自立", "接尾", "助動詞語幹", "特殊", "助詞類接続"})
_KOREAN_CONTENT: Final = ("NN", "NR", "VV", "VA", "MAG", "XR", "SL", "SH", "SN", "UNK")
_KOREAN_EMPTY: Final = ("NNB", "NP")
_PARTICLES: Final = (
    *(
        "에서는",
        "에게서",
        "으로는",
        "에서",
        "에게",
        "으로",
        "까지",
        "부터",
        "처럼",
        "보다",
        "라는",
        "이나",
    ),
    *("은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만"),
)
"""Particles that follow a noun, longer ones first."""


class Word(NamedTuple):
    """A word of a run.

    Attributes:
        start, end: Its place in the run, in characters.
        base: Its dictionary form.
        content: Whether its part of speech carries content.
    """

    start: int
    end: int
    base: str
    content: bool


def words_of(run: str, language: str) -> Iterator[Word]:
    """Segment a run of Chinese, Japanese or Korean characters.

    Args:
        run: Nothing but such characters.
        language: The code of the text's language, which decides on ideographs alone.
    """
    for offset in range(0, len(run), LONGEST_RUN):
        piece = run[offset : offset + LONGEST_RUN]
        if _HANGUL.search(piece):
            words = _korean(piece)
        else:
            japanese = language == "ja" or _KANA.search(piece)
            words = _segmented(piece, "ipadic" if japanese else "cc-cedict")
        for word in words:
            yield word._replace(start=word.start + offset, end=word.end + offset)


def _segmented(run: str, dictionary: str) -> list[Word]:
    words = []
    position = 0
    for token in _segmenter(dictionary).tokenize(run):
        surface = str(token.surface)
        start = run.find(surface, position)
        if start >= 0:
            position = start + len(surface)
            words.append(Word(start, position, *_READERS[dictionary](surface, list(token.details))))
    return words


def _korean(run: str) -> list[Word]:
    """Segment a run between two spaces.

    ko-dic is made for whole sentences; of a noun with its particle alone it makes two nouns
    now and then, which a particle taken off beforehand prevents.
    """
    words = _segmented(run, "ko-dic")
    if sum(word.content for word in words) > 1:
        for particle in _PARTICLES:
            if run.endswith(particle):
                noun = _segmented(run.removesuffix(particle), "ko-dic")
                if len(noun) == 1 and noun[0].content:
                    return noun
    return words


def _read_japanese(surface: str, details: list[str]) -> tuple[str, bool]:
    content = details[0] in _JAPANESE_CONTENT and _JAPANESE_EMPTY.isdisjoint(details[1:4])
    base = details[6] if len(details) > 6 else "*"
    return surface if base == "*" else base, content


def _read_korean(surface: str, details: list[str]) -> tuple[str, bool]:
    tag = details[0].split("+")[0]
    base = surface
    if "+" in details[0] and len(details) > 7 and details[7] != "*":
        base = details[7].split("/")[0]
    return base, tag.startswith(_KOREAN_CONTENT) and not tag.startswith(_KOREAN_EMPTY)


def _read_chinese(surface: str, details: list[str]) -> tuple[str, bool]:
    simplified = details[6] if len(details) > 6 else "*"
    return surface if simplified == "*" else simplified, True


_READERS: Final = {
    "ipadic": _read_japanese,
    "ko-dic": _read_korean,
    "cc-cedict": _read_chinese,
}


@cache
def _segmenter(dictionary: str) -> "Tokenizer":
    from lindera import Tokenizer, load_dictionary

    return Tokenizer(load_dictionary(f"embedded://{dictionary}"))
