"""Which language a case is judged in."""

from typing import Final

from scoring.keywords.detection import detected_language
from scoring.keywords.languages import Language
from scoring.model import Case

_TELLING_WORDS: Final = 3


def language_of(case: Case) -> Language:
    """The language of a case's query; where that is too short to tell, the first context helps."""
    telling = len(case.query.split()) >= _TELLING_WORDS or not case.query.isascii()
    helper = "" if telling or not case.contexts else case.contexts[0].text
    return detected_language(case.query, helper, {*case.query.split(), *helper.split()})
