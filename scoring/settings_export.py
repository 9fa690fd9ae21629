"""Settings of the Context Relevance scorer as others read them: JSON, Python, TypeScript, a shell.

{"settings": [{"name": ..., "penalties": {...}, "scale": 1.0, "threshold": 0.7}, ...]}
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final

from scoring.errors import FormatError, InvalidValueError
from scoring.formats.decoding import decode
from scoring.formats.json_text import JsonError, parse_json
from scoring.model import Penalties, checked_scale

_TYPESCRIPT_NAMES: Final[Mapping[str, str]] = {
    "unused_high_relevance_context": "unusedHighRelevanceContext",
    "missing_context_per_item": "missingContextPerItem",
    "max_missing_context_penalty": "maxMissingContextPenalty",
}
_OPTIONS: Final[Mapping[str, str]] = {
    "unused_high_relevance_context": "--unused-high",
    "missing_context_per_item": "--missing-per-item",
    "max_missing_context_penalty": "--max-missing",
}


@dataclass(frozen=True, slots=True)
class NamedSetting:
    """A setting under a person's name for it.

    Attributes:
        name: Any text that is not blank.
        penalties: What faults cost.
        scale: The value of a perfect score, finite and above 0.
        threshold: What a case needs to pass, as a share of the scale, 0 to 1.

    Raises:
        InvalidValueError: A blank name, or a number out of its range.
    """

    name: str
    penalties: Penalties = Penalties()
    scale: float = 1.0
    threshold: float = 0.7

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidValueError("a setting needs a name")
        checked_scale(self.scale)
        if not 0 <= self.threshold <= 1:
            raise InvalidValueError(
                f"a threshold is a share of the scale, 0 to 1, not {self.threshold}"
            )


def as_json(settings: Iterable[NamedSetting]) -> str:
    """Settings as a JSON text, which `settings_from_json` reads back."""
    content = {"settings": [asdict(setting) for setting in settings]}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def settings_from_json(content: str | bytes) -> tuple[NamedSetting, ...]:
    """Settings that `as_json` wrote.

    Raises:
        FormatError: No JSON, not of this form, or a number out of its range.
    """
    try:
        data = parse_json(decode(content).text)
    except JsonError as error:
        raise FormatError(f"the settings are no JSON: {error}") from None
    found = data.get("settings") if isinstance(data, dict) else None
    if not isinstance(found, list):
        raise FormatError('settings are read from {"settings": [...]}')
    return tuple(_setting(number, value) for number, value in enumerate(found, start=1))


def _setting(number: int, value: object) -> NamedSetting:
    try:
        data = _object(value)
        penalties = _object(data.get("penalties", {}))
        known = {field.name for field in fields(Penalties)}
        return NamedSetting(
            _text(data.get("name")),
            Penalties(**{name: _number(penalties[name]) for name in known & penalties.keys()}),
            _number(data.get("scale", 1.0)),
            _number(data.get("threshold", 0.7)),
        )
    except InvalidValueError as error:
        raise FormatError(f"setting {number}: {error}") from None


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InvalidValueError("not an object")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidValueError("the name is not text")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidValueError("a penalty, scale or threshold is not a number")
    return float(value)


def as_address(settings: Iterable[Penalties]) -> str:
    """Penalties as a web address holds them: "0.2_0.25_0.6~0.1_0.15_0.5"; "~" for none of them."""
    told = ("_".join(map(repr, asdict(setting).values())) for setting in settings)
    return "~".join(told) or "~"


def settings_from_address(text: str) -> tuple[Penalties, ...]:
    """Penalties that `as_address` wrote.

    Raises:
        FormatError: Not of this form.
        InvalidValueError: A penalty out of range.
    """
    try:
        numbers = [[float(each) for each in told.split("_")] for told in text.split("~") if told]
    except ValueError:
        raise FormatError("a setting in an address is three numbers") from None
    if any(len(each) != len(_OPTIONS) for each in numbers):
        raise FormatError("a setting in an address is three numbers")
    return tuple(Penalties(*each) for each in numbers)


def rounded(penalties: Penalties) -> Penalties:
    """Fitted penalties to three places: no labels know more, and a person can read it."""
    return Penalties(*(round(value, 3) for value in asdict(penalties).values()))


def as_python(penalties: Penalties, scale: float = 1.0) -> str:
    """A setting as Python that scores a judgement with it."""
    arguments = "".join(f"    {name}={value!r},\n" for name, value in asdict(penalties).items())
    return (
        "from scoring import Penalties, score_relevance\n\n"
        f"penalties = Penalties(\n{arguments})\n"
        f"score = score_relevance(judgement, penalties, scale={scale!r}).score\n"
    )


def as_typescript(penalties: Penalties, scale: float = 1.0) -> str:
    """A setting as the options object of the documented TypeScript scorer."""
    lines = "".join(
        f"    {_TYPESCRIPT_NAMES[name]}: {value!r},\n" for name, value in asdict(penalties).items()
    )
    return f"const options = {{\n  penalties: {{\n{lines}  }},\n  scale: {scale!r},\n}};\n"


def as_command(penalties: Penalties, scale: float = 1.0) -> str:
    """A setting as the command line that scores a file with it."""
    options = " ".join(f"{_OPTIONS[name]} {value!r}" for name, value in asdict(penalties).items())
    return f"scorescope score FILE {options} --scale {scale!r}\n"
