"""TREC: a run names documents by their ids; their texts and the questions stand in other files."""

from typing import Final

from scoring.formats.issues import Cases, Issue
from scoring.formats.records import Records
from scoring.formats.shapes.protocol import Sureness

QUERY_IDS: Final = ("qid", "q_id", "query_id", "query-id", "queryid", "topic", "topic_id")
"""What tables call the id of a question."""

DOCUMENT_IDS: Final = (
    *("docid", "doc_id", "docno", "corpus-id", "corpus_id", "document_id", "passage_id", "pid"),
)
"""What tables call the id of a document."""

RELEVANCES: Final = ("rel", "relevance", "label", "judgment", "judgement", "grade")
"""What judgements call how relevant a document is."""


class Trec:
    """Recognises runs and judgements; `scoring.formats.retrieval` reads them with their texts."""

    name: Final = "trec"
    title: Final = "TREC run or judgements"

    def recognises(self, records: Records) -> Sureness:
        """Sure of pairs of a question's and a document's id with a number, and of nothing else."""
        return Sureness.CERTAIN if is_ranking(records) else Sureness.NO

    def read(self, records: Records) -> Cases:
        """Say what else is needed: such a file has no text at all."""
        issue = Issue(
            1,
            "this names questions and documents by their ids and holds no text",
            "give it together with a table of the documents and one of the questions",
            unit=records.unit,
        )
        return Cases((), (issue, *records.issues))


def is_ranking(records: Records) -> bool:
    """Whether rows are a run's or judgements'."""
    numbered = records.first_of("score", *RELEVANCES)
    return bool(
        records.first_of(*QUERY_IDS) and records.first_of(*DOCUMENT_IDS) and numbered
    ) and not records.first_of("text", "document", "query", "question", "contexts")
