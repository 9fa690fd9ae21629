import numpy as np
import numpy.typing as npt
import pytest

from scoring.calibration.search import minimise

Floats = npt.NDArray[np.float64]

CENTRES = np.array([[0.3, 0.7, 0.1], [0.8, 0.2, 0.5], [0.5, 0.5, 0.9]])
LOW, HIGH = np.zeros((3, 3)), np.ones((3, 3))
SIZE = np.full(3, 1e-6)


def bent(values: Floats, problems: npt.NDArray[np.intp]) -> Floats:
    """A valley with a sharp bend along no axis, and a shallower one beside it."""
    away = values - CENTRES[problems][:, np.newaxis]
    sharp = np.abs(away[..., 0] + away[..., 1]) + np.abs(away[..., 1] - away[..., 2])
    deep = sharp + (away**2).sum(axis=-1)
    beside = 0.2 + 10 * ((values - 0.05) ** 2).sum(axis=-1)
    least: Floats = np.minimum(deep, beside)
    return least


def test_each_problem_finds_its_own_least_across_bends_and_past_other_valleys() -> None:
    found = minimise(bent, np.full((3, 3), 0.05), LOW, HIGH, SIZE, seed=0)
    assert found.values == pytest.approx(CENTRES, abs=1e-3)
    assert found.losses == pytest.approx(np.zeros(3), abs=1e-4)


def test_the_least_on_a_bound_is_found() -> None:
    low, high = np.full((3, 3), 0.4), np.full((3, 3), 0.6)
    found = minimise(
        lambda values, problems: ((values - CENTRES[problems][:, np.newaxis]) ** 2).sum(axis=-1),
        low,
        low,
        high,
        SIZE,
        seed=0,
    )
    assert found.values == pytest.approx(np.clip(CENTRES, 0.4, 0.6), abs=1e-3)


def test_a_held_value_stays() -> None:
    low, high = LOW.copy(), HIGH.copy()
    low[:, 1] = high[:, 1] = 0.45
    found = minimise(bent, CENTRES, low, high, SIZE, seed=0)
    assert (found.values[:, 1] == 0.45).all()


def test_the_same_seed_finds_the_same() -> None:
    one, same = (minimise(bent, LOW, LOW, HIGH, SIZE, seed=5) for _ in range(2))
    assert one.values.tolist() == same.values.tolist()


def test_a_start_that_is_the_least_is_never_left_for_worse() -> None:
    found = minimise(bent, CENTRES, LOW, HIGH, SIZE, seed=0)
    assert (found.losses <= bent(CENTRES[:, np.newaxis], np.arange(3))[:, 0]).all()
