"""A retrieval run with its document table, questions and judgements, read together.

Which file is what is told by the content: a run and judgements by their columns, and of the other
two by whose ids they hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from scoring.errors import FormatError, InvalidValueError
from scoring.formats.issues import Cases, Issue, Recognised, Severity
from scoring.formats.records import Record, Records
from scoring.formats.shapes.numerals import numeral
from scoring.formats.shapes.trec import DOCUMENT_IDS, QUERY_IDS, RELEVANCES, Trec, is_ranking
from scoring.formats.sniffing import read_records
from scoring.model import Case, Context, JsonValue

DEPTH: Final = 10
"""How many documents of a question are read unless said otherwise; runs rank up to 1,000."""

_IDS: Final = ("_id", "id", *QUERY_IDS, *DOCUMENT_IDS)
_TEXTS: Final = ("text", "contents", "content", "body", "passage", "document", "query", "question")
_TITLES: Final = ("title", "url", "source")
_SHOWN: Final = 5
_FIRST_COUNTS: Final = "the first one counts"


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One line of a run."""

    document: str
    score: float | None
    rank: float | None
    record: Record


class _Row(NamedTuple):
    """One row of a table of documents or questions."""

    place: int
    id: str
    text: str
    source: str | None


@dataclass(slots=True)
class _Files:
    """What the files turned out to be."""

    runs: list[Records] = field(default_factory=list)
    judgements: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    documents: dict[str, Context] = field(default_factory=dict)
    questions: dict[str, Context] = field(default_factory=dict)
    issues: list[Issue] = field(default_factory=list)


def read_retrieval(sources: Sequence[Path | bytes | str], depth: int = DEPTH) -> Cases:
    """Read the cases of one run or several: a question, what was found for it, and no answer.

    A run's tag is the configuration; its scores are the retrieval scores. What judgements say of a
    question's documents is kept in the case's metadata under "relevance", document id -> grade.

    Args:
        sources: A run, a table of documents (id and text, in any container) and, if there are any,
            a table of the questions and judgements, in any order. A string is content.
        depth: How many documents of a question are read, the best first.

    Raises:
        FormatError: A file cannot be read, or there is no run or no document table among them.
        InvalidValueError: `depth` is below 1.
    """
    return cases_of_retrieval([read_records(source) for source in sources], depth)


def cases_of_retrieval(tables: Sequence[Records], depth: int = DEPTH) -> Cases:
    """Read cases from the rows of the files, as `read_retrieval` does."""
    if depth < 1:
        raise InvalidValueError("depth must be 1 or more")
    files = _sorted_out(tables)
    if not files.runs:
        raise FormatError("there is no run among the files; it has qid, docid, rank and score")
    if not files.documents:
        raise FormatError("there is no table of documents among the files; it has id and text")
    cases: list[Case] = []
    for run in files.runs:
        cases += _cases_of_run(run, files, depth)
    notes = tuple(dict.fromkeys(note for table in tables for note in table.notes))
    recognised = Recognised(Trec.name, "TREC run with its texts", files.runs[0].container, notes)
    return Cases(tuple(cases), tuple(files.issues), recognised)


def _sorted_out(tables: Sequence[Records]) -> _Files:
    files = _Files()
    rankings = [table for table in tables if is_ranking(table)]
    named = [table.first_of(*RELEVANCES) is not None for table in rankings]
    # A frame of judgements may call them scores; grades are whole, and a run's scores are not.
    whole = [False] * len(rankings) if any(named) else list(map(_is_whole, rankings))
    judged = [a or (b and not all(whole)) for a, b in zip(named, whole, strict=True)]
    for table, is_judged in zip(rankings, judged, strict=True):
        files.issues += table.issues
        if is_judged:
            _add_judgements(table, files)
        else:
            files.runs.append(table)
    questions = {_text(record, QUERY_IDS) for run in files.runs for record in run}
    found = {_text(record, DOCUMENT_IDS) for run in files.runs for record in run}
    for table in tables:
        if not is_ranking(table):
            files.issues += table.issues
            rows = list(_texts(table))
            ids = {row.id for row in rows}
            are_questions = len(ids & questions) > len(ids & found)
            _add_texts(table, rows, files.questions if are_questions else files.documents, files)
    return files


def _is_whole(table: Records) -> bool:
    numbers = [numeral(record.values.get("score")) for record in table]
    return all(number is not None and number.is_integer() and number < 10 for number in numbers)


def _texts(table: Records) -> Iterable[_Row]:
    """Id, text and title of each row; a table of two columns without a header has them in order."""
    name, text = table.first_of(*_IDS), table.first_of(*_TEXTS)
    columns = table.columns
    if (name is None or text is None) and len(columns) == 2:
        name, text = columns
        yield _Row(1, name, text, None)
    if name is None or text is None:
        return
    for record in table:
        title = _text(record, _TITLES) if text not in _TITLES else None
        yield _Row(record.place, _text(record, (name,)), _text(record, (text,)), title or None)


def _add_texts(
    table: Records, rows: Iterable[_Row], texts: dict[str, Context], files: _Files
) -> None:
    for row in rows:
        context = Context(row.text, row.id, row.source)
        if texts.setdefault(row.id, context) != context:
            _warn(files, table, row.place, f"{row.id} has another text above", _FIRST_COUNTS)


def _add_judgements(table: Records, files: _Files) -> None:
    column = table.first_of(*RELEVANCES) or "score"
    for record in table:
        question, document = _text(record, QUERY_IDS), _text(record, DOCUMENT_IDS)
        of_question = files.judgements.setdefault(question, {})
        grade = numeral(record.values.get(column))
        if grade is None:
            continue
        if of_question.setdefault(document, int(grade) if grade.is_integer() else grade) != grade:
            problem = f"{document} has another grade for {question} above"
            _warn(files, table, record.place, problem, _FIRST_COUNTS, column)


def _cases_of_run(run: Records, files: _Files, depth: int) -> Iterable[Case]:
    ranked: dict[str, dict[str, _Ranked]] = {}
    for record in run:
        question, document = _text(record, QUERY_IDS), _text(record, DOCUMENT_IDS)
        of_question = ranked.setdefault(question, {})
        if document in of_question:
            _warn(files, run, record.place, f"ranks {document} again", _FIRST_COUNTS, "docid")
            continue
        of_question[document] = _Ranked(
            document,
            numeral(record.values.get("score")),
            numeral(record.values.get("rank")),
            record,
        )
    _name_unmatched(run, files, ranked)
    for question, of_question in ranked.items():
        best = sorted(of_question.values(), key=_order)[:depth]
        relevance = files.judgements.get(question)
        yield Case(
            id=question,
            query=files.questions[question].text if question in files.questions else "",
            contexts=tuple(_contexts(run, files, best)),
            response="",
            configuration=_text(best[0].record, ("tag",)) or None,
            metadata={"relevance": relevance} if relevance else {},
        )


def _contexts(run: Records, files: _Files, ranked: Iterable[_Ranked]) -> Iterable[Context]:
    for one in ranked:
        context = files.documents.get(one.document)
        if context is None:
            problem = f"the document {one.document} is not in the table of documents"
            _warn(files, run, one.record.place, problem, "it is left out; add its text", "docid")
        else:
            yield Context(context.text, context.id, context.source, one.score)


def _order(ranked: _Ranked) -> tuple[float, float]:
    """As evaluation tools order a run: by score, and by rank where scores are equal."""
    return -(ranked.score or 0.0), ranked.rank or 0.0


def _name_unmatched(run: Records, files: _Files, ranked: Mapping[str, object]) -> None:
    """Name the questions that one file has and another lacks."""
    unasked = [name for name in ranked if name not in files.questions]
    unranked = [name for name in {**files.questions, **files.judgements} if name not in ranked]
    for names, problem, mend in (
        (unasked, "questions without a text", "add them to the table of questions"),
        (unranked, "questions without a line in the run", "the others are read"),
    ):
        if names:
            shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
            files.issues.append(
                Issue(
                    1,
                    f"{problem} ({len(names)}): {shown}",
                    mend,
                    severity=Severity.WARNING,
                    unit=run.unit,
                )
            )


def _warn(
    files: _Files, table: Records, place: int, problem: str, mend: str, path: str = ""
) -> None:
    files.issues.append(Issue(place, problem, mend, path, Severity.WARNING, table.unit))


def _text(record: Record, names: Iterable[str]) -> str:
    value = next((record.values[name] for name in names if record.values.get(name) is not None), "")
    return value if isinstance(value, str) else str(value)
