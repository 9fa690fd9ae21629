"""JMESPath expressions: places in JSON, for whoever cannot write a function."""

from collections.abc import Iterator
from typing import Any, Final

import jmespath
from jmespath.exceptions import LexerError, ParseError
from jmespath.functions import Functions

from scoring.errors import FormatError
from scoring.model import JsonValue


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
            FormatError: The expression does not fit the data.
        """
        try:
            found: JsonValue = self._compiled.search(data)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            # All that evaluating can raise: the library's own errors are ValueErrors, and it lets
            # Python's through where types do not fit.
            raise FormatError(f"the JMESPath expression does not fit the case: {error}") from None
        return found


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
