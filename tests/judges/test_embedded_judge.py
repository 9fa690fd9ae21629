"""The embedded judge, with its real model."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import JudgeError
from scoring.judges.embedded import AGREEMENT, EmbeddedJudge
from scoring.judges.embedded.encoder import checked_bytes, weights_path
from scoring.model import Case, Context, Judgement, RelevanceLevel

REFUND = Case(
    "refund",
    "What is the refund window for annual plans?",
    (
        Context("Annual plans can be refunded within 30 days of purchase."),
        Context("Our office is closed on public holidays."),
    ),
    "You can get a refund within 30 days of purchase.",
)
NONE = RelevanceLevel.NONE


def judged(query: str, contexts: list[str], response: str = "") -> Judgement:
    return EmbeddedJudge().judge(Case("1", query, tuple(map(Context, contexts)), response))


def without_time(judgement: Judgement) -> Judgement:
    assert judgement.provenance is not None
    return replace(judgement, provenance=replace(judgement.provenance, seconds=None))


def test_the_context_that_answers_is_relevant_and_used_and_the_other_is_neither() -> None:
    answer, other = EmbeddedJudge().judge(REFUND).verdicts

    assert answer.level in (RelevanceLevel.HIGH, RelevanceLevel.MEDIUM)
    assert answer.used
    assert (other.level, other.used) == (NONE, False)


def test_the_reasoning_gives_the_numbers_and_the_words_that_carry_them() -> None:
    reasoning = EmbeddedJudge().judge(REFUND).verdicts[0].reasoning

    assert reasoning == (
        "Similarity to the query 0.72 (medium from 0.57, high from 0.75), carried most by "
        "“refund” and “plans”. 67% of the response's three-word sequences occur here "
        "(used from 4%)."
    )


def test_the_provenance_names_the_model() -> None:
    provenance = EmbeddedJudge().judge(REFUND).provenance

    assert provenance is not None
    assert (provenance.judge, provenance.model) == ("embedded", "all-MiniLM-L6-v2-int8")
    assert provenance.seconds is not None
    assert provenance.notes == ()


def test_judging_again_gives_the_same() -> None:
    first, second = (without_time(EmbeddedJudge().judge(REFUND)) for _ in range(2))

    assert first == second


def test_the_order_of_the_contexts_moves_the_verdicts_and_changes_none() -> None:
    forwards = EmbeddedJudge().judge(REFUND)
    backwards = EmbeddedJudge().judge(replace(REFUND, contexts=REFUND.contexts[::-1]))

    assert without_time(backwards) == without_time(forwards.rearranged((1, 0)))


def test_threads_get_what_a_single_caller_gets() -> None:
    alone = without_time(EmbeddedJudge().judge(REFUND))
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(EmbeddedJudge().judge, [REFUND] * 16))

    assert {without_time(judgement) for judgement in together} == {alone}


def test_each_part_that_no_context_covers_is_one_missing_item() -> None:
    judgement = judged(
        "What is the refund window for annual plans, and do you ship to Canada?",
        [context.text for context in REFUND.contexts],
    )

    assert judgement.missing == ("ship to Canada",)
    assert judgement.verdicts[0].level is not NONE


def test_members_of_a_list_are_missing_one_by_one() -> None:
    judgement = judged("Price, weight and colour of the phone?", ["The phone costs 300 dollars."])

    assert judgement.missing == ("weight", "colour")


def test_background_before_a_question_is_not_missing() -> None:
    judgement = judged(
        "I bought a zeppelin yesterday. What is the refund window for annual plans?",
        [REFUND.contexts[0].text],
    )

    assert judgement.missing == ()


def test_a_missing_item_ends_in_the_noun_it_belongs_to() -> None:
    judgement = judged("What were Einstein's major scientific achievements?", ["Corals need sun."])

    assert judgement.missing == ("Einstein's major scientific achievements",)


@pytest.mark.parametrize(
    ("query", "answer", "other", "missing"),
    [
        (
            "Quel est le délai de remboursement et livrez-vous au Canada ?",
            "Le délai de remboursement est de 30 jours.",
            "Notre société fut fondée en 1998.",
            "livrez-vous au Canada",
        ),
        (
            "返金の期限はいつですか？カナダに発送できますか？",
            "返金の期限は購入から30日以内です。",
            "祝日はお休みです。",
            "カナダに発送",
        ),
        (
            "退款期限是多久？可以寄到加拿大吗？",
            "退款期限是购买后三十天内。",
            "节假日不营业。",
            "寄到加拿大",
        ),
    ],
    ids=["French", "Japanese", "Chinese"],
)
def test_other_languages_are_judged_by_spelling_and_say_so(
    query: str, answer: str, other: str, missing: str
) -> None:
    judgement = judged(query, [answer, other], answer)

    assert judgement.verdicts[0].level in (RelevanceLevel.HIGH, RelevanceLevel.MEDIUM)
    assert [verdict.used for verdict in judgement.verdicts] == [True, False]
    assert judgement.verdicts[1].level is NONE
    assert judgement.missing == (missing,)
    assert judgement.provenance is not None
    assert "compared by spelling" in judgement.provenance.notes[0]


def test_an_empty_response_used_nothing() -> None:
    judgement = EmbeddedJudge().judge(replace(REFUND, response=" "))

    assert [verdict.used for verdict in judgement.verdicts] == [False, False]


@pytest.mark.parametrize(
    ("response", "context", "used"),
    [
        ("Canberra.", "The capital is Canberra.", True),
        ("Canberra.", "Corals need warm water.", False),
        ("The capital of Australia is Canberra, not Sydney.", "Canberra", True),
    ],
)
def test_texts_shorter_than_a_sequence_are_compared_whole(
    response: str, context: str, used: bool
) -> None:
    judgement = judged("What is the capital of Australia?", [context], response)

    assert judgement.verdicts[0].used is used


@pytest.mark.parametrize("text", ["", " \n", "?!", "\ud800", "\x00", "a" * 5000, "🙂" * 300])
def test_odd_texts_are_judged_without_complaint(text: str) -> None:
    judgement = judged("refund " + text, [text, "refund"], text)

    assert len(judgement.verdicts) == 2


def test_a_blank_context_is_not_relevant() -> None:
    assert judged("What is it?", ["  "]).verdicts[0].level is NONE


def test_no_contexts_leave_nothing_to_judge() -> None:
    assert judged("What is the refund window?", []).verdicts == ()


def test_a_blank_query_is_refused() -> None:
    with pytest.raises(JudgeError, match="no query"):
        judged(" ", ["text"])


def test_the_relevant_passage_of_a_long_context_is_found_and_the_reading_told() -> None:
    filler = "The committee met again and adjourned without a result. " * 400
    passage = f"{REFUND.contexts[0].text} " * 12
    judgement = judged(REFUND.query, [f"{filler}{passage}{filler}"])

    assert "; the closest of 8 passages read, of " in judgement.verdicts[0].reasoning
    assert judgement.verdicts[0].level is not NONE
    assert judgement.missing == ()


def test_a_long_context_in_another_language_is_read_in_passages_too() -> None:
    filler = "Le comité se réunit encore et se sépara sans résultat. " * 400
    answer = "Le délai de remboursement est de 30 jours. " * 20
    judgement = judged("Quel est le délai de remboursement ?", [f"{filler}{answer}{filler}"])

    assert "; the closest of 8 passages read, of " in judgement.verdicts[0].reasoning
    assert judgement.verdicts[0].level is not NONE


def test_a_changed_model_file_is_not_loaded(tmp_path: Path) -> None:
    weights = tmp_path / "model.onnx"
    weights.write_bytes(b"something else")

    with pytest.raises(JudgeError, match=r"model\.onnx is not the file .* pip install"):
        checked_bytes(weights, "00" * 32)


def test_a_model_file_that_is_gone_names_the_mend(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"cannot read model\.onnx: .* pip install"):
        checked_bytes(tmp_path / "model.onnx", "00" * 32)


def test_a_model_that_is_not_installed_names_the_mend() -> None:
    with pytest.raises(JudgeError, match=r"not installed\. Run: pip install no-such-package==1"):
        weights_path("no-such-package")


def test_a_long_gap_is_named_by_its_longest_unbroken_run() -> None:
    judgement = judged(
        "Explain quantum chromodynamics while corals in the reef of the bay, where tourists swim "
        "all day, breed slowly under tropical moonlight",
        ["Corals breed in the reef; tourists swim."],
    )

    assert all(len(item.split()) <= 9 for item in judgement.missing)
    assert "quantum chromodynamics" in judgement.missing[0]


def test_the_agreement_is_stated_in_shares() -> None:
    shares = (AGREEMENT.level_exact, AGREEMENT.level_within_one, AGREEMENT.relevant_or_not)

    assert shares == (0.40, 0.82, 0.69)
    assert list(AGREEMENT.relevant_by_cosine) == sorted(AGREEMENT.relevant_by_cosine)
