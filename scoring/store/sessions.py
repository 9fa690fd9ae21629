"""Saved datasets, each under an id that cannot be guessed."""

import time
import zlib
from types import TracebackType
from typing import Self

import sqlalchemy as sql

from scoring.errors import StoreError
from scoring.store.explained import explained
from scoring.store.location import engine_at
from scoring.store.schema import migrate, sessions

_UNREADABLE = "The saved session cannot be read any more."


class SessionStore:
    """Sessions by id. Safe to use from several threads, and by several processes at once.

    There is no way to list what it holds: a session is found by its id alone, and its name is only
    a label.

    Args:
        url: As for `engine_at`; `None` for the person's own file.

    Raises:
        StoreError: It cannot be opened.
    """

    def __init__(self, url: str | None = None) -> None:
        with explained("opened"):
            self._engine = engine_at(url)
        try:
            with explained("opened"):
                migrate(self._engine)
        except StoreError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give its connections back."""
        self._engine.dispose()

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

    def delete(self, session_id: str) -> None:
        """Delete a session for good: SQLite overwrites what it held; no other file keeps it.

        Raises:
            StoreError: The store cannot be written.
        """
        with explained("written"), self._engine.begin() as connection:
            connection.execute(sessions.delete().where(sessions.c.id == session_id))
        if self._engine.dialect.name == "sqlite":
            with explained("written"), self._engine.connect() as connection:
                # The log of the latest writes still has the row, until it is taken into the file.
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
