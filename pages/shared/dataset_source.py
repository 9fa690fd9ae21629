"""A file, or a paste, as it came, and how it is read. Pure: no Streamlit here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pages.shared.dataset import Dataset
from pages.shared.dataset_facts import is_scorable
from pages.shared.whole_text import with_whole_text
from scoring.errors import FormatError
from scoring.formats import Cases, cases_of
from scoring.formats.containers.xlsx import sheet_names
from scoring.formats.decoding import GUESSED
from scoring.formats.mapping import CaseMapping
from scoring.formats.records import Records
from scoring.formats.retrieval import cases_of_retrieval
from scoring.formats.shapes.trec import is_ranking
from scoring.formats.sniffing import read_records


@dataclass(frozen=True)
class Source:
    """Something that was opened.

    Attributes:
        name: What a person calls it.
        content: The file's bytes, or the text that was pasted.
        format: What a person says it is; `None` where its content decides.
        mapping: Where a person says the parts of a case are; it goes before `format`.
        encoding: Python's name of the encoding that a person says a text is in.
        sheet: The name of the spreadsheet's sheet that a person wants.
        beside: What a run cannot be read without: its documents, its questions, their relevance.
    """

    name: str
    content: bytes | str
    format: str | None = None
    mapping: CaseMapping | None = None
    encoding: str | None = None
    sheet: str | None = None
    beside: tuple["Source", ...] = ()

    @cached_property
    def records(self) -> Records:
        """Its rows, whatever they mean.

        Raises:
            FormatError: It holds no rows of any kind.
        """
        try:
            return read_records(self.content, self.encoding, sheet=self.sheet)
        except FormatError as error:
            raise FormatError(f"{self.name}: {error}") from None

    @cached_property
    def cases(self) -> Cases:
        """Its cases and issues, and what it was taken for.

        Raises:
            FormatError: As for `records`.
        """
        if self.beside:
            read = cases_of_retrieval([self.records, *(each.records for each in self.beside)])
        else:
            read = cases_of(self.records, self.format, self.mapping)
        return with_whole_text(read)

    @cached_property
    def sheets(self) -> tuple[str, ...]:
        """The names of a spreadsheet's sheets; none of anything else."""
        if isinstance(self.content, str) or self.cases.recognised is None:
            return ()
        return sheet_names(self.content) if self.cases.recognised.container == "xlsx" else ()

    @property
    def guessed_encoding(self) -> str | None:
        """What its text was taken to be encoded in, where nothing but likelihood decided."""
        recognised = self.cases.recognised
        notes = () if recognised is None or self.encoding is not None else recognised.notes
        return next((note for note in notes if note in GUESSED), None)

    @property
    def told(self) -> bool:
        """Whether a person said what it is."""
        return self.format is not None or self.mapping is not None

    def read_as(self, format_name: str | None, mapping: CaseMapping | None = None) -> "Source":
        """The same content, read otherwise."""
        return replace(self, format=format_name, mapping=mapping)

    def forget_rows(self) -> None:
        """Let go of the rows, which take more room than their cases; they can be read again."""
        for each in (self, *self.beside):
            each.__dict__.pop("records", None)


def gathered(sources: Sequence[Source]) -> tuple[Source, ...]:
    """The sources, a run and the files that it cannot be read without as one.

    Raises:
        FormatError: One of them holds no rows of any kind.
    """
    plain = [each for each in sources if not each.told and not each.beside]
    run = next((each for each in plain if is_ranking(each.records)), None)
    if run is None:
        return tuple(sources)
    parts = [each for each in plain if is_ranking(each.records) or not _has_whole_cases(each)]
    beside = tuple(each for each in parts if each is not run)
    together = replace(run, name=" + ".join(each.name for each in parts), beside=beside)
    left = (each for each in sources if all(each is not part for part in parts))
    return (together, *left) if _is_readable(together) else tuple(sources)


def _is_readable(source: Source) -> bool:
    try:
        return bool(source.cases.cases)
    except FormatError:
        return False


def _has_whole_cases(source: Source) -> bool:
    return any(map(is_scorable, source.cases.cases))


def dataset_of(sources: tuple[Source, ...]) -> Dataset:
    """The sources' cases together.

    Raises:
        FormatError: One of them holds no rows of any kind.
    """
    dataset = Dataset.joined([Dataset.read(source.name, source.cases) for source in sources])
    for source in sources:
        source.forget_rows()
    return dataset
