"""Which cases of a dataset the table shows, and in which order. Pure: no Streamlit here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pages.shared.dataset import Dataset
from pages.shared.dataset_facts import LEVELS
from scoring.bands import RELEVANCE_BANDS
from scoring.keywords import KeywordCoverage
from scoring.model import Penalties, RelevanceLevel
from scoring.tallies import band_numbers, case_scores

BAND_NAMES: Final = np.array([*(band.name for band in RELEVANCE_BANDS), ""])
"""By a band's place in `RELEVANCE_BANDS`; a case without one has -1, and so the last."""


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
        levels: Levels each of which one context at least has to have.
        without: Levels that no context may have, of a case that was judged.
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
    levels: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    order: Order = Order.FILE
    most: int | None = None

    def positions(self, rows: Rows) -> npt.NDArray[np.int64]:
        """Positions of the cases to show, in the order to show them in."""
        kept = np.flatnonzero(self._fit(rows))
        key = _ORDERS[self.order]
        if key is not None:
            # A stable sort keeps the file's order among equals; what has no value comes last.
            kept = kept[np.argsort(key(rows)[kept], kind="stable")]
        return kept if self.most is None else kept[: self.most]

    def _fit(self, rows: Rows) -> npt.NDArray[np.bool_]:
        dataset = rows.dataset
        fit = np.ones(len(dataset.cases), dtype=np.bool_)
        if self.states:
            fit &= np.isin(dataset.facts.states, self.states)
        if self.configurations:
            fit &= np.isin(dataset.configuration_names, self.configurations)
        if self.bands:
            fit &= np.isin(BAND_NAMES[rows.bands], self.bands)
        if self.low > 0 or self.high < 1:
            share = rows.relevance / rows.scale
            # A NaN is in no range.
            fit &= (self.low - 1e-9 <= share) & (share <= self.high + 1e-9)
        has_level = dataset.facts.has_level
        if self.levels:
            fit &= has_level[:, _columns(self.levels)].all(axis=1)
        if self.without:
            fit &= has_level.any(axis=1) & ~has_level[:, _columns(self.without)].any(axis=1)
        if self.keyword:
            missing = () if rows.keywords is None else dataset.missing_keyword(self.keyword)
            fit &= _at(missing, len(fit))
        if self.text.strip():
            fit &= _at(dataset.holding(self.text), len(fit))
        return fit


def _columns(levels: Sequence[str]) -> list[int]:
    return [LEVELS.index(RelevanceLevel(level)) for level in levels]


def _at(positions: Sequence[int], total: int) -> npt.NDArray[np.bool_]:
    mask = np.zeros(total, dtype=np.bool_)
    mask[list(positions)] = True
    return mask


_Key = Callable[[Rows], npt.NDArray[np.float64]]
_ORDERS: Final[dict[Order, _Key | None]] = {
    Order.FILE: None,
    Order.WORST: lambda rows: rows.relevance,
    Order.BEST: lambda rows: -rows.relevance,
    Order.KEYWORDS: lambda rows: rows.coverage,
    Order.MISSING: lambda rows: -rows.dataset.facts.missing.astype(np.float64),
    Order.UNUSED: lambda rows: -rows.dataset.facts.unused.astype(np.float64),
}
