"""Which cases of a dataset the table shows, and in which order. Pure: no Streamlit here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pages.shared.dataset import Dataset
from pages.shared.dataset_facts import PICTURES, Facts
from scoring.bands import RELEVANCE_BANDS
from scoring.keywords import KeywordCoverage
from scoring.model import Penalties, RelevanceLevel, normalised_item
from scoring.tallies import band_numbers, case_scores


class Order(StrEnum):
    """How the table is sorted before a person clicks a column's head."""

    FILE = "as in the file"
    WORST = "lowest relevance first"
    BEST = "highest relevance first"
    KEYWORDS = "lowest keyword coverage first"
    MISSING = "most missing items first"
    UNUSED = "most unused high contexts first"


@dataclass(frozen=True)
class Rows:
    """What the table says of each case under one setting.

    Attributes:
        dataset: The cases.
        penalties: What faults cost.
        scale: The value of a perfect score.
        keywords: Each case's Keyword Coverage; `None` while it is being made.
    """

    dataset: Dataset
    penalties: Penalties
    scale: float
    keywords: tuple[KeywordCoverage, ...] | None = None

    @cached_property
    def relevance(self) -> npt.NDArray[np.float64]:
        """Context Relevance, 0 to `scale`; NaN where there is none, since a table has no None."""
        tallies = self.dataset.tallies
        values = np.full(tallies.total, np.nan)
        values[tallies.positions] = case_scores(tallies, self.penalties, self.scale)
        return values

    @cached_property
    def bands(self) -> npt.NDArray[np.int64]:
        """The place of each case's band in `RELEVANCE_BANDS`; -1 where there is none."""
        tallies = self.dataset.tallies
        values = np.full(tallies.total, -1, dtype=np.int64)
        values[tallies.positions] = band_numbers(tallies, self.penalties)[tallies.row_of_case]
        return values

    @cached_property
    def coverage(self) -> npt.NDArray[np.float64]:
        """Keyword Coverage, 0 to `scale`; NaN where there is none, or not yet."""
        if self.keywords is None:
            return np.full(len(self.dataset.cases), np.nan)
        return self.dataset.keyword_scores * self.scale


@dataclass(frozen=True, slots=True)
class Filters:
    """What a person wants to see.

    Attributes:
        text: Words that the id, query, response, a context or a missing item has to hold.
        low, high: The least and the greatest Context Relevance, as shares of the scale. The whole
            range shows cases without a score too.
        states: States; none shows all.
        configurations: Configurations; none shows all.
        bands: Names of bands; none shows all.
        keyword: A keyword that the response has to miss, case aside.
        level: A level that one context at least has to have.
        order: How the cases are sorted.
        most: How many are shown; `None` shows all.
    """

    text: str = ""
    low: float = 0.0
    high: float = 1.0
    states: tuple[str, ...] = ()
    configurations: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    keyword: str | None = None
    level: str | None = None
    order: Order = Order.FILE
    most: int | None = None

    def positions(self, rows: Rows, facts: Facts) -> list[int]:
        """Positions of the cases to show, in the order to show them in."""
        kept = [place for place in range(len(rows.dataset.cases)) if self._fits(rows, facts, place)]
        key = _ORDERS[self.order]
        if key is not None:
            values = key(rows, facts)
            # Python's sort keeps the file's order among equals; what has no value comes last.
            kept.sort(key=lambda place: (bool(np.isnan(values[place])), values[place]))
        return kept if self.most is None else kept[: self.most]

    def _fits(self, rows: Rows, facts: Facts, place: int) -> bool:
        case = rows.dataset.cases[place]
        if self.states and facts.states[place] not in self.states:
            return False
        if self.configurations and case.configuration not in self.configurations:
            return False
        if self.bands:
            band = rows.bands[place]
            if band < 0 or RELEVANCE_BANDS[band].name not in self.bands:
                return False
        if self.low > 0 or self.high < 1:
            share = rows.relevance[place] / rows.scale
            # A NaN is in no range.
            if not self.low - 1e-9 <= share <= self.high + 1e-9:
                return False
        if self.level and PICTURES[RelevanceLevel(self.level)] not in facts.pictures[place]:
            return False
        if self.keyword and (
            rows.keywords is None or not _misses(rows.keywords[place], self.keyword)
        ):
            return False
        return not self.text.strip() or self._holds(rows.dataset, place)

    def _holds(self, dataset: Dataset, place: int) -> bool:
        wanted = normalised_item(self.text)
        if wanted in dataset.searchable[place]:
            return True
        judgement = dataset.judgements[place]
        missing = () if judgement is None else judgement.missing
        return any(wanted in normalised_item(item) for item in missing)


def _misses(coverage: KeywordCoverage, keyword: str) -> bool:
    wanted = keyword.casefold()
    return any(match.keyword.casefold() == wanted for match in coverage.missing)


_Key = Callable[[Rows, Facts], Sequence[float] | npt.NDArray[np.float64]]
_ORDERS: Final[dict[Order, _Key | None]] = {
    Order.FILE: None,
    Order.WORST: lambda rows, _: rows.relevance,
    Order.BEST: lambda rows, _: -rows.relevance,
    Order.KEYWORDS: lambda rows, _: rows.coverage,
    Order.MISSING: lambda _, facts: -facts.missing.astype(np.float64),
    Order.UNUSED: lambda _, facts: -facts.unused.astype(np.float64),
}
