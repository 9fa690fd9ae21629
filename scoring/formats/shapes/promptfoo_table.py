"""promptfoo's CSV: a test's variables, then for each prompt its output and what was said of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from scoring.formats.cells import with_lists
from scoring.formats.collecting import Collector
from scoring.formats.fields import Fields, a_name
from scoring.formats.flat import FORMULA_STARTS
from scoring.formats.issues import Cases
from scoring.formats.records import Records
from scoring.formats.shapes.messages import asked
from scoring.formats.shapes.protocol import Sureness
from scoring.formats.shapes.row import Row
from scoring.formats.shapes.structures import with_structures
from scoring.model import Case, JsonValue

_OUTPUT: Final = re.compile(r"\[(?P<provider>[^\]]+)\] .*", re.DOTALL)
_SAID: Final = re.compile(
    r"(?P<name>Status|Score|Named Scores|Metric: .*?|Grader Reason|Comment)(?: \[\d+\])?", re.DOTALL
)
_CONTEXTS: Final = ("context", "contexts", "documents", "retrieved_contexts")
_METRIC: Final = "Metric: "
# As this tool's export heads it, which has no gradings where there were only cases.
_OWN_OUTPUT: Final = "[scorescope] response"


class _Prompt(NamedTuple):
    """The column of a prompt's output, and those of what was said of it: their name -> column."""

    column: str
    provider: str
    said: dict[str, str]


class PromptfooTable:
    """Reads `<variables>, [provider] label, Status, Score, ...`, the latter for each prompt."""

    name: Final = "promptfoo_table"
    title: Final = "promptfoo CSV"

    def recognises(self, records: Records) -> Sureness:
        """Sure of an output's column with those of its grading behind it, or of this tool's own."""
        for prompt in _prompts(records.columns):
            if prompt.said.keys() & {"Score", "Status"} or prompt.column == _OWN_OUTPUT:
                return Sureness.CERTAIN
        return Sureness.NO

    def read(self, records: Records) -> Cases:
        """Read a case from each prompt's output in each row; scores are grades.

        The apostrophe that keeps a spreadsheet from running a cell is taken off.
        """
        prompts = _prompts(records.columns)
        if records.container == "csv":
            rows = (record._replace(values=_unescaped(record.values)) for record in records)
            records = replace(records, rows=tuple(rows))
        records = with_lists(records, *_CONTEXTS)
        named = (prompt.said.get("Named Scores") for prompt in prompts)
        records = with_structures(records, *filter(None, named))
        collector = Collector(records)
        for record in records:
            for number, prompt in enumerate(prompts, start=1):
                case = partial(_case, Row(record), prompt, prompts, number)
                collector.attempt(record, case)
        return collector.cases()


def _prompts(columns: Sequence[str]) -> list[_Prompt]:
    prompts: list[_Prompt] = []
    for column in columns:
        output, said = _OUTPUT.fullmatch(column), _SAID.fullmatch(column)
        if output:
            prompts.append(_Prompt(column, output["provider"], {}))
        elif said and prompts:
            prompts[-1].said.setdefault(said["name"], column)
    return prompts


def _unescaped(values: Fields) -> dict[str, JsonValue]:
    return {
        name: value[1:]
        if isinstance(value, str) and value[:1] == "'" and value[1:].startswith(FORMULA_STARTS)
        else value
        for name, value in values.items()
    }


def _case(row: Row, prompt: _Prompt, prompts: Sequence[_Prompt], number: int) -> Case:
    said = {name: row.take(column) for name, column in prompt.said.items()}
    response = row.answer(prompt.column)
    for other in prompts:
        for column in (other.column, *other.said.values()):
            row.take(column)
    row.grade("score", said.get("Score"))
    named = said.get("Named Scores")
    for name, value in (named if isinstance(named, Mapping) else {}).items():
        row.grade(name, value)
    for name, value in said.items():
        if name.startswith(_METRIC):
            row.grade(name.removeprefix(_METRIC), value)
    alone = len(prompts) == 1
    case_id = row.id("id")
    configuration = row.read(a_name, "configuration") if alone else None
    contexts = row.contexts(*_CONTEXTS)
    variables = row.metadata()
    kept = {name: said.get(name) for name in ("Status", "Grader Reason", "Comment")}
    query = asked(variables)
    for name, value in variables.items():
        if value == query:
            row.take(name)
    same = [each.provider for each in prompts].count(prompt.provider) > 1
    provider = f"{prompt.provider} #{number}" if same else prompt.provider
    return Case(
        id=case_id if alone else f"{case_id}-{number}",
        query=query or "",
        contexts=contexts,
        response=response,
        configuration=configuration or (None if prompt.column == _OWN_OUTPUT else provider),
        metadata={**row.metadata(), **{name: value for name, value in kept.items() if value}},
    )
