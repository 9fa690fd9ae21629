"""Keys struck out of whatever leaves the judge: errors, replies, notes."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import quote, unquote

STRUCK: Final = "[key removed]"
_SECRET_NAME: Final = re.compile(
    r"key|token|secret|passw|\bpass\b|pwd|auth|cookie|credential|bearer|signature|\bsig\b",
    re.IGNORECASE,
)

_SECRET_VARIABLE: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_IN_URL: Final = re.compile(
    r"://[^\s/@:]*:(?P<password>[^\s/@]+)@|[?&][^\s=&]+=(?P<value>[^\s&#]+)"
)
_SHORTEST: Final = 6
"""Shorter values are no keys, and would strike out ordinary words."""

_SHORTEST_AROUND: Final = 16
"""The same for what the environment holds, where a name such as CACHE_KEY is no proof of a key;
providers' keys are longer."""


class Redactor:
    """Strikes a fixed set of secrets, and those of the environment, out of any text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._own = _spellings(secret for secret in secrets if len(secret) >= _SHORTEST)

    def __call__(self, text: str) -> str:
        """The text with every secret in it replaced, also where it is quoted for a URL or JSON."""
        if not text:
            return text
        around = _spellings(
            value
            for name, value in os.environ.items()
            if len(value) >= _SHORTEST_AROUND and _SECRET_VARIABLE.search(name)
        )
        # The longest first, so that no tail stays behind.
        for spelling in sorted(self._own | around, key=len, reverse=True):
            text = text.replace(spelling, STRUCK)
        return text


def _spellings(secrets: Iterable[str]) -> frozenset[str]:
    """Every way in which secrets may come back."""
    return frozenset(
        spelling
        for secret in secrets
        for spelling in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1])
    )


def secrets_in(
    api_key: str | None, api_base: str | None, parameters: Mapping[str, object]
) -> Iterator[str]:
    """Whatever is secret in how a model is called: keys, tokens, headers, passwords in URLs."""
    if api_key:
        yield api_key
    yield from _secrets_of_value(api_base or "", named_secret=False)
    yield from _secrets_of_value(parameters, named_secret=False)


def without_secrets(value: object, *, named_secret: bool = False) -> object:
    """A value such as a model's parameters, with whatever is secret in it struck out by its place.

    Unlike a `Redactor`, this does not depend on the secrets: another key gives the same result.
    """
    if isinstance(value, Mapping):
        return {
            str(name): without_secrets(
                inner, named_secret=named_secret or bool(_SECRET_NAME.search(str(name)))
            )
            for name, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [without_secrets(inner, named_secret=named_secret) for inner in value]
    if not isinstance(value, str):
        return value
    if named_secret:
        return STRUCK
    return _SECRET_IN_URL.sub(
        lambda found: found[0].replace(found["password"] or found["value"], STRUCK), value
    )


def _secrets_of_value(value: object, *, named_secret: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            secret = named_secret or bool(_SECRET_NAME.search(str(name)))
            yield from _secrets_of_value(inner, named_secret=secret)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _secrets_of_value(inner, named_secret=named_secret)
    elif isinstance(value, str) and named_secret:
        yield value
        # "Bearer abc": the key itself may come back without its scheme.
        yield value.rpartition(" ")[2]
    elif isinstance(value, str):
        for match in _SECRET_IN_URL.finditer(value):
            written: str = match["password"] or match["value"]
            yield from (written, unquote(written))
