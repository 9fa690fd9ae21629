"""The case that the Score page works on, and what has been done to it. Pure: no Streamlit here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.model import Case, Judgement, Overrides


@dataclass(frozen=True, slots=True)
class CaseInHand:
    """One case with its judgement and a person's corrections, and the way back.

    Attributes:
        case: The case as it stands now.
        judgement: The judge's own words about it, moved along with its contexts.
        judged: The case as it was judged, moved along likewise: where it differs, the judgement is
            stale.
        overrides: The person's corrections.
        undo: Earlier corrections, the latest last.
        redo: Corrections that were undone, the latest last.
    """

    case: Case
    judgement: Judgement | None = None
    judged: Case | None = None
    overrides: Overrides = Overrides()
    undo: tuple[Overrides, ...] = ()
    redo: tuple[Overrides, ...] = ()

    @classmethod
    def opened(cls, case: Case) -> "CaseInHand":
        """A case from a file or an example, with whatever judgement and corrections it brought."""
        judged = case if case.judgement is not None else None
        return cls(case, case.judgement, judged, case.overrides)

    @property
    def stale(self) -> bool:
        """Whether the text has changed since it was judged."""
        return self.judged is not None and _text(self.case) != _text(self.judged)

    @property
    def corrected(self) -> Judgement | None:
        """The judgement with the person's corrections: what is scored."""
        return None if self.judgement is None else self.overrides.applied_to(self.judgement)

    @property
    def result_case(self) -> Case:
        """The case with its judgement and corrections inside, as it is written to a file."""
        return replace(self.case, judgement=self.judgement, overrides=self.overrides)

    def with_judgement(self, judgement: Judgement) -> "CaseInHand":
        """A fresh judgement of the case as it stands.

        Corrections stay: they are the person's word about the text, whoever else judges it.
        """
        return replace(self, judgement=judgement, judged=self.case)

    def edited(self, case: Case, origins: Sequence[int | None]) -> "CaseInHand":
        """The case with other text; verdicts and corrections go where their contexts went.

        Args:
            case: The new text.
            origins: For each of its contexts, the position it had before, or `None` for a new one.
        """
        judged = self.judged
        if judged is not None:
            # What was taken away stays at the end, so that the difference still shows.
            kept = [old for old in origins if old is not None and old < len(judged.contexts)]
            gone = [old for old in range(len(judged.contexts)) if old not in kept]
            judged = replace(judged, contexts=tuple(judged.contexts[old] for old in kept + gone))
        return CaseInHand(
            case,
            None if self.judgement is None else self.judgement.rearranged(origins),
            judged,
            self.overrides.rearranged(origins),
        )

    def correct(self, overrides: Overrides) -> "CaseInHand":
        """Take a person's corrections, remembering the ones before."""
        if overrides == self.overrides:
            return self
        return replace(self, overrides=overrides, undo=(*self.undo, self.overrides), redo=())

    def step_back(self) -> "CaseInHand":
        """Undo the latest correction, if there is one."""
        if not self.undo:
            return self
        return replace(
            self,
            overrides=self.undo[-1],
            undo=self.undo[:-1],
            redo=(*self.redo, self.overrides),
        )

    def step_forward(self) -> "CaseInHand":
        """Do again what was undone last, if there is anything."""
        if not self.redo:
            return self
        return replace(
            self,
            overrides=self.redo[-1],
            undo=(*self.undo, self.overrides),
            redo=self.redo[:-1],
        )


def _text(case: Case) -> tuple[str, str, tuple[str, ...]]:
    return case.query, case.response, tuple(context.text for context in case.contexts)
