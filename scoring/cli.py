"""The command line: the library's functions from a shell.

Exit status: 0 where all went well, 1 where a line was bad or a case failed (the rest is scored all
the same), 2 where the call was wrong, 3 where a comparison was asked to fail and did, 130 where it
was interrupted.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final, TextIO

from scoring import compare_command, fit_command, tune_command
from scoring.bands import Band
from scoring.errors import InvalidValueError, ScoringError
from scoring.evaluation import CaseResult, Evaluation, evaluate
from scoring.files import Reading, check_report, convert
from scoring.formats import FORMATS, Cases, Severity, json_line
from scoring.formats.exports import EXPORTERS
from scoring.formats.retrieval import DEPTH
from scoring.formats.writing import whole_file
from scoring.judge_options import add_judge_options, judging
from scoring.keywords.languages import AUTO, named_language
from scoring.model import JsonValue, State
from scoring.penalty_options import add_penalty_options, penalties_of
from scoring.rounding import shown
from scoring.terminal import aligned, clipped, inert

_FAULT: Final = 1
_WRONG_CALL: Final = 2
_INTERRUPTED: Final = 130
_ID_COLUMNS: Final = 40
_HEADER: Final = ("id", "relevance", "band", "keywords", "band", "state")
_NUMBERS: Final = (1, 3)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: What follows the program's name; `None` for those of this process.

    Returns:
        The exit status, but for a call that `argparse` refuses: that exits with 2 by itself.
    """
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Not every terminal can show every script; spelling a character out beats failing.
            stream.reconfigure(errors="backslashreplace")
    try:
        status: int = options.run(options)
    except ScoringError as error:
        return _refused(str(error))
    except KeyboardInterrupt:
        print("scorescope: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except OSError as error:
        target = error.filename or getattr(options, "output", None) or "standard output"
        return _refused(f"cannot write {target}: {error.strerror}")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorescope", description="Context Relevance and Keyword Coverage of RAG answers."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    score = commands.add_parser(
        "score",
        help="score the cases of a file",
        description="Score the cases of a file with both scorers, and print a table and the means.",
        epilog="A model's key is taken from the environment, under the name that LiteLLM gives it: "
        "OPENAI_API_KEY, ANTHROPIC_API_KEY, ...",
    )
    _add_reading(score)
    score.set_defaults(run=_score)
    add_judge_options(score)
    score.add_argument(
        "--contexts-path",
        metavar="JMESPATH",
        help="where in a line's JSON its contexts are; unless given, in its contexts",
    )
    add_penalty_options(score)
    score.add_argument(
        "--language",
        default=AUTO,
        metavar="CODE",
        help="what Keyword Coverage reads the texts in, such as de; unless given, found out",
    )
    score.add_argument("--output", metavar="OUT.jsonl", help="write the results there")
    converting = commands.add_parser(
        "convert",
        help="write the cases of a file in another format",
        description="Read the cases of a file, whichever tool wrote it, and write them in another "
        "format. JSON Lines, CSV, XLSX and Parquet are read back without loss.",
    )
    _add_reading(converting)
    converting.add_argument("output", metavar="OUT", help="the file to write")
    converting.add_argument(
        "--to", choices=EXPORTERS, help="its format; unless given, by the end of its name"
    )
    converting.set_defaults(run=_convert)
    checking = commands.add_parser(
        "check",
        help="say what a file is and what to know before judging it",
        description="Read the cases of a file, and name what to know before a judge reads them.",
    )
    _add_reading(checking)
    checking.add_argument(
        "--window",
        type=int,
        metavar="TOKENS",
        help="how many tokens of one context the judge can read",
    )
    checking.set_defaults(run=_check)
    comparing = commands.add_parser(
        "compare",
        help="compare retrieval configurations question by question",
        description=compare_command.DESCRIPTION,
        epilog=compare_command.EPILOG,
    )
    compare_command.add_compare_options(comparing)
    comparing.set_defaults(run=_compare)
    tuning = commands.add_parser(
        "tune",
        help="compare settings over judged cases",
        description=tune_command.DESCRIPTION,
    )
    _add_reading(tuning)
    tune_command.add_tune_options(tuning)
    tuning.set_defaults(run=_tune)
    fitting = commands.add_parser(
        "fit",
        help="fit the penalties to people's labels",
        description=fit_command.DESCRIPTION,
    )
    _add_reading(fitting)
    fit_command.add_fit_options(fitting)
    fitting.set_defaults(run=_fit)
    return parser


def _add_reading(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help='any file of cases; "-" for standard input')
    command.add_argument(
        "--format", choices=FORMATS, help="whose file it is; unless given, found out"
    )
    command.add_argument(
        "--mapping", type=Path, metavar="JSON", help="a file that says where a case's parts are"
    )
    command.add_argument(
        "--encoding", metavar="NAME", help="of a text file, such as cp932; unless given, found out"
    )
    command.add_argument(
        "--sheet", metavar="NAME", help="of a spreadsheet; unless given, the first with a table"
    )
    command.add_argument(
        "--with",
        dest="beside",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="what a TREC run needs: its documents, its questions, their relevance; in any order",
    )
    command.add_argument(
        "--depth",
        type=int,
        default=DEPTH,
        metavar="N",
        help="how many documents of a question are read of a run (default %(default)s)",
    )


def _read(options: argparse.Namespace) -> Cases:
    """The file's cases; what is wrong with it goes to standard error."""
    if options.file == "-" and sys.stdin is None:
        raise InvalidValueError("there is no standard input to read")
    source = sys.stdin.buffer.read() if options.file == "-" else Path(options.file)
    reading = Reading(
        options.format,
        options.mapping,
        options.encoding,
        options.sheet,
        tuple(options.beside),
        options.depth,
    )
    cases = reading.cases(source)
    guess = reading.guess(cases)
    if guess is not None:
        print(
            inert(f"{options.file}: read as {guess}, a guess; --encoding names another"),
            file=sys.stderr,
        )
    for issue in cases.issues:
        warning = "warning: " if issue.severity is Severity.WARNING else ""
        print(inert(f"{options.file}: {warning}{issue}"), file=sys.stderr)
    return cases


def _convert(options: argparse.Namespace) -> int:
    _refuse_same_file(options)
    cases = _read(options)
    for note in convert(cases, Path(options.output), options.to):
        print(inert(f"{options.output}: {note}"), file=sys.stderr)
    count = len(cases.cases)
    noun = "case" if count == 1 else "cases"
    _print([inert(f"{count} {noun}, read as {cases.recognised}")])
    return _FAULT if cases.errors else 0


def _check(options: argparse.Namespace) -> int:
    cases = _read(options)
    _print(map(inert, check_report(cases, options.window)))
    return _FAULT if cases.errors else 0


def _compare(options: argparse.Namespace) -> int:
    report, status = compare_command.compare(options)
    _print([report])
    return status


def _tune(options: argparse.Namespace) -> int:
    return _numbers(options, tune_command.tune)


def _fit(options: argparse.Namespace) -> int:
    return _numbers(options, fit_command.fit)


def _numbers(
    options: argparse.Namespace,
    command: Callable[[Cases, argparse.Namespace], tuple[list[str], JsonValue]],
) -> int:
    """Print a command's report, and write its numbers where a file is named."""
    cases = _read(options)
    lines, numbers = command(cases, options)
    with _output(options) as output:
        if output is not None:
            output.write(f"{json_line(numbers)}\n")
    _print(lines)
    return _FAULT if cases.errors else 0


def _score(options: argparse.Namespace) -> int:
    penalties = penalties_of(options)
    if options.language != AUTO:
        named_language(options.language)  # an unknown one is refused before anything is judged
    with judging(options) as (judge, make_run):
        cases = _read(options)
        if not cases.cases:
            print("scorescope: there is no case to score; nothing is written", file=sys.stderr)
            return _FAULT
        with _output(options) as output:
            evaluation = evaluate(
                cases.cases,
                judge,
                context_extractor=options.contexts_path,
                penalties=penalties,
                scale=options.scale,
                language=options.language,
                make_run=make_run,
            )
            if output is not None:
                output.writelines(f"{json_line(line.to_json())}\n" for line in evaluation.results)
    _print(_report(evaluation))
    failed = any(result.relevance.state is State.FAILED for result in evaluation.results)
    if options.contexts_path and not any(result.case.contexts for result in evaluation.results):
        print(
            "scorescope: --contexts-path found no context in any case; see that it names the place "
            "where the texts themselves are",
            file=sys.stderr,
        )
        return _FAULT
    return _FAULT if failed or cases.errors else 0


def _output(options: argparse.Namespace) -> AbstractContextManager[TextIO | None]:
    if options.output is None:
        return nullcontext()
    if options.output == "-":
        raise InvalidValueError("standard output carries the table; name a file to write")
    _refuse_same_file(options)
    return whole_file(Path(options.output))


def _refuse_same_file(options: argparse.Namespace) -> None:
    output = Path(options.output)
    if output.exists() and Path(options.file).exists() and output.samefile(options.file):
        raise InvalidValueError(f"{output} is the file that is read; name another one to write")


def _report(evaluation: Evaluation) -> list[str]:
    rows = [_HEADER, *map(_row, evaluation.results)]
    return [
        *aligned(rows, right=_NUMBERS),
        "",
        f"Context Relevance  {evaluation.relevance_mean}",
        f"Keyword Coverage   {evaluation.keywords_mean}",
    ]


def _row(result: CaseResult) -> tuple[str, ...]:
    relevance, keywords = result.relevance, result.keywords
    state = relevance.state.replace("_", " ")
    if result.spread is not None:
        state = f"{state}; {result.spread}"
    return (
        clipped(inert(result.case.id), _ID_COLUMNS),
        *_score_and_band(relevance.score, relevance.band),
        *_score_and_band(keywords.score, keywords.band),
        inert(f"{state}: {relevance.explanation}") if relevance.explanation else state,
    )


def _score_and_band(score: float | None, band: Band | None) -> tuple[str, str]:
    return ("-" if score is None else shown(score), "-" if band is None else band.name)


def _print(lines: Iterable[str]) -> None:
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the table has seen enough. Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(message: str) -> int:
    print(inert(f"scorescope: {message}"), file=sys.stderr)
    return _WRONG_CALL
