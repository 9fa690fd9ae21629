"""Where a store is: a file of the person's own unless a database is named."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import sqlalchemy as sql

from scoring.errors import StoreError

VARIABLE: Final = "SCORESCOPE_STORE"
"""Names the store where nothing else does: a URL with a password is best kept off command lines."""

_DRIVERS: Final[Mapping[str, str]] = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_BUSY_TIMEOUT: Final = 60.0
"""Seconds that a write waits for another process's."""


def engine_at(url: str | None) -> sql.Engine:
    """Connect to a store, lazily: nothing is opened before it is used.

    Args:
        url: "sqlite:///PATH" or "postgresql://USER:PASSWORD@HOST/DATABASE". `None` takes
            `SCORESCOPE_STORE`, or else a file in the person's own data folder.

    Raises:
        StoreError: The URL is none, or names another kind of database.
    """
    url = url or os.environ.get(VARIABLE) or None
    address = _own_file() if url is None else _read(url)
    if address.get_backend_name() == "sqlite":
        return _sqlite(address)
    # A server may have dropped a connection that rested since the last use.
    return sql.create_engine(address, hide_parameters=True, pool_pre_ping=True)


def _read(url: str) -> sql.URL:
    try:
        address = sql.make_url(url)
    except sql.exc.ArgumentError:
        # The URL is not repeated: it may hold a password.
        raise StoreError(
            "The store's URL has to look like sqlite:///judgements.sqlite3 or "
            "postgresql://user:password@host/database."
        ) from None
    if address.drivername not in (*_DRIVERS, *_DRIVERS.values()):
        raise StoreError(f"A store is kept in SQLite or PostgreSQL, not in {address.drivername}.")
    if address.get_backend_name() == "sqlite" and address.database in (None, "", ":memory:"):
        raise StoreError("The store's URL names no file. Write sqlite:/// and a path.")
    return address.set(drivername=_DRIVERS.get(address.drivername, address.drivername))


def _own_file() -> sql.URL:
    import platformdirs

    folder = Path(platformdirs.user_data_path("scorescope", appauthor=False))
    # Judges quote the texts that they read: nobody else's business on a shared machine.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sql.URL.create("sqlite+pysqlite", database=str(folder / "judgements.sqlite3"))


def _sqlite(address: sql.URL) -> sql.Engine:
    # The driver then begins each write as one, so that two writers queue instead of failing.
    arguments = {"isolation_level": "IMMEDIATE", "timeout": _BUSY_TIMEOUT}
    engine = sql.create_engine(address, hide_parameters=True, connect_args=arguments)

    @sql.event.listens_for(engine, "connect")
    def _connected(connection: sql.engine.interfaces.DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        # Readers and a writer do not wait for each other; a killed process harms nothing. A power
        # cut can cost the last judgements, never the file.
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = NORMAL")
        # What is deleted is overwritten with zeros.
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.close()

    return engine
