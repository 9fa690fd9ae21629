"""Which missing items one configuration's judgement names and another's does not."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.model import Judgement, distinct_items, normalised_item


@dataclass(frozen=True, slots=True)
class MissingItems:
    """The missing items of two judgements of one question, each as first written.

    Attributes:
        only_before: Those that the baseline alone names: gaps that the other side fills.
        only_after: Those that the other side alone names: gaps that it opens.
        both: Those that both name, as the baseline's writes them.
    """

    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    both: tuple[str, ...]


def missing_items(before: Judgement | None, after: Judgement | None) -> MissingItems:
    """Compare the items of two judgements, whatever their case and spacing.

    Args:
        before: The baseline's, corrections applied; `None`, where there is none, names nothing.
        after: The other side's.
    """
    old, new = _by_meaning(before), _by_meaning(after)
    return MissingItems(
        only_before=tuple(item for key, item in old.items() if key not in new),
        only_after=tuple(item for key, item in new.items() if key not in old),
        both=tuple(item for key, item in old.items() if key in new),
    )


def _by_meaning(judgement: Judgement | None) -> Mapping[str, str]:
    items = () if judgement is None else distinct_items(judgement.missing)
    return {normalised_item(item): item for item in items}
