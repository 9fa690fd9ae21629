"""The judge that repeats what came with a case."""

from dataclasses import replace

import pytest

from scoring.errors import JudgeError
from scoring.judges.recorded import RecordedJudge
from scoring.model import Case, Context, Judgement, Provenance, RelevanceLevel, Verdict

JUDGEMENT = Judgement(1, (Verdict(0, RelevanceLevel.HIGH, True),), ("a price",))
CASE = Case("1", "query", (Context("text"),), "response", judgement=JUDGEMENT)


def test_a_recorded_judgement_is_returned_with_its_own_provenance() -> None:
    theirs = replace(JUDGEMENT, provenance=Provenance("person", model="Ada"))

    assert RecordedJudge().judge(replace(CASE, judgement=theirs)) == theirs


def test_a_recorded_judgement_of_unknown_origin_is_called_recorded() -> None:
    judgement = RecordedJudge().judge(CASE)

    assert judgement == replace(JUDGEMENT, provenance=Provenance("recorded"))


def test_a_case_without_a_judgement_says_what_to_do() -> None:
    with pytest.raises(JudgeError, match=r"no judgement of its own.*embedded judge, or a model"):
        RecordedJudge().judge(replace(CASE, judgement=None))


def test_a_judgement_of_other_contexts_is_refused() -> None:
    more = replace(CASE, contexts=(Context("text"), Context("more")))

    with pytest.raises(JudgeError, match="of 1 contexts, but the case has 2"):
        RecordedJudge().judge(more)
