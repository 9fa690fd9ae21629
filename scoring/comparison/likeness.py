"""What should be the same on every side of a comparison: the judge, its prompt, the language.

Scores of different judges are not comparable, so that a mixture is never shown without a warning.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.evaluation import CaseResult
from scoring.model import normalised_item


@dataclass(frozen=True, slots=True)
class Unlike:
    """Something that should be the same on every side, and is not.

    Attributes:
        what: "judge", "model", "prompt version", "language" or "query".
        pairs: Pairs in which the configurations differ in it.
        values: What each configuration has, sorted; of queries, nothing.
    """

    what: str
    pairs: int
    values: Mapping[str, tuple[str, ...]]

    @property
    def warning(self) -> str:
        """What a person has to know, in a sentence."""
        counted = f"{self.pairs} {'pair' if self.pairs == 1 else 'pairs'}"
        if not self.values:
            return f"The {self.what} differs between the configurations in {counted}."
        sides = "; ".join(f"{name}: {', '.join(values)}" for name, values in self.values.items())
        if not self.pairs:
            return f"More than one {self.what} within a configuration ({sides})."
        return f"The {self.what} differs between the configurations in {counted} ({sides})."


def normalised_text(text: str) -> str:
    """A text without the case, spacing and Unicode spelling that do not change what it says."""
    return normalised_item(unicodedata.normalize("NFKC", text))


def unlike_sides(names: Sequence[str], pairs: Sequence[Sequence[CaseResult]]) -> tuple[Unlike, ...]:
    """Whatever should be the same on every side of the pairs, and is not.

    Args:
        names: The configurations.
        pairs: For each question one result a configuration, in the order of the names.
    """
    found = []
    for what, value in _SHOULD_AGREE.items():
        columns = [[value(result) for result in pair] for pair in pairs]
        differing = sum(len({entry for entry in row if entry}) > 1 for row in columns)
        sides = {
            name: tuple(sorted({row[place] for row in columns if row[place]}))
            for place, name in enumerate(names)
        }
        # A dataset may well speak several languages; but a side judged by two judges is a mixture.
        mixed = what != "language" and any(len(values) > 1 for values in sides.values())
        if differing or mixed:
            found.append(Unlike(what, differing, sides))
    reworded = sum(
        len({normalised_text(result.case.query) for result in pair}) > 1 for pair in pairs
    )
    if reworded:
        found.append(Unlike("query", reworded, {}))
    return tuple(found)


def _provenance_of(name: str) -> Callable[[CaseResult], str]:
    def value(result: CaseResult) -> str:
        judgement = result.relevance.judgement
        if judgement is None:
            return ""
        stated = judgement.provenance and getattr(judgement.provenance, name)
        return stated or "not stated"

    return value


_SHOULD_AGREE: Final[Mapping[str, Callable[[CaseResult], str]]] = {
    "judge": _provenance_of("judge"),
    "model": _provenance_of("model"),
    "prompt version": _provenance_of("prompt_version"),
    "language": lambda result: result.keywords.language,
}
