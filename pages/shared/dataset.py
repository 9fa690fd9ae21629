"""The cases that the dataset pages work on, and what is derived from them once. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.formats import Cases, Issue
from scoring.keywords import KeywordCoverage, keyword_coverage
from scoring.model import Case, Judgement
from scoring.tallies import Tallies


@dataclass(frozen=True)
class Dataset:
    """Many cases, with the judgements and corrections that they have so far.

    A change makes another dataset; what is derived from the cases lives as long as they do.

    Attributes:
        name: What a person calls it: the file's name, or the sample's.
        cases: The cases, each with its judgement and corrections inside.
        issues: What was wrong in the file that it came from.
    """

    name: str
    cases: tuple[Case, ...]
    issues: tuple[Issue, ...] = ()

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
        """One a case, a person's corrections applied: what is scored."""
        return tuple(
            None if case.judgement is None else case.overrides.applied_to(case.judgement)
            for case in self.cases
        )

    @cached_property
    def tallies(self) -> Tallies:
        """The judgements as counts: what the scores of a setting are made from."""
        return Tallies.from_judgements(self.judgements)

    @cached_property
    def keywords(self) -> tuple[KeywordCoverage, ...]:
        """Each case's Keyword Coverage, on a scale of 1."""
        return tuple(keyword_coverage(case.query, case.response) for case in self.cases)

    @cached_property
    def configurations(self) -> tuple[str, ...]:
        """The names of the retrieval configurations, in the order of their first case."""
        names = (case.configuration for case in self.cases if case.configuration is not None)
        return tuple(dict.fromkeys(names))

    @property
    def unjudged(self) -> tuple[int, ...]:
        """Positions of the cases that a judge could be asked about and has not judged whole."""
        return tuple(
            position
            for position, (case, judgement) in enumerate(
                zip(self.cases, self.judgements, strict=True)
            )
            if case.contexts and case.query.strip() and (judgement is None or judgement.unjudged)
        )

    def with_cases(self, changed: Mapping[int, Case]) -> "Dataset":
        """The dataset with other cases at some positions."""
        cases = tuple(changed.get(position, case) for position, case in enumerate(self.cases))
        return replace(self, cases=cases)
