"""`scorescope tune`: what penalties do to a dataset, for a person or as JSON."""

import argparse
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from scoring.errors import InvalidValueError
from scoring.formats import Cases
from scoring.model import JsonValue, Penalties
from scoring.penalty_options import add_penalty_options, penalties_of
from scoring.rounding import shown
from scoring.terminal import aligned, inert

if TYPE_CHECKING:
    from scoring.tallies import Effect, PenaltyMap, Tallies
    from scoring.tuning import Outcome

DESCRIPTION: Final = (
    "Compare settings over the judged cases of a file: means with their intervals, bands, what the "
    "mean is made of, which penalty matters, and which cases change band. No judge is asked."
)
CURRENT: Final = "now"
"""The name of the setting that the penalty options give, beside the pinned ones."""

_AXES: Final[Mapping[str, str]] = {
    "unused": "unused_high_relevance_context",
    "missing": "missing_context_per_item",
    "cap": "max_missing_context_penalty",
}
_STEPS: Final = 50
_PRINTED: Final = 10
"""Of a map's lines and columns each so many-th is printed."""

_MOST_CASES: Final = 1000


def add_tune_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command, but for those of reading a file."""
    add_penalty_options(command)
    command.add_argument(
        "--pin",
        action="append",
        default=[],
        type=_pin,
        metavar="NAME=U,M,C",
        help="a setting to compare with: unused high, missing item and cap; may be repeated",
    )
    command.add_argument(
        "--threshold",
        type=float,
        default=0.7,
        metavar="F",
        help="what a case needs to pass, as a share of the scale (default: 0.7)",
    )
    command.add_argument(
        "--map",
        type=_axes,
        metavar="X,Y",
        help=f"the mean over two penalties, out of {', '.join(_AXES)}",
    )
    command.add_argument("--output", metavar="OUT.json", help="write all numbers there")


def tune(cases: Cases, options: argparse.Namespace) -> tuple[list[str], JsonValue]:
    """Compare settings over the judged cases.

    Returns:
        The report in lines, and all numbers as JSON.

    Raises:
        InvalidValueError: A value out of range, or no judged case.
    """
    # NumPy is a fifth of a second that the other commands do without.
    from scoring.tallies import Tallies, decompose, tornado
    from scoring.tuning import outcomes

    penalties, scale = penalties_of(options), options.scale
    tallies = Tallies.from_judgements(
        None if case.judgement is None else case.overrides.applied_to(case.judgement)
        for case in cases.cases
    ).require_cases()
    pins = dict(options.pin)
    if len(pins) < len(options.pin):
        raise InvalidValueError("each pinned setting needs a name of its own")
    found = outcomes(tallies, {CURRENT: penalties, **pins}, scale, threshold=options.threshold)
    parts = asdict(decompose(tallies, penalties, scale))
    if not all(map(math.isfinite, parts.values())):
        raise InvalidValueError("such penalties take more than a number can say")
    effects = tornado(tallies, penalties, scale=scale)
    changes = {name: _changes(cases, tallies, pinned, penalties) for name, pinned in pins.items()}
    plane = None if options.map is None else _plane(tallies, penalties, options.map, scale)
    made_of = ", ".join(f"{name.replace('_', ' ')} {part:.4f}" for name, part in parts.items())
    lines = [
        *_outcome_lines(found),
        "",
        f"The mean: {made_of}",
        "",
        *_effect_lines(effects),
        *_change_lines(changes),
        *([] if plane is None else ["", *_map_lines(plane)]),
    ]
    return lines, {
        "scale": scale,
        "threshold": options.threshold,
        "settings": [_outcome_json(outcome) for outcome in found],
        "decomposition": parts,
        "effects": [{**asdict(effect)} for effect in effects],
        "changes": changes,
        **({} if plane is None else {"map": _map_json(plane)}),
    }


def _plane(
    tallies: "Tallies", penalties: Penalties, axes: tuple[str, str], scale: float
) -> "PenaltyMap":
    from scoring.tallies import Penalty, penalty_map

    x, y = ((Penalty(_AXES[axis]), _values(axis)) for axis in axes)
    return penalty_map(tallies, penalties, x, y, scale=scale)


def _pin(text: str) -> tuple[str, Penalties]:
    name, _, numbers = text.rpartition("=")
    try:
        unused, missing, cap = map(float, numbers.split(","))
        setting = Penalties(unused, missing, cap)
    except InvalidValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=U,M,C") from None
    if not name.strip() or name == CURRENT:
        raise argparse.ArgumentTypeError(f"a pinned setting needs a name other than {CURRENT!r}")
    return name, setting


def _axes(text: str) -> tuple[str, str]:
    axes = tuple(text.split(","))
    if len(axes) != 2 or axes[0] == axes[1] or not set(axes) <= _AXES.keys():
        raise argparse.ArgumentTypeError(f"two different ones out of {', '.join(_AXES)}")
    return axes[0], axes[1]


def _values(axis: str) -> list[float]:
    """From 0 to 1 for the cap, to 0.5 for what single faults cost."""
    return [step / (_STEPS if axis == "cap" else 2 * _STEPS) for step in range(_STEPS + 1)]


def _changes(
    cases: Cases, tallies: "Tallies", before: Penalties, after: Penalties
) -> dict[str, JsonValue]:
    from scoring.tallies import band_changes
    from scoring.tuning import changed_cases

    changes = band_changes(tallies, before, after, limit=tallies.rows)
    return {
        "total": changes.total,
        "cases": [
            {
                "id": cases.cases[position].id,
                "from": change.before.name,
                "to": change.after.name,
                "reason": change.reason,
            }
            for position, change in changed_cases(tallies, changes, _MOST_CASES)
        ],
    }


def _outcome_lines(found: "tuple[Outcome, ...]") -> Iterator[str]:
    bands = [band.name for band, _ in found[0].summary.bands]
    rows = [("setting", "mean", "95 % interval", "pass", "floor", "cap", *bands)]
    for outcome in found:
        summary, interval = outcome.summary, outcome.interval
        between = (
            "-"
            if interval.low is None or interval.high is None
            else f"{shown(interval.low)} to {shown(interval.high)}"
        )
        counts = (summary.passing, summary.floored, summary.capped)
        rows.append(
            (
                inert(outcome.name),
                shown(summary.mean, 3),
                between,
                *map(str, (*counts, *(count for _, count in summary.bands))),
            )
        )
    yield from aligned(rows, right=range(1, len(rows[0])))
    yield f"mean of {found[0].summary.cases} of {found[0].summary.total} cases"


def _effect_lines(effects: "tuple[Effect, ...]") -> list[str]:
    rows = [("penalty", "from", "to", "mean from", "to", "+0.01")]
    rows += [
        (
            effect.penalty.value,
            f"{effect.low:g}",
            f"{effect.high:g}",
            shown(effect.at_low, 4),
            shown(effect.at_high, 4),
            f"{effect.step_effect:.4f}",
        )
        for effect in effects
    ]
    return aligned(rows, right=range(1, 6))


def _change_lines(changes: Mapping[str, Mapping[str, JsonValue]]) -> list[str]:
    return [
        f"in another band than under {inert(name)}: {change['total']} cases"
        for name, change in changes.items()
    ]


def _map_lines(plane: "PenaltyMap") -> list[str]:
    columns, lines = plane.x_values[::_PRINTED], plane.y_values[::_PRINTED]
    rows = [("", *(f"{x:g}" for x in columns))]
    rows += [
        (f"{y:g}", *(shown(value, 3) for value in line))
        for y, line in zip(lines, plane.values[::_PRINTED, ::_PRINTED].tolist(), strict=True)
    ]
    return [
        f"mean over {plane.x.value} (across) and {plane.y.value} (down)",
        *aligned(rows, right=range(len(rows[0]))),
    ]


def _map_json(plane: "PenaltyMap") -> JsonValue:
    return {
        "x": plane.x.value,
        "y": plane.y.value,
        "x_values": plane.x_values.tolist(),
        "y_values": plane.y_values.tolist(),
        "mean": plane.values.tolist(),
    }


def _outcome_json(outcome: "Outcome") -> JsonValue:
    summary = outcome.summary
    return {
        "name": outcome.name,
        "penalties": {**asdict(summary.penalties)},
        "cases": summary.cases,
        "total": summary.total,
        "mean": summary.mean,
        "low": outcome.interval.low,
        "high": outcome.interval.high,
        "quantiles": {f"{share:g}": value for share, value in summary.quantiles},
        "bands": {band.name: count for band, count in summary.bands},
        "passing": summary.passing,
        "floored": summary.floored,
        "capped": summary.capped,
    }
