"""What a judge returned or raised, made fit to be kept."""

from typing import TypeVar

from scoring.errors import JudgeError
from scoring.model import Case, Judgement

_Error = TypeVar("_Error", bound=JudgeError)


def checked(judgement: Judgement, case: Case) -> Judgement:
    """The judgement, if it is one of this case.

    Raises:
        JudgeError: It speaks of another number of contexts.
    """
    if judgement.context_count != len(case.contexts):
        raise JudgeError(
            f"The judge spoke of {judgement.context_count} contexts, "
            f"but the case has {len(case.contexts)}."
        )
    return judgement


def as_value(error: _Error) -> _Error:
    """The error without what it was raised with.

    That would keep every local variable on its way alive as long as the run, a key among them.
    """
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)
