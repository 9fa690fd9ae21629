"""How a judging run is getting on, for whoever sits at a shell: a bar on a terminal, else lines."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from scoring.judging import Run, RunState, Snapshot
from scoring.terminal import clipped

_REDRAWN: Final = 0.2
"""Seconds between two drawings of the bar."""
_SAID: Final = 10.0
"""Seconds between two lines, where lines stay."""
_BAR: Final = 20


@contextmanager
def watched(run: Run, stream: TextIO, *, said_every: float = _SAID) -> Iterator[None]:
    """Show how a run is getting on for the length of a `with` block.

    Args:
        run: What to watch; it need not have been started.
        stream: Where to. On a terminal a bar is redrawn in its place, and wiped at the end.
        said_every: Seconds between two lines elsewhere.
    """
    ended = threading.Event()
    terminal = stream.isatty()

    def show() -> None:
        while not ended.wait(_REDRAWN if terminal else said_every):
            snapshot = run.snapshot()
            if snapshot.state is not RunState.RUNNING:
                continue
            line = described(snapshot)
            if terminal:
                line = f"\r{clipped(f'{_bar(snapshot)} {line}', _columns(stream))}\x1b[K"
            print(line, end="" if terminal else "\n", file=stream, flush=True)

    showing = threading.Thread(target=show, name="progress", daemon=True)
    showing.start()
    try:
        yield
    finally:
        ended.set()
        showing.join()
        if terminal:
            # Wiped, so that what comes next stands on clear ground.
            print("\r\x1b[K", end="", file=stream, flush=True)


def described(snapshot: Snapshot) -> str:
    """A run at one moment, in a line."""
    parts = [f"{snapshot.done:,} of {snapshot.total:,} judged"]
    if snapshot.failures:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in snapshot.failures.most_common())
        parts.append(f"failed: {kinds}")
    if snapshot.rate is not None:
        digits = 0 if snapshot.rate >= 10 else 1
        parts.append(f"{snapshot.rate:,.{digits}f} a minute")
    if snapshot.seconds_left:
        parts.append(f"{_duration(snapshot.seconds_left)} left")
    if snapshot.pause:
        parts.append(f"the server asked for a pause of {_duration(snapshot.pause)}")
    parts.extend(spent(snapshot))
    return "; ".join(parts)


def spent(snapshot: Snapshot) -> Iterator[str]:
    """What a run took of a model so far; nothing for a judge in this process."""
    spending = snapshot.spending
    if spending.requests:
        again = f" ({spending.retries:,} of them again)" if spending.retries else ""
        yield f"{spending.requests:,} request{'s' if spending.requests > 1 else ''}{again}"
        yield f"{spending.input_tokens:,} tokens in and {spending.output_tokens:,} out"
        yield "price unknown" if spending.cost is None else f"${spending.cost:,.4f}"


def _bar(snapshot: Snapshot) -> str:
    full = _BAR * snapshot.done // max(1, snapshot.total)
    return f"[{'#' * full}{'.' * (_BAR - full)}]"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6_000 else f"{seconds / 3_600:.1f} h"


def _columns(stream: TextIO) -> int:
    # A terminal that does not know its width says 0. The last column is left free, since writing
    # there moves some terminals to the next line.
    return (os.get_terminal_size(stream.fileno()).columns or 80) - 1
