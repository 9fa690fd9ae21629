"""What is taken home."""

import json
from dataclasses import replace

import pytest

from pages.shared.dataset import Dataset
from pages.shared.dataset_export import file_stem, results
from pages.shared.state import Settings
from scoring.errors import JudgeError
from scoring.formats import read_cases
from scoring.formats.exports import export
from scoring.model import (
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    RelevanceLevel,
    State,
    Verdict,
)

JUDGED = Case(
    "a",
    "Vue or React?",
    (Context("x"), Context("y")),
    "React",
    judgement=Judgement(
        2, (Verdict(0, RelevanceLevel.LOW, True), Verdict(1, RelevanceLevel.NONE, False)), ("m",)
    ),
    overrides=Overrides(levels={1: RelevanceLevel.HIGH}),
)
DATASET = Dataset(
    "d",
    (
        JUDGED,
        replace(JUDGED, judgement=None),
        replace(JUDGED, judgement=None),
        replace(JUDGED, contexts=(), judgement=None),
    ),
    failures={2: JudgeError("no route")},
)


def test_every_case_is_there_with_its_state_and_corrections_applied() -> None:
    found = results(DATASET, Settings(Penalties(0.1, 0.05, 0.5), 10.0))
    assert [each.relevance.state for each in found] == [
        State.SCORED,
        State.PARTIAL,
        State.FAILED,
        State.NOT_SCORABLE,
    ]
    # (0.3 + 1.0) / 2 - 0.1 for the unused high context - 0.05 for the missing item, of 10.
    assert found[0].relevance.score == pytest.approx(5.0)
    assert found[2].relevance.reason.endswith("no route")
    assert len({each.run_id for each in found}) == 4


def test_keyword_coverage_is_that_of_the_scale() -> None:
    (coverage, *_) = [each.keywords for each in results(DATASET, Settings(scale=10.0))]
    assert coverage.score == 5.0
    assert coverage.scale == 10.0
    assert [match.keyword for match in coverage.missing] == ["Vue"]


def test_a_persons_word_on_a_keyword_is_in_what_is_taken_home() -> None:
    marked = replace(JUDGED, overrides=Overrides(keywords={"vue": True}))
    content = export(results(Dataset("d", (marked,)), Settings()), "jsonl").content
    line = json.loads(content)
    assert line["keywords"]["score"] == 1.0
    assert read_cases(content).cases == (marked,)


@pytest.mark.parametrize("name", ["jsonl", "csv", "xlsx", "parquet"])
def test_what_is_taken_home_comes_back_equal(name: str) -> None:
    content = export(results(DATASET, Settings()), name).content
    assert read_cases(content).cases == DATASET.cases


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("質問集", "質問集"),
        ("أسئلة", "أسئلة"),
        ("one + two", "one + two"),
        ("a/b\\c:d", "a b c d"),
        ("../../etc/passwd", "etc passwd"),
        ("report\u202efdp", "report fdp"),
        ("line\nbreak\x00", "line break"),
        (" . ", "scorescope"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_files_name_keeps_its_script_and_loses_what_no_file_system_takes(
    name: str, stem: str
) -> None:
    assert file_stem(name) == stem
