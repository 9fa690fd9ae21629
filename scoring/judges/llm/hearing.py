"""One case before a model: asked, asked again where a verdict lacks, split where it is too long."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from scoring.judges.llm.addressed import address_to_judge
from scoring.judges.llm.client import Client
from scoring.judges.llm.completion import Completion
from scoring.judges.llm.failures import FailureKind, ModelError
from scoring.judges.llm.prompt import PROMPT_VERSION, Question, messages, reply_schema
from scoring.judges.llm.reply import Reply, read_reply
from scoring.keywords.languages import Language
from scoring.model import Case, Judgement, Provenance, Verdict

_REPLY_TOKENS_PER_CONTEXT: Final = 120
_OTHER_REPLY_TOKENS: Final = 300
_Number = TypeVar("_Number", int, float)


class Hearing:
    """The requests that one case takes, and what came of them so far.

    Every context is asked about once, and once more if its verdict lacked or could not be accepted.
    A request that is too long, or whose reply was cut off, is asked again in halves. What has no
    verdict then is left unjudged, with a note that says why.

    Args:
        case: What is judged; it has contexts and a query.
        client: The model.
        language: The query's language.
    """

    def __init__(self, case: Case, client: Client, language: Language) -> None:
        self._case = case
        self._client = client
        self._language = language
        self._verdicts: dict[int, Verdict] = {}
        self._gaps: tuple[str, ...] | None = None
        self._assessments: list[str] = []
        self._notes: list[str] = []
        self._completions: list[Completion] = []
        self._unjudged: dict[tuple[FailureKind, str], list[int]] = {}

    async def judgement(self) -> Judgement:
        """Ask until every context has its verdict, or its reason for having none.

        Raises:
            ModelError: The model could not be asked, or nothing that it said could be accepted.
        """
        started = time.perf_counter()
        positions = tuple(range(len(self._case.contexts)))
        questions = deque([Question(positions)] if positions else [])
        while questions:
            question = replace(questions.popleft(), gaps=self._gaps)
            # Halves and second requests go before what is still to be asked: contexts keep their
            # order, and gaps shrink from request to request.
            try:
                questions.extendleft(reversed(await self._asked(question)))
            except ModelError as error:
                self._broken_off(error, (question, *questions))
                break
        if self._unjudged and not self._verdicts:
            kind, said = next(iter(self._unjudged))
            raise ModelError(
                kind,
                " ".join(self._reasons_for_unjudged()),
                raw_reply=self._raw_reply(),
                detail=said,
            )
        return Judgement(
            len(self._case.contexts),
            tuple(self._verdicts.values()),
            self._gaps or (),
            " ".join(self._assessments),
            self._provenance(time.perf_counter() - started),
        )

    async def _asked(self, question: Question) -> tuple[Question, ...]:
        """Ask one question; what has to be asked after it."""
        request = messages(self._case, question, self._language)
        if self._too_long(request, question):
            return self._halves(question, FailureKind.TOO_LONG)
        schema = reply_schema(question.positions, bounded=not self._client.known)
        try:
            completion = await self._client.complete(request, schema)
        except ModelError as error:
            if error.kind is not FailureKind.TOO_LONG:
                raise
            return self._halves(question, FailureKind.TOO_LONG)
        self._completions.append(completion)
        if completion.refusal:
            return self._left_unjudged(question.positions, FailureKind.REFUSED, completion.refusal)
        if completion.truncated:
            return self._halves(question, FailureKind.TRUNCATED)
        try:
            reply = read_reply(completion.text, question.positions, self._case)
        except ModelError as error:
            return self._again(question, question.positions, error.detail)
        self._accept(reply)
        lacking = tuple(reply.faults)
        return self._again(question, lacking, "; ".join(reply.faults.values())) if lacking else ()

    def _broken_off(self, error: ModelError, waiting: Sequence[Question]) -> None:
        """Leave unjudged what was not asked any more: what is judged by then is paid for.

        Raises:
            ModelError: Nothing is judged.
        """
        if not self._verdicts:
            error.raw_reply = error.raw_reply or self._raw_reply()
            raise error
        positions = sorted(place for question in waiting for place in question.positions)
        self._left_unjudged(tuple(positions), error.kind, str(error))

    def _accept(self, reply: Reply) -> None:
        self._verdicts.update(reply.verdicts)
        self._notes.extend(reply.remarks)
        # A reply without one acceptable verdict is believed in nothing else either.
        if reply.verdicts:
            self._gaps = reply.missing
            if reply.assessment.strip():
                self._assessments.append(reply.assessment)

    def _again(
        self, question: Question, positions: tuple[int, ...], fault: str
    ) -> tuple[Question, ...]:
        if question.fault:
            return self._left_unjudged(positions, FailureKind.MALFORMED, fault)
        return (Question(positions, fault=fault),)

    def _halves(self, question: Question, kind: FailureKind) -> tuple[Question, ...]:
        count = len(question.positions)
        if count == 1:
            return self._left_unjudged(question.positions, kind, "")
        first, second = question.positions[: count // 2], question.positions[count // 2 :]
        return (replace(question, positions=first), replace(question, positions=second))

    def _left_unjudged(
        self, positions: tuple[int, ...], kind: FailureKind, said: str
    ) -> tuple[Question, ...]:
        self._unjudged.setdefault((kind, said), []).extend(positions)
        return ()

    def _reasons_for_unjudged(self) -> tuple[str, ...]:
        return tuple(
            _reason_for_unjudged(kind, said, positions, self._client.model)
            for (kind, said), positions in self._unjudged.items()
        )

    def _too_long(self, request: list[dict[str, str]], question: Question) -> bool:
        window = self._client.window
        if window is None:
            return False
        room = window - _OTHER_REPLY_TOKENS - _REPLY_TOKENS_PER_CONTEXT * len(question.positions)
        # A token is a byte at least, so that most requests need not be counted.
        size = sum(len(message["content"].encode("utf-8", "replace")) for message in request)
        return size > room and self._client.tokens_of(request) > room

    def _provenance(self, seconds: float) -> Provenance:
        inputs = [completion.input_tokens for completion in self._completions]
        outputs = [completion.output_tokens for completion in self._completions]
        costs = [completion.cost for completion in self._completions]
        return Provenance(
            judge="llm",
            model=self._client.model,
            prompt_version=PROMPT_VERSION,
            input_tokens=_total(inputs),
            output_tokens=_total(outputs),
            cost=_total(costs),
            seconds=seconds,
            raw_reply=self._raw_reply(),
            notes=(
                *self._reasons_for_unjudged(),
                *self._notes,
                *self._refused_parameters(),
                *_addresses(self._case),
            ),
        )

    def _raw_reply(self) -> str | None:
        texts = [completion.text or completion.refusal for completion in self._completions]
        if len(texts) < 2:
            return texts[0] if texts else None
        return "\n\n".join(
            f"--- reply {number} of {len(texts)} ---\n{text}"
            for number, text in enumerate(texts, start=1)
        )

    def _refused_parameters(self) -> tuple[str, ...]:
        return tuple(
            f"{self._client.model} does not take the parameter {name}; it was left out."
            for name in self._client.left_out
        )


def _reason_for_unjudged(kind: FailureKind, said: str, positions: Sequence[int], model: str) -> str:
    numbers = ", ".join(str(position + 1) for position in positions)
    which = f"context{'s' if len(positions) > 1 else ''} {numbers}"
    sentences = {
        FailureKind.REFUSED: f"{model} refused to judge {which}: {said}",
        FailureKind.TRUNCATED: f"{model}'s reply about {which} was cut off at its token limit. "
        "Raise max_tokens, or choose a model that may write more.",
        FailureKind.TOO_LONG: f"The text of {which} is longer than {model} can read at once. "
        "Choose a model with a larger window.",
        FailureKind.MALFORMED: f"{model}'s reply about {which} was not understood, twice: {said}. "
        "Judge the case again, or choose a model that keeps to a JSON schema.",
    }
    return sentences.get(kind, f"{which.capitalize()} could not be judged. {said}")


def _total(numbers: Sequence[_Number | None]) -> _Number | int | None:
    """The sum; unknown if any of it is."""
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def _addresses(case: Case) -> tuple[str, ...]:
    named = [("The query", case.query), ("The response", case.response)]
    named += [(f"Context {at}", context.text) for at, context in enumerate(case.contexts, start=1)]
    return tuple(
        f"{name} addresses the judge (“{passage}”). It was judged as text; check its verdict."
        for name, text in named
        if (passage := address_to_judge(text)) is not None
    )
