"""What faults cost, on the command line: a preset to start from, and each penalty by itself."""

import argparse
from dataclasses import replace

from scoring.model import PRESETS, Penalties


def add_penalty_options(command: argparse.ArgumentParser) -> None:
    """Add the options that say what faults cost and what a perfect score is."""
    command.add_argument(
        "--preset", choices=PRESETS, default="default", help="penalties to start from"
    )
    command.add_argument(
        "--unused-high", type=float, metavar="F", help="penalty for each unused high context"
    )
    command.add_argument(
        "--missing-per-item", type=float, metavar="F", help="penalty for each missing item"
    )
    command.add_argument(
        "--max-missing", type=float, metavar="F", help="the most that missing items can cost"
    )
    command.add_argument(
        "--scale", type=float, default=1.0, metavar="F", help="a perfect score (default: 1)"
    )


def penalties_of(options: argparse.Namespace) -> Penalties:
    """The penalties that the options name.

    Raises:
        InvalidValueError: One of them is out of range.
    """
    given = {
        "unused_high_relevance_context": options.unused_high,
        "missing_context_per_item": options.missing_per_item,
        "max_missing_context_penalty": options.max_missing,
    }
    return replace(
        PRESETS[options.preset],
        **{name: value for name, value in given.items() if value is not None},
    )
