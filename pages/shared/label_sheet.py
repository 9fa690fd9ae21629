"""Labels that a person gives cases in a table, page by page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """Labels of one kind.

    A table that is being edited holds its own changes until it leaves the screen. What it was
    opened with must not change meanwhile, or it would start anew under a person's fingers: that is
    `opened`.

    Attributes:
        values: Position from 0 -> a score as a share of the scale, so that a change of the scale
            changes no label, or pass (true) or failure.
        version: Counts the changes that came from elsewhere than the table.
        opened: What the table on the screen was opened with.
        table: The name of that table.
    """

    values: Mapping[int, float | bool] = field(default_factory=dict)
    version: int = 0
    opened: Mapping[int, float | bool] = field(default_factory=dict)
    table: str = ""

    def opening(self, table: str) -> "LabelSheet":
        """The same, with a table of this name freshly opened on it."""
        return replace(self, opened=self.values, table=table)

    def edited(self, changed: Mapping[int, float | bool | None]) -> "LabelSheet":
        """With labels changed in the table; `None` takes one away."""
        values = {**self.values, **changed}
        return replace(
            self, values={place: label for place, label in values.items() if label is not None}
        )

    def replaced(self, values: Mapping[int, float | bool]) -> "LabelSheet":
        """With other labels in place of all these."""
        return LabelSheet(dict(values), self.version + 1)
