"""Cases from rows, one by one: what is wrong with a row is named, and the others are taken."""

from collections.abc import Callable, Mapping

from scoring.formats.cases import case_from_json
from scoring.formats.issues import Cases, FieldError, Issue, Recognised, Severity
from scoring.formats.records import Record, Records
from scoring.model import Case


class Collector:
    """The cases of one file, as they are found.

    A shape makes one from its records, hands it every row, and returns `cases()`::

        collector = Collector(records)
        for record in records:
            collector.take(record, {"query": record.values.get("user_input"), ...})
        return collector.cases()
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._cases: list[Case] = []
        self._issues: list[Issue] = []
        self._place_of_id: dict[tuple[str | None, str], int] = {}

    def take(
        self,
        record: Record,
        fields: Mapping[str, object],
        names: Mapping[str, str] | None = None,
        default_id: str | None = None,
    ) -> Case | None:
        """Take a case that is written in the tool's own JSON shape (see `case_from_json`).

        Args:
            record: The row that it comes from.
            fields: The case; None is as good as absent.
            names: Field -> what the file calls it, so that an issue speaks of the file's own names.
            default_id: The case's name where `fields` has none; unless given, the row's.

        Returns:
            The case, or `None` where something in it is not what it should be, which is then an
            issue.
        """
        try:
            case = case_from_json(fields, default_id or record.name)
        except FieldError as error:
            self.refuse(record, FieldError(error.problem, error.mend, _renamed(error.path, names)))
            return None
        self.add(record, case)
        for place in _corrections_of_nothing(case):
            self.warn(
                record,
                f"corrects context {place + 1}, but the case has {len(case.contexts)}",
                "it is kept and changes nothing; give the context's position, from 0",
                "overrides",
            )
        return case

    def attempt(self, record: Record, make: Callable[[], Case]) -> Case | None:
        """Take the case that a function makes; a `FieldError` that it raises becomes an issue."""
        try:
            case = make()
        except FieldError as error:
            self.refuse(record, error)
            return None
        self.add(record, case)
        return case

    def add(self, record: Record, case: Case) -> None:
        """Take a case that is already made, and say so where its name was given before.

        The same question under another configuration has the same name for good.
        """
        name = case.configuration, case.id
        if name in self._place_of_id:
            self.warn(
                record,
                f"is also that of {self._records.unit} {self._place_of_id[name]}",
                "give each case its own",
                "id",
            )
        else:
            self._place_of_id[name] = record.place
        self._cases.append(case)

    def refuse(self, record: Record, error: FieldError) -> None:
        """Leave a row out, and say why."""
        self._issues.append(self._records.issue(record, error.problem, error.mend, error.path))

    def warn(self, record: Record, problem: str, mend: str, path: str = "") -> None:
        """Say what a person should know of a row that is taken all the same."""
        self._issues.append(
            self._records.issue(record, problem, mend, path, severity=Severity.WARNING)
        )

    def cases(self) -> Cases:
        """Everything that was taken, and every issue in the order of the places.

        What the rows were recognised as is for `scoring.formats.registry` to add.
        """
        records = self._records
        recognised = Recognised("", "", records.container, records.notes)
        return Cases(tuple(self._cases), records.with_issues(self._issues).issues, recognised)


def _corrections_of_nothing(case: Case) -> list[int]:
    """Positions that a person's corrections speak of and the case does not have.

    A case without contexts may still get them from an extractor.
    """
    count = len(case.contexts)
    corrected = {*case.overrides.levels, *case.overrides.used} if count else ()
    return sorted(place for place in corrected if place >= count)


def _renamed(path: str, names: Mapping[str, str] | None) -> str:
    """The path with its leading field under the name that the file gives it."""
    for field, name in (names or {}).items():
        if path == field or path.startswith((f"{field}[", f"{field}.")):
            return name + path.removeprefix(field)
    return path
