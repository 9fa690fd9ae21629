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

from scoring.bands import KEYWORD_BANDS, RELEVANCE_BANDS, Band
from scoring.errors import (
    ExtractionError,
    FormatError,
    InvalidValueError,
    JudgeError,
    ScoringError,
)
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
from scoring.judging import Outcome, Run, RunState, Snapshot
from scoring.keywords import KeywordCoverage, keyword_coverage
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
from scoring.scorer import ContextRelevanceScorer

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
    "State",
    "Verdict",
    "case_from_json",
    "case_to_json",
    "evaluate",
    "json_line",
    "keyword_coverage",
    "make_judge",
    "own_contexts",
    "read_cases",
    "result_to_json",
    "score_relevance",
]
