"""Two scorers of retrieval-augmented answers: Context Relevance and Keyword Coverage.

Judge once, score for ever: a judge's verdicts on a case (`Judgement`) are slow and kept, a score is
arithmetic over them. `evaluate` does both for many cases; `score_relevance` and `keyword_coverage`
score one.

    from pathlib import Path
    from scoring import evaluate, read_cases

    read = read_cases(Path("cases.jsonl"))
    evaluation = evaluate(read.cases)
    print(evaluation.relevance_mean, evaluation.keywords_mean)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from scoring.bands import KEYWORD_BANDS, RELEVANCE_BANDS, Band
from scoring.errors import (
    ExtractionError,
    FormatError,
    InvalidValueError,
    JudgeError,
    ScoringError,
    StoreError,
)
from scoring.model import (
    PRESETS,
    Case,
    Context,
    Judgement,
    Overrides,
    Penalties,
    Provenance,
    RelevanceLevel,
    State,
    Verdict,
)
from scoring.relevance import WEIGHTS, RelevanceEvidence, RelevanceScore, score_relevance

if TYPE_CHECKING:
    from scoring.evaluation import CaseResult, Evaluation, Mean, evaluate
    from scoring.extraction import JmesPathExtractor, own_contexts
    from scoring.formats import (
        Cases,
        Issue,
        Severity,
        case_from_json,
        case_to_json,
        json_line,
        read_cases,
        result_to_json,
    )
    from scoring.judges.protocol import Judge
    from scoring.judges.registry import make_judge
    from scoring.judging import (
        Estimate,
        Limits,
        Outcome,
        Run,
        RunState,
        Snapshot,
        Spending,
        estimate,
    )
    from scoring.keywords import KeywordCoverage, keyword_coverage
    from scoring.repeats import Spread, spread_of
    from scoring.scorer import ContextRelevanceScorer

# Scoring a judgement needs none of these, and together they cost several times as much to import
# as all else; each is imported when its name is first used.
_HOMES: Final = {
    "scoring.evaluation": ("CaseResult", "Evaluation", "Mean", "evaluate"),
    "scoring.extraction": ("JmesPathExtractor", "own_contexts"),
    "scoring.formats": (
        "Cases",
        "Issue",
        "Severity",
        "case_from_json",
        "case_to_json",
        "json_line",
        "read_cases",
        "result_to_json",
    ),
    "scoring.judges.protocol": ("Judge",),
    "scoring.judges.registry": ("make_judge",),
    "scoring.judging": (
        "Estimate",
        "Limits",
        "Outcome",
        "Run",
        "RunState",
        "Snapshot",
        "Spending",
        "estimate",
    ),
    "scoring.keywords": ("KeywordCoverage", "keyword_coverage"),
    "scoring.repeats": ("Spread", "spread_of"),
    "scoring.scorer": ("ContextRelevanceScorer",),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "KEYWORD_BANDS",
    "PRESETS",
    "RELEVANCE_BANDS",
    "WEIGHTS",
    "Band",
    "Case",
    "CaseResult",
    "Cases",
    "Context",
    "ContextRelevanceScorer",
    "Estimate",
    "Evaluation",
    "ExtractionError",
    "FormatError",
    "InvalidValueError",
    "Issue",
    "JmesPathExtractor",
    "Judge",
    "JudgeError",
    "Judgement",
    "KeywordCoverage",
    "Limits",
    "Mean",
    "Outcome",
    "Overrides",
    "Penalties",
    "Provenance",
    "RelevanceEvidence",
    "RelevanceLevel",
    "RelevanceScore",
    "Run",
    "RunState",
    "ScoringError",
    "Severity",
    "Snapshot",
    "Spending",
    "Spread",
    "State",
    "StoreError",
    "Verdict",
    "case_from_json",
    "case_to_json",
    "estimate",
    "evaluate",
    "json_line",
    "keyword_coverage",
    "make_judge",
    "own_contexts",
    "read_cases",
    "result_to_json",
    "score_relevance",
    "spread_of",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
