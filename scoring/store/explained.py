"""What a database says, as one error of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sql

from scoring.errors import StoreError


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn what a database says into one sentence without parameters, addresses or passwords.

    Args:
        what: What was to be done with the store: "opened", "read", "written".

    Raises:
        StoreError: The database said something.
    """
    try:
        yield
    except (sql.exc.SQLAlchemyError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        said = " ".join(str(cause).split())
        failure = StoreError(f"The store of judgements cannot be {what}: {said}")
    else:
        return
    # Outside of `except`, so that the original does not travel along.
    raise failure
