"""Lists and objects as programs print them: JSON, Python literals, NumPy arrays. Nothing is run.

Python's `repr` and NumPy's `str` end up in tables because that is what `to_csv` writes of a list:
`['a', "b"]`, `['a' 'b']`, `array(['a', 'b'], dtype=object)`, `[Document(page_content='a')]`. Calls
are read as what they hold: the one positional value, or an object of the named ones.
"""

import math
import re
from typing import Final, NoReturn

from scoring.formats.json_text import MAX_DEPTH, JsonError, parse_json
from scoring.model import JsonValue

_PART: Final = re.compile(
    r"""[ \t\r\n\f]*+(?:
    (?P<text>[uU]?(?:'(?>(?:[^'\\]|\\.)*)'|"(?>(?:[^"\\]|\\.)*)"))
    |(?P<number>[-+]?(?:\d[\d_]*+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
    |(?P<word>[A-Za-z_][\w.]*+)
    |(?P<mark>\.\.\.|[][(){},:=])
    |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(
    r"\\(?:(\n)|([\\'\"abfnrtv])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"
    r"|([0-7]{1,3}))"
)
_LETTERS: Final = dict(zip("\\'\"abfnrtv", "\\'\"\a\b\f\n\r\t\v", strict=True))
_WORDS: Final[dict[str, JsonValue]] = {
    **dict.fromkeys(("True", "true"), True),
    **dict.fromkeys(("False", "false"), False),
    **dict.fromkeys(("None", "null", "nan", "NaN", "NaT", "<NA>"), None),
}
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_REST: Final = re.compile(r"\s*\Z")


def parse_literal(text: str) -> JsonValue:
    """Read a list or an object that is the whole of a text.

    Tuples and sets are lists, in the order in which they are written. Python's None and NumPy's nan
    are null.

    Raises:
        JsonError: The text is something else, or is cut short. What it says fits the notation that
            the text seems to be in.
    """
    try:
        value = parse_json(text)
    except JsonError as error:
        try:
            return _Parser(text).whole()
        except _NotPythonError:
            raise error from None
    if not isinstance(value, dict | list):
        raise JsonError("this is neither a list nor an object", "put it in square brackets", 0)
    return value


class _NotPythonError(JsonError):
    """Text in which nothing but JSON is meant, so that JSON's own message fits better."""


class _Parser:
    """One reading of one text; `_part` is the part that comes next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._part = ""
        self._kind: str | None = None
        self._seen_python = False
        self._advance()

    def whole(self) -> JsonValue:
        if self._part not in _CLOSING and self._kind != "word":
            self._fail("this is neither a list nor an object", "put it in square brackets")
        value = self._value(0)
        if self._kind != "end":
            self._fail("there is more text after the list's end", "remove it")
        if not isinstance(value, list | dict):
            self._fail("this is neither a list nor an object", "put it in square brackets")
        return value

    def _advance(self) -> None:
        found = _PART.match(self._text, self._position)
        if found is None or found.lastgroup is None:
            self._kind, self._part = None, ""
            return
        self._kind, self._part = found.lastgroup, found[found.lastgroup]
        self._position = found.end()

    def _at(self, mark: str) -> bool:
        return self._kind == "mark" and self._part == mark

    def _fail(self, problem: str, mend: str) -> NoReturn:
        kind = JsonError if self._seen_python else _NotPythonError
        raise kind(problem, mend, self._position)

    def _unexpected(self) -> NoReturn:
        if self._part == "...":
            raise JsonError(
                "the list was shortened with ... when it was written",
                "write it again in full, best as JSON",
                self._position,
            )
        if self._kind == "end" or self._text[self._position :].lstrip()[:1] in ("'", '"'):
            self._fail("the list ends in the middle", "it may have been cut short; write it whole")
        self._fail("this is no list that can be read", "write it as JSON")

    def _value(self, depth: int) -> JsonValue:
        kind, part = self._kind, self._part
        if depth > MAX_DEPTH or (depth == MAX_DEPTH and part in _CLOSING):
            problem = f"lists and objects nest more than {MAX_DEPTH} levels deep"
            raise JsonError(problem, "flatten what is inside")
        if kind == "text":
            self._advance()
            self._seen_python |= part[0] != '"'
            return _unescaped(part.lstrip("uU")[1:-1])
        if kind == "number":
            self._advance()
            return self._number(part)
        if kind == "word":
            return self._name(depth)
        if part == "{":
            return self._braces(depth)
        if part not in _CLOSING:
            self._unexpected()
        self._advance()
        return self._items(_CLOSING[part], depth)

    def _items(self, closing: str, depth: int) -> list[JsonValue]:
        """What stands up to a closing bracket, all with commas between or all without."""
        items: list[JsonValue] = []
        commas = 0
        while not self._at(closing):
            items.append(self._value(depth + 1))
            if self._at(","):
                self._advance()
                commas += 1
        self._advance()
        if commas and commas < len(items) - 1:
            self._fail("a comma is missing between two items", "write the list as JSON")
        # Only NumPy leaves the commas out.
        self._seen_python |= not commas and len(items) > 1
        return items

    def _braces(self, depth: int) -> JsonValue:
        self._advance()
        if self._at("}"):
            self._advance()
            return {}
        first = self._value(depth + 1)
        if not self._at(":"):
            self._skip_comma()
            return [first, *self._items("}", depth)]
        entries: dict[str, JsonValue] = {}
        key = first
        while True:
            self._expect(":")
            entries[self._key(key, entries)] = self._value(depth + 1)
            self._skip_comma()
            if self._at("}"):
                self._advance()
                return entries
            key = self._value(depth + 1)

    def _key(self, key: JsonValue, entries: dict[str, JsonValue]) -> str:
        if isinstance(key, dict | list):
            self._fail("a name is no text", "write the object as JSON")
        name = key if isinstance(key, str) else str(key)
        if name in entries:
            self._fail(f"the name {name!r} stands twice in one object", "keep one")
        return name

    def _name(self, depth: int) -> JsonValue:
        word = self._part
        self._advance()
        if self._at("("):
            self._seen_python = True
            self._advance()
            return self._call(depth)
        if word not in _WORDS:
            self._fail("there are words outside of quotation marks", "write the list as JSON")
        self._seen_python |= word in ("True", "False", "None", "nan")
        return _WORDS[word]

    def _call(self, depth: int) -> JsonValue:
        """The arguments of `array(...)`, `np.float64(...)`, `Document(page_content=...)`."""
        positional: list[JsonValue] = []
        named: dict[str, JsonValue] = {}
        while not self._at(")"):
            following = _PART.match(self._text, self._position)
            if self._kind == "word" and following and following["mark"] == "=":
                name = self._part
                self._advance()
                self._advance()
                named[name] = self._argument(name, depth)
            else:
                positional.append(self._value(depth + 1))
            self._skip_comma()
        self._advance()
        if not positional:
            return named
        return positional[0] if len(positional) == 1 else positional

    def _argument(self, name: str, depth: int) -> JsonValue:
        if name == "dtype" and self._kind == "word":
            word = self._part
            self._advance()
            return word
        return self._value(depth + 1)

    def _number(self, digits: str) -> JsonValue:
        try:
            return int(digits)
        except ValueError:
            pass
        try:
            number = float(digits)
        except ValueError:
            self._fail("there is a malformed number", "write the list as JSON")
        if math.isinf(number) or len(digits) > 400:
            self._fail("a number is too large", "put it in quotation marks")
        return number

    def _expect(self, mark: str) -> None:
        if not self._at(mark):
            self._unexpected()
        self._advance()

    def _skip_comma(self) -> None:
        if self._at(","):
            self._advance()


def _unescaped(body: str) -> str:
    """The text that a quoted one stands for; an unknown escape stands for itself, as in Python."""
    return _ESCAPE.sub(_escape, body) if "\\" in body else body


def _escape(found: re.Match[str]) -> str:
    if found[1]:
        return ""
    if found[2]:
        return _LETTERS[found[2]]
    if found[6]:
        return chr(int(found[6], 8))
    code = int(found[3] or found[4] or found[5], 16)
    return chr(code) if code <= 0x10FFFF else found[0]
