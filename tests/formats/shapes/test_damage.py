"""Peers' files with anything in the place of anything: cases and issues, never a traceback."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FormatError
from scoring.formats import case_from_json, case_to_json, read_cases
from scoring.formats.exports import export
from scoring.formats.registry import FORMATS
from scoring.formats.retrieval import read_retrieval
from tests.formats.case_strategies import json_values
from tests.formats.mutations import mutated
from tests.formats.shapes.peer_files import json_csv, json_lines, pandas_csv, read_as
from tests.formats.shapes.samples import SAMPLES

Place = tuple[str | int, ...]


def places(value: object, at: Place = ()) -> Iterator[Place]:
    """The path of every value within a value."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in items:
        yield (*at, key)
        yield from places(item, (*at, key))


def with_value(rows: list[dict[str, Any]], place: Place, value: object) -> list[Any]:
    """The rows with something else at a place."""
    changed = copy.deepcopy(rows)
    inner: Any = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return changed


def test_every_peer_has_a_sample_that_is_known_for_what_it_is() -> None:
    assert SAMPLES.keys() == FORMATS.keys() - {"native"}
    for name, rows in SAMPLES.items():
        write = json_csv if name == "promptfoo_table" else json_lines
        assert read_as(write(*rows), name).cases or name == "trec"


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - {"trec"}))
@pytest.mark.parametrize("format_name", ["jsonl", "csv", "xlsx", "parquet"])
def test_what_was_read_of_a_peers_file_is_all_in_this_tools_own_files(
    name: str, format_name: str
) -> None:
    write = json_csv if name == "promptfoo_table" else json_lines
    read = read_as(write(*SAMPLES[name]), name)
    again = read_cases(export(read.cases, format_name).content)
    assert again.recognised is not None
    assert again.recognised.format == "native"
    assert again.cases == read.cases


@given(st.data())
def test_any_value_in_any_place_gives_cases_and_issues(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    place = data.draw(st.sampled_from(list(places(SAMPLES[name]))))
    # Numbers as JSON has them; json.dumps writes no others.
    rows = with_value(SAMPLES[name], place, data.draw(json_values))
    read = read_cases(json.dumps(rows), format=name)
    assert read.cases or read.issues
    for case in read.cases:
        again = case_from_json(json.loads(json.dumps(case_to_json(case))), "")
        assert again.contexts == case.contexts
        assert again.judgement == case.judgement


@given(st.data())
def test_any_value_in_any_cell_gives_cases_and_issues(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    row = data.draw(st.sampled_from(range(len(SAMPLES[name]))))
    column = data.draw(st.sampled_from(sorted(SAMPLES[name][row])))
    write = data.draw(st.sampled_from([json_csv, pandas_csv]))
    read = read_cases(write(*with_value(SAMPLES[name], (row, column), data.draw(json_values))))
    assert read.cases or read.issues


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_bytes_give_cases_and_issues_or_one_clear_error(name: str) -> None:
    source = random.Random(name)
    for write in (json_lines, json_csv, pandas_csv):
        whole = write(*SAMPLES[name]).encode()
        for _ in range(25):
            for wanted in (None, name):
                try:
                    read = read_cases(mutated(whole, source), format=wanted)
                except FormatError:
                    continue
                assert read.cases or read.issues


@given(
    st.lists(
        st.text(max_size=40) | st.sampled_from(["q1 Q0 d7 1 2.5 t\n", "d7\ttext\n"]), max_size=4
    )
)
def test_any_files_together_give_cases_or_one_clear_error(sources: list[str]) -> None:
    try:
        read = read_retrieval(list(sources))
    except FormatError:
        return
    assert read.cases
