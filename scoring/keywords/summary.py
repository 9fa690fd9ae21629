"""Keyword results of many responses: one query's matrix, a dataset's most missed keywords."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.keywords.coverage import KeywordCoverage
from scoring.keywords.evidence import KeywordKind, KeywordMatch


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One keyword against several responses.

    Attributes:
        keyword: As first written.
        cells: For each response, in their order, what became of the keyword; `None` where that
            response's reading of the reference does not have it (another language, say).
    """

    keyword: str
    cells: tuple[KeywordMatch | None, ...]


def keyword_matrix(coverages: Sequence[KeywordCoverage]) -> tuple[MatrixRow, ...]:
    """Keyword x response, for several responses to one query, in order of first appearance."""
    names: dict[str, str] = {}
    columns = []
    for coverage in coverages:
        column = {match.key: match for match in coverage.matches}
        columns.append(column)
        for key, match in column.items():
            names.setdefault(key, match.keyword)
    return tuple(
        MatrixRow(name, tuple(column.get(key) for column in columns)) for key, name in names.items()
    )


@dataclass(frozen=True, slots=True)
class KeywordTally:
    """A keyword over many cases.

    Attributes:
        keyword: As first written in any of them.
        kind: What sort of keyword it is.
        missed: In how many cases it is missing.
        wanted: How many cases' references have it.
    """

    keyword: str
    kind: KeywordKind
    missed: int
    wanted: int


def most_missed(coverages: Iterable[KeywordCoverage]) -> tuple[KeywordTally, ...]:
    """The keywords that any response misses, the most often missed first.

    Where two are missed as often, the one that fewer references have comes first, then the one that
    came first.
    """
    tallies: dict[str, KeywordTally] = {}
    for coverage in coverages:
        for match in coverage.matches:
            tally = tallies.get(match.key)
            missed, wanted = (tally.missed, tally.wanted) if tally else (0, 0)
            tallies[match.key] = KeywordTally(
                tally.keyword if tally else match.keyword,
                match.kind,
                missed + match.missing,
                wanted + 1,
            )
    missed_ones = [tally for tally in tallies.values() if tally.missed]
    return tuple(sorted(missed_ones, key=lambda tally: (-tally.missed, tally.wanted)))
