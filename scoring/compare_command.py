"""`scorescope compare`: which configuration is better, for a person, a program or a pipeline."""

import argparse
import sys
from pathlib import Path
from typing import Final

from scoring.evaluation import evaluate
from scoring.formats import Cases, Severity, read_cases
from scoring.judge_options import add_judge_options, judging
from scoring.model import State
from scoring.penalty_options import add_penalty_options, penalties_of
from scoring.terminal import inert

FAULT: Final = 1
SURELY_WORSE: Final = 3
"""The exit status where `--fail-if-worse` finds a configuration surely worse than the baseline."""


DESCRIPTION: Final = (
    "Compare two to eight retrieval configurations over the questions that all of them have: "
    "means, signed differences with their intervals, tests, and where in the penalties the winner "
    "flips."
)
EPILOG: Final = (
    "Exit status: 0, 1 where a line was bad, a case failed, or --fail-if-worse has too few pairs "
    "to say anything, 2 where the call was wrong, 3 where --fail-if-worse found a configuration "
    "surely worse than the baseline."
)


def add_compare_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    command.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a file of cases; they are of the configuration that they name, else of the one that "
        "their file is called after",
    )
    command.add_argument(
        "--baseline",
        metavar="NAME",
        help="the configuration that the others are compared with (default: the first)",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="how the comparison is written (default: text)",
    )
    command.add_argument(
        "--fail-if-worse",
        action="store_true",
        help="exit with 3 where a configuration is surely worse than the baseline, with 1 where "
        "there are too few pairs to tell",
    )
    add_judge_options(command)
    add_penalty_options(command)


def compare(options: argparse.Namespace) -> tuple[str, int]:
    """Read, judge where needed, and compare.

    Returns:
        The report and the exit status.

    Raises:
        ScoringError: A file cannot be read, a value is out of range, or there are not two to eight
            configurations.
    """
    # NumPy is a fifth of a second that the other commands do without.
    from scoring.comparison import FEWEST_PAIRS, by_configuration, compared, paired
    from scoring.comparison_report import ReportFormat, comparison_report

    penalties = penalties_of(options)
    read = [_read(file) for file in options.files]
    with judging(options) as (judge, make_run):
        # All files in one run, so that one estimate, one budget and one bar speak of everything.
        results = iter(
            evaluate(
                [case for cases in read for case in cases.cases],
                judge,
                penalties=penalties,
                scale=options.scale,
                make_run=make_run,
            ).results
        )
    files = [
        (file.stem, [next(results) for _ in cases.cases])
        for file, cases in zip(options.files, read, strict=True)
    ]
    comparison = compared(
        paired(by_configuration(files)), options.baseline, penalties=penalties, scale=options.scale
    )
    report = comparison_report(comparison, ReportFormat(options.format))
    if options.fail_if_worse and comparison.surely_worse:
        return report, SURELY_WORSE
    if options.fail_if_worse and not comparison.says_something:
        print(
            f"fewer than {FEWEST_PAIRS} pairs have a Context Relevance on every side: nothing can "
            "be said of which is worse",
            file=sys.stderr,
        )
        return report, FAULT
    failed = any(result.relevance.state is State.FAILED for _, side in files for result in side)
    return report, FAULT if failed or any(cases.errors for cases in read) else 0


def _read(file: Path) -> Cases:
    """The file's cases; what is wrong with it goes to standard error."""
    cases = read_cases(file)
    for issue in cases.issues:
        warning = "warning: " if issue.severity is Severity.WARNING else ""
        print(inert(f"{file}: {warning}{issue}"), file=sys.stderr)
    return cases
