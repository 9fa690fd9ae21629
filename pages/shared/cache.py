"""The only use of Streamlit's caches: what is the same for everybody, read once."""

from pathlib import Path
from typing import Final

import streamlit as st

from scoring.formats import read_cases
from scoring.model import Case

_SAMPLE_DATA: Final = Path(__file__).parents[2] / "sample_data"


@st.cache_resource(show_spinner=False)
def examples() -> tuple[Case, ...]:
    """The documented examples, then the real cases. They are ours: nobody's text is in here."""
    files = (_SAMPLE_DATA / "documented_examples.jsonl", _SAMPLE_DATA / "real_cases.jsonl")
    return tuple(case for file in files for case in read_cases(file).cases)
