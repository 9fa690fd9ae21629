"""What all tests share: property tests judge results, never how long a busy machine took."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the judgements that a test makes out of the person's own store."""
    monkeypatch.setenv("SCORESCOPE_STORE", f"sqlite:///{tmp_path}.sqlite3")
