"""The Context Relevance of the case in hand, the same on every page that speaks of it."""

from typing import Final

from pages.shared import state
from pages.shared.case_in_hand import CaseInHand
from scoring.model import State
from scoring.relevance import RelevanceScore, score_relevance, unscored_relevance
from scoring.scorer import unscorable_relevance

JUDGED_PART: Final = "score_judged_part"
"""The toggle by which a person asks for the score of a partial judgement."""


def relevance_of(hand: CaseInHand, settings: state.Settings) -> RelevanceScore:
    """The case's score under a setting, a person's corrections applied."""
    penalties, scale = settings.penalties, settings.scale
    unscorable = unscorable_relevance(hand.case, penalties, scale)
    if unscorable is not None:
        return unscorable
    judgement = hand.corrected
    if judgement is None:
        return unscored_relevance(
            State.PARTIAL, "No judge has read this case yet.", penalties, scale
        )
    asked = bool(state.widget_value(JUDGED_PART))
    return score_relevance(judgement, penalties, scale, score_judged_part=asked)
