"""`scorescope fit`: the penalties that meet people's labels best, for a person or as JSON."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from scoring.formats import Cases
from scoring.model import JsonValue
from scoring.penalty_options import add_penalty_options, penalties_of
from scoring.settings_export import as_command, rounded
from scoring.terminal import aligned, clipped, inert

if TYPE_CHECKING:
    from scoring.calibration import Calibration

DESCRIPTION: Final = (
    "Fit the penalties to what people said of the judged cases of a file: scores from 0 to the "
    "scale, or passes and failures. The penalty options say where the fit starts from."
)
_MOST_DISAGREEMENTS: Final = 10
_ID_COLUMNS: Final = 40


def add_fit_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command, but for those of reading a file."""
    command.add_argument(
        "--labels",
        required=True,
        metavar="PATH",
        help="where in a line's JSON its label is, as JMESPath, such as metadata.rating",
    )
    command.add_argument(
        "--pass-fail", action="store_true", help="the labels are verdicts, not scores"
    )
    command.add_argument(
        "--threshold",
        type=float,
        default=0.7,
        metavar="F",
        help="what a case needs to pass, as a share of the scale (default: 0.7)",
    )
    command.add_argument("--fit-threshold", action="store_true", help="fit the threshold, too")
    command.add_argument(
        "--fit-weights",
        action="store_true",
        help="fit the weights of medium and low, too; this leaves the documented formula",
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of everything random (default: 0)"
    )
    add_penalty_options(command)
    command.add_argument("--output", metavar="OUT.json", help="write all numbers there")


def fit(cases: Cases, options: argparse.Namespace) -> tuple[list[str], JsonValue]:
    """Fit penalties to the labels in a file.

    Returns:
        The report in lines, and all numbers as JSON.

    Raises:
        ScoringError: A path that leads to no labels, too few of them, or a value out of range.
    """
    # NumPy is a fifth of a second that the other commands do without.
    from scoring.calibration import LabelKind, calibrate, pass_labels, score_labels
    from scoring.labelled import labels_at
    from scoring.tallies import Tallies

    kind = LabelKind.PASSES if options.pass_fail else LabelKind.SCORES
    given = labels_at(cases.cases, options.labels, kind)
    tallies = Tallies.from_judgements(
        None if case.judgement is None else case.overrides.applied_to(case.judgement)
        for case in cases.cases
    ).require_cases()
    if kind is LabelKind.SCORES:
        labels = score_labels(tallies, given, options.scale)
    else:
        labels = pass_labels(tallies, [None if each is None else bool(each) for each in given])
    found = calibrate(
        tallies,
        labels,
        start=penalties_of(options),
        threshold=options.threshold,
        fit_weights=options.fit_weights,
        fit_threshold=options.fit_threshold,
        scale=options.scale,
        seed=options.seed,
    )
    return list(_lines(cases, found)), _numbers(cases, found)


def _lines(cases: Cases, found: "Calibration") -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("value", "before", "fitted", "95 % range", "")]
    rows += [
        (
            each.parameter.value,
            f"{each.start:.3f}",
            f"{each.value:.3f}",
            f"{each.low:.3f} to {each.high:.3f}",
            "" if each.identified else f"not identified: {each.note}",
        )
        for each in found.parameters
    ]
    yield from aligned(rows, right=(1, 2, 3))
    yield f"fitted to {found.labelled} labels" + (
        f", {found.ignored} more are of cases without a score" if found.ignored else ""
    )
    yield ""
    measures: list[tuple[str, ...]] = [
        ("error", "before", "after", "held out", "constant, held out")
    ]
    measures += [
        (
            each.measure,
            *(f"{value:.4f}" for value in (each.before, each.after, each.held_out, each.constant)),
        )
        for each in found.errors
    ]
    yield from aligned(measures, right=range(1, 5))
    yield found.learning.outlook
    if found.disagreements:
        yield ""
        yield "Labelled cases that disagree most:"
        yield from aligned(
            [
                ("case", "label", "before", "fitted"),
                *(
                    (
                        clipped(inert(cases.cases[each.position].id), _ID_COLUMNS),
                        _label(each.label),
                        f"{each.before:.2f}",
                        f"{each.after:.2f}",
                    )
                    for each in found.disagreements[:_MOST_DISAGREEMENTS]
                ),
            ],
            right=(1, 2, 3),
        )
    yield ""
    yield as_command(rounded(found.penalties), found.scale).rstrip()
    if not found.weights.documented:
        yield "(without the fitted weights, which no scorer takes)"


def _label(label: float | bool) -> str:
    if isinstance(label, bool):
        return "pass" if label else "fail"
    return f"{label:.2f}"


def _numbers(cases: Cases, found: "Calibration") -> JsonValue:
    return {
        "kind": found.kind.value,
        "labelled": found.labelled,
        "ignored": found.ignored,
        "penalties": {**asdict(found.penalties)},
        "weights": {**asdict(found.weights)},
        "threshold": found.threshold,
        "scale": found.scale,
        "seed": found.seed,
        "folds": found.folds,
        "errors": [{**asdict(error)} for error in found.errors],
        "parameters": [
            {
                "parameter": each.parameter.value,
                "before": each.start,
                "fitted": each.value,
                "low": each.low,
                "high": each.high,
                "searched": list(each.searched),
                "identified": each.identified,
                "note": each.note,
            }
            for each in found.parameters
        ],
        "disagreements": [
            {
                "id": cases.cases[each.position].id,
                "label": each.label,
                "before": each.before,
                "fitted": each.after,
            }
            for each in found.disagreements
        ],
        "learning": {
            "labels": found.learning.labels.tolist(),
            "held_out_errors": found.learning.errors.tolist(),
            "with_twice_as_many": {
                "error": found.learning.error_at(2 * found.labelled),
                "range": list(found.learning.range_at(2 * found.labelled)),
            },
        },
    }
