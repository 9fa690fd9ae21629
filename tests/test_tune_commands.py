"""`scorescope tune` and `scorescope fit` as a person calls them."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cli import main
from scoring.formats import read_cases
from scoring.model import PRESETS, Penalties
from scoring.relevance import score_relevance


def line(number: int, levels: str, unused: int, missing: int) -> dict[str, Any]:
    """A judged case; a letter a context: h, m, l or n. The first `unused` high ones are unused."""
    names = {"h": "high", "m": "medium", "l": "low", "n": "none"}
    highs = [place for place, letter in enumerate(levels) if letter == "h"][:unused]
    return {
        "id": f"case-{number}",
        "query": "q",
        "contexts": ["x"] * len(levels),
        "response": "r",
        "judgement": {
            "verdicts": [
                {"index": place, "level": names[letter], "used": place not in highs}
                for place, letter in enumerate(levels)
            ],
            "missing": [f"gap {gap}" for gap in range(missing)],
        },
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Scores under the defaults: 0.8, 0.45, 0.5 and 0.75."""
    lines = [line(1, "hhhh", 2, 0), line(2, "hhhn", 0, 2), line(3, "hn", 0, 0), line(4, "hh", 1, 1)]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


@pytest.fixture
def rated(tmp_path: Path) -> Path:
    """Cases with the score and the verdict that the strict penalties give them."""
    lines: list[dict[str, Any]] = []
    for levels in ("hhhh", "hhmn", "hhlnm", "hh"):
        for unused in (0, 1, 2):
            for missing in (0, 1, 2, 3):
                lines.append(line(len(lines), levels, unused, missing))
    path = tmp_path / "rated.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    for each, case in zip(lines, read_cases(path).cases, strict=True):
        assert case.judgement is not None
        score = score_relevance(case.judgement, PRESETS["strict"]).score
        assert score is not None
        each["metadata"] = {"rating": score, "verdict": "pass" if score >= 0.7 else "fail"}
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def written(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--pin", "a=0.1,0.1,0.1", "--pin", "a=0.2,0.2,0.2"], "a name of its own"),
        (
            ["--unused-high", "1.7e308", "--missing-per-item", "1.7e308", "--max-missing", "1e308"],
            "more than a number can say",
        ),
    ],
)
def test_tune_refuses_in_words(
    file: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert main(["tune", str(file), *options]) == 2
    assert words in capsys.readouterr().err


def test_tune_compares_pinned_settings(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.json"
    arguments = ["tune", str(file), "--pin", "strict=0.2,0.25,0.6", "--output", str(output)]
    assert main(arguments) == 0
    table = [row.split() for row in capsys.readouterr().out.splitlines()]
    # The means of 0.8, 0.45, 0.5, 0.75 and of 0.6, 0.25, 0.5, 0.55.
    assert table[1][:2] == ["now", "0.625"]
    assert table[2][:2] == ["strict", "0.475"]
    numbers = written(output)
    now, strict = numbers["settings"]
    assert now["mean"] == pytest.approx(0.625)
    assert (now["passing"], strict["passing"]) == (2, 0)
    assert strict["penalties"]["max_missing_context_penalty"] == 0.6
    changes = {
        case["id"]: (case["from"], case["to"]) for case in numbers["changes"]["strict"]["cases"]
    }
    assert changes == {
        "case-1": ("mixed", "good"),
        "case-2": ("poor", "mixed"),
        "case-4": ("mixed", "good"),
    }
    assert sum(numbers["decomposition"][part] for part in ("base", "saved_by_cap")) >= 0.8


def test_tune_maps_two_penalties(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    assert main(["tune", str(file), "--map", "unused,missing", "--output", str(output)]) == 0
    plane = written(output)["map"]
    column = plane["x_values"].index(0.2)
    row = plane["y_values"].index(0.25)
    assert plane["mean"][row][column] == pytest.approx(0.475)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--pin", "0.1,0.2,0.3"],
        ["--pin", "a=0.1,0.2"],
        ["--pin", "a=0.1,-0.2,0.3"],
        ["--pin", "a=0.1,x,0.3"],
        ["--pin", "now=0.1,0.2,0.3"],
        ["--map", "unused"],
        ["--map", "unused,unused"],
        ["--map", "unused,other"],
    ],
)
def test_a_wrong_pin_or_map_is_a_wrong_call(file: Path, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["tune", str(file), *wrong])
    assert stopped.value.code == 2


def test_tune_without_a_judged_case_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "query": "q", "contexts": ["x"], "response": "r"}')
    assert main(["tune", str(path)]) == 2
    assert "no case has a score" in capsys.readouterr().err


def test_a_hostile_pin_name_stays_on_its_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", str(file), "--pin", "a\x1b[2J\nb=0.1,0.2,0.3"]) == 0
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert "a\\x1b[2J\\nb" in output


def test_fit_finds_the_penalties_behind_scores(
    rated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "fit.json"
    assert main(["fit", str(rated), "--labels", "metadata.rating", "--output", str(output)]) == 0
    numbers = written(output)
    assert numbers["labelled"] == 48
    assert numbers["penalties"]["unused_high_relevance_context"] == pytest.approx(0.2, abs=0.01)
    assert numbers["penalties"]["missing_context_per_item"] == pytest.approx(0.25, abs=0.01)
    # Applying what was printed gives the labels again.
    command = capsys.readouterr().out.splitlines()[-1].split()
    values = [
        float(command[command.index(name) + 1])
        for name in ("--unused-high", "--missing-per-item", "--max-missing")
    ]
    for case in read_cases(rated).cases:
        assert case.judgement is not None
        score = score_relevance(case.judgement, Penalties(*values)).score
        assert score == pytest.approx(case.metadata["rating"], abs=0.02)


def test_fit_takes_verdicts_and_fits_a_threshold(rated: Path, tmp_path: Path) -> None:
    output = tmp_path / "fit.json"
    arguments = ["fit", str(rated), "--labels", "metadata.verdict", "--pass-fail"]
    assert main([*arguments, "--fit-threshold", "--output", str(output)]) == 0
    numbers = written(output)
    assert numbers["kind"] == "pass_fail"
    assert "threshold" in {each["parameter"] for each in numbers["parameters"]}
    assert numbers["errors"][0]["after"] <= numbers["errors"][0]["before"]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ("metadata.", "JMESPath"),
        ("metadata.none_such", "at least 6"),
        ("query", "label of case 1"),
    ],
)
def test_labels_that_are_none_are_refused(
    rated: Path, labels: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", str(rated), "--labels", labels]) == 2
    assert said in capsys.readouterr().err
