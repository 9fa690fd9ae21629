"""What `import scoring` offers."""

import subprocess
import sys

import pytest

import scoring


def test_every_public_name_can_be_had() -> None:
    assert len(set(scoring.__all__)) == len(scoring.__all__)
    for name in scoring.__all__:
        assert getattr(scoring, name) is not None
    assert set(scoring.__all__) <= set(dir(scoring))


def test_a_name_that_is_not_there_is_said_as_python_says_it() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = scoring.nothing


def test_scoring_a_judgement_imports_neither_readers_nor_judges() -> None:
    script = (
        "import sys, scoring\n"
        "scoring.score_relevance(scoring.Judgement(0, ()))\n"
        "print([name for name in sys.modules if name.startswith(('scoring.formats', "
        "'scoring.judg', 'scoring.keywords', 'asyncio'))])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert found.stdout.strip() == "[]"
