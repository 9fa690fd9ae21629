"""What a person should know of cases before a judge is paid to read them.

Nothing here changes a case, and nothing is merged or left out: every finding names its case and its
contexts, and whoever reads it decides.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final

from scoring.judges.llm.addressed import address_to_judge
from scoring.keywords.detection import detected_language
from scoring.keywords.languages import UNDETERMINED
from scoring.model import Case

NEAR: Final = 0.8
"""The share of word triples, of both texts together, from which two contexts count as near-copies:
one changed word in forty, or a chunk that overlaps most of its neighbour."""

_WORD: Final = re.compile(r"[^\W_]+")
_WIDE: Final = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_SPAN: Final = 3
_SAMPLE: Final = 1000
_LEAST_TO_TELL: Final = 20
_LETTERS_A_TOKEN: Final = 4


class Check(StrEnum):
    """What is looked for."""

    NO_QUERY = "no query"
    NO_RESPONSE = "no response"
    NO_CONTEXTS = "no contexts"
    EMPTY_CONTEXT = "empty context"
    DUPLICATE = "duplicate context"
    NEAR_DUPLICATE = "near-duplicate context"
    ADDRESSES_JUDGE = "context addresses the judge"
    TOO_LONG = "context longer than the judge's window"
    LANGUAGES_DIFFER = "query and response in different languages"
    SAME_ID = "id given twice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes:
        check: What it is.
        position: The case's position in the dataset, from 0.
        case_id: The case's name.
        contexts: Positions, from 0, of the contexts that it is about.
        detail: What exactly: the passage, the size, the languages.
    """

    check: Check
    position: int
    case_id: str
    contexts: tuple[int, ...] = ()
    detail: str = ""

    def __str__(self) -> str:
        which = ", ".join(str(index + 1) for index in self.contexts)
        place = f"case {self.case_id}" + (f", context {which}" if which else "")
        return f"{place}: {self.check}" + (f" ({self.detail})" if self.detail else "")


@dataclass(frozen=True, slots=True)
class Checked:
    """Everything that was found in a dataset.

    Attributes:
        cases: How many cases were looked at.
        findings: In the cases' order.
        languages: Language code of the query -> how many cases; "und" where it is too short.
    """

    cases: int
    findings: tuple[Finding, ...]
    languages: Mapping[str, int]

    @property
    def counts(self) -> dict[Check, int]:
        """How many findings of each kind there are, zeros included."""
        counted = Counter(finding.check for finding in self.findings)
        return {check: counted[check] for check in Check}


def check_cases(cases: Sequence[Case], *, window: int | None = None) -> Checked:
    """Look through cases.

    Args:
        cases: What to look through.
        window: How many tokens of one context the judge can read; `None` where it reads all.
    """
    findings: list[Finding] = []
    languages: Counter[str] = Counter()
    # The same question under another configuration is meant to have the same id.
    seen: set[tuple[str, str | None]] = set()
    for position, case in enumerate(cases):
        spoken = _language(case.query), _language(case.response)
        languages[spoken[0]] += 1
        found = [
            *_of_case(case, spoken, repeated=(case.id, case.configuration) in seen),
            *_of_contexts(case, window),
        ]
        seen.add((case.id, case.configuration))
        findings += (
            Finding(check, position, case.id, contexts, detail) for check, contexts, detail in found
        )
    return Checked(len(cases), tuple(findings), dict(languages.most_common()))


def estimated_tokens(text: str) -> int:
    """About how many tokens a model counts: one a wide character, one for four others."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // _LETTERS_A_TOKEN)


_Found = tuple[Check, tuple[int, ...], str]


def _of_case(case: Case, spoken: tuple[str, str], *, repeated: bool) -> Iterator[_Found]:
    if not case.query.strip():
        yield Check.NO_QUERY, (), ""
    if not case.response.strip():
        yield Check.NO_RESPONSE, (), ""
    if not case.contexts:
        yield Check.NO_CONTEXTS, (), ""
    if UNDETERMINED.code not in spoken and spoken[0] != spoken[1]:
        yield Check.LANGUAGES_DIFFER, (), f"{spoken[0]} and {spoken[1]}"
    if repeated:
        yield Check.SAME_ID, (), ""


def _of_contexts(case: Case, window: int | None) -> Iterator[_Found]:
    texts = [context.text for context in case.contexts]
    for index, text in enumerate(texts):
        if not text.strip():
            yield Check.EMPTY_CONTEXT, (index,), ""
        address = address_to_judge(text)
        if address is not None:
            yield Check.ADDRESSES_JUDGE, (index,), address
        if window is not None and len(text) > window:
            tokens = estimated_tokens(text)
            if tokens > window:
                yield Check.TOO_LONG, (index,), f"about {tokens:,} of {window:,} tokens"
    yield from _copies(texts)


def _copies(texts: Sequence[str]) -> Iterator[_Found]:
    """Each copy, and each near-copy, with one context before it that it is like."""
    places: dict[str, int] = {}
    for index, text in enumerate(texts):
        if text.strip() and places.setdefault(text, index) != index:
            yield Check.DUPLICATE, (places[text], index), ""
    if len(places) > 1:
        yield from _near_copies(places)


def _near_copies(places: Mapping[str, int]) -> Iterator[_Found]:
    """Near-copies among different texts, whose positions are given.

    Two texts that share most of their triples share one of the rarest of each (prefix filtering,
    Chaudhuri et al. 2006), so that texts with nothing in common are never compared.
    """
    numbers: dict[tuple[str, ...], int] = {}
    marks = {
        place: [numbers.setdefault(triple, len(numbers)) for triple in _triples(text)]
        for text, place in places.items()
    }
    common = Counter(chain.from_iterable(marks.values()))
    having: dict[int, list[int]] = {}
    sets: dict[int, frozenset[int]] = {}
    for place, own in marks.items():
        sets[place] = frozenset(own)
        rarest = sorted(own, key=lambda mark: (common[mark], mark))
        rarest = rarest[: int(len(own) * (1 - NEAR)) + 2]
        for other in dict.fromkeys(chain.from_iterable(having.get(mark, ()) for mark in rarest)):
            likeness = _likeness(sets[other], sets[place])
            if likeness >= NEAR:
                yield Check.NEAR_DUPLICATE, (other, place), f"{likeness:.0%} alike"
                break
        for mark in rarest:
            having.setdefault(mark, []).append(place)


def _triples(text: str) -> Iterable[tuple[str, ...]]:
    """A text's word triples, each once; in scripts without spaces a character is a word."""
    words = _WORD.findall(text.casefold())
    if len(words) < len(text) / 12:
        words = [character for word in words for character in word]
    if len(words) < _SPAN:
        return [tuple(words)]
    return dict.fromkeys(zip(*(words[start:] for start in range(_SPAN)), strict=False))


def _likeness(first: frozenset[int], second: frozenset[int]) -> float:
    """The share of triples that both have (Jaccard); 0 at once where the sizes rule more out."""
    smaller, larger = sorted((len(first), len(second)))
    if smaller < NEAR * larger:
        return 0.0
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


def _language(text: str) -> str:
    sample = text[:_SAMPLE]
    if len(sample) < _LEAST_TO_TELL and sample.isascii():
        return UNDETERMINED.code
    return detected_language(sample, "", set(sample.split())).code
