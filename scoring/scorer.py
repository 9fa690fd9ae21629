"""The Context Relevance scorer: whose contexts, which judge, what faults cost, set up once."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

from scoring.errors import ExtractionError, JudgeError
from scoring.extraction import (
    ContextExtractor,
    JmesPathExtractor,
    Piece,
    read_pieces,
    with_contexts_of,
)
from scoring.judges.protocol import Judge
from scoring.judges.recorded import RecordedJudge
from scoring.judges.registry import make_judge
from scoring.judging import Outcome, Run, RunState
from scoring.model import Case, Judgement, Penalties, State, checked_scale
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance

RunMaker: TypeAlias = Callable[[Sequence[Case], Judge], Run]
"""Makes the run that judges, such as `functools.partial(Run, limits=..., store=...)`."""


@dataclass(frozen=True, slots=True)
class ScoredCase:
    """One case of many, scored.

    Attributes:
        position: Its place among the cases, from 0.
        case: The case with the contexts that were found for it and the judge's own judgement of
            them; with what it came with where there was none.
        relevance: Its score, a person's corrections applied.
        failure: Why there is none, where the judge or the extractor failed.
        attempts: Every judgement that the judge gave, where it was asked several times.
    """

    position: int
    case: Case
    relevance: RelevanceScore
    failure: JudgeError | ExtractionError | None = None
    attempts: tuple[Judgement, ...] = ()


class ContextRelevanceScorer:
    """The Context Relevance scorer.

    Args:
        judge: Who judges; `None` for a case's own judgement where it has one, else the embedded
            judge.
        contexts: Pieces to score every case with.
        context_extractor: Finds each case's pieces: a function, or a JMESPath expression over the
            case's JSON. `own_contexts` takes those that a case came with. It wins over `contexts`.
        penalties: What faults cost.
        scale: The value of a perfect score, finite and above 0.
        score_judged_part: Score a partial judgement over its judged contexts alone.
        make_run: Makes the run that judges: its limits, its store, its repeats.

    Raises:
        ExtractionError: Neither `contexts` nor `context_extractor` is given, or it is malformed.
        InvalidValueError: `scale` is out of range.
    """

    def __init__(
        self,
        judge: Judge | None,
        *,
        contexts: Iterable[Piece] | None = None,
        context_extractor: ContextExtractor | str | None = None,
        penalties: Penalties = Penalties(),
        scale: float = 1.0,
        score_judged_part: bool = False,
        make_run: RunMaker = Run,
    ) -> None:
        self._judge = judge or _RecordedOrEmbedded()
        self._extractor = _extractor(contexts, context_extractor)
        self._penalties = penalties
        self._scale = checked_scale(scale)
        self._score_judged_part = score_judged_part
        self._make_run = make_run

    def score(self, case: Case) -> RelevanceScore:
        """Score one case."""
        (scored,) = self.score_all([case])
        return scored.relevance

    def score_all(self, cases: Iterable[Case]) -> Generator[ScoredCase, None, None]:
        """Score many cases, each handed over as soon as it is done.

        What cannot be scored comes first, and no judge is asked about it. A judge that fails with
        one case costs that case alone. A run that stops by itself, its budget spent say, leaves the
        rest failed for that reason. Closing the generator ends the judging.
        """
        pending = []
        for position, case in enumerate(cases):
            ready = self._without_judge(position, case)
            if isinstance(ready, ScoredCase):
                yield ready
            else:
                pending.append((position, ready))
        run = self._make_run([case for _, case in pending], self._judge)
        run.start()
        left = dict(enumerate(pending))
        try:
            for place, outcome in run.arrivals():
                yield self._judged(*left.pop(place), outcome, run.attempts(place))
            for position, case in left.values():
                yield self._failed(position, case, _not_asked(run))
        finally:
            run.cancel()

    def _without_judge(self, position: int, case: Case) -> ScoredCase | Case:
        """The case, ready for the judge; or its result where there is nothing to ask."""
        try:
            case = with_contexts_of(case, self._extractor)
        except ExtractionError as error:
            return self._failed(position, case, error)
        unscorable = unscorable_relevance(case, self._penalties, self._scale)
        return case if unscorable is None else ScoredCase(position, case, unscorable)

    def _judged(
        self, position: int, case: Case, outcome: Outcome, attempts: Sequence[Outcome]
    ) -> ScoredCase:
        if isinstance(outcome, JudgeError):
            return self._failed(position, case, outcome)
        relevance = score_relevance(
            case.overrides.applied_to(outcome),
            self._penalties,
            self._scale,
            score_judged_part=self._score_judged_part,
        )
        judgements = [attempt for attempt in attempts if isinstance(attempt, Judgement)]
        repeats = tuple(judgements) if len(attempts) > 1 else ()
        return ScoredCase(position, replace(case, judgement=outcome), relevance, attempts=repeats)

    def _failed(
        self, position: int, case: Case, failure: JudgeError | ExtractionError
    ) -> ScoredCase:
        failed = unscored_relevance(State.FAILED, str(failure), self._penalties, self._scale)
        return ScoredCase(position, case, failed, failure)


def unscorable_relevance(case: Case, penalties: Penalties, scale: float) -> RelevanceScore | None:
    """What there is to say of a case about which no judge needs to be asked.

    Returns:
        `None` for a case with contexts and a query.

    Raises:
        InvalidValueError: `scale` is out of range.
    """
    if not case.contexts:
        return score_relevance(Judgement(0, ()), penalties, scale)
    if not case.query.strip():
        return unscored_relevance(State.NOT_SCORABLE, "The query is blank.", penalties, scale)
    return None


class _RecordedOrEmbedded:
    """A case's own judgement; the embedded judge, made when it is first needed, for one without."""

    name: Final = "recorded or embedded"
    model: Final = None

    def judge(self, case: Case) -> Judgement:
        judge = self._embedded if case.judgement is None else self._recorded
        return judge.judge(case)

    @cached_property
    def _embedded(self) -> Judge:
        return make_judge("embedded")

    @cached_property
    def _recorded(self) -> Judge:
        return RecordedJudge()


def _not_asked(run: Run) -> JudgeError:
    snapshot = run.snapshot()
    reason = "The run was cancelled." if snapshot.state is RunState.CANCELLED else snapshot.note
    return JudgeError(f"The judge was not asked. {reason}")


def _extractor(
    contexts: Iterable[Piece] | None, extractor: ContextExtractor | str | None
) -> ContextExtractor:
    if isinstance(extractor, str):
        return JmesPathExtractor(extractor)
    if extractor is not None:
        return extractor
    if contexts is None:
        raise ExtractionError(
            "a Context Relevance scorer needs contexts or a context extractor; "
            "the extractor own_contexts takes those of each case"
        )
    pieces = read_pieces(contexts)
    return lambda _: pieces
