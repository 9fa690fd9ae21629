"""Where a case's parts are in rows of any shape: guessed, shown, changed, kept, and applied."""

from scoring.formats.mapping.case_mapping import CaseMapping, ContextSource, Selector
from scoring.formats.mapping.found import Found, fields_found, fingerprint
from scoring.formats.mapping.guessing import guessed_mapping
from scoring.formats.mapping.mapping_json import mapping_from_json, mapping_to_json
from scoring.formats.mapping.reading import mapped_cases

__all__ = [
    "CaseMapping",
    "ContextSource",
    "Found",
    "Selector",
    "fields_found",
    "fingerprint",
    "guessed_mapping",
    "mapped_cases",
    "mapping_from_json",
    "mapping_to_json",
]
