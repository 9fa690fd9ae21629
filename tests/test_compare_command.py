"""`scorescope compare`: names, formats and exit statuses."""

import json
from pathlib import Path

import pytest

from scoring.cli import main

PAIRS = 12


def side(path: Path, level: str, configuration: str | None = None) -> str:
    """A file of judged cases whose one context has this level; returns its path."""
    lines = [
        {
            "id": f"q{number}",
            "query": f"question {number}",
            "contexts": ["text"],
            "response": "text",
            "judgement": {"verdicts": [{"index": 0, "level": level, "used": True}]},
            **({} if configuration is None else {"configuration": configuration}),
        }
        for number in range(PAIRS)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(path)


def test_files_are_named_by_their_cases_or_else_by_their_stem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [side(tmp_path / "2024.jsonl", "low"), side(tmp_path / "x.jsonl", "high", "dense")]

    assert main(["compare", *files, "--format", "json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["configurations"] == ["2024", "dense"]
    assert told["baseline"] == "2024"
    assert told["pairs"] == PAIRS
    assert told["metrics"][0]["means"] == pytest.approx({"2024": 0.3, "dense": 1.0})


def test_one_file_with_all_configurations_is_no_file_of_repeated_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = [side(tmp_path / f"{name}.jsonl", "high", name) for name in ("a", "b")]
    together = tmp_path / "together.jsonl"
    together.write_text("\n".join(Path(part).read_text("utf-8") for part in parts), "utf-8")

    assert main(["compare", str(together)]) == 0

    told = capsys.readouterr()
    assert told.out.startswith("12 pairs of a, b;")
    assert not told.err


def test_markdown_and_text_say_the_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [side(tmp_path / "a.jsonl", "low"), side(tmp_path / "b.jsonl", "high")]

    main(["compare", *files])
    text = capsys.readouterr().out
    main(["compare", *files, "--format", "markdown"])
    markdown = capsys.readouterr().out

    assert "b is better by 0.70 (0.70 to 0.70) than a, n = 12 pairs" in text
    assert "b leads whatever the penalties" in text
    assert "- Context Relevance: b is better by 0.70" in markdown


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 0),
        (["--fail-if-worse"], 3),
        (["--fail-if-worse", "--baseline", "b"], 0),
        (["--baseline", "nobody"], 2),
        (["--scale", "0"], 2),
    ],
)
def test_exit_status_follows_the_baseline_and_the_wish_to_fail(
    tmp_path: Path, options: list[str], status: int
) -> None:
    files = [side(tmp_path / "a.jsonl", "high"), side(tmp_path / "b.jsonl", "low")]

    assert main(["compare", *files, *options]) == status


def test_a_gate_that_has_too_little_to_compare_does_not_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = side(tmp_path / "a.jsonl", "high"), tmp_path / "b.jsonl"
    b.write_text(Path(a).read_text().replace('"id": "q', '"id": "p').replace("question", "other"))

    assert main(["compare", a, str(b)]) == 0
    assert main(["compare", a, str(b), "--fail-if-worse"]) == 1
    assert "nothing can be said of which is worse" in capsys.readouterr().err


def test_one_configuration_is_a_wrong_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", side(tmp_path / "a.jsonl", "high")]) == 2
    assert "2 to 8 configurations" in capsys.readouterr().err


def test_a_bad_line_is_told_and_leaves_the_status_of_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [side(tmp_path / "a.jsonl", "high"), side(tmp_path / "b.jsonl", "high")]
    with (tmp_path / "b.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n{broken")

    assert main(["compare", *files]) == 1
    assert "b.jsonl" in capsys.readouterr().err


def test_penalties_are_taken_as_by_the_score_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [side(tmp_path / "a.jsonl", "high"), side(tmp_path / "b.jsonl", "low")]

    main(["compare", *files, "--preset", "strict", "--max-missing", "0.9", "--format", "json"])

    assert json.loads(capsys.readouterr().out)["settings"]["penalties"] == {
        "unused_high_relevance_context": 0.2,
        "missing_context_per_item": 0.25,
        "max_missing_context_penalty": 0.9,
    }
