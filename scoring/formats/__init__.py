"""Files and their cases: one module a format, all read to `Case`, one registry.

Start at `read_cases`; `case_to_json` and `result_to_json` are the way back, `json_line` makes text
of what they return.
"""

from scoring.formats.cases import case_from_json, case_to_json
from scoring.formats.issues import Cases, FieldError, Issue, Severity
from scoring.formats.json_text import json_line
from scoring.formats.pieces import split_pieces
from scoring.formats.registry import FORMATS, cases_of, read_cases
from scoring.formats.results import result_to_json
from scoring.formats.retrieval import read_retrieval

__all__ = [
    "FORMATS",
    "Cases",
    "FieldError",
    "Issue",
    "Severity",
    "case_from_json",
    "case_to_json",
    "cases_of",
    "json_line",
    "read_cases",
    "read_retrieval",
    "result_to_json",
    "split_pieces",
]
