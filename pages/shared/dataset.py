"""The cases that the dataset pages work on, and what is derived from them once. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from pages.shared.dataset_advice import Dropping, missed_keywords, missing_items, unused_pieces
from pages.shared.dataset_facts import Facts, is_scorable
from pages.shared.dataset_keywords import KeywordReading
from scoring.checks import Checked, check_cases
from scoring.errors import JudgeError
from scoring.figures.dataset.recurring import Recurring
from scoring.formats import Cases, Issue
from scoring.judging import Outcome
from scoring.keywords import KeywordCoverage
from scoring.model import Case, Judgement, normalised_item
from scoring.tallies import Tallies

if TYPE_CHECKING:
    import pyarrow as pa

_OF_THE_TEXTS: Final[tuple[str, ...]] = (
    "checked",
    "_checked_within",
    "searchable",
    "scorable",
    "excerpts",
    "configuration_names",
    "_keyword_reading",
)
"""What is derived from queries, contexts and responses alone, and outlives another judgement."""
_OF_THE_KEYWORDS: Final[tuple[str, ...]] = (
    "keywords",
    "keyword_scores",
    "missed_keywords",
    "_missing_by_keyword",
)
"""What is derived from the texts and from a person's word on their keywords."""
_EXCERPT: Final = 120


@dataclass(frozen=True)
class Dataset:
    """Many cases, with the judgements and corrections that they have so far.

    A change makes another dataset; what is derived from the cases lives as long as they do.

    Attributes:
        name: What a person calls it: the file's name, or the sample's.
        cases: The cases, each with its judgement and corrections inside.
        issues: What was wrong in the file that it came from.
        failures: Position -> why the judge that was asked last gave no judgement of that case.
    """

    name: str
    cases: tuple[Case, ...]
    issues: tuple[Issue, ...] = ()
    failures: Mapping[int, JudgeError] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str, cases: Cases) -> "Dataset":
        """A dataset from a file that was read."""
        return cls(name, cases.cases, cases.issues)

    @classmethod
    def joined(cls, datasets: Sequence["Dataset"]) -> "Dataset":
        """Several files as one dataset.

        Where more than one file comes, the cases of a file that names no configuration take the
        file's name for theirs, so that they can be told apart.
        """
        if len(datasets) == 1:
            return datasets[0]
        cases = (
            replace(case, configuration=case.configuration or dataset.name)
            for dataset in datasets
            for case in dataset.cases
        )
        issues = (issue for dataset in datasets for issue in dataset.issues)
        return cls(" + ".join(d.name for d in datasets), tuple(cases), tuple(issues))

    @cached_property
    def judgements(self) -> tuple[Judgement | None, ...]:
        """One a case, a person's corrections applied: what is scored.

        A case without contexts or without a query has none, whatever it brought: no score could be
        made of it.
        """
        return tuple(map(_scored_judgement, self.cases))

    @cached_property
    def tallies(self) -> Tallies:
        """The judgements as counts: what the scores of a setting are made from."""
        return Tallies.from_judgements(self.judgements)

    @cached_property
    def keywords(self) -> tuple[KeywordCoverage, ...]:
        """Each case's Keyword Coverage of a scale of 1, a person's word on its keywords applied."""
        return tuple(
            coverage.marked(case.overrides.keywords) if case.overrides.keywords else coverage
            for case, coverage in zip(self.cases, self._keyword_reading.result(), strict=True)
        )

    def keywords_within(self, seconds: float) -> tuple[KeywordCoverage, ...] | None:
        """`keywords`, if they are there within so many seconds; they are being made meanwhile."""
        return self.keywords if self._keyword_reading.done_within(seconds) else None

    @cached_property
    def _keyword_reading(self) -> KeywordReading:
        return KeywordReading(self.cases)

    @cached_property
    def checked(self) -> Checked:
        """What a person should know before a judge is asked."""
        return check_cases(self.cases)

    def checked_within(self, window: int | None) -> Checked:
        """As `checked`, contexts of more tokens than a judge's window named besides."""
        if window is None:
            return self.checked
        if window not in self._checked_within:
            self._checked_within[window] = check_cases(self.cases, window=window)
        return self._checked_within[window]

    @cached_property
    def _checked_within(self) -> dict[int, Checked]:
        return {}

    def holding(self, text: str) -> list[int]:
        """Positions of the cases with a text in their own or in a missing item, case aside."""
        wanted = normalised_item(text)
        return [
            position
            for position, (own, missing) in enumerate(
                zip(self.searchable, self._searchable_missing, strict=True)
            )
            if wanted in own or wanted in missing
        ]

    @cached_property
    def searchable(self) -> tuple[str, ...]:
        """Each case's id and texts as one, without the case and spacing that nobody searches by."""
        return tuple(
            normalised_item(
                "\n".join(
                    (case.id, case.query, case.response, *(piece.text for piece in case.contexts))
                )
            )
            for case in self.cases
        )

    @cached_property
    def _searchable_missing(self) -> tuple[str, ...]:
        return tuple(
            "" if judgement is None else "\n".join(map(normalised_item, judgement.missing))
            for judgement in self.judgements
        )

    def missing_keyword(self, keyword: str) -> Sequence[int]:
        """Positions of the cases whose response misses a keyword, case aside."""
        return self._missing_by_keyword.get(keyword.casefold(), ())

    @cached_property
    def _missing_by_keyword(self) -> dict[str, list[int]]:
        positions: dict[str, list[int]] = {}
        for position, coverage in enumerate(self.keywords):
            for keyword in {match.keyword.casefold() for match in coverage.missing}:
                positions.setdefault(keyword, []).append(position)
        return positions

    @cached_property
    def excerpts(self) -> tuple[str, ...]:
        """The beginning of each query in one line: what a row of a table has room for."""
        return tuple(" ".join(case.query[: 2 * _EXCERPT].split())[:_EXCERPT] for case in self.cases)

    @cached_property
    def keyword_scores(self) -> npt.NDArray[np.float64]:
        """Each case's Keyword Coverage as a number, on a scale of 1; NaN where there is none."""
        scores = (np.nan if each.score is None else each.score for each in self.keywords)
        return np.fromiter(scores, dtype=np.float64, count=len(self.cases))

    @cached_property
    def table(self) -> "pa.Table":
        """What a table says of each case whatever the sliders say.

        What has few values is sent as its place among them.
        """
        import pyarrow as pa

        facts = self.facts
        return pa.table(
            {
                "case": pa.array([case.id for case in self.cases]),
                "query": pa.array(self.excerpts),
                "configuration": pa.array(
                    self.configuration_names, pa.string()
                ).dictionary_encode(),
                "levels": pa.array(facts.pictures).dictionary_encode(),
                "unused high": pa.array(facts.unused, mask=facts.unused < 0),
                "missing": pa.array(facts.missing, mask=facts.missing < 0),
                "state": pa.array(facts.states).dictionary_encode(),
            }
        )

    @cached_property
    def configuration_names(self) -> npt.NDArray[np.object_]:
        """Each case's configuration; empty where it has none."""
        return np.array([case.configuration or "" for case in self.cases], dtype=np.object_)

    @cached_property
    def missing_items(self) -> list[Recurring]:
        """What most cases miss comes first."""
        return missing_items(self.judgements)

    @cached_property
    def unused_pieces(self) -> list[Recurring]:
        """The high pieces that went unused most often come first."""
        return unused_pieces(self.cases, self.judgements)

    @cached_property
    def missed_keywords(self) -> list[Recurring]:
        """The keywords that most responses miss come first."""
        return missed_keywords(self.keywords)

    @cached_property
    def dropping(self) -> Dropping:
        """What dropping low and none pieces would do."""
        return Dropping.preview(self.judgements)

    @property
    def is_checked(self) -> bool:
        """Whether `checked` is there already."""
        return "checked" in self.__dict__

    @cached_property
    def facts(self) -> Facts:
        """What is true of each case whatever the penalties."""
        return Facts.of(self.cases, self.judgements, self.failures)

    @cached_property
    def configurations(self) -> tuple[str, ...]:
        """The names of the retrieval configurations, in the order of their first case."""
        names = (case.configuration for case in self.cases if case.configuration is not None)
        return tuple(dict.fromkeys(names))

    @cached_property
    def scorable(self) -> tuple[int, ...]:
        """Positions of the cases that a judge could be asked about."""
        return tuple(position for position, case in enumerate(self.cases) if is_scorable(case))

    @cached_property
    def unjudged(self) -> tuple[int, ...]:
        """Positions of the cases that a judge could be asked about and has not judged whole."""
        return tuple(
            position
            for position in self.scorable
            if (judgement := self.judgements[position]) is None or judgement.unjudged
        )

    @cached_property
    def judged(self) -> int:
        """How many cases have a judgement."""
        return sum(judgement is not None for judgement in self.judgements)

    def with_cases(self, changed: Mapping[int, Case]) -> "Dataset":
        """The dataset with other cases at some positions."""
        return self._changed(changed, self.failures)

    def with_outcomes(self, outcomes: Mapping[int, Outcome]) -> "Dataset":
        """The dataset with what a judge said of some of its cases; corrections stay.

        Args:
            outcomes: Position -> the judgement, or why there is none; an earlier judgement stays
                where a judge failed.
        """
        judged, failures = {}, dict(self.failures)
        for position, outcome in outcomes.items():
            if isinstance(outcome, JudgeError):
                failures[position] = outcome
            else:
                failures.pop(position, None)
                judged[position] = replace(self.cases[position], judgement=outcome)
        return self._changed(judged, failures)

    def _changed(
        self, changed: Mapping[int, Case], failures: Mapping[int, JudgeError]
    ) -> "Dataset":
        cases = list(self.cases)
        same_texts = same_marks = True
        for position, case in changed.items():
            before = cases[position]
            same_texts = same_texts and texts_of(before) == texts_of(case)
            same_marks = same_marks and before.overrides.keywords == case.overrides.keywords
            cases[position] = case
        new = replace(self, cases=tuple(cases), failures=failures)
        if "judgements" in self.__dict__:
            judgements = list(self.judgements)
            for position, case in changed.items():
                judgements[position] = _scored_judgement(case)
            new.__dict__["judgements"] = tuple(judgements)
        if "facts" in self.__dict__:
            touched = sorted(changed.keys() | (self.failures.keys() ^ failures.keys()))
            facts = self.facts.changed(touched, new.cases, new.judgements, failures)
            new.__dict__["facts"] = facts
        if same_texts:
            kept = {*_OF_THE_TEXTS, *(_OF_THE_KEYWORDS if same_marks else ())}
            for name in self.__dict__.keys() & kept:
                new.__dict__[name] = self.__dict__[name]
        return new


def in_words(cases: int) -> str:
    """A number of cases as a person says it."""
    return f"{cases:,} {'case' if cases == 1 else 'cases'}"


def texts_of(case: Case) -> tuple[str, str, tuple[str, ...]]:
    """What a judge reads of a case."""
    return case.query, case.response, tuple(context.text for context in case.contexts)


def _scored_judgement(case: Case) -> Judgement | None:
    if case.judgement is None or not is_scorable(case):
        return None
    return case.overrides.applied_to(case.judgement)
