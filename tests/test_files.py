import json
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.formats import read_cases

CASE = {"id": "a", "query": "What does it cost?", "contexts": ["Fee", "Fee"], "response": "5"}


@pytest.fixture
def japanese_table(tmp_path: Path) -> Path:
    path = tmp_path / "質問.csv"
    path.write_bytes("質問;文脈;回答\n料金は?;\"['料金', '表']\";5円\n".encode("cp932"))
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".xlsx", ".parquet"])
def test_a_file_is_converted_by_the_end_of_its_name(
    japanese_table: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = japanese_table.with_suffix(f".out{suffix}")
    assert main(["convert", str(japanese_table), str(output)]) == 0
    (case,) = read_cases(output).cases
    assert (case.query, case.response) == ("料金は?", "5円")
    assert [context.text for context in case.contexts] == ["料金", "表"]
    assert "1 case, read as query from 質問" in capsys.readouterr().out


def test_the_format_can_be_named_and_has_to_be_where_the_name_does_not_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(CASE))
    output = tmp_path / "out.txt"
    assert main(["convert", str(source), str(output)]) == 2
    assert "name the format to write" in capsys.readouterr().err
    assert main(["convert", str(source), str(output), "--to", "ragas"]) == 0
    assert json.loads(output.read_text())["user_input"] == "What does it cost?"


def test_a_file_is_not_written_over_itself(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(CASE))
    assert main(["convert", str(source), str(source)]) == 2
    assert json.loads(source.read_text()) == CASE


def test_rows_that_could_not_be_read_are_named_and_show_in_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.csv"
    source.write_text("question,contexts,answer\nq,\"['a', 'b\",r\nq,\"['a', 'b']\",r\n")
    assert main(["convert", str(source), str(tmp_path / "out.jsonl")]) == 1
    assert "row 2, contexts: the list ends in the middle" in capsys.readouterr().err


def test_check_says_what_a_file_is_and_what_to_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(CASE))
    assert main(["check", str(source)]) == 0
    shown = capsys.readouterr().out
    assert "Read as    Scorescope; JSON Lines; UTF-8" in shown
    assert "1  duplicate context" in shown
    assert "case a, context 1, 2: duplicate context" in shown


def test_a_saved_mapping_and_an_encoding_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.csv"
    source.write_text("x,y\né,r\n", encoding="utf-8")
    mapping = tmp_path / "mapping.json"
    mapping.write_text('{"query": {"column": "x"}, "response": {"column": "y"}}')
    output = tmp_path / "out.jsonl"
    reading = ["--mapping", str(mapping), "--encoding", "latin-1"]
    assert main(["convert", str(source), str(output), *reading]) == 0
    assert json.loads(output.read_text(encoding="utf-8"))["query"] == "Ã©"
    mapping.write_text('{"query": 1}')
    assert main(["check", str(source), "--mapping", str(mapping)]) == 2
    assert "query: must be an object" in capsys.readouterr().err
    mapping.write_text('{"query": {"column": "x"}, "query": {"column": "y"}}')
    assert main(["check", str(source), "--mapping", str(mapping)]) == 2
    assert 'the name "query" stands twice' in capsys.readouterr().err


RUN = "q1 Q0 d7 1 12.5 bm25\nq1 Q0 d3 2 11.0 bm25\n"


def test_a_run_is_read_with_the_files_beside_it_in_any_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "run.txt": RUN,
        "relevance.txt": "q1 0 d7 2\n",
        "documents.tsv": "id\ttext\nd7\tA pass costs 120 euros.\nd3\tDay passes cost 5.\n",
        "questions.tsv": "id\ttext\nq1\tWhat does a pass cost?\n",
    }
    run, *others = [tmp_path / name for name in files]
    for path in (run, *others):
        path.write_text(files[path.name])
    output = tmp_path / "cases.jsonl"
    for order in (others, others[::-1]):
        beside = ["--with", *map(str, order)]
        assert main(["convert", str(run), str(output), *beside, "--depth", "1"]) == 0
        (case,) = read_cases(output).cases
        assert (case.query, case.configuration) == ("What does a pass cost?", "bm25")
        assert [context.text for context in case.contexts] == ["A pass costs 120 euros."]
        assert case.metadata["relevance"] == {"d7": 2}
    assert main(["score", str(run), "--with", *map(str, others)]) == 0
    assert "mean of 1 of 1" in capsys.readouterr().out
    assert main(["check", str(run)]) == 1
    assert "give it together with a table of the documents" in capsys.readouterr().err
    assert main(["check", str(run), "--with", str(others[0])]) == 2
    assert "no table of documents" in capsys.readouterr().err
    assert main(["check", str(run), *beside, "--format", "trec"]) == 2


@pytest.mark.parametrize("command", ["score", "check", "convert"])
def test_an_encoding_that_was_guessed_is_said_and_no_other(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.csv"
    output = [str(tmp_path / "out.jsonl")] if command == "convert" else []
    text = "query,contexts,response\n返金はいつですか,\"['十四日以内です']\",十四日以内です\n"
    source.write_bytes(text.encode("cp932"))
    main([command, str(source), *output])
    assert "read as CP932 (Shift-JIS), a guess; --encoding names another" in capsys.readouterr().err
    main([command, str(source), *output, "--encoding", "cp932"])
    assert "a guess" not in capsys.readouterr().err
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        source.write_bytes(text.encode(encoding))
        main([command, str(source), *output])
        assert "a guess" not in capsys.readouterr().err


def test_a_sheet_is_taken_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import Workbook

    book = Workbook()
    for name, query in (("first", "One?"), ("second", "Two?")):
        sheet = book.create_sheet(name)
        sheet.append(["query", "contexts", "response"])
        sheet.append([query, "['a']", "b"])
    source, output = tmp_path / "in.xlsx", tmp_path / "out.jsonl"
    book.save(source)
    for choice, query in (([], "One?"), (["--sheet", "second"], "Two?")):
        assert main(["convert", str(source), str(output), *choice]) == 0
        assert json.loads(output.read_text())["query"] == query
    capsys.readouterr()
    assert main(["check", str(source), "--sheet", "third"]) == 2
    assert "'first', 'second'" in capsys.readouterr().err


def test_nothing_to_judge_and_a_window_of_nothing_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.csv"
    source.write_text("eins,zwei\n1,2\n")
    assert main(["check", str(source)]) == 1
    assert "There is no case." in capsys.readouterr().out
    assert main(["check", str(source), "--window", "0"]) == 2
    assert "window must be 1 or more" in capsys.readouterr().err
