"""The judge that needs no key and no network: compares texts, and does not understand them."""

import time
from collections.abc import Sequence
from typing import Final

from scoring.errors import JudgeError
from scoring.judges.embedded.encoder import MODEL, encoder
from scoring.judges.embedded.gaps import missing_items
from scoring.judges.embedded.query import Part, query_parts
from scoring.judges.embedded.reading import Reader, Reading
from scoring.judges.embedded.semantic import SemanticReader
from scoring.judges.embedded.spelling import SpellingReader
from scoring.judges.embedded.usage import UsageRule
from scoring.judges.language import language_of
from scoring.keywords.languages import Language
from scoring.model import Case, Judgement, Provenance, RelevanceLevel, Verdict


class EmbeddedJudge:
    """Judges on this machine, the same way every time; loads its model at the first case.

    Levels come from the similarity of query and context, the usage flag from repeated word
    sequences, missing items from words of the query that no context covers. English is compared by
    meaning, every other language by spelling. How well it does is in `AGREEMENT`.
    """

    name: Final = "embedded"
    model: Final = MODEL

    def judge(self, case: Case) -> Judgement:
        """Judge one case.

        Raises:
            JudgeError: The query is blank, or the model is not there or not the right one.
        """
        started = time.perf_counter()
        if not case.query.strip():
            raise JudgeError("There is no query to judge the contexts by. Add one.")
        language = language_of(case)
        parts = query_parts(case.query, language)
        reader = _reader(case, parts, language)
        usage = UsageRule(case.response, language)
        verdicts = []
        for index, context in enumerate(case.contexts):
            reading = reader.read(context.text)
            taken = usage.of(context.text)
            level = RelevanceLevel.NONE
            if context.text.strip():
                level = reader.thresholds.level(reading.similarity)
            reasoning = f"{_closeness(reading, reader)} {taken.because}"
            verdicts.append(Verdict(index, level, taken.used, reasoning))
        return Judgement(
            len(case.contexts),
            tuple(verdicts),
            missing_items(case.query, parts, reader, language),
            provenance=Provenance(
                judge=self.name,
                model=self.model,
                seconds=time.perf_counter() - started,
                notes=_notes(language),
            ),
        )


def _reader(case: Case, parts: Sequence[Part], language: Language) -> Reader:
    if language.code == "en":
        return SemanticReader(case.query, parts, language, encoder())
    contexts = tuple(context.text for context in case.contexts)
    return SpellingReader(case.query, parts, language, contexts)


def _closeness(reading: Reading, reader: Reader) -> str:
    sentence = (
        f"Similarity to the query {reading.similarity:.2f} "
        f"({reader.thresholds.around(reading.similarity)})"
    )
    if reading.carried_by:
        quoted = " and ".join(f"“{word}”" for word in reading.carried_by)
        sentence += f", carried most by {quoted}"
    if reading.passages > 1:
        sentence += f"; the closest of {reading.passages_read} passages read, of {reading.passages}"
    return f"{sentence}."


def _notes(language: Language) -> tuple[str, ...]:
    if language.code == "en":
        return ()
    name = (
        "The query's language is not known"
        if language.code == "und"
        else (f"The query is read as {language.name}")
    )
    return (
        f"{name}: texts were compared by spelling (character n-grams), which is weaker than the "
        "comparison by meaning that English gets.",
    )
