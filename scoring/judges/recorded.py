"""The judge that repeats what came with the case, made elsewhere or earlier."""

from dataclasses import replace
from typing import Final

from scoring.errors import JudgeError
from scoring.model import Case, Judgement, Provenance


class RecordedJudge:
    """Returns the judgement that a case brings along, and asks nobody."""

    name: Final = "recorded"
    model: Final = None

    def judge(self, case: Case) -> Judgement:
        """Return the case's own judgement; where it does not say whose it is, it is "recorded".

        Raises:
            JudgeError: The case has no judgement, or one made for another number of contexts.
        """
        judgement = case.judgement
        if judgement is None:
            raise JudgeError(
                "This case brings no judgement of its own. Add a `judgement` to its line, or "
                "choose a judge that makes one: the embedded judge, or a model."
            )
        if judgement.context_count != len(case.contexts):
            raise JudgeError(
                f"The recorded judgement is of {judgement.context_count} contexts, but the case "
                f"has {len(case.contexts)}. Judge it again, or restore the contexts it was made "
                "for."
            )
        return replace(
            judgement, provenance=judgement.provenance or Provenance(judge=RecordedJudge.name)
        )
