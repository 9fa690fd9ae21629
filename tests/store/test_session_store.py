"""Saved sessions: found by their id alone, and gone when they are deleted."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from scoring.store import SessionStore

ID = "Zk3v-unguessable"
CONTENT = '{"query": "\u8fd4\u91d1", "response": ""}\n'.encode()


def test_a_session_is_found_by_its_id_and_by_nothing_else(store_url: str) -> None:
    with SessionStore(store_url) as store:
        store.save(ID, "refunds", CONTENT)
    with SessionStore(store_url) as again:
        assert again.find(ID) == ("refunds", CONTENT)
        assert again.find("refunds") is None
        assert again.find("") is None


def test_saving_again_takes_the_place_of_the_earlier_state(store_url: str) -> None:
    with SessionStore(store_url) as store:
        store.save(ID, "first", b"1")
        store.save(ID, "second", b"2")
        assert store.find(ID) == ("second", b"2")


def test_any_name_can_be_kept(store_url: str) -> None:
    with SessionStore(store_url) as store:
        store.save(ID, "\u8cea\u554f \x00\ud800", b"")
        found = store.find(ID)
    assert found is not None
    assert found[0].startswith("\u8cea\u554f")


def test_deleting_really_deletes(tmp_path: Path) -> None:
    name = "a name to be looked for"
    with SessionStore(f"sqlite:///{tmp_path}/store.sqlite3") as store:
        store.save(ID, name, CONTENT)
        assert any(name.encode() in file.read_bytes() for file in tmp_path.iterdir())
        assert store.delete(ID) == ""
        assert store.find(ID) is None
        for file in tmp_path.iterdir():
            assert name.encode() not in file.read_bytes(), file
            assert ID.encode() not in file.read_bytes(), file


def test_a_deletion_beside_a_reader_says_soon_where_the_text_still_stands(tmp_path: Path) -> None:
    name = "a name to be looked for"
    path = tmp_path / "store.sqlite3"
    with SessionStore(f"sqlite:///{path}") as store:
        store.save(ID, name, CONTENT)
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM sessions").fetchall()
            began = time.monotonic()
            said = store.delete(ID)
            took = time.monotonic() - began
        assert "still stands in the store's file or in the log" in said
        assert store.find(ID) is None
        # SQLite's own patience is a minute; a page waits for this.
        assert took < 30
        # Others wait for a writer as long as ever.
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 60_000
    for file in tmp_path.iterdir():
        assert name.encode() not in file.read_bytes(), file


@pytest.mark.postgresql
def test_a_deletion_at_a_server_says_what_is_the_servers_to_overwrite(postgresql_url: str) -> None:
    with SessionStore(postgresql_url) as store:
        store.save(ID, "refunds", CONTENT)
        assert "vacuumed" in store.delete(ID)
        assert store.find(ID) is None
