"""A file, or a paste, as it came, and how it is read. Pure: no Streamlit here."""

from dataclasses import dataclass, replace
from functools import cached_property

from pages.shared.dataset import Dataset
from pages.shared.whole_text import with_whole_text
from scoring.formats import Cases, cases_of
from scoring.formats.mapping import CaseMapping
from scoring.formats.records import Records
from scoring.formats.sniffing import read_records


@dataclass(frozen=True)
class Source:
    """Something that was opened.

    Attributes:
        name: What a person calls it.
        content: The file's bytes, or the text that was pasted.
        format: What a person says it is; `None` where its content decides.
        mapping: Where a person says the parts of a case are; it goes before `format`.
    """

    name: str
    content: bytes | str
    format: str | None = None
    mapping: CaseMapping | None = None

    @cached_property
    def records(self) -> Records:
        """Its rows, whatever they mean.

        Raises:
            FormatError: It holds no rows of any kind.
        """
        return read_records(self.content)

    @cached_property
    def cases(self) -> Cases:
        """Its cases and issues, and what it was taken for.

        Raises:
            FormatError: As for `records`.
        """
        return with_whole_text(cases_of(self.records, self.format, self.mapping))

    def read_as(self, format_name: str | None, mapping: CaseMapping | None = None) -> "Source":
        """The same content, read otherwise."""
        return replace(self, format=format_name, mapping=mapping)


def dataset_of(sources: tuple[Source, ...]) -> Dataset:
    """The sources' cases together.

    Raises:
        FormatError: One of them holds no rows of any kind.
    """
    dataset = Dataset.joined([Dataset.read(source.name, source.cases) for source in sources])
    for source in sources:
        # Rows take more room than their cases; where somebody maps them, they are read again.
        source.__dict__.pop("records", None)
    return dataset
