"""What a model can do, learned once and remembered for the life of the process."""

import threading
from enum import StrEnum

from scoring.judges.llm.library import listed


class OutputMode(StrEnum):
    """How a model is made to answer in the shape that is wanted, from the surest down."""

    SCHEMA = "JSON schema"
    TOOL = "tool call"
    OBJECT_OF_SCHEMA = "JSON object by a schema"
    OBJECT = "JSON object"
    TEXT = "plain text"


class Abilities:
    """What one model at one address can do. Thread-safe; it only ever learns.

    Args:
        modes: The output modes that are worth trying, surest first; at least one.
    """

    def __init__(self, modes: tuple[OutputMode, ...]) -> None:
        self._lock = threading.Lock()
        self._modes = modes
        self._proven = False
        self._unreadable = False
        self._refused: frozenset[tuple[str, str]] = frozenset()

    @property
    def modes(self) -> tuple[OutputMode, ...]:
        """The modes still worth trying, surest first."""
        return self._modes

    @property
    def proven(self) -> bool:
        """Whether the surest of `modes` has worked before."""
        return self._proven

    @property
    def unreadable(self) -> bool:
        """Whether LiteLLM could not read a reply, so that replies are looked at as they came."""
        return self._unreadable

    def takes(self, parameter: str, value: object) -> bool:
        """Whether the model is not known to refuse this value of a parameter."""
        return (parameter, repr(value)) not in self._refused

    def worked(self, mode: OutputMode) -> None:
        """Remember that a mode worked, and that the surer ones did not."""
        with self._lock:
            if mode in self._modes:
                self._modes = self._modes[self._modes.index(mode) :]
                self._proven = True

    def could_not_be_read(self) -> bool:
        """Remember that LiteLLM could not read a reply; whether that is news."""
        with self._lock:
            news, self._unreadable = not self._unreadable, True
        return news

    def refuses(self, parameter: str, value: object) -> None:
        """Remember a value of a parameter that the model does not take.

        Not the parameter as such: other callers, who may have given it a better value, share this.
        """
        with self._lock:
            self._refused |= {(parameter, repr(value))}


_remembering = threading.Lock()
_remembered: dict[tuple[str, str], Abilities] = {}


def abilities_of(model: str, address: str) -> Abilities:
    """The process's one memory of a model at an address, begun from LiteLLM's own table."""
    with _remembering:
        key = (model, address)
        if key not in _remembered:
            _remembered[key] = Abilities(_modes_worth_trying(model))
        return _remembered[key]


def _modes_worth_trying(model: str) -> tuple[OutputMode, ...]:
    entry = listed(model)
    modes = [OutputMode.OBJECT, OutputMode.TEXT]
    if entry.get("supports_function_calling"):
        modes.insert(0, OutputMode.TOOL)
    if not entry:
        # llama.cpp's servers, and others that people run themselves, have this way of their own.
        modes.insert(0, OutputMode.OBJECT_OF_SCHEMA)
    # A model that the table does not have may well be able.
    if not entry or entry.get("supports_response_schema"):
        modes.insert(0, OutputMode.SCHEMA)
    return tuple(modes)
