"""What a database says, as one error of ours."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import sqlalchemy as sql

from scoring.errors import StoreError

_NAMED: Final = re.compile(r"""\"[^"]*"|'[^']*'|[«»][^«»]*[«»]|\([^()]*\)|(?<=\bport )\d+""")
"""What a driver quotes, in whichever language, of the way to a database: hosts, addresses, ports,
sockets, names."""


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn what a database says into one sentence without parameters, addresses or passwords.

    On a shared dashboard strangers read it.

    Args:
        what: What was to be done with the store: "opened", "read", "written".

    Raises:
        StoreError: The database said something.
    """
    try:
        yield
    except (sql.exc.SQLAlchemyError, OSError) as error:
        failure = StoreError(f"The store cannot be {what}: {_said(error)}")
    else:
        return
    # Outside of `except`, so that the original does not travel along.
    raise failure


def _said(error: sql.exc.SQLAlchemyError | OSError) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    # What follows the first line are hints, and the values of a row.
    first, _, _ = str(getattr(error, "orig", None) or error).strip().partition("\n")
    said = " ".join(first.split())
    # Of a connection; any other error speaks of our own tables.
    return _NAMED.sub("…", said) if isinstance(error, sql.exc.OperationalError) else said
