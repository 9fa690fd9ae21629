"""A PostgreSQL server for tests: a cluster of its own in a temporary folder, gone afterwards."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_DEBIAN = Path("/usr/lib/postgresql")
_ACCOUNT = "postgres"
"""Whom Debian's package made for it; a server refuses to run as root."""


class MissingServerError(Exception):
    """There is no PostgreSQL on this machine; the text says how to get one."""


def programs() -> Path:
    """The folder with `initdb` and `pg_ctl`.

    Raises:
        MissingServerError: They are not installed.
    """
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    newest_first = sorted(
        _DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True
    )
    for folder in (*folders, *newest_first):
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise MissingServerError(
        "PostgreSQL's server is not on this machine. Install it (Debian, as root: apt-get update "
        '&& apt-get install -y postgresql), or leave its tests out: -m "not postgresql".'
    )


@contextmanager
def server() -> Iterator[str]:
    """Start a server for the length of a `with` block.

    Yields:
        The URL of an empty database. The server listens on a socket in its folder and on no port.

    Raises:
        MissingServerError: PostgreSQL is not installed.
    """
    binaries = programs()
    # A socket's path has to be short, which pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="scorescope-pg-") as name:
        folder = Path(name)
        account = _ACCOUNT if os.geteuid() == 0 else None
        if account is not None:
            shutil.chown(folder, account)
        data = str(folder / "data")

        def run(program: str, *arguments: str) -> None:
            command = [str(binaries / program), "--pgdata", data, *arguments]
            subprocess.run(
                command,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=sys.stderr,
                user=account,
                cwd=folder,
                timeout=120,
            )

        run("initdb", "--username", "tester", "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses= -c fsync=off"
        run("pg_ctl", "--wait", "--log", str(folder / "log"), "--options", options, "start")
        try:
            yield f"postgresql://tester@/postgres?host={folder}"
        finally:
            run("pg_ctl", "--wait", "--mode", "immediate", "stop")
