"""A store in each kind of database."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sql

from tests.store import postgresql

_NUMBERS = count()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a running server; its tests fail, and say what to do, where there is none."""
    try:
        with postgresql.server() as url:
            yield url
    except postgresql.MissingServerError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """The URL of an empty database."""
    name = f"test_{next(_NUMBERS)}"
    address = sql.make_url(postgresql_server).set(drivername="postgresql+psycopg")
    engine = sql.create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return address.set(drivername="postgresql", database=name).render_as_string()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, in SQLite and in PostgreSQL."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql_url"))
    return f"sqlite:///{tmp_path / 'judgements.sqlite3'}"
