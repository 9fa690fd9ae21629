import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.model import JsonValue
from tests.loopback_server import LoopbackServer

ECLIPSE: dict[str, JsonValue] = {
    "id": "eclipse",
    "query": "What causes solar eclipses?",
    "contexts": ["a", "b", "c", "d", "e"],
    "response": "The Moon blocks the Sun.",
    "judgement": {
        "verdicts": [
            {"index": 0, "level": "high", "used": True},
            {"index": 1, "level": "high", "used": True},
            {"index": 2, "level": "medium", "used": False},
            {"index": 3, "level": "none", "used": False},
            {"index": 4, "level": "high", "used": False},
        ]
    },
}
ROOT = Path(__file__).parent.parent
EMPTY: dict[str, JsonValue] = {"id": "empty", "query": "q", "response": "r"}


@pytest.fixture
def cases_file(tmp_path: Path) -> Path:
    return written(tmp_path / "cases.jsonl", ECLIPSE)


def written(path: Path, *lines: "dict[str, JsonValue] | str") -> Path:
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def scores(path: Path) -> list[object]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        [json.loads(line)[scorer]["score"] for scorer in ("relevance", "keywords")]
        for line in lines
    ]


def in_a_shell(
    *arguments: str, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scoring", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_file_is_scored_into_a_table_and_two_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "cases.jsonl", ECLIPSE, EMPTY)
    assert main(["score", str(path)]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    lines = output.out.splitlines()
    assert lines[0].split() == ["id", "relevance", "band", "keywords", "band", "state"]
    # (1 + 1 + 0.7 + 0 + 1) / 5 = 0.74, less 0.10 for the high context that was not used
    assert lines[1].split()[:3] == ["eclipse", "0.64", "mixed"]
    assert lines[1].endswith("scored")
    assert lines[2].split()[:3] == ["empty", "-", "-"]
    assert lines[2].endswith("not scorable: There are no contexts to judge.")
    assert lines[0].index("state") == lines[1].index("scored") == lines[2].index("not scorable")
    assert lines[-2] == "Context Relevance  0.64 (mean of 1 of 2)"
    assert lines[-1].startswith("Keyword Coverage   ")
    assert lines[-1].endswith("(mean of 2 of 2)")


@pytest.mark.parametrize(
    ("options", "score"),
    [
        (["--unused-high", "0.05"], 0.69),
        (["--preset", "lenient"], 0.69),
        (["--preset", "lenient", "--unused-high", "0"], 0.74),
        (["--scale", "100"], 64.0),
        (["--unused-high", "0.5", "--scale", "10"], 2.4),
    ],
)
def test_penalties_and_scale_are_options(
    cases_file: Path, tmp_path: Path, options: list[str], score: float
) -> None:
    output = tmp_path / "out.jsonl"
    assert main(["score", str(cases_file), *options, "--output", str(output)]) == 0
    result = json.loads(output.read_text(encoding="utf-8"))
    assert result["relevance"]["score"] == pytest.approx(score, abs=1e-12)


def test_missing_items_cost_what_the_options_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judgement: JsonValue = {
        "verdicts": [{"index": 0, "level": "high", "used": True}],
        "missing": ["a", "b", "c"],
    }
    path = written(tmp_path / "c", ECLIPSE | {"contexts": ["x"], "judgement": judgement})
    assert main(["score", str(path), "--missing-per-item", "0.1", "--max-missing", "0.25"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[1] == "0.75"


def test_bad_lines_are_named_and_the_rest_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "cases.jsonl", "{not json", ECLIPSE, {"query": "q"}, ECLIPSE)
    assert main(["score", str(path)]) == 1
    output = capsys.readouterr()
    assert output.out.count("0.64") == 3
    first, second, third = output.err.splitlines()
    assert first.startswith(f"{path}: line 1: this is not JSON")
    assert second == f'{path}: line 3, response: is missing; give "" for an empty answer'
    assert third == f"{path}: warning: line 4, id: is also that of line 2; give each case its own"


def test_a_warning_alone_is_no_fault(tmp_path: Path) -> None:
    assert main(["score", str(written(tmp_path / "c", ECLIPSE, ECLIPSE))]) == 0


def test_a_case_that_fails_is_told_and_the_rest_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unjudged = {name: value for name, value in ECLIPSE.items() if name != "judgement"}
    path = written(tmp_path / "cases.jsonl", unjudged | {"id": "bare"}, ECLIPSE)
    assert main(["score", str(path), "--judge", "recorded"]) == 1
    output = capsys.readouterr().out
    assert "failed: This case brings no judgement of its own." in output
    assert "Context Relevance  0.64 (mean of 1 of 2)" in output


def test_without_a_judge_an_unjudged_line_goes_to_the_embedded_judge(tmp_path: Path) -> None:
    line: dict[str, JsonValue] = {
        "id": "a",
        "query": "What is the capital of Australia?",
        "contexts": ["The capital of Australia is Canberra."],
        "response": "The capital of Australia is Canberra.",
    }
    output = tmp_path / "out.jsonl"
    path = written(tmp_path / "cases.jsonl", line, ECLIPSE)
    assert main(["score", str(path), "--output", str(output)]) == 0
    judged = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [line["signature"]["judge"] for line in judged] == ["embedded", "recorded"]


def test_a_model_is_asked_with_the_key_of_the_environment_which_is_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.jsonl"
    path = written(tmp_path / "cases.jsonl", ECLIPSE)
    with LoopbackServer() as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
        monkeypatch.setenv("OPENAI_API_BASE", server.api_base)
        arguments = ["score", str(path), "--judge", "openai/some-model", "--output", str(output)]
        assert main(arguments) == 0
    assert server.requests[0].headers["authorization"] == "Bearer sk-canary"
    result = json.loads(output.read_text(encoding="utf-8"))
    # The scripted model says high and used of everything.
    assert result["relevance"]["score"] == 1
    assert result["signature"]["model"] == "openai/some-model"
    told = capsys.readouterr()
    assert "canary" not in told.out + told.err + output.read_text(encoding="utf-8")


def test_a_written_result_is_a_case_file_with_the_same_numbers(tmp_path: Path) -> None:
    odd = ECLIPSE | {"id": "\ud800\u2028\x1b", "note": {"of": ["mine"]}}
    path = written(tmp_path / "cases.jsonl", ECLIPSE, EMPTY, odd)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert main(["score", str(path), "--scale", "7", "--output", str(first)]) == 0
    assert main(["score", str(first), "--scale", "7", "--output", str(second)]) == 0
    assert scores(first) == scores(second)
    read = json.loads(second.read_text(encoding="utf-8").splitlines()[2])
    assert (read["id"], read["note"]) == (odd["id"], odd["note"])


def test_contexts_are_taken_from_where_the_path_says(tmp_path: Path) -> None:
    line: dict[str, JsonValue] = {
        "query": "q",
        "response": "r",
        "metadata": {"rag": [{"content": "one", "score": 0.9}, {"content": "two", "score": 0.1}]},
        "judgement": {
            "context_count": 1,
            "verdicts": [{"index": 0, "level": "low", "used": True}],
        },
    }
    output = tmp_path / "out.jsonl"
    path = written(tmp_path / "cases.jsonl", line)
    expression = "metadata.rag[?score > `0.5`].content"
    arguments = ["score", str(path), "--contexts-path", expression, "--output", str(output)]
    assert main(arguments) == 0
    result = json.loads(output.read_text(encoding="utf-8"))
    assert result["contexts"] == ["one"]
    assert result["relevance"]["score"] == 0.3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.jsonl"], "cannot read nowhere.jsonl: No such file or directory"),
        (["{}", "--unused-high", "-1"], "unused_high_relevance_context must be a finite number"),
        (["{}", "--max-missing", "nan"], "max_missing_context_penalty must be a finite number"),
        (["{}", "--scale", "0"], "scale must be a finite number above 0"),
        (["{}", "--contexts-path", "a[?"], "malformed JMESPath at character 4"),
        (["{}", "--output", "{}"], "is the file that is read"),
        (["{}", "--output", "-"], "standard output carries the table"),
        (["{}", "--output", "{}/no/out.jsonl"], "cannot write"),
    ],
)
def test_a_wrong_call_is_refused_and_nothing_is_scored(
    cases_file: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    before = cases_file.read_bytes()
    filled = [argument.replace("{}", str(cases_file)) for argument in arguments]
    assert main(["score", *filled]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert cases_file.read_bytes() == before
    assert list(cases_file.parent.iterdir()) == [cases_file]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["score"],
        ["score", "f", "--scale", "much"],
        ["score", "f", "--preset", "mild"],
        ["grade"],
    ],
)
def test_a_call_that_does_not_parse_ends_with_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: scorescope" in capsys.readouterr().err


def test_ids_cannot_take_over_a_terminal_and_wide_ones_line_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(
        tmp_path / "c", ECLIPSE | {"id": "\x1b[2J\nfoo"}, ECLIPSE | {"id": "日食"}, '{"\x1b": "'
    )
    assert main(["score", str(path)]) == 1
    output = capsys.readouterr()
    assert "\x1b" not in output.out + output.err
    _, hostile, wide, *_ = output.out.splitlines()
    assert hostile.startswith("\\x1b[2J\\nfoo ")
    # Two characters that take four columns.
    assert wide.index("0.64") == hostile.index("0.64") - 2


def test_standard_input_is_read() -> None:
    done = in_a_shell("score", "-", stdin=json.dumps(ECLIPSE))
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.64 (mean of 1 of 1)" in done.stdout


def test_a_terminal_without_unicode_gets_what_it_can_show() -> None:
    done = in_a_shell(
        "score", "-", stdin=json.dumps(ECLIPSE | {"id": "日食"}), PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    assert "\\u65e5\\u98df" in done.stdout


def test_a_reader_that_goes_away_costs_neither_the_output_nor_the_status(tmp_path: Path) -> None:
    many = written(tmp_path / "many.jsonl", *(ECLIPSE | {"id": str(n)} for n in range(3000)))
    output = tmp_path / "out.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "scoring", "score", str(many), "--output", str(output)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
    assert len(output.read_bytes().splitlines()) == 3000


def test_ctrl_c_ends_a_run_at_once_and_leaves_nothing_behind(tmp_path: Path) -> None:
    hanging = tmp_path / "hanging.py"
    hanging.write_text(
        """
import sys, threading
import scoring.cli, scoring.judge_options

class HangingJudge:
    name = "hanging"
    model = None

    def judge(self, case):
        print("asked", flush=True)
        threading.Event().wait()

scoring.judge_options.make_judge = lambda name, **_: HangingJudge()
sys.exit(scoring.cli.main(sys.argv[1:]))
""",
        encoding="utf-8",
    )
    source = written(tmp_path / "cases.jsonl", ECLIPSE)
    output = tmp_path / "out.jsonl"
    arguments = ["score", str(source), "--judge", "hanging", "--output", str(output)]
    with subprocess.Popen(
        [sys.executable, str(hanging), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"asked\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b"scorescope: interrupted\n"
    assert sorted(tmp_path.iterdir()) == [source, hanging]


def test_progress_is_shown_on_a_terminal_and_nowhere_else(
    tmp_path: Path, cases_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, terminal = pty.openpty()
    with open(terminal, "w", encoding="utf-8") as screen:
        monkeypatch.setattr(sys, "stderr", screen)
        two = written(tmp_path / "two.jsonl", ECLIPSE, EMPTY)
        assert main(["score", str(two)]) == 0
        shown = os.read(controller, 1000)
    os.close(controller)
    assert shown.endswith(b"\r\x1b[K")
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    assert main(["score", str(cases_file)]) == 0
    assert log.getvalue() == ""


def test_a_file_without_a_case_leaves_what_was_written_before(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    output = tmp_path / "out.jsonl"
    output.write_text("before")
    assert main(["score", str(tmp_path / "empty.jsonl"), "--output", str(output)]) == 1
    assert output.read_text() == "before"


def test_a_contexts_path_that_finds_nothing_anywhere_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"query": "q", "contexts": ["x"], "response": "r"}\n')
    assert main(["score", str(file), "--contexts-path", "contexts[].text"]) == 1
    assert "found no context" in capsys.readouterr().err


def test_the_language_of_keyword_coverage_can_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.jsonl"
    case = {"id": "a", "query": "Häuser", "contexts": [], "response": "Haus"}
    source.write_text(json.dumps(case), encoding="utf-8")
    scores = []
    for code in ("de", "en"):
        output = tmp_path / f"{code}.jsonl"
        assert main(["score", str(source), "--language", code, "--output", str(output)]) == 0
        scores.append(json.loads(output.read_text("utf-8"))["keywords"]["score"])
    assert scores == [1.0, 0.0]
    capsys.readouterr()
    assert main(["score", str(source), "--language", "tlh"]) == 2
    assert "language must be 'auto' or one of" in capsys.readouterr().err
