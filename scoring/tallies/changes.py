"""What becomes of each case from one setting to another: bands, passes, and the numbers why."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.bands import RELEVANCE_BANDS, Band
from scoring.model import Penalties
from scoring.tallies.dataset import BoolArray, IntArray, Tallies
from scoring.tallies.setting import cap_binds
from scoring.tallies.summary import band_numbers, passing, scores
from scoring.tallies.tally import Tally


@dataclass(frozen=True, slots=True)
class BandChange:
    """Cases of one tally that stand in another band under another setting.

    Attributes:
        tally: Their counts.
        row: Their row of `Tallies`.
        cases: How many they are.
        before, after: Their bands.
        score_before, score_after: Their unscaled scores, 0 to 1.
        penalties_before, penalties_after: The settings.
    """

    tally: Tally
    row: int
    cases: int
    before: Band
    after: Band
    score_before: float
    score_after: float
    penalties_before: Penalties
    penalties_after: Penalties

    @property
    def reason(self) -> str:
        """Why, in numbers: "unused 2 x 0.10 -> 0.20 takes it from good to mixed"."""
        parts = [*self._usage(), *self._missing()]
        verb = "take" if len(parts) > 1 else "takes"
        return f"{' and '.join(parts)} {verb} it from {self.before.name} to {self.after.name}"

    def _usage(self) -> tuple[str, ...]:
        old = self.penalties_before.unused_high_relevance_context
        new = self.penalties_after.unused_high_relevance_context
        count = self.tally.unused_high
        if not count or old == new:
            return ()
        return (f"unused {count} x {_amount(old)} -> {_amount(new)}",)

    def _missing(self) -> tuple[str, ...]:
        count = self.tally.missing
        settings = (self.penalties_before, self.penalties_after)
        old, new = (
            min(count * each.missing_context_per_item, each.max_missing_context_penalty)
            for each in settings
        )
        if old == new:
            return ()
        if any(cap_binds(count, each) for each in settings):
            before, after = (_missing_cost(count, each) for each in settings)
            return (f"missing {before} -> {after}",)
        old, new = (each.missing_context_per_item for each in settings)
        return (f"missing {count} x {_amount(old)} -> {_amount(new)}",)


def _missing_cost(count: int, penalties: Penalties) -> str:
    """What missing items cost, as a person would write it: "3 x 0.15", or "0.50 (cap)"."""
    if cap_binds(count, penalties):
        return f"{_amount(penalties.max_missing_context_penalty)} (cap)"
    return f"{count} x {_amount(penalties.missing_context_per_item)}"


def _amount(penalty: float) -> str:
    """A penalty with two places, or with as many as it needs to be told apart."""
    return f"{penalty:.2f}" if round(penalty, 2) == penalty else f"{penalty:g}"


@dataclass(frozen=True, slots=True, eq=False)
class BandChanges:
    """How a dataset's cases move between bands from one setting to another.

    Attributes:
        bands: From the best to the worst.
        cases: Cases by band before (rows) and after (columns), shape (bands, bands).
        changed: Marks the rows of `Tallies` that change, shape (T,); `Tallies.cases_where` names
            their cases.
        changes: The tallies that change, those that move furthest first; as many as were asked for.
    """

    bands: tuple[Band, ...]
    cases: npt.NDArray[np.int64]
    changed: BoolArray
    changes: tuple[BandChange, ...]

    @property
    def total(self) -> int:
        """How many cases change band."""
        return int(self.cases.sum() - np.trace(self.cases))


def band_changes(
    tallies: Tallies,
    before: Penalties,
    after: Penalties,
    *,
    bands: Sequence[Band] = RELEVANCE_BANDS,
    limit: int = 500,
) -> BandChanges:
    """Which cases change band between two settings.

    Args:
        tallies: The dataset.
        before: The setting to compare with.
        after: The setting in question.
        bands: From the highest lower bound to the lowest, which is 0.
        limit: How many tallies to describe at most; they are counted all.
    """
    old, new = band_numbers(tallies, before, bands), band_numbers(tallies, after, bands)
    score_before, score_after = scores(tallies, before), scores(tallies, after)
    cases = np.bincount(
        old * len(bands) + new, weights=tallies.multiplicity, minlength=len(bands) ** 2
    )
    changed = np.flatnonzero(old != new)
    furthest = np.argsort(-np.abs(score_after - score_before)[changed], kind="stable")
    return BandChanges(
        bands=tuple(bands),
        cases=cases.astype(np.int64).reshape(len(bands), len(bands)),
        changed=old != new,
        changes=tuple(
            BandChange(
                tally=tallies.tally(row),
                row=row,
                cases=int(tallies.multiplicity[row]),
                before=bands[old[row]],
                after=bands[new[row]],
                score_before=float(score_before[row]),
                score_after=float(score_after[row]),
                penalties_before=before,
                penalties_after=after,
            )
            for row in changed[furthest[:limit]].tolist()
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Flips:
    """Cases that pass under one of two settings and not under the other.

    Attributes:
        threshold: What a case needs to pass, as a share of the scale.
        now_failing: Positions of the cases that passed before and no longer do, ascending.
        now_passing: Positions of those that pass now and did not before, ascending.
    """

    threshold: float
    now_failing: IntArray
    now_passing: IntArray


def flips_between(
    tallies: Tallies, before: Penalties, after: Penalties, threshold: float = 0.7
) -> Flips:
    """Which cases flip between two settings.

    Raises:
        InvalidValueError: A threshold outside 0 to 1.
    """
    old, new = passing(tallies, before, threshold), passing(tallies, after, threshold)
    return Flips(
        threshold,
        now_failing=tallies.cases_where(old & ~new),
        now_passing=tallies.cases_where(new & ~old),
    )
