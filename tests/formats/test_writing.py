import os
import stat
import threading
from pathlib import Path

import pytest

from scoring.formats.writing import whole_file


def write_half_of(path: Path) -> None:
    with whole_file(path) as file:
        file.write("half")
        raise KeyboardInterrupt


def test_the_file_appears_when_everything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with whole_file(path) as file:
        file.write("検索\n")
        assert not path.exists()
    assert path.read_bytes() == "検索\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_what_stood_there_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_half_of(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes, links and pipes")
class TestOnPosix:
    def test_modes_and_links_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "out.jsonl"
        path.write_text("before")
        path.chmod(0o640)
        link = tmp_path / "link.jsonl"
        link.symlink_to(path)
        with whole_file(link) as file:
            file.write("after")
        assert link.is_symlink()
        assert path.read_text() == "after"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def test_a_new_file_has_the_modes_that_any_new_file_has(self, tmp_path: Path) -> None:
        (tmp_path / "ordinary").touch()
        with whole_file(tmp_path / "out") as file:
            file.write("x")
        assert (tmp_path / "out").stat().st_mode == (tmp_path / "ordinary").stat().st_mode

    def test_a_pipe_is_written_to_and_not_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        received: list[str] = []
        reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
        reader.start()
        with whole_file(pipe) as file:
            file.write("through")
        reader.join(timeout=10)
        assert received == ["through"]
        assert pipe.is_fifo()


def test_a_folder_that_does_not_exist_is_an_error_before_anything_is_written(
    tmp_path: Path,
) -> None:
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "no" / "out"):
        pytest.fail("the block must not run")
