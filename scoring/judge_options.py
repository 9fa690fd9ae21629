"""The judge on the command line: its options, its run, and what is said about both."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from scoring.errors import InvalidValueError, StoreError
from scoring.formats.json_text import JsonError, parse_json
from scoring.judges.llm import LLMJudge
from scoring.judges.protocol import DEFAULT_TIMEOUT, Judge
from scoring.judges.registry import make_judge
from scoring.judging import Limits, Run, Snapshot, estimate
from scoring.judging.limits import REMOTE_CONCURRENCY
from scoring.model import Case
from scoring.progress import spent, watched
from scoring.scorer import RunMaker
from scoring.terminal import inert

if TYPE_CHECKING:
    from scoring.store import JudgementStore

_FOR_MODELS: Final = (
    "api_base",
    "parameters",
    "timeout",
    "concurrency",
    "rpm",
    "budget",
    "token_budget",
    "repeat",
    "fresh",
    "fresh_since",
    "store",
    "no_store",
)
"""Options that mean nothing to a judge that works in this process and always says the same."""


def add_judge_options(command: argparse.ArgumentParser) -> None:
    """Add the options that say who judges and how."""
    command.add_argument(
        "--judge",
        metavar="embedded|recorded|MODEL",
        help="who judges: the embedded judge, the judgement on each line, or a LiteLLM model; "
        "unless given, a line's own judgement where it has one, else the embedded judge",
    )
    model = command.add_argument_group("with a model as judge")
    model.add_argument(
        "--api-base", metavar="URL", help="an OpenAI-compatible server, such as http://host:8000/v1"
    )
    model.add_argument(
        "--parameters",
        metavar="JSON",
        help='what else LiteLLM takes, such as \'{"seed": 7, "max_tokens": 2000}\'',
    )
    model.add_argument(
        "--timeout", type=float, metavar="S", help=f"for one request (default: {DEFAULT_TIMEOUT:g})"
    )
    model.add_argument(
        "--concurrency",
        type=int,
        metavar="N",
        help=f"cases under way at once (default: {REMOTE_CONCURRENCY})",
    )
    model.add_argument("--rpm", type=float, metavar="N", help="the most requests in a minute")
    model.add_argument("--budget", type=float, metavar="USD", help="stop asking once it is spent")
    model.add_argument(
        "--token-budget", type=int, metavar="N", help="the same in tokens, in and out together"
    )
    model.add_argument(
        "--repeat", type=int, metavar="N", help="judge each case N times, and show the spread"
    )
    anew = model.add_mutually_exclusive_group()
    anew.add_argument(
        "--fresh", action="store_true", default=None, help="ask anew; the store keeps both"
    )
    anew.add_argument(
        "--fresh-since",
        type=_moment,
        metavar="MOMENT",
        help="ask anew but for what was judged since then, as in 2026-11-30T09:30: goes on with a "
        "--fresh run that was interrupted",
    )
    place = model.add_mutually_exclusive_group()
    place.add_argument(
        "--store",
        metavar="URL",
        help="where judgements are kept: sqlite:///FILE or postgresql://...; unless given, what "
        "SCORESCOPE_STORE says, else a file in your own data folder",
    )
    place.add_argument(
        "--no-store", action="store_true", default=None, help="keep nothing, look nothing up"
    )


@contextmanager
def judging(options: argparse.Namespace) -> Iterator[tuple[Judge | None, RunMaker]]:
    """The judge that the options name, and the way its run is made, watched and told of.

    Yields:
        What `evaluate` takes. An interruption inside the block says what is kept and how to go on.

    Raises:
        ScoringError: The options name no judge, contradict each other, or are out of range.
    """
    judge = None if options.judge is None else _judge(options)
    if not isinstance(judge, LLMJudge):
        given = [name for name in _FOR_MODELS if getattr(options, name) is not None]
        if given:
            option = given[0].replace("_", "-")
            raise InvalidValueError(f"--{option} needs a model as judge: --judge MODEL")
    with _Desk(options) as desk:
        yield judge, desk.make_run


class _Desk:
    """Makes the run, watches it, and speaks about it on standard error."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._began = ""
        self._run: Run | None = None
        self._store: JudgementStore | None = None
        self._watching = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._watching.close()
            if self._run is not None:
                self._conclude(self._run.snapshot(), kind)
        finally:
            if self._store is not None:
                self._store.close()

    def _conclude(self, snapshot: Snapshot, kind: type[BaseException] | None) -> None:
        if kind is None:
            _say_what_it_took(snapshot)
        elif kind is KeyboardInterrupt and self._store is not None:
            judged = snapshot.done - snapshot.failed
            again = ""
            if self._options.fresh:
                again = f" with --fresh-since {self._began} in place of --fresh"
            _say(
                f"{judged:,} of {snapshot.total:,} cases are judged and kept in {self._store}; "
                f"the same command{again} goes on from there"
            )

    def make_run(self, cases: Sequence[Case], judge: Judge) -> Run:
        """The run, watched from its start to the end of the block."""
        options = self._options
        repeat = 1 if options.repeat is None else options.repeat
        fresh, since = bool(options.fresh), options.fresh_since or 0.0
        self._began = datetime.now(UTC).isoformat(timespec="milliseconds")
        limits = Limits(
            concurrency=options.concurrency,
            requests_per_minute=options.rpm,
            budget=options.budget,
            token_budget=options.token_budget,
        )
        if isinstance(judge, LLMJudge) and not options.no_store:
            self._store = _opened_store(options.store)
        run = Run(
            cases, judge, limits=limits, repeat=repeat, store=self._store, fresh=fresh, since=since
        )
        if isinstance(judge, LLMJudge):
            expected = estimate(
                cases, judge, repeat=repeat, store=self._store, fresh=fresh, since=since
            )
            _say(f"{judge.model}: {expected}")
            if options.budget is not None and expected.asked and expected.cost is None:
                raise InvalidValueError(
                    f"LiteLLM's table has no price for {judge.model}, so that no budget in dollars "
                    "can be kept. Give one in tokens: --token-budget N"
                )
        self._watching.enter_context(watched(run, sys.stderr))
        self._run = run
        return run


def _judge(options: argparse.Namespace) -> Judge:
    return make_judge(
        options.judge,
        api_base=options.api_base,
        timeout=DEFAULT_TIMEOUT if options.timeout is None else options.timeout,
        parameters=_parameters(options.parameters),
    )


def _parameters(text: str | None) -> Mapping[str, object]:
    if text is None:
        return {}
    try:
        value = parse_json(text)
    except JsonError as error:
        raise InvalidValueError(f"--parameters: {error}") from None
    if not isinstance(value, dict):
        raise InvalidValueError("--parameters takes an object, such as '{\"seed\": 7}'")
    return value


def _moment(text: str) -> float:
    """A moment in ISO 8601, as seconds since 1970; local time where it names no other."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no moment: 2026-11-30T09:30") from None


def _opened_store(url: str | None) -> "JudgementStore":
    from scoring.store import JudgementStore

    try:
        return JudgementStore(url)
    except StoreError as error:
        raise StoreError(
            f"{error} Name another with --store, or keep nothing: --no-store"
        ) from None


def _say_what_it_took(snapshot: Snapshot) -> None:
    if snapshot.spending.requests:
        _say("; ".join(spent(snapshot)))
    if snapshot.note:
        left = snapshot.total - snapshot.done
        _say(f"stopped with {left:,} of {snapshot.total:,} cases not asked about: {snapshot.note}")


def _say(text: str) -> None:
    print(inert(f"scorescope: {text}"), file=sys.stderr)
