"""Judgements, kept: written once each, found again by whoever brings the same texts."""

import itertools
import logging
import time
from collections.abc import Collection, Mapping
from typing import Final

import sqlalchemy as sql

from scoring.errors import FormatError
from scoring.formats.json_text import json_line, parse_json
from scoring.formats.judgements import judgement_reader, judgement_to_json
from scoring.model import Judgement
from scoring.store.database import Database
from scoring.store.explained import explained
from scoring.store.schema import judgements

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
_log: Final = logging.getLogger(__name__)


class JudgementStore(Database):
    """Judgements by key.

    There is no way to list what it holds: a judgement is found only by its key, and so only by one
    who has the texts that it is about.
    """

    def newest(
        self, keys: Collection[str], count: int = 1, *, since: float = 0.0
    ) -> dict[str, tuple[Judgement, ...]]:
        """The newest judgements under each of the keys.

        Args:
            keys: Whatever is wanted.
            count: How many attempts are wanted of each.
            since: Only those made at this moment or later, in seconds since 1970.

        Returns:
            For every key that has any, up to `count` judgements, older ones first. What cannot be
            read any more is left out, and counted in the log.

        Raises:
            StoreError: The store cannot be read.
        """
        found: dict[str, tuple[Judgement, ...]] = {}
        unreadable = 0
        wanted = iter(dict.fromkeys(keys))
        with explained("read"), self._engine.connect() as connection:
            while some := list(itertools.islice(wanted, _AT_ONCE)):
                rows = connection.execute(
                    sql.select(judgements.c.key, judgements.c.attempt, judgements.c.judgement)
                    .where(judgements.c.key.in_(some), judgements.c.made_at >= since)
                    .order_by(judgements.c.key, judgements.c.attempt)
                )
                for key, group in itertools.groupby(rows, key=lambda row: str(row.key)):
                    attempts = [_read(row.judgement, row.attempt) for row in group]
                    readable = [judgement for judgement in attempts if judgement is not None]
                    unreadable += len(attempts) - len(readable)
                    if readable:
                        found[key] = tuple(readable[-count:])
        if unreadable:
            _log.warning(
                "%d kept judgements cannot be read any more and count as not there", unreadable
            )
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
