"""What was asked and what was answered, out of the many ways in which tools write a conversation.

A question or an answer is bare text; a message with its text under `content`, `text` or in `parts`;
a list of messages with roles; or an object that has one of these under a name that tells which of
the two it is. A text is taken as it stands, whatever notation it seems to be in.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.formats.fields import Fields
from scoring.formats.json_text import json_line
from scoring.model import JsonValue

_MESSAGES: Final = ("inputMessages", "messages", "input_messages", "output_messages")
_TEXTS: Final = ("content", "text", "parts", "kwargs", "message", "value")
_QUESTION: Final = (
    *("query", "question", "user_input", "userInput", "user_query", "userQuery"),
    *("input", "prompt", "q", "search_query", "text", "content", "message"),
)
_ANSWER: Final = (
    *("response", "answer", "output", "result", "completion", "output_text", "reply"),
    *("text", "content", "message", "choices", "generations"),
)
_ASKS: Final = frozenset({"user", "human"})
_ANSWERS: Final = frozenset({"assistant", "ai", "model"})
_ROLES: Final = _ASKS | _ANSWERS | {"system", "developer", "tool", "function", "data", "signal"}


def asked(value: JsonValue) -> str | None:
    """The question: the last one that a user asked; `None` where there is none."""
    return _found(value, _QUESTION, _ASKS)


def answered(value: JsonValue) -> str | None:
    """The answer: the last one that the assistant gave in words; `None` where there is none."""
    return _found(value, _ANSWER, _ANSWERS)


def answered_or_json(value: JsonValue) -> str:
    """The answer; an object that has no answer by any known name is one itself, as JSON."""
    answer = answered(value)
    if answer is not None:
        return answer
    return json_line(value) if isinstance(value, Mapping | list) and value else ""


def role_of(message: Fields) -> str:
    """Whose message it is, such as "user", "human" or "tool"; empty where it says nothing known."""
    inner = message.get("kwargs")
    for fields in (message, inner if isinstance(inner, Mapping) else {}):
        for name in ("role", "type"):
            role = fields.get(name)
            if isinstance(role, str):
                word = role.lower().removesuffix("chunk").removesuffix("message")
                if word in _ROLES:
                    return word
    return ""


def message_text(value: JsonValue) -> str | None:
    """The text of a message or of its content; of several parts, the textual ones joined."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        texts = (message_text(value.get(name)) for name in _TEXTS)
        return next((text for text in texts if text), None)
    if isinstance(value, Sequence):
        parts = [part for part in map(_part_text, value) if part is not None]
        return "".join(parts) if parts else None
    return None


def _part_text(part: JsonValue) -> str | None:
    if isinstance(part, Mapping) and part.get("type", "text") not in ("text", "output_text"):
        return None
    return message_text(part)


def _found(value: JsonValue, names: tuple[str, ...], roles: frozenset[str]) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping):
        return _in_object(value, names, roles)
    if isinstance(value, Sequence):
        return _in_list(value, names, roles)
    return None


def _in_object(value: Fields, names: tuple[str, ...], roles: frozenset[str]) -> str | None:
    if role_of(value) in roles:
        return message_text(value)
    for name in (*_MESSAGES, *names):
        found = _found(value.get(name), names, roles)
        if found is not None:
            return found
    return message_text(value) if not role_of(value) else None


def _in_list(
    value: Sequence[JsonValue], names: tuple[str, ...], roles: frozenset[str]
) -> str | None:
    messages = list(_flat(value))
    if any(role_of(message) for message in messages):
        of_role = (message_text(each) for each in reversed(messages) if role_of(each) in roles)
        return next((text for text in of_role if text), None)
    found = (_found(item, names, roles) for item in messages)
    return next((text for text in found if text is not None), None)


def _flat(items: Sequence[JsonValue]) -> Iterator[Fields]:
    """The objects in a list, and in lists within it, as LangChain batches its messages."""
    for item in items:
        if isinstance(item, Mapping):
            yield item
        elif isinstance(item, list):
            yield from _flat(item)
