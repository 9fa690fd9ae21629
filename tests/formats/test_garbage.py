import gc
from collections.abc import Callable

import pytest

from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.garbage import collection_paused


def test_garbage_is_looked_for_again_once_a_file_was_read_or_refused() -> None:
    with collection_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert read_cases("query,response\nq,r\n").cases
    assert gc.isenabled()
    with pytest.raises(FormatError):
        read_cases(b"%PDF")
    assert gc.isenabled()


def test_who_looks_for_no_garbage_is_left_alone() -> None:
    gc.disable()
    try:
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_was_read_has_no_cycles_that_a_pause_could_pile_up() -> None:
    reading: list[Callable[[], object]] = [
        lambda: read_cases('query,contexts,response\nq,"[\'a\', \'b\']",r\nq,"[\'a",r\nq,"x"y,r\n'),
        lambda: read_cases('{"query": "q", "response": "r", "contexts": [1]}\n{"a": NaN}\n{"a"\n'),
    ]
    for read in reading:
        read()
        gc.collect()
        with collection_paused():
            for _ in range(20):
                read()
            assert gc.collect() == 0
