"""The only use of Streamlit's caches: what is the same for everybody, read once."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from pages.shared.dataset import Dataset
from scoring.formats import read_cases
from scoring.model import Case

if TYPE_CHECKING:
    from scoring.store import JudgementStore, MappingStore, SessionStore

_SAMPLE_DATA: Final = Path(__file__).parents[2] / "sample_data"


@st.cache_resource(show_spinner=False)
def examples() -> tuple[Case, ...]:
    """The documented examples, then the real cases. They are ours: nobody's text is in here."""
    files = (_SAMPLE_DATA / "documented_examples.jsonl", _SAMPLE_DATA / "real_cases.jsonl")
    return tuple(case for file in files for case in read_cases(file).cases)


@st.cache_resource(show_spinner=False)
def sample_dataset() -> Dataset:
    """Real questions under three retrieval configurations, judged: to look at every page with."""
    files = sorted((_SAMPLE_DATA / "configurations").glob("*.jsonl"))
    retrieved = [
        Dataset.read(file.stem, read_cases(file)) for file in files if file.stem != "medquad"
    ]
    return replace(Dataset.joined(retrieved), name="sample: three retrievals of MedQuAD")


@st.cache_resource(show_spinner=False)
def judgement_store() -> "JudgementStore":
    """The store of judgements, opened once a process. It answers only those who have the texts.

    Raises:
        StoreError: It cannot be opened.
    """
    from scoring.store import JudgementStore

    return JudgementStore()


@st.cache_resource(show_spinner=False)
def session_store() -> "SessionStore":
    """The store of saved sessions, opened once a process. It answers only those who have an id.

    Raises:
        StoreError: It cannot be opened.
    """
    from scoring.store import SessionStore

    return SessionStore()


@st.cache_resource(show_spinner=False)
def mapping_store() -> "MappingStore":
    """The store of mappings, opened once a process. It answers only those who have such a file.

    Raises:
        StoreError: It cannot be opened.
    """
    from scoring.store import MappingStore

    return MappingStore()
