"""What every section of the Tune page works on. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pages.shared.dataset import Dataset
from pages.shared.state import Settings
from scoring.figures.labels import excerpt
from scoring.model import Penalties
from scoring.tallies import Tallies

CURRENT: Final = "now"
"""What the sliders' setting is called beside the pinned ones."""

_QUERY: Final = 90
_ID: Final = 40


@dataclass(frozen=True, slots=True)
class Scope:
    """A dataset and the settings to look at it with.

    Attributes:
        dataset: The cases.
        tallies: Their counts, under the weights in force.
        settings: The sliders' values.
        pinned: The settings to compare with, by name.
        threshold: What a case needs to pass, as a share of the scale.
    """

    dataset: Dataset
    tallies: Tallies
    settings: Settings
    pinned: Mapping[str, Penalties]
    threshold: float

    @property
    def compared(self) -> dict[str, Penalties]:
        """The sliders' setting, then the pinned ones."""
        return {CURRENT: self.settings.penalties, **self.pinned}

    def table(
        self, positions: Iterable[int], columns: Mapping[str, Sequence[object]]
    ) -> dict[str, Sequence[object]]:
        """Columns about some cases between their names and their queries.

        For `st.dataframe`, which shows text as it is; the query last, since it takes what room is
        left.

        Args:
            positions: Which cases.
            columns: One entry a case in each.
        """
        cases = [self.dataset.cases[position] for position in positions]
        names: dict[str, Sequence[object]] = {"case": [excerpt(case.id, _ID) for case in cases]}
        if self.dataset.configurations:
            names["configuration"] = [excerpt(case.configuration or "", _ID) for case in cases]
        return {**names, **columns, "query": [excerpt(case.query, _QUERY) for case in cases]}
