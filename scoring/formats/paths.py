"""JMESPath expressions: places in JSON, for whoever cannot write a function."""

from collections.abc import Iterator
from typing import Any, Final

import jmespath
from jmespath import Options
from jmespath.exceptions import LexerError, ParseError
from jmespath.functions import Functions
from jmespath.visitor import TreeInterpreter

from scoring.errors import FormatError
from scoring.model import JsonValue

_MOST: Final = 50_000_000
"""Characters that one search may make, each value counted as `_VALUE` of them."""
_VALUE: Final = 200
_MAKES_VALUES: Final = frozenset(
    {"function_expression", "literal", "multi_select_dict", "multi_select_list"}
)
"""Kinds of node whose value is not a part of the data."""


class JsonPath:
    """One expression, compiled.

    Attributes:
        expression: The expression as it was given.

    Raises:
        FormatError: The expression is malformed, or calls a function that JMESPath does not have.
    """

    def __init__(self, expression: str) -> None:
        self.expression: Final = expression
        try:
            self._compiled = jmespath.compile(expression)
        except RecursionError:
            raise FormatError("the JMESPath expression nests too deeply") from None
        except ValueError as error:
            raise FormatError(_malformed(expression, error)) from None
        for name in _functions_called(self._compiled.parsed):
            if name not in Functions.FUNCTION_TABLE:
                raise FormatError(f"JMESPath has no function {name}()")

    def search(self, data: JsonValue) -> JsonValue:
        """What the expression finds; null where it finds nothing.

        Raises:
            FormatError: The expression does not fit the data, or makes too much of it.
        """
        try:
            found: JsonValue = _Search().visit(self._compiled.parsed, data)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            # All that evaluating can raise: the library's own errors are ValueErrors, and it lets
            # Python's through where types do not fit.
            raise FormatError(f"the JMESPath expression does not fit the case: {error}") from None
        return found


class _Budget:
    """What one search may still make: `[@,@][]` doubles its data, and so does each one after it."""

    def __init__(self) -> None:
        self._left = _MOST

    def take(self, size: int) -> None:
        """Spend characters.

        Raises:
            FormatError: So many are not left.
        """
        self._left -= size
        if self._left < 0:
            raise FormatError("the JMESPath expression makes too much of the case")

    def take_value(self, value: JsonValue) -> None:
        """Spend what a value is, however often a part of it stands in it."""
        waiting = [value]
        while waiting:
            part = waiting.pop()
            self.take(_VALUE + (len(part) if isinstance(part, str) else 0))
            if isinstance(part, dict):
                waiting.extend(part.values())
            elif isinstance(part, list):
                waiting.extend(part)


class _Search(TreeInterpreter):
    """One evaluation, which ends where it makes too much."""

    def __init__(self) -> None:
        self._budget: Final = _Budget()
        super().__init__(Options(custom_functions=_Functions(self._budget)))

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        """Evaluate a node."""
        value = super().visit(node, *args, **kwargs)
        if node["type"] in _MAKES_VALUES:
            self._budget.take_value(value)
        return value


class _Functions(Functions):
    """JMESPath's functions, of which one makes texts that are longer than what it is given."""

    def __init__(self, budget: _Budget) -> None:
        super().__init__()
        self._budget: Final = budget

    def call_function(self, function_name: str, resolved_args: Any) -> Any:
        """Call a function."""
        if function_name == "join" and len(resolved_args) == 2:
            between, parts = resolved_args
            if isinstance(between, str) and isinstance(parts, list):
                self._budget.take(len(between) * len(parts))
        return super().call_function(function_name, resolved_args)


def _malformed(expression: str, error: ValueError) -> str:
    if not expression.strip():
        return "the JMESPath expression is empty"
    if isinstance(error, LexerError):
        return f"malformed JMESPath at character {error.lexer_position + 1}: {error.message}"
    if isinstance(error, ParseError):
        return f"malformed JMESPath at character {error.lex_position + 1}: {error.msg}"
    return f"malformed JMESPath: {error}"


def _functions_called(node: Any) -> Iterator[str]:
    if node["type"] == "function_expression":
        yield node["value"]
    for child in node["children"]:
        # The children of a slice are numbers.
        if isinstance(child, dict):
            yield from _functions_called(child)
