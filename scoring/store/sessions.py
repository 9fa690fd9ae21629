"""Saved datasets, each under an id that cannot be guessed."""

import time
import zlib
from typing import Final

import sqlalchemy as sql

from scoring.errors import StoreError
from scoring.store.database import Database
from scoring.store.explained import explained
from scoring.store.schema import sessions

_UNREADABLE: Final = "The saved session cannot be read any more."
_CLEARING_TIMEOUT: Final = 500
"""Milliseconds for which a deletion waits for those who read the same file."""
_IN_FILES: Final = (
    "The session is deleted, but another program was reading the store: the text still stands in "
    "the store's file or in the log beside it (its name ends in -wal), until every program that "
    "has the store open has closed it."
)
_AT_SERVER: Final = (
    "The session is deleted, but its text may stand in the files of the PostgreSQL server until "
    "these are vacuumed and written over, and in its backups."
)


class SessionStore(Database):
    """Sessions by id.

    There is no way to list what it holds: a session is found by its id alone, and its name is only
    a label.
    """

    def save(self, session_id: str, name: str, content: bytes) -> None:
        """Keep a session, in place of an earlier state of it.

        Args:
            session_id: Its id; whoever has it can open it.
            name: What a person calls it.
            content: Its cases, as JSON Lines.

        Raises:
            StoreError: The store cannot be written.
        """
        row = {
            "id": session_id,
            "saved_at": time.time(),
            # What cannot be encoded in UTF-8 no database takes in a text.
            "name": name.encode("utf-8", "replace").decode().replace("\x00", ""),
            "cases": zlib.compress(content),
        }
        with explained("written"), self._engine.begin() as connection:
            connection.execute(sessions.delete().where(sessions.c.id == session_id))
            connection.execute(sessions.insert().values(row))

    def find(self, session_id: str) -> tuple[str, bytes] | None:
        """A session's name and content; `None` where there is none under this id.

        Raises:
            StoreError: The store, or the session, cannot be read.
        """
        wanted = sql.select(sessions.c.name, sessions.c.cases).where(sessions.c.id == session_id)
        with explained("read"), self._engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            return None
        try:
            return str(row.name), zlib.decompress(row.cases)
        except zlib.error:
            raise StoreError(_UNREADABLE) from None

    def delete(self, session_id: str) -> str:
        """Delete a session for good: nobody finds it again, and SQLite overwrites what it held.

        Judgements of its cases stay in the `JudgementStore`. They quote the texts; but whoever
        brings the same texts to the same model shares them, so that they are no one session's to
        delete, and nobody without these texts finds them.

        Returns:
            Where its text may still stand, in a sentence; empty where it is gone altogether.

        Raises:
            StoreError: The store cannot be written.
        """
        with explained("written"), self._engine.begin() as connection:
            connection.execute(sessions.delete().where(sessions.c.id == session_id))
        if self._engine.dialect.name != "sqlite":
            return _AT_SERVER
        with explained("written"), self._engine.connect() as connection:
            connection.detach()  # and so its timeout is nobody else's
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {_CLEARING_TIMEOUT}")
            # The log of the latest writes still has the row, until it is taken into the file.
            # Where somebody reads an older state, this says so in its row and raises nothing.
            busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return _IN_FILES if busy else ""
