"""What a run will take, before anybody is asked: requests, tokens, money, and the assumptions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.judges.llm import LLMJudge
from scoring.judging.questions import Question, Shelf, questions_of
from scoring.model import Case

_COUNTED: Final = 200
"""Cases whose tokens are counted; of more, that many are drawn at even distances."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take. Nothing was asked of a network for it.

    Attributes:
        asked: How many judgements will be asked for.
        kept: How many are in the store already.
        input_tokens, output_tokens: About how many the model will read and write.
        cost: About how many US dollars, by LiteLLM's own table; `None` where the price is unknown.
        assumptions: What the numbers rest on, a sentence each.
    """

    asked: int
    kept: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    assumptions: tuple[str, ...]

    def __str__(self) -> str:
        if not self.asked:
            return f"nothing to ask, {self.kept:,} kept"
        price = "price unknown" if self.cost is None else f"about ${self.cost:,.2g}"
        if self.cost is not None and self.cost >= 1:
            price = f"about ${self.cost:,.2f}"
        return (
            f"{self.asked:,} to ask, {self.kept:,} kept; about {self.input_tokens:,} tokens in and "
            f"{self.output_tokens:,} out, {price}"
        )


def estimate(
    cases: Iterable[Case],
    judge: LLMJudge,
    *,
    repeat: int = 1,
    store: Shelf | None = None,
    fresh: bool = False,
    since: float = 0.0,
) -> Estimate:
    """Say what judging these cases would take; the arguments are those of `Run`.

    Raises:
        StoreError: The store cannot be read.
    """
    judge.prepare()
    scorable = [case for case in cases if case.contexts and case.query.strip()]
    questions = questions_of(scorable, judge, repeat=repeat, store=store, fresh=fresh, since=since)
    waiting = [question for question in questions if question.open]
    asked = sum(question.open for question in waiting)
    inputs, outputs = _tokens(waiting, judge)
    price = judge.price
    assumptions = [
        "One request a judgement: a reply that has to be asked for again, or contexts that do not "
        "fit into one request, cost more.",
        "Input is counted by a usual tokenizer, which can differ from the model's own.",
        f"Output is taken as {judge.expected_output(1) - judge.expected_output(0)} tokens a "
        f"context and {judge.expected_output(0)} beside; a model that reasons first writes more.",
        "Prices are those of LiteLLM's table as installed, without discounts."
        if price is not None
        else f"LiteLLM's table has no price for {judge.model}.",
    ]
    if len(waiting) > _COUNTED:
        assumptions.append(f"Tokens were counted in {_COUNTED} cases and scaled by length.")
    return Estimate(
        asked,
        sum(len(question.kept) for question in questions),
        inputs,
        outputs,
        None if price is None else inputs * price[0] + outputs * price[1],
        tuple(assumptions),
    )


def _tokens(waiting: list[Question], judge: LLMJudge) -> tuple[int, int]:
    outputs = sum(
        question.open * judge.expected_output(len(question.case.contexts)) for question in waiting
    )
    step = max(1, len(waiting) / _COUNTED)
    sample = [waiting[int(place * step)] for place in range(min(len(waiting), _COUNTED))]
    counted = sum(judge.input_tokens(question.case) for question in sample)
    sampled_length = sum(_length(question.case) for question in sample)
    length = sum(question.open * _length(question.case) for question in waiting)
    return round(counted * length / sampled_length) if sampled_length else 0, outputs


def _length(case: Case) -> int:
    """The length of what a judge reads of a case, in characters; its instructions come to 2,500."""
    texts = (case.query, case.response, *(context.text for context in case.contexts))
    return 2_500 + sum(map(len, texts))
