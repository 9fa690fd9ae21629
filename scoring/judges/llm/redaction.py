"""Keys struck out of whatever leaves the judge: errors, replies, notes."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import quote, unquote

STRUCK: Final = "[key removed]"
_SECRET_NAME: Final = re.compile(
    r"key|token|secret|password|authori[sz]ation|cookie|credential", re.IGNORECASE
)
_SECRET_VARIABLE: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_IN_URL: Final = re.compile(
    r"://[^\s/@:]*:(?P<password>[^\s/@]+)@|[?&][^\s=&]+=(?P<value>[^\s&#]+)"
)
_SHORTEST: Final = 6
"""Shorter values are no keys, and would strike out ordinary words."""


class Redactor:
    """Strikes a fixed set of secrets, and those of the environment, out of any text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = frozenset(secrets)

    def __call__(self, text: str) -> str:
        """The text with every secret in it replaced, also where it is quoted for a URL or JSON."""
        secrets = self._secrets | {
            value for name, value in os.environ.items() if _SECRET_VARIABLE.search(name)
        }
        spellings = {
            spelling
            for secret in secrets
            if len(secret) >= _SHORTEST
            for spelling in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1])
        }
        # Longest first, so that no key's tail stays behind where one contains another.
        for spelling in sorted(spellings, key=len, reverse=True):
            text = text.replace(spelling, STRUCK)
        return text


def secrets_in(
    api_key: str | None, api_base: str | None, parameters: Mapping[str, object]
) -> Iterator[str]:
    """Whatever is secret in how a model is called: keys, tokens, headers, passwords in URLs."""
    if api_key:
        yield api_key
    yield from _secrets_of_value(api_base or "", named_secret=False)
    yield from _secrets_of_value(parameters, named_secret=False)


def _secrets_of_value(value: object, *, named_secret: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            secret = named_secret or bool(_SECRET_NAME.search(str(name)))
            yield from _secrets_of_value(inner, named_secret=secret)
    elif isinstance(value, str) and named_secret:
        yield value
        # "Bearer abc": the key itself may come back without its scheme.
        yield value.rpartition(" ")[2]
    elif isinstance(value, str):
        for match in _SECRET_IN_URL.finditer(value):
            written: str = match["password"] or match["value"]
            yield from (written, unquote(written))
