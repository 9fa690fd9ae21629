"""The store of judgements, the same promises in SQLite and in PostgreSQL."""

import multiprocessing
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql

from scoring.errors import StoreError
from scoring.model import Judgement, Provenance, RelevanceLevel, Verdict
from scoring.store import JudgementStore
from scoring.store.explained import explained
from scoring.store.schema import MIGRATIONS

KEY = "a" * 64
OTHER = "b" * 64


def judgement(assessment: str = "fine", raw_reply: str = "{}") -> Judgement:
    return Judgement(
        2,
        (Verdict(0, RelevanceLevel.HIGH, used=True, reasoning="because"),),
        ("a price",),
        assessment,
        Provenance("llm", "m", "3", 0, 10, 5, 0.25, 1.5, raw_reply, ("a note",)),
    )


def test_a_judgement_is_found_by_its_key_and_whole(store_url: str) -> None:
    kept = judgement(raw_reply='odd \ud800 \x00 \u2028 "text" 漢字')
    with JudgementStore(store_url) as store:
        assert store.newest([KEY, OTHER]) == {}
        assert store.add(KEY, kept) == kept
    with JudgementStore(store_url) as store:
        assert store.newest([KEY, OTHER]) == {KEY: (kept,)}


def test_every_attempt_is_kept_and_the_newest_are_read(store_url: str) -> None:
    with JudgementStore(store_url) as store:
        attempts = []
        for number in range(4):
            made = store.add(KEY, judgement(f"number {number}"))
            assert made.provenance is not None
            attempts.append(made.provenance.attempt)
        assert attempts == [0, 1, 2, 3]
        (newest,) = store.newest([KEY])[KEY]
        assert newest.assessment == "number 3"
        assert newest.provenance is not None
        assert newest.provenance.attempt == 3
        two = store.newest([KEY], 2)[KEY]
        assert [each.assessment for each in two] == ["number 2", "number 3"]


def test_thousands_of_keys_are_looked_up_in_one_call(store_url: str) -> None:
    keys = [f"{number:064x}" for number in range(2_000)]
    with JudgementStore(store_url) as store:
        for key in keys[::500]:
            store.add(key, judgement(key))
        found = store.newest(keys)
    assert {key: each.assessment for key, (each,) in found.items()} == {k: k for k in keys[::500]}


def test_a_judgement_without_provenance_is_kept(store_url: str) -> None:
    bare = replace(judgement(), provenance=None)
    with JudgementStore(store_url) as store:
        store.add(KEY, bare)
        assert store.newest([KEY]) == {KEY: (bare,)}


def test_what_cannot_be_read_any_more_gives_way_to_what_can_and_is_counted(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with JudgementStore(store_url) as store:
        good = store.add(KEY, judgement())
        store.add(KEY, judgement())
        store.add(OTHER, judgement())
    engine = sql.create_engine(store_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE judgements SET judgement = '{{broken' WHERE attempt = 1 OR key = '{OTHER}'"
        )
    engine.dispose()
    with JudgementStore(store_url) as store:
        assert store.newest([KEY, OTHER]) == {KEY: (good,)}
    assert "2 kept judgements cannot be read any more" in caplog.text


def test_threads_write_at_once(store_url: str) -> None:
    with JudgementStore(store_url) as store, ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: store.add(KEY, judgement()), range(40)))
    attempts = sorted(each.provenance.attempt for each in made if each.provenance)
    assert attempts == list(range(40))


def _write_many(url: str, count: int) -> None:
    with JudgementStore(url) as store:
        for number in range(count):
            store.add(KEY, judgement(str(number)))


def test_processes_open_and_write_one_new_store_at_once(store_url: str) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_many, args=(store_url, 25)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    with JudgementStore(store_url) as store:
        kept = store.newest([KEY], 1000)[KEY]
    attempts = [each.provenance.attempt for each in kept if each.provenance]
    assert attempts == list(range(75))


def test_an_older_store_is_brought_up_to_date_with_what_it_holds(store_url: str) -> None:
    def second(connection: sql.Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE judgements ADD COLUMN stars INTEGER DEFAULT 7")

    with JudgementStore(store_url) as store:
        kept = store.add(KEY, judgement())
    for _ in range(2):  # The second time there is nothing left to do.
        with JudgementStore(store_url, migrations=(*MIGRATIONS, second)) as store:
            assert store.newest([KEY]) == {KEY: (kept,)}
    engine = sql.create_engine(store_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT stars FROM judgements").scalars().all() == [7]
    engine.dispose()


def test_a_step_that_fails_leaves_the_store_as_it_was(store_url: str) -> None:
    def broken(connection: sql.Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE judgements ADD COLUMN stars INTEGER")
        connection.exec_driver_sql("ALTER TABLE nowhere ADD COLUMN stars INTEGER")

    with JudgementStore(store_url) as store:
        kept = store.add(KEY, judgement())
    with pytest.raises(StoreError, match="nowhere"):
        JudgementStore(store_url, migrations=(*MIGRATIONS, broken))
    with JudgementStore(store_url) as store:
        assert store.newest([KEY]) == {KEY: (kept,)}
    engine = sql.create_engine(store_url.replace("postgresql:", "postgresql+psycopg:"))
    columns = {column["name"] for column in sql.inspect(engine).get_columns("judgements")}
    engine.dispose()
    assert "stars" not in columns


def test_a_store_from_the_future_is_refused(store_url: str) -> None:
    JudgementStore(store_url, migrations=(*MIGRATIONS, lambda _: None)).close()
    with pytest.raises(StoreError, match="schema version 4; this program knows versions up to 3"):
        JudgementStore(store_url)


def test_without_a_url_it_is_the_persons_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCORESCOPE_STORE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with JudgementStore() as store:
        store.add(KEY, judgement())
    path = tmp_path / "scorescope" / "judgements.sqlite3"
    assert path.exists()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_environment_can_name_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESCOPE_STORE", f"sqlite:///{tmp_path / 'named.sqlite3'}")
    JudgementStore().close()
    assert (tmp_path / "named.sqlite3").exists()


def test_sqlite_writes_ahead_so_that_readers_and_a_writer_do_not_wait(tmp_path: Path) -> None:
    path = tmp_path / "judgements.sqlite3"
    with JudgementStore(f"sqlite:///{path}") as store:
        kept = store.add(KEY, judgement())
        other = sqlite3.connect(path, isolation_level=None)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other.execute("BEGIN IMMEDIATE")
        assert store.newest([KEY]) == {KEY: (kept,)}
        other.close()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "has to look like"),
        ("mysql://user:hidden@host/db", "SQLite or PostgreSQL, not in mysql"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:////nowhere/at/all.sqlite3", "cannot be opened: unable to open database file"),
        ("postgresql://me:hidden@127.0.0.1:1/db", "cannot be opened: .*refused"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why_without_its_password(url: str, says: str) -> None:
    with pytest.raises(StoreError, match=says) as caught:
        JudgementStore(url)
    error: BaseException | None = caught.value
    while error is not None:
        assert "hidden" not in str(error)
        error = error.__context__


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"host": "127.0.0.1", "port": 1}, "refused"),
        ({"host": "db-canary.invalid"}, "not known|not provided|resolve"),
        ({"database": "canary-database"}, "does not exist"),
        ({"username": "canary-user"}, "does not exist"),
        ({"query": {"host": "/nowhere/canary"}}, "No such file"),
    ],
)
def test_what_a_driver_says_of_the_way_to_a_server_is_struck_out(
    postgresql_url: str, change: dict[str, object], says: str
) -> None:
    address = sql.make_url(postgresql_url)
    if "host" in change:
        change = {"query": {}, **change}
    with pytest.raises(StoreError, match=says) as caught:
        JudgementStore(sql.URL.create(**{**address._asdict(), **change}).render_as_string())
    said = str(caught.value)
    assert not any(word in said for word in ("canary", "127.0.0.1", "port 1", "tester")), said


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        (
            'FATAL: role "me" does not exist\nDETAIL: row (1, canary)',
            "FATAL: role … does not exist",
        ),
        ("FATAL: Rolle »me« existiert nicht", "FATAL: Rolle … existiert nicht"),
        ("failed to resolve host 'db.internal'", "failed to resolve host …"),
        ('to server at "db" (10.0.0.5), port 54 failed', "to server at … …, port … failed"),
        ("database is locked", "database is locked"),
    ],
)
def test_a_drivers_sentence_loses_what_it_quotes(said: str, becomes: str) -> None:
    with pytest.raises(StoreError) as caught, explained("read"):
        raise sql.exc.OperationalError("SELECT canary", {"canary": 1}, Exception(said))
    assert str(caught.value) == f"The store cannot be read: {becomes}"


def test_a_folder_that_cannot_be_made_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCORESCOPE_STORE", raising=False)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="cannot be opened: Not a directory") as caught:
        JudgementStore()
    assert str(tmp_path) not in str(caught.value)


def test_a_store_shows_where_it_is_without_its_password(tmp_path: Path) -> None:
    with JudgementStore(f"sqlite:///{tmp_path / 's'}") as store:
        assert str(store).endswith("/s")


def test_a_store_that_breaks_under_way_says_so(tmp_path: Path) -> None:
    path = tmp_path / "judgements.sqlite3"
    with JudgementStore(f"sqlite:///{path}") as store:
        with sqlite3.connect(path) as connection:
            connection.execute("DROP TABLE judgements")
        connection.close()
        with pytest.raises(StoreError, match="cannot be written: no such table"):
            store.add(KEY, judgement())
        with pytest.raises(StoreError, match="cannot be read: no such table"):
            store.newest([KEY])
