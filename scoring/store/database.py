"""The database under a store: opened, brought up to date, given back."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from scoring.errors import StoreError
from scoring.store.explained import explained
from scoring.store.location import engine_at
from scoring.store.schema import MIGRATIONS, Migration, migrate


class Database:
    """What every store is. Safe to use from several threads, and by several processes at once.

    Args:
        url: As for `engine_at`; `None` for the person's own file.
        migrations: The steps to the schema that is wanted.

    Raises:
        StoreError: It cannot be opened.
    """

    def __init__(
        self, url: str | None = None, *, migrations: Sequence[Migration] = MIGRATIONS
    ) -> None:
        with explained("opened"):
            self._engine = engine_at(url)
        try:
            with explained("opened"):
                migrate(self._engine, migrations)
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

    def __str__(self) -> str:
        """Where it is: a file, or a database's URL with its password struck out."""
        address = self._engine.url
        if address.get_backend_name() == "sqlite":
            return str(address.database)
        return address.set(drivername="postgresql").render_as_string(hide_password=True)

    def close(self) -> None:
        """Give its connections back."""
        self._engine.dispose()
