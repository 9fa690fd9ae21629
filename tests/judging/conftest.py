"""A mark for what needs a model on the machine, which most machines have not."""

import pytest

REAL_MODEL = "real_model"


def pytest_runtest_setup(item: pytest.Item) -> None:
    chosen = str(item.config.option.markexpr)
    if item.get_closest_marker(REAL_MODEL) is not None and REAL_MODEL not in chosen:
        pytest.skip(f"needs a model: pytest -m {REAL_MODEL}")
