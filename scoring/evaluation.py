"""Both scorers over many cases: contexts found, judge asked, scores and means derived."""

import statistics
import uuid
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass

from scoring.errors import ExtractionError, JudgeError
from scoring.extraction import ContextExtractor, Piece, own_contexts
from scoring.formats.results import result_to_json
from scoring.judges.protocol import Judge
from scoring.judging import Run
from scoring.keywords import KeywordCoverage
from scoring.keywords.reference import case_coverage
from scoring.model import Case, JsonValue, Penalties
from scoring.relevance import RelevanceScore
from scoring.repeats import Spread, spread_of
from scoring.rounding import shown
from scoring.scorer import ContextRelevanceScorer, RunMaker


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean that says of how many it is.

    Attributes:
        value: `None` where there was nothing to take the mean of.
        counted: How many scores are in it.
        total: How many there could have been.
    """

    value: float | None
    counted: int
    total: int

    @classmethod
    def of(cls, scores: Iterable[float | None]) -> "Mean":
        """The mean of the scores that are there; exact, so that their order never shows."""
        everything = list(scores)
        present = [score for score in everything if score is not None]
        # statistics.mean adds fractions: exact like fsum, and no sum overflows.
        value = statistics.mean(present) if present else None
        return cls(value, len(present), len(everything))

    def __str__(self) -> str:
        value = "no score" if self.value is None else shown(self.value)
        return f"{value} (mean of {self.counted} of {self.total})"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case under both scorers.

    Attributes:
        run_id: Names this scoring of the case; never the same twice.
        case: The case with the contexts that were scored, and the judge's own judgement of them;
            with what it came with where there was none.
        relevance: Its Context Relevance, a person's corrections applied.
        keywords: Its Keyword Coverage, of the query by the response.
        failure: Why there is no Context Relevance, where the judge or the extractor failed.
        spread: How far the judge's attempts lie apart, where it was asked several times.
    """

    run_id: str
    case: Case
    relevance: RelevanceScore
    keywords: KeywordCoverage
    failure: JudgeError | ExtractionError | None = None
    spread: Spread | None = None

    def to_json(self) -> dict[str, JsonValue]:
        """The case's result line."""
        line = result_to_json(self.run_id, self.case, self.relevance, self.keywords)
        return line if self.spread is None else {**line, "repeats": self.spread.to_json()}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every case's result, in the cases' order."""

    results: tuple[CaseResult, ...]

    @property
    def relevance_mean(self) -> Mean:
        """The mean Context Relevance of the cases that have one."""
        return Mean.of(result.relevance.score for result in self.results)

    @property
    def keywords_mean(self) -> Mean:
        """The mean Keyword Coverage of the cases that have one."""
        return Mean.of(result.keywords.score for result in self.results)


def evaluate(
    cases: Iterable[Case],
    judge: Judge | None = None,
    *,
    contexts: Iterable[Piece] | None = None,
    context_extractor: ContextExtractor | str | None = None,
    penalties: Penalties = Penalties(),
    scale: float = 1.0,
    language: str = "auto",
    score_judged_part: bool = False,
    make_run: RunMaker = Run,
    on_item_complete: Callable[[CaseResult], None] | None = None,
) -> Evaluation:
    """Score cases with both scorers.

    Args:
        cases: What to score.
        judge: Who judges; `None` for a case's own judgement where it has one, else the embedded
            judge.
        contexts: Pieces to score every case with.
        context_extractor: Finds each case's pieces: a function, or a JMESPath expression over the
            case's JSON. It wins over `contexts`. With neither, a case's own contexts are scored.
        penalties: What faults cost in Context Relevance.
        scale: The value of a perfect score, of both scorers; finite and above 0.
        language: What Keyword Coverage reads the texts in: a language code, or "auto".
        score_judged_part: Score a partial judgement over its judged contexts alone.
        make_run: Makes the run that judges. With `functools.partial(Run, limits=..., store=...)`
            it has limits, or keeps judgements; a function of one's own can also hold on to the run,
            to watch or cancel it from another thread.
        on_item_complete: Called in this thread with each result as soon as it is there.

    Returns:
        A result for every case. Where a judge or an extractor fails, the case's state says so, and
        all others are scored.

    Raises:
        ExtractionError: The JMESPath expression is malformed.
        InvalidValueError: `scale` is out of range.
    """
    if contexts is None and context_extractor is None:
        context_extractor = own_contexts
    scorer = ContextRelevanceScorer(
        judge,
        contexts=contexts,
        context_extractor=context_extractor,
        penalties=penalties,
        scale=scale,
        score_judged_part=score_judged_part,
        make_run=make_run,
    )
    results: dict[int, CaseResult] = {}
    # Closed, so that a run ends with the loop however the loop ends.
    with closing(scorer.score_all(cases)) as all_scored:
        for scored in all_scored:
            case = scored.case
            result = CaseResult(
                str(uuid.uuid4()),
                case,
                scored.relevance,
                case_coverage(case, language=language, scale=scale),
                scored.failure,
                spread_of(
                    scored.attempts,
                    penalties,
                    scale,
                    overrides=case.overrides,
                    score_judged_part=score_judged_part,
                )
                if scored.attempts
                else None,
            )
            results[scored.position] = result
            if on_item_complete is not None:
                on_item_complete(result)
    return Evaluation(tuple(results[position] for position in sorted(results)))
