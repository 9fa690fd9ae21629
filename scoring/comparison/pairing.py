"""Which case of one configuration belongs to which of another, and what was left without a partner.

Cases are matched in three rounds, each over what the last one left: by id and query together, by
query alone, by id alone. So ids that were only numbered per file pair nothing wrongly while the
queries say better, and a configuration that rewrites its queries is still paired by its ids, which
`Pairing.unlike` then tells. The names of rows, which cases without an id get, are no such ids: the
same row of another file is another question. A pair has a case of every configuration; whatever
could be matched in two ways is not matched at all.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.comparison.likeness import Unlike, normalised_text, unlike_sides
from scoring.errors import InvalidValueError
from scoring.evaluation import CaseResult
from scoring.model import State

MOST_CONFIGURATIONS: Final = 8
"""How many configurations can stand side by side."""


class MatchedBy(StrEnum):
    """What made the cases of a pair belong together."""

    ID_AND_QUERY = "id and query"
    QUERY = "query"
    ID = "id"


@dataclass(frozen=True, slots=True)
class Pair:
    """One question under every configuration.

    Attributes:
        results: One a configuration, in the order of `Pairing.configurations`.
        matched_by: What made them belong together.
    """

    results: tuple[CaseResult, ...]
    matched_by: MatchedBy

    @property
    def id(self) -> str:
        """The first configuration's name for the question."""
        return self.results[0].case.id

    @property
    def query(self) -> str:
        """The question as the first configuration has it."""
        return self.results[0].case.query


class WhyUnpaired(StrEnum):
    """What kept a case out of the pairs."""

    REPEATED = "the same case stands here twice, and the first one counts"
    DUPLICATE = "another case of this configuration has the same id or the same query"
    NO_PARTNER = "another configuration has no such case"
    PARTNER_DUPLICATE = "another configuration has several such cases"
    ROW = "it has no id, and another configuration has no such query"
    AT_ODDS = "some configurations share its id and others its query, and none both"


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A case that no pair holds.

    Attributes:
        configuration: Where it stands.
        result: The case.
        why: What kept it out.
        others: The configurations that lack it or have it several times; else empty.
    """

    configuration: str
    result: CaseResult
    why: WhyUnpaired
    others: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why, in a sentence's words, the other configurations named."""
        named = f": {', '.join(self.others)}" if self.others else ""
        return f"{self.why.value}{named}"


@dataclass(frozen=True, slots=True)
class Unscored:
    """A pair's case without a Context Relevance score, which keeps the pair out of its means.

    Attributes:
        pair: Position of the pair in `Pairing.pairs`.
        configuration: Where the score is lacking.
        state: Which way it is lacking.
        explanation: Why.
    """

    pair: int
    configuration: str
    state: State
    explanation: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """Configurations side by side.

    Attributes:
        configurations: Their names, in the order in which they were given.
        pairs: The questions that every configuration has, in the first one's order.
        unpaired: Everything else, configuration by configuration, with why.
        unlike: What differs between the sides and should not.
    """

    configurations: tuple[str, ...]
    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...]
    unlike: tuple[Unlike, ...]

    def restricted(self, pairs: Iterable[int]) -> "Pairing":
        """Some of the pairs, under new positions: to compare within a filter."""
        kept = tuple(self.pairs[position] for position in pairs)
        unlike = unlike_sides(self.configurations, [pair.results for pair in kept])
        return replace(self, pairs=kept, unlike=unlike)

    @property
    def unscored(self) -> tuple[Unscored, ...]:
        """The pairs' cases without a Context Relevance score, pair by pair."""
        return tuple(
            Unscored(position, name, result.relevance.state, result.relevance.explanation)
            for position, pair in enumerate(self.pairs)
            for name, result in zip(self.configurations, pair.results, strict=True)
            if result.relevance.score is None
        )


def by_configuration(
    files: Iterable[tuple[str, Iterable[CaseResult]]],
) -> dict[str, tuple[CaseResult, ...]]:
    """Sort results by their cases' `configuration`, else by the name of the file they came from.

    Args:
        files: Names, such as the files' stems, with what each holds.

    Raises:
        InvalidValueError: Two files of one name that both hold cases without a configuration.
    """
    sides: defaultdict[str, list[CaseResult]] = defaultdict(list)
    named_by_file: set[str] = set()
    for name, results in files:
        unnamed = False
        for result in results:
            unnamed |= result.case.configuration is None
            sides[result.case.configuration or name].append(result)
        if unnamed and name in named_by_file:
            raise InvalidValueError(
                f"two files are called {name}, and their cases name no configuration: rename one"
            )
        named_by_file |= {name} if unnamed else set()
    return {name: tuple(results) for name, results in sides.items()}


def paired(sides: Mapping[str, Sequence[CaseResult]]) -> Pairing:
    """Pair the cases of two to eight configurations.

    Args:
        sides: Each configuration's results by its name.

    Raises:
        InvalidValueError: Fewer or more configurations.
    """
    if not 2 <= len(sides) <= MOST_CONFIGURATIONS:
        raise InvalidValueError(
            f"a comparison needs 2 to {MOST_CONFIGURATIONS} configurations, not {len(sides)}"
        )
    left: dict[str, list[CaseResult]] = {}
    unpaired: list[Unpaired] = []
    for name, results in sides.items():
        left[name], repeated = _without_repeats(results)
        unpaired += [Unpaired(name, result, WhyUnpaired.REPEATED) for result in repeated]
    pairs: list[Pair] = []
    for matched_by, key in _ROUNDS.items():
        pairs += _matched(left, matched_by, key)
    directories = {name: _Directory(results) for name, results in left.items()}
    for name, results in left.items():
        unpaired += [_unpaired(name, result, directories) for result in results]
    order = {id(result): place for place, result in enumerate(next(iter(sides.values())))}
    pairs.sort(key=lambda pair: order[id(pair.results[0])])
    names = tuple(sides)
    unpaired.sort(key=lambda entry: names.index(entry.configuration))
    return Pairing(
        names, tuple(pairs), tuple(unpaired), unlike_sides(names, [pair.results for pair in pairs])
    )


_ROW_NAME: Final = re.compile(r"(line|row|item)(-\d+)+|pasted")
"""What `read_cases` calls a case without an id."""


def _id_and_query(result: CaseResult) -> Hashable:
    return result.case.id, _query(result)


def _query(result: CaseResult) -> Hashable:
    return normalised_text(result.case.query)


def _given_id(result: CaseResult) -> Hashable:
    """The id; of a case that has none of its own, what no other case has."""
    return id(result) if _ROW_NAME.fullmatch(result.case.id) else result.case.id


_ROUNDS: Final[Mapping[MatchedBy, Callable[[CaseResult], Hashable]]] = {
    MatchedBy.ID_AND_QUERY: _id_and_query,
    MatchedBy.QUERY: _query,
    MatchedBy.ID: _given_id,
}


def _without_repeats(
    results: Sequence[CaseResult],
) -> tuple[list[CaseResult], list[CaseResult]]:
    """The results, and those whose very case stood before: one file loaded twice, say."""
    kept: defaultdict[str, list[CaseResult]] = defaultdict(list)
    repeated = []
    for result in results:
        before = kept[result.case.id]
        if any(other.case == result.case for other in before):
            repeated.append(result)
        else:
            before.append(result)
    again = {id(result) for result in repeated}
    return [result for result in results if id(result) not in again], repeated


def _matched(
    left: dict[str, list[CaseResult]],
    matched_by: MatchedBy,
    key: Callable[[CaseResult], Hashable],
) -> list[Pair]:
    """Take out of `left` what has exactly one case of this key on every side."""
    keyed: dict[str, defaultdict[Hashable, list[CaseResult]]] = {}
    for name, results in left.items():
        keyed[name] = defaultdict(list)
        for result in results:
            keyed[name][key(result)].append(result)
    first, *others = keyed.values()
    pairs = []
    for shared, results in first.items():
        group = [results, *(side.get(shared, []) for side in others)]
        if all(len(side) == 1 for side in group):
            pairs.append(Pair(tuple(side[0] for side in group), matched_by))
    taken = {id(result) for pair in pairs for result in pair.results}
    for name, results in left.items():
        left[name] = [result for result in results if id(result) not in taken]
    return pairs


class _Directory:
    """What is left of a side, by id and by query, to say what stood in a pair's way."""

    def __init__(self, results: Iterable[CaseResult]) -> None:
        self._by_id: defaultdict[Hashable, set[int]] = defaultdict(set)
        self._by_query: defaultdict[Hashable, set[int]] = defaultdict(set)
        for result in results:
            self._by_id[_given_id(result)].add(id(result))
            self._by_query[_query(result)].add(id(result))

    def alike(self, result: CaseResult) -> int:
        """How many results share the id or the query."""
        same_id = self._by_id.get(_given_id(result), set())
        return len(same_id | self._by_query.get(_query(result), set()))


def _unpaired(name: str, result: CaseResult, directories: Mapping[str, _Directory]) -> Unpaired:
    if directories[name].alike(result) > 1:
        return Unpaired(name, result, WhyUnpaired.DUPLICATE)
    lacking = tuple(other for other, side in directories.items() if not side.alike(result))
    if lacking:
        why = WhyUnpaired.ROW if _ROW_NAME.fullmatch(result.case.id) else WhyUnpaired.NO_PARTNER
        return Unpaired(name, result, why, lacking)
    several = tuple(other for other, side in directories.items() if side.alike(result) > 1)
    if several:
        return Unpaired(name, result, WhyUnpaired.PARTNER_DUPLICATE, several)
    return Unpaired(name, result, WhyUnpaired.AT_ODDS)
