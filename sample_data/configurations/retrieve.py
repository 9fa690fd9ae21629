"""Makes the three configurations beside it: `python -m sample_data.configurations.retrieve`.

Reads `medquad.jsonl` (questions, passages, people's grades), retrieves up to five passages for each
question from all of them in three ways, lets one and the same extractive answerer answer, and
writes one file a configuration. Nothing is drawn at random: the same files come out again.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.judges.embedded.encoder import encoder

HERE: Final = Path(__file__).parent
MOST_RETRIEVED: Final = 5
LEAST_SHARE: Final = 0.7
"""Of the best passage's score: what is further off is not retrieved."""
ANSWER_SENTENCES: Final = 3
LEVELS: Final = ("none", "low", "medium", "high")
GRADES: Final = ("Incorrect", "Related", "Incomplete", "Excellent")
ATTRIBUTION: Final = (
    "MedQuAD and its judged answers by Asma Ben Abacha and Dina Demner-Fushman, BMC Bioinformatics "
    "20:511, 2019, CC BY 4.0; questions from the TREC 2017 LiveQA medical task; retrieval, answer "
    "and usage by Scorescope"
)


@dataclass(frozen=True)
class Passage:
    """A passage of the pool: its text, its name and where it came from."""

    text: str
    id: str
    url: str


@dataclass(frozen=True)
class Question:
    """A question with the grade (0 to 3) of each passage that people graded for it, by text."""

    id: str
    text: str
    grades: Mapping[str, int]


class Retriever(Protocol):
    """Gives each passage of the pool a score for a question; higher is better."""

    def scores(self, query: str) -> NDArray[np.float64]:
        """Shape (passages,)."""


class Bm25:
    """Okapi BM25 over words, k1 = 1.2 and b = 0.75 (Robertson and Zaragoza 2009)."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(words(text)) for text in texts]
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / len(lengths)
        self._norms = [1.2 * (0.25 + 0.75 * length / mean) for length in lengths]
        documents = Counter(word for counts in self._counts for word in counts)
        self._weights = {
            word: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5))
            for word, count in documents.items()
        }

    def scores(self, query: str) -> NDArray[np.float64]:
        """See `Retriever`."""
        asked = [word for word in words(query) if word in self._weights]
        return np.array(
            [
                math.fsum(
                    self._weights[word] * counts[word] * 2.2 / (counts[word] + norm)
                    for word in asked
                )
                for counts, norm in zip(self._counts, self._norms, strict=True)
            ]
        )


class CharacterNgrams:
    """Cosine of TF-IDF vectors of the 3- to 5-character pieces of words."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(character_ngrams(text)) for text in texts]
        documents = Counter(piece for text in counts for piece in text)
        self._weights = {
            piece: math.log((1 + len(texts)) / (1 + count)) + 1
            for piece, count in documents.items()
        }
        self._vectors = [self._vector(text) for text in counts]

    def scores(self, query: str) -> NDArray[np.float64]:
        """See `Retriever`."""
        asked = self._vector(Counter(character_ngrams(query)))
        return np.array(
            [
                math.fsum(weight * vector.get(piece, 0.0) for piece, weight in asked.items())
                for vector in self._vectors
            ]
        )

    def _vector(self, counts: Counter[str]) -> dict[str, float]:
        weighted = {
            piece: (1 + math.log(count)) * self._weights[piece]
            for piece, count in counts.items()
            if piece in self._weights
        }
        length = math.sqrt(math.fsum(weight**2 for weight in weighted.values()))
        return {piece: weight / length for piece, weight in weighted.items()}


class Embedding:
    """Cosine of MiniLM sentence embeddings; a long passage is as near as its nearest window."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._windows = [embedded(text) for text in texts]

    def scores(self, query: str) -> NDArray[np.float64]:
        """See `Retriever`."""
        asked = embedded(query).mean(axis=0)
        return np.array([float((windows @ asked).max()) for windows in self._windows])


def words(text: str) -> list[str]:
    """The words of a text, case folded."""
    return re.findall(r"\w+", text.casefold())


def character_ngrams(text: str) -> Iterable[str]:
    """The pieces of 3 to 5 characters of each word, its ends marked by a space."""
    for word in words(text):
        marked = f" {word} "
        for length in (3, 4, 5):
            for start in range(len(marked) - length + 1):
                yield marked[start : start + length]


def embedded(text: str) -> NDArray[np.float32]:
    """The unit vector of each window of a text, shape (windows, dimensions)."""
    model = encoder()
    means = np.stack([model.tokens(window).mean(axis=0) for window in model.windows(text)])
    vectors: NDArray[np.float32] = means / np.linalg.norm(means, axis=1, keepdims=True)
    return vectors


def sentences(passage: str) -> list[str]:
    """The sentences of a passage, less the question that heads it."""
    parts = re.split(r"(?<=[.!?])\s+(?=[A-Z(])", passage)
    return [part for part in parts if not part.endswith("?") and len(words(part)) >= 5]


def heading(passage: str) -> str:
    """The question that heads a passage."""
    return " ".join(passage.partition("?")[0].split()) + "?"


def case(
    question: Question,
    configuration: str,
    retrieved: Sequence[tuple[Passage, float]],
    response: str,
) -> dict[str, object]:
    """One line of a configuration's file."""
    passages = [passage for passage, _ in retrieved]
    verdicts = []
    for index, passage in enumerate(passages):
        grade = question.grades.get(passage.text)
        reasoning = "Nobody graded this passage for this question; it counts as not relevant."
        if grade is not None:
            reasoning = f"People graded it {grade} of 3 ({GRADES[grade]})."
        used = any(sentence in response for sentence in sentences(passage.text))
        reasoning += f" The answer {'quotes' if used else 'does not quote'} it."
        level = LEVELS[grade or 0]
        verdicts.append({"index": index, "level": level, "used": used, "reasoning": reasoning})
    found = {heading(passage.text) for passage in passages}
    relevant = [heading(text) for text, grade in question.grades.items() if grade >= 2]
    return {
        "id": question.id,
        "query": question.text,
        "configuration": configuration,
        "contexts": [
            {
                "text": passage.text,
                "id": passage.id,
                "source": passage.url,
                "retrieval_score": round(score, 4),
            }
            for passage, score in retrieved
        ],
        "response": response,
        "judgement": {
            "context_count": len(passages),
            "verdicts": verdicts,
            "missing": [item for item in dict.fromkeys(relevant) if item not in found],
            "provenance": {"judge": "recorded", "model": "MedQuAD graders"},
        },
        "metadata": {
            "answered by": f"{GRADES[max(question.grades.values())]} passages at best",
            "licence": "CC BY 4.0",
            "attribution": ATTRIBUTION,
        },
    }


def read() -> tuple[list[Question], list[Passage]]:
    """The questions, and every different passage that people graded for any of them."""
    questions = []
    pool: dict[str, Passage] = {}
    for line in (HERE / "medquad.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        passages = [Passage(**passage) for passage in entry["passages"]]
        grades = {p.text: g for p, g in zip(passages, entry["grades"], strict=True)}
        questions.append(Question(entry["id"], entry["query"], grades))
        for passage in passages:
            pool.setdefault(passage.text, passage)
    return questions, list(pool.values())


class Answerer:
    """Answers with the sentences of the retrieved passages that match the question best by BM25."""

    def __init__(self, texts: Iterable[str]) -> None:
        offered = list(dict.fromkeys(part for text in texts for part in sentences(text)))
        self._weights = Bm25(offered)
        self._places = {sentence: place for place, sentence in enumerate(offered)}

    def answer(self, query: str, passages: Iterable[Passage]) -> str:
        """The sentences, unaltered, in the order of the passages."""
        scores = self._weights.scores(query)
        offered = list(dict.fromkeys(s for passage in passages for s in sentences(passage.text)))
        best = sorted(offered, key=lambda sentence: -scores[self._places[sentence]])
        return " ".join(s for s in offered if s in best[:ANSWER_SENTENCES])


def cases(
    configuration: str,
    retriever: Retriever,
    answerer: Answerer,
    questions: Iterable[Question],
    pool: Sequence[Passage],
) -> Iterator[dict[str, object]]:
    """The lines of a configuration's file."""
    for question in questions:
        scores = retriever.scores(question.text)
        nearest = np.argsort(-scores, kind="stable")[:MOST_RETRIEVED]
        kept = [place for place in nearest if scores[place] >= LEAST_SHARE * scores.max()]
        retrieved = [(pool[place], float(scores[place])) for place in kept]
        response = answerer.answer(question.text, [passage for passage, _ in retrieved])
        yield case(question, configuration, retrieved, response)


RETRIEVERS: Final[Mapping[str, Callable[[Sequence[str]], Retriever]]] = {
    "bm25": Bm25,
    "character-ngrams": CharacterNgrams,
    "embedding": Embedding,
}


def main() -> None:
    """Retrieve, answer and write."""
    questions, pool = read()
    texts = [passage.text for passage in pool]
    answerer = Answerer(texts)
    for name, retriever in RETRIEVERS.items():
        made = cases(name, retriever(texts), answerer, questions, pool)
        lines = [json.dumps(line, ensure_ascii=False) + "\n" for line in made]
        (HERE / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
