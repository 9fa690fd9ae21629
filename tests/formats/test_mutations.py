from scoring.errors import FormatError
from scoring.formats import read_cases
from scoring.formats.registry import FORMATS
from tests.formats.mutations import mutated_files, whole_files


def test_every_file_is_read_before_it_is_damaged() -> None:
    for name, content in whole_files().items():
        read = read_cases(content)
        assert read.cases, name
        assert not read.errors, name


def test_damaged_files_end_in_cases_and_issues_or_one_clear_error() -> None:
    for name, content in mutated_files(300):
        try:
            read = read_cases(content)
        except FormatError as error:
            assert str(error), name  # noqa: PT017 - which of the two it is does not matter here
            continue
        assert read.cases or read.issues, name


def test_damaged_files_read_as_any_format_end_the_same_way() -> None:
    for _, content in mutated_files(40, seed=1):
        for name in FORMATS:
            try:
                read = read_cases(content, format=name)
            except FormatError:
                continue
            assert read.cases or read.issues, name
