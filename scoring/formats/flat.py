"""A case, with or without its result, as one row of a table, and back without loss.

What a person reads in a spreadsheet comes first: the texts, the scores, the settings that made
them. Behind it stands, as JSON, what only this tool reads: the judgement, a person's corrections,
everything else that the case carries. Three things keep the way back open:

- `written_by` marks a row as this tool's, so that nothing is undone in anybody else's.
- In CSV a text that a spreadsheet would take for a formula has an apostrophe in front, and so has
  one that begins with an apostrophe: taking one off gives every text back. The mark is such a text
  itself, and so tells whether the row has them, whatever a spreadsheet has since saved it as.
- `exact` holds, as JSON, the texts that a cell cannot: an empty one where empty means none, and
  those with unpaired surrogates, which have no UTF-8.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias, cast

from scoring.formats.cases import case_to_json
from scoring.formats.issues import FieldError
from scoring.formats.json_text import JsonError, parse_json
from scoring.formats.results import relevance_to_json, signature
from scoring.keywords import KeywordCoverage
from scoring.model import Case, JsonValue
from scoring.relevance import RelevanceScore

MARK: Final = "written_by"
"""The column by which this tool knows a row of its own."""

_MARKED: Final = "@scorescope"
_MARKED_ESCAPED: Final = f"'{_MARKED}"

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
"""What a text begins with that a spreadsheet may run, wide forms included, and the apostrophe."""

_TEXTS: Final = ("id", "query", "response", "configuration")
_OBJECTS: Final = ("metadata", "judgement", "overrides", "extra")
_EXACT: Final = "exact"
_CASE_COLUMNS: Final = ("id", "query", "contexts", "response", "configuration")
_RESULT_COLUMNS: Final = (
    "run_id",
    "relevance_state",
    "relevance_score",
    "relevance_scale",
    "relevance_base",
    "relevance_unused_high",
    "relevance_usage_penalty",
    "relevance_missing_count",
    "relevance_missing_count_raw",
    "relevance_missing_penalty_uncapped",
    "relevance_missing_penalty",
    "relevance_floored",
    "relevance_band",
    "relevance_reason",
    "levels",
    "used",
    "missing",
    "keywords_state",
    "keywords_score",
    "keywords_total",
    "keywords_matched",
    "keywords_missing",
    "keywords_band",
    "judge",
    "model",
    "prompt_version",
    "unused_high_relevance_context",
    "missing_context_per_item",
    "max_missing_context_penalty",
    "scale",
    "language",
    "versions",
)
_CONTINUED: Final = re.compile(r"(.*) \(continued [0-9]+\)", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Result(Protocol):
    """One case under both scorers, as `scoring.evaluation` makes it."""

    @property
    def run_id(self) -> str:
        """Names this scoring of the case."""
        ...

    @property
    def case(self) -> Case:
        """The case with the judgement that was scored, before a person's corrections."""
        ...

    @property
    def relevance(self) -> RelevanceScore:
        """Its Context Relevance."""
        ...

    @property
    def keywords(self) -> KeywordCoverage:
        """Its Keyword Coverage."""
        ...


Item: TypeAlias = Case | Result
"""What can be exported: a case, or a case with its result."""


def case_of(item: Item) -> Case:
    """The case of an item."""
    return item if isinstance(item, Case) else item.case


def scores_of(item: Item) -> dict[str, JsonValue]:
    """An item's two scores with the settings that made them; nothing of a bare case."""
    if isinstance(item, Case):
        return {}
    return {
        "context_relevance": item.relevance.score,
        "keyword_coverage": item.keywords.score,
        "signature": signature(item.relevance, item.keywords),
    }


def row_of(item: Item) -> dict[str, JsonValue]:
    """Write an item as a row: column -> text, number, flag, list, object, or null for no value.

    Texts are as they are, but for unpaired surrogates, which are shown as U+FFFD.
    """
    case = case_of(item)
    fields = case_to_json(case)
    row: dict[str, JsonValue] = {name: fields.pop(name, None) for name in _CASE_COLUMNS}
    if not isinstance(item, Case):
        row.update(_result_columns(item))
    for name in ("metadata", "judgement", "overrides"):
        row[name] = fields.pop(name, None)
    row["extra"] = fields or None
    exact = {name: row[name] for name in _TEXTS if not _fits(name, row[name])}
    row[_EXACT] = exact or None
    row[MARK] = _MARKED
    return {
        name: without_surrogates(value) if isinstance(value, str) else value
        for name, value in row.items()
    }


def columns_of(rows: Sequence[Mapping[str, JsonValue]]) -> tuple[str, ...]:
    """The columns of rows, in their order; those of results where any row has them."""
    longest: Mapping[str, JsonValue] = max(rows, key=len, default={})
    return tuple(longest)


def continued(column: str, part: int) -> str:
    """The column that holds a further part (from 0) of a text too long for one cell."""
    return f"{column} (continued {part + 1})" if part else column


def is_own_row(values: Mapping[str, JsonValue]) -> bool:
    """Whether `row_of` wrote the row."""
    return values.get(MARK) in (_MARKED, _MARKED_ESCAPED)


def fields_of_row(values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The case's JSON out of a row that `row_of` wrote; what was derived is left out.

    A column that this tool does not write, since somebody added it, is kept in the case's `extra`.

    Raises:
        FieldError: A cell with JSON in it was broken.
    """
    if values.get(MARK) == _MARKED_ESCAPED:
        values = {name: _unescaped(value) for name, value in values.items()}
    values = _rejoined(values)
    fields: dict[str, JsonValue] = {
        name: value for name, value in values.items() if name not in _WRITTEN
    }
    fields.update(_object(values, "extra"))
    fields.update((name, values.get(name)) for name in _TEXTS)
    for name in ("query", "response"):
        fields[name] = values.get(name) or ""
    fields["contexts"] = _decoded(values, "contexts")
    for name in ("metadata", "judgement", "overrides"):
        fields[name] = _decoded(values, name)
    fields.update(_object(values, _EXACT))
    return fields


def without_surrogates(text: str) -> str:
    """The text with U+FFFD for each unpaired surrogate, so that it has a UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


def formula_safe(text: str) -> str:
    """The text as a cell of CSV that no spreadsheet runs."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


_WRITTEN: Final = frozenset((*_CASE_COLUMNS, *_RESULT_COLUMNS, *_OBJECTS, _EXACT, MARK))


def _result_columns(result: Result) -> dict[str, JsonValue]:
    relevance, keywords = result.relevance, result.keywords
    judged = relevance.judgement
    verdicts = () if judged is None else judged.verdicts
    made_with = signature(relevance, keywords)
    penalties = made_with.pop("penalties")
    found: dict[str, JsonValue] = {
        "run_id": result.run_id,
        **{f"relevance_{name}": value for name, value in relevance_to_json(relevance).items()},
        "levels": [verdict.level.value for verdict in verdicts],
        "used": [verdict.used for verdict in verdicts],
        "missing": [] if judged is None else list(judged.missing),
        "keywords_state": keywords.state.value,
        "keywords_score": keywords.score,
        "keywords_total": keywords.total,
        "keywords_matched": keywords.matched,
        "keywords_missing": [match.keyword for match in keywords.missing],
        "keywords_band": None if keywords.band is None else keywords.band.name,
        **made_with,
        **(penalties if isinstance(penalties, Mapping) else {}),
    }
    return {name: found[name] for name in _RESULT_COLUMNS}


def _fits(name: str, value: JsonValue) -> bool:
    """Whether a cell gives the text back."""
    if not isinstance(value, str):
        return True
    # An empty cell is read as an empty query or response, and as no id and no configuration.
    return bool(value or name in ("query", "response")) and not _SURROGATE.search(value)


def _unescaped(value: JsonValue) -> JsonValue:
    return value.removeprefix("'") if isinstance(value, str) else value


def _rejoined(values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The row with the parts of each long text in one again."""
    joined: dict[str, JsonValue] = {}
    for name, value in values.items():
        part = _CONTINUED.fullmatch(name)
        if part and part[1] in joined:
            joined[part[1]] = f"{joined[part[1]]}{value}"
        else:
            joined[name] = value
    return joined


def _decoded(values: Mapping[str, JsonValue], name: str) -> JsonValue:
    """The JSON of a cell; Parquet has some of it as values already."""
    value = values.get(name)
    if not isinstance(value, str):
        return value
    try:
        return cast("JsonValue", parse_json(value))
    except JsonError as error:
        raise FieldError(error.problem, error.mend, name) from None


def _object(values: Mapping[str, JsonValue], name: str) -> Mapping[str, JsonValue]:
    decoded = _decoded(values, name)
    if decoded is None:
        return {}
    if not isinstance(decoded, Mapping):
        raise FieldError("must be an object", "export the file again", name)
    return decoded
