"""Writing a file whole or not at all."""

import io
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a UTF-8 file that stands under its name only when all of it was written.

    What stood there before stays until then, and for good where the block is left by an exception.
    A link is followed, and a device or a pipe is written to directly.

    Raises:
        OSError: The file cannot be made or written.
    """
    with _whole(path) as binary:
        file = io.TextIOWrapper(binary, encoding="utf-8", newline="\n")
        yield file
        file.flush()
        # The bytes below it are closed by whoever opened them.
        file.detach()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file's content as `whole_file` does.

    Raises:
        OSError: The file cannot be made or written.
    """
    with _whole(path) as file:
        file.write(content)


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    target = path.resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    # Beside its target, because only within one file system is a renaming atomic.
    temporary = target.with_name(f".scorescope-{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
