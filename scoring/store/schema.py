"""The store's tables, and the steps that bring an older store up to them."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import sqlalchemy as sql

from scoring.errors import StoreError

Migration: TypeAlias = Callable[[sql.Connection], None]
"""One step from a version of the schema to the next. It spells out its own statements, since the
tables below move on and it may not."""

_LOCK: Final = 7_303_014_836_128_101_985
"""PostgreSQL's advisory locks go by number; this one is ours."""

_metadata: Final = sql.MetaData()
judgements: Final = sql.Table(
    "judgements",
    _metadata,
    sql.Column("key", sql.String(64), primary_key=True),
    sql.Column("attempt", sql.Integer, primary_key=True),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("judgement", sql.Text, nullable=False),
)
"""Every judgement there is. `made_at` counts seconds since 1970, UTC; `judgement` is its JSON."""

sessions: Final = sql.Table(
    "sessions",
    _metadata,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("saved_at", sql.Float, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("cases", sql.LargeBinary, nullable=False),
)
"""Datasets that people saved. `id` cannot be guessed; `cases` is their JSON Lines, compressed."""

mappings: Final = sql.Table(
    "mappings",
    _metadata,
    sql.Column("shape", sql.String(64), primary_key=True),
    sql.Column("saved_at", sql.Float, nullable=False),
    sql.Column("mapping", sql.Text, nullable=False),
)
"""Mappings that people asked to keep. `shape` is a file's fingerprint; `mapping` is JSON."""

_versions: Final = sql.Table("schema_version", _metadata, sql.Column("version", sql.Integer))
"""A row for every step that was taken."""

_newest_version: Final = sql.select(sql.func.max(_versions.c.version))


def _first(connection: sql.Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE judgements ("
        "key VARCHAR(64) NOT NULL, attempt INTEGER NOT NULL, "
        "made_at DOUBLE PRECISION NOT NULL, judgement TEXT NOT NULL, "
        "PRIMARY KEY (key, attempt))"
    )


def _second(connection: sql.Connection) -> None:
    binary = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
    connection.exec_driver_sql(
        "CREATE TABLE sessions ("
        "id VARCHAR(64) NOT NULL PRIMARY KEY, saved_at DOUBLE PRECISION NOT NULL, "
        f"name TEXT NOT NULL, cases {binary} NOT NULL)"
    )


def _third(connection: sql.Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE mappings ("
        "shape VARCHAR(64) NOT NULL PRIMARY KEY, saved_at DOUBLE PRECISION NOT NULL, "
        "mapping TEXT NOT NULL)"
    )


MIGRATIONS: Final[Sequence[Migration]] = (_first, _second, _third)
"""From an empty database to the present schema. Only ever added to."""


def migrate(engine: sql.Engine, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a database to the present schema, in one transaction; nothing to do costs one query.

    Several processes may open a new store at once: one of them does the work, the others wait.

    Raises:
        StoreError: The database was made by a newer version of this program.
    """
    if _version(engine) == len(migrations):
        return
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_LOCK)))
        _versions.create(connection, checkfirst=True)
        done = connection.execute(_newest_version).scalar() or 0
        if done > len(migrations):
            raise StoreError(
                f"The store has schema version {done}; this program knows versions up to "
                f"{len(migrations)}. Update the program, or name another store."
            )
        for number, step in enumerate(migrations[done:], start=done + 1):
            step(connection)
            connection.execute(_versions.insert().values(version=number))


def _version(engine: sql.Engine) -> int | None:
    with engine.connect() as connection:
        if not sql.inspect(connection).has_table(_versions.name):
            return None
        version: int | None = connection.execute(_newest_version).scalar()
        return version
