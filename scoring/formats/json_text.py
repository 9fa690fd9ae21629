"""JSON text, strictly: what is read can be written back, and nothing in it is lost unsaid.

Python's own reader takes NaN, turns 1e999 into infinity, and keeps the last of two equal keys;
here each is refused by name, NaN unless a reader asks to be lenient. Its writer leaves unpaired
surrogates bare, which no UTF-8 file can hold; here they are escaped.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, NoReturn

from scoring.errors import FormatError
from scoring.model import JsonValue

MAX_DEPTH: Final = 100
"""How deeply lists and objects may nest: far beyond any real case, and far within what everything
after the reader (writing, copying, pickling) can recurse into."""


class JsonError(FormatError):
    """Text that is not the JSON it should be.

    Attributes:
        problem: What is wrong.
        mend: What to do about it.
        position: Where, in characters from 0; `None` where the reader cannot tell.
    """

    def __init__(self, problem: str, mend: str, position: int | None = None) -> None:
        super().__init__(f"{problem}; {mend}")
        self.problem = problem
        self.mend = mend
        self.position = position


class NoNumberError(JsonError):
    """NaN or an infinity: what Python's programs write for a number, and JSON has no word for."""


def parse_json(text: str, *, lenient: bool = False) -> object:
    """Read one JSON value that is the whole of a text.

    Args:
        text: The text.
        lenient: Read NaN and the infinities as null.

    Raises:
        JsonError: The text is something else; a `NoNumberError` where being lenient would help.
    """
    value, end = parse_json_at(text, after_whitespace(text, 0), lenient=lenient)
    rest = after_whitespace(text, end)
    if rest < len(text):
        raise JsonError(
            "there is more text after the end of the JSON value",
            "remove it, or put each value on a line of its own",
            rest,
        )
    return value


def parse_json_at(text: str, start: int, *, lenient: bool = False) -> tuple[object, int]:
    """Read the JSON value that begins at a position, as `parse_json` does, and say where it ends.

    Raises:
        JsonError: No valid value begins there.
    """
    decoder = _LENIENT_DECODER if lenient else _DECODER
    try:
        value, end = decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        # The one other ValueError that the reader raises; the limit is Python's own.
        raise JsonError("a number has more than 4300 digits", "put it in double quotes") from None
    if _is_deeper(value, MAX_DEPTH):
        raise _too_deep()
    return value, end


def end_of_json(text: str, start: int) -> int | None:
    """Where the value that begins at a position ends, whatever numbers and names are in it.

    `None` where that cannot be told: the value is no JSON, or nests too deeply.
    """
    try:
        return _SKIPPER.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def after_whitespace(text: str, start: int) -> int:
    """The first position from `start` on that JSON does not call white space."""
    found = _WHITESPACE.match(text, start)
    return found.end() if found else start


def json_line(value: JsonValue) -> str:
    """Write a value as JSON on one line that any UTF-8 file can hold.

    Text in any script stays readable. Unpaired surrogates are escaped, and so are the three line
    separators that JSON allows bare and that many tools split lines at.

    Raises:
        ValueError: A number that JSON has no word for.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    return _TO_ESCAPE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise JsonError(f"the name {json_line(twice)} stands twice in one object", "keep one")
    return result


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise JsonError("a number is too large", "put it in double quotes")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise NoNumberError(f"{name} is not JSON", "use null, or put it in double quotes")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_constant=_refuse_constant
)
_LENIENT_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_constant=lambda _: None
)
_SKIPPER: Final = json.JSONDecoder(parse_int=str, parse_float=str)
_WHITESPACE: Final = re.compile(r"[ \t\r\n]*")
_TO_ESCAPE: Final = re.compile("[\ud800-\udfff\u0085\u2028\u2029]")


def _syntax_error(text: str, error: json.JSONDecodeError) -> JsonError:
    # A string that was begun and never ended reaches to the end of the text, wherever it began.
    if after_whitespace(text, error.pos) == len(text) or error.msg.startswith("Unterminated"):
        return JsonError(
            "the JSON value ends in the middle",
            "the file may have been cut short; write the value to its end",
            error.pos,
        )
    return JsonError(
        f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}",
        "make it one complete JSON value, with names and text in double quotes",
        error.pos,
    )


def _too_deep() -> JsonError:
    return JsonError(
        f"lists and objects nest more than {MAX_DEPTH} levels deep", "flatten what is inside"
    )


def _is_deeper(value: object, limit: int) -> bool:
    # By type: a parsed value has these two and no others, and this runs for every value of a file.
    containers = [value] if type(value) in (dict, list) else []
    while containers and limit:
        limit -= 1
        containers = [
            child
            for node in containers
            for child in (node.values() if isinstance(node, dict) else node)  # type: ignore[attr-defined] # a list
            if type(child) in (dict, list)
        ]
    return bool(containers)


def _plain(value: object) -> object:
    """A read-only mapping as the type that `json` knows."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")
