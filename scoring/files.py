"""What the command line does with files: read them as told, convert them, check them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring.checks import Checked, check_cases
from scoring.errors import FormatError, InvalidValueError
from scoring.formats import Cases, read_cases
from scoring.formats.decoding import GUESSED, decode
from scoring.formats.exports import EXPORTERS, export
from scoring.formats.issues import FieldError
from scoring.formats.json_text import JsonError, parse_json
from scoring.formats.mapping import CaseMapping, mapping_from_json
from scoring.formats.retrieval import DEPTH, cases_of_retrieval
from scoring.formats.sniffing import read_records
from scoring.formats.writing import write_whole
from scoring.terminal import aligned

_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read; whatever is `None` is found out from its content.

    Attributes:
        format: A name in `scoring.formats.FORMATS`.
        mapping: A file with a mapping's JSON.
        encoding: Python's name of a text's encoding.
        sheet: The name of a spreadsheet's sheet.
        beside: Further files of one retrieval: of a run, its documents, its questions and what is
            known of their relevance, one is read and the others are these.
        depth: How many documents of a question are read of a run, the best first.
    """

    format: str | None = None
    mapping: Path | None = None
    encoding: str | None = None
    sheet: str | None = None
    beside: tuple[Path, ...] = ()
    depth: int = DEPTH

    def cases(self, source: Path | bytes) -> Cases:
        """Read cases so.

        Raises:
            FormatError: The file, one beside it, or the mapping's, cannot be read at all.
            InvalidValueError: There are files beside it and a format or a mapping, or `depth` is
                below 1.
        """
        if self.beside:
            if self.format is not None or self.mapping is not None:
                raise InvalidValueError("a run with its texts is read by no format and no mapping")
            files = (source, *self.beside)
            return cases_of_retrieval(
                [read_records(file, self.encoding) for file in files], self.depth
            )
        mapping = None if self.mapping is None else _mapping(self.mapping)
        return read_cases(source, self.format, mapping, encoding=self.encoding, sheet=self.sheet)

    def guess(self, cases: Cases) -> str | None:
        """What a person should be told of a text's encoding: which was guessed, if one was."""
        notes = () if cases.recognised is None else cases.recognised.notes
        if self.encoding is not None:
            return None
        return next((note for note in notes if note in GUESSED), None)


def convert(cases: Cases, target: Path, format: str | None = None) -> tuple[str, ...]:  # noqa: A002 - as in `read_cases`
    """Write cases as a file of another format.

    Args:
        cases: What was read.
        target: The file to write.
        format: A name in `EXPORTERS`; `None` to go by the end of the file's name.

    Returns:
        What a person should know of the file before giving it away.

    Raises:
        FormatError: No format has that name or that ending.
        OSError: The file cannot be written.
    """
    written = export(cases.cases, format or _format_of(target))
    write_whole(target, written.content)
    return written.notes


def check_report(cases: Cases, window: int | None) -> list[str]:
    """What a file was taken for, what is in it, and what to know before judging it, in lines.

    Raises:
        InvalidValueError: `window` is below 1.
    """
    if window is not None and window < 1:
        raise InvalidValueError("window must be 1 or more")
    checked = check_cases(cases.cases, window=window)
    contexts = sum(len(case.contexts) for case in cases.cases)
    judged = sum(case.judgement is not None for case in cases.cases)
    languages = ", ".join(f"{code} {count}" for code, count in checked.languages.items())
    facts = [
        ("Read as", str(cases.recognised)),
        ("Cases", f"{checked.cases}, {judged} of them judged"),
        ("Contexts", str(contexts)),
        ("Languages", languages or "none"),
        ("Not read", f"{len(cases.errors)} of the file's rows"),
    ]
    return [*aligned(facts), "", *_findings(checked)]


def _findings(checked: Checked) -> list[str]:
    rows = []
    for check, count in checked.counts.items():
        if count:
            found = [str(each) for each in checked.findings if each.check is check]
            more = ["..."] if count > _MOST_NAMED else []
            rows.append((str(count), check.value))
            rows += [("", f"  {line}") for line in [*found[:_MOST_NAMED], *more]]
    if rows:
        return aligned(rows, right=(0,))
    return ["Nothing stands in the way of judging." if checked.cases else "There is no case."]


def _mapping(path: Path) -> CaseMapping:
    try:
        return mapping_from_json(parse_json(decode(path.read_bytes()).text))
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from None
    except JsonError as error:
        raise FormatError(f"the mapping in {path} is no JSON: {error}") from None
    except FieldError as error:
        raise FormatError(f"the mapping in {path} cannot be used: {error}") from None


def _format_of(target: Path) -> str:
    suffix = target.suffix.lower().replace(".ndjson", ".jsonl")
    for exporter in EXPORTERS.values():
        if exporter.suffix == suffix:
            return exporter.name
    raise FormatError(f"name the format to write: {', '.join(EXPORTERS)}")
