"""Bytes to text: which encoding a file is in, decided from its bytes, and said.

Unicode is certain where it fits. What is not Unicode can only be guessed: accented letters between
plain ones are Windows-1252, of which Latin-1 is a part, and all else is charset-normalizer's
verdict among the encodings that people's spreadsheets still write. No byte is ever dropped: one
that does not fit stands as an unpaired surrogate (Python's `surrogateescape`), so that whoever
reads on can name the place.
"""

import codecs
import io
import re
from collections.abc import Iterator
from typing import Final

from scoring.errors import FormatError

UNDECODED: Final = re.compile("[\udc80-\udcff]")
"""A byte that does not fit the encoding, in a text of which `Decoded.undecoded` is true."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 first: its mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY: Final = ("cp932", "euc_jp", "gb18030", "big5", "euc_kr", "cp1251", "cp1252")
# Ways to spell one text in another: they would turn a person's own backslashes into characters.
_NOT_OF_FILES: Final = frozenset(
    {"idna", "punycode", "raw_unicode_escape", "unicode_escape", "utf_7"}
)
_SAMPLE: Final = 1 << 16
_PART: Final = 1 << 18
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_MULTIBYTE: Final = re.compile("[^\x00-\x7f\ud800-\udfff]")
_BYTE_ORDER_MARK: Final = "\ufeff"
# Euro sign, ellipsis, quotation marks, bullet, dashes and trade mark: what English text has.
_PUNCTUATION: Final = frozenset(b"\x80\x85\x91\x92\x93\x94\x95\x96\x97\x99")
_CONTROLS: Final = frozenset(range(0x80, 0xA0))
_TITLES: Final = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32",
    "cp932": "CP932 (Shift-JIS)",
    "cp1252": "Windows-1252 (Latin-1)",
    "latin_1": "Latin-1",
}


class Decoded:
    """A file's text, made when it is asked for, since most readers take it in small parts.

    Attributes:
        encoding: Python's name of the encoding; `None` where text was given and none was decoded.
        undecoded: Whether there are bytes in it that do not fit; see `UNDECODED`.
    """

    def __init__(
        self, text: str | bytes, encoding: str | None = None, *, undecoded: bool = False
    ) -> None:
        """Take text, or the bytes of text in UTF-8, in either case without a byte order mark."""
        self._text = text
        self.encoding: Final = encoding
        self.undecoded: Final = undecoded

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text if isinstance(self._text, str) else self._text.decode("utf-8")

    @property
    def utf8(self) -> bytes:
        """The whole text in UTF-8; unpaired surrogates are in it as `surrogatepass` has them."""
        if isinstance(self._text, bytes):
            return self._text
        return self._text.encode("utf-8", "surrogatepass")

    @property
    def head(self) -> str:
        """The text's beginning, enough to tell what it is."""
        # A character that the cut falls into is left out.
        start = self._text[:_SAMPLE]
        return start if isinstance(start, str) else start.decode("utf-8", "ignore")

    def lines(self) -> Iterator[str]:
        """The text's lines, which end at a line feed alone."""
        if isinstance(self._text, str):
            yield from self._text.split("\n")
        else:
            # Line by line, each in as little memory as its own characters need.
            for line in io.BytesIO(self._text):
                yield line.removesuffix(b"\n").decode("utf-8")

    @property
    def title(self) -> str:
        """What a person calls the encoding; empty where there is none."""
        return _TITLES.get(self.encoding, self.encoding.upper()) if self.encoding else ""


GUESSED: Final = frozenset(Decoded("", name).title for name in (*_LEGACY, "latin_1"))
"""`Decoded.title` where likelihood decided, and a person should be told."""


def decode(content: bytes | str, encoding: str | None = None) -> Decoded:
    """Make text of a file's content.

    Args:
        content: The content; text passes through.
        encoding: Python's name of the encoding; `None` to decide from the bytes.

    Raises:
        FormatError: There is no such encoding, or the content cannot be in it.
    """
    if isinstance(content, str):
        return Decoded(content.removeprefix(_BYTE_ORDER_MARK))
    if encoding is not None:
        return _decoded(content, _known(encoding))
    for mark, name in _MARKS:
        if content.startswith(mark):
            content = content[len(mark) :]
            plain = name == "utf-8" and _unfinished_utf8(content) == 0
            return Decoded(content, name) if plain else _decoded(content, name)
    wide = _wide_without_mark(content[:_SAMPLE])
    if wide is not None:
        return _decoded(content, wide)
    unfinished = _unfinished_utf8(content)
    if unfinished == 0:
        return Decoded(content, "utf-8")
    as_unicode = _decoded(content, "utf-8")
    cut_short = unfinished is not None
    if cut_short or not as_unicode.undecoded or _is_mostly_unicode(as_unicode.text):
        return as_unicode
    return _decoded(content, _guessed(_sample(content)))


def _unfinished_utf8(content: bytes) -> int | None:
    """How many bytes of a last, unfinished character UTF-8 ends in; `None` where it is not UTF-8.

    Decoded in parts, so that no second copy of a large file is made.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content), _PART):
            decoder.decode(content[start : start + _PART])
    except UnicodeDecodeError:
        return None
    return len(decoder.getstate()[0])


def _decoded(content: bytes, encoding: str) -> Decoded:
    # UTF-16 and UTF-32 have no stand-in for a byte: only a last, incomplete unit can be left.
    width = {"utf-16": 2, "utf-32": 4}.get(encoding[:6], 1)
    rest = content[len(content) - len(content) % width :]
    content = content[: len(content) - len(rest)]
    left = rest.decode("ascii", "surrogateescape") if rest else ""
    undecoded = bool(rest)
    try:
        # The unpaired surrogates that some programs write; strict in every other respect.
        text = content.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        if encoding == "cp1252" or width == 4:
            return Decoded(content.decode("latin_1"), "latin_1")
        text, undecoded = _with_stand_ins(content, encoding), True
    text = text.removeprefix(_BYTE_ORDER_MARK) + left
    return Decoded(text, encoding, undecoded=undecoded)


def _with_stand_ins(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding, "surrogateescape")
    except UnicodeDecodeError as error:
        # There is a stand-in for bytes from 128 on alone; ISO 2022 shifts by lower ones.
        raise FormatError(
            f"the content is not in {encoding}: byte {error.start + 1} does not fit; "
            "name another encoding"
        ) from None


def _known(encoding: str) -> str:
    try:
        # Python's codecs include some that make no text of bytes; trying finds them out.
        b"test".decode(encoding, "replace")
        name = codecs.lookup(encoding).name
    except (LookupError, UnicodeError):
        name = ""
    if not name or name.replace("-", "_") in _NOT_OF_FILES:
        raise FormatError(f"there is no encoding {encoding!r} of files; try utf-8 or cp932")
    return name


def _wide_without_mark(sample: bytes) -> str | None:
    """UTF-16 shows in the zero bytes of its plain letters, all of them in every other place."""
    half = len(sample) // 2
    if half < 2:
        return None
    zeros = sample[0::2].count(0), sample[1::2].count(0)
    if zeros[1] > half * 0.3 and not zeros[0]:
        return "utf-16-le"
    if zeros[0] > half * 0.3 and not zeros[1]:
        return "utf-16-be"
    return None


def _is_mostly_unicode(text: str) -> bool:
    """Whether what fits UTF-8 outweighs what does not: by chance, next to nothing fits."""
    return len(_MULTIBYTE.findall(text)) > 2 * len(UNDECODED.findall(text))


def _sample(content: bytes) -> bytes:
    """A part that holds bytes above ASCII and is cut within none of its characters."""
    first = _HIGH.search(content)
    if first is None:
        return b""
    start = content.rfind(b"\n", 0, first.start()) + 1
    sample = content[max(start, first.start() - _SAMPLE) : first.start() + _SAMPLE]
    if len(sample) < _SAMPLE:
        return sample
    # Not one of the encodings has these within a character.
    return sample[: max(sample.rfind(separator) for separator in (b"\n", b",", b" ")) + 1]


def _guessed(sample: bytes) -> str:
    runs = _HIGH.findall(sample)
    short = sum(len(run) <= 2 for run in runs)
    if short >= 0.8 * len(runs) and all(
        byte not in _CONTROLS or byte in _PUNCTUATION for run in runs for byte in run
    ):
        return "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=list(_LEGACY)).best()
    return "cp1252" if best is None else best.encoding
