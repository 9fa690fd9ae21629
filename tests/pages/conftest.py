"""The app under AppTest, as its entry runs it."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ENTRY = Path(__file__).parents[2] / "pages" / "shared" / "entry.py"


@pytest.fixture
def app() -> AppTest:
    """The app at its first page, not yet run."""
    return AppTest.from_file(str(ENTRY), default_timeout=60)
