"""Judgements, kept: written once each, found again by whoever brings the same texts."""

import itertools
import time
from collections.abc import Collection, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

import sqlalchemy as sql

from scoring.errors import FormatError, StoreError
from scoring.formats.json_text import json_line, parse_json
from scoring.formats.judgements import judgement_reader, judgement_to_json
from scoring.model import Judgement
from scoring.store.explained import explained
from scoring.store.location import engine_at
from scoring.store.schema import MIGRATIONS, Migration, judgements, migrate

_AT_ONCE: Final = 500
"""Keys in one query; databases bound how many parameters one may have."""
_TRIES: Final = 20
"""How often a write is tried when another process takes the same attempt's number first."""
_ADDING: Final = (
    judgements.insert()
    .from_select(
        ["key", "attempt", "made_at", "judgement"],
        sql.select(
            sql.bindparam("its_key", type_=sql.String),
            sql.func.coalesce(sql.func.max(judgements.c.attempt) + 1, 0),
            sql.bindparam("its_moment", type_=sql.Float),
            sql.bindparam("its_text", type_=sql.Text),
        ).where(judgements.c.key == sql.bindparam("its_key", type_=sql.String)),
    )
    .returning(judgements.c.attempt)
)
"""One statement, so that in SQLite no other writer comes between the number and its use."""
_reader: Final = judgement_reader(None)


class JudgementStore:
    """Judgements by key. Safe to use from several threads, and by several processes at once.

    There is no way to list what it holds: a judgement is found only by its key, and so only by one
    who has the texts that it is about.

    Args:
        url: As for `engine_at`; `None` for the person's own file.

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

    def newest(self, keys: Collection[str], count: int = 1) -> dict[str, tuple[Judgement, ...]]:
        """The newest judgements under each of the keys.

        Args:
            keys: Whatever is wanted.
            count: How many attempts are wanted of each.

        Returns:
            For every key that has any, up to `count` judgements, older ones first; what cannot be
            read any more is left out.

        Raises:
            StoreError: The store cannot be read.
        """
        found: dict[str, tuple[Judgement, ...]] = {}
        wanted = iter(dict.fromkeys(keys))
        with explained("read"), self._engine.connect() as connection:
            while some := list(itertools.islice(wanted, _AT_ONCE)):
                rows = connection.execute(
                    sql.select(judgements.c.key, judgements.c.attempt, judgements.c.judgement)
                    .where(judgements.c.key.in_(some))
                    .order_by(judgements.c.key, judgements.c.attempt)
                )
                for key, group in itertools.groupby(rows, key=lambda row: str(row.key)):
                    readable = [
                        judgement
                        for row in group
                        if (judgement := _read(row.judgement, row.attempt)) is not None
                    ]
                    if readable:
                        found[key] = tuple(readable[-count:])
        return found

    def add(self, key: str, judgement: Judgement) -> Judgement:
        """Keep a judgement, as the next attempt under its key. It is there when this returns.

        Returns:
            The judgement with its attempt in its provenance.

        Raises:
            StoreError: The store cannot be written.
        """
        row = {
            "its_key": key,
            "its_moment": time.time(),
            "its_text": json_line(judgement_to_json(judgement)),
        }
        with explained("written"):
            attempt = self._written(row)
        return judgement.as_attempt(attempt)

    def _written(self, row: Mapping[str, object]) -> int:
        for _ in range(_TRIES - 1):
            try:
                return self._write(row)
            except sql.exc.IntegrityError:
                continue  # PostgreSQL lets two processes choose the same number.
        return self._write(row)

    def _write(self, row: Mapping[str, object]) -> int:
        with self._engine.begin() as connection:
            return int(connection.execute(_ADDING, row).scalar_one())


def _read(text: str, attempt: int) -> Judgement | None:
    try:
        judgement = _reader(parse_json(text))
    except FormatError:
        return None
    return judgement.as_attempt(attempt)
