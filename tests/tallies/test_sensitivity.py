import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidValueError
from scoring.model import PRESETS, Judgement, Penalties
from scoring.tallies import LENIENT_TO_STRICT, Penalty, Tallies, derivatives, tornado
from tests.tallies.datasets import datasets, hundredths, scales, score_of, settings


def mean(judgements: list[Judgement], penalties: Penalties) -> float:
    return float(np.mean([score_of(judgement, penalties) for judgement in judgements]))


@given(datasets, st.builds(Penalties, hundredths, hundredths, hundredths), scales)
def test_slopes_are_those_of_small_moves_to_either_side(
    judgements: list[Judgement], penalties: Penalties, scale: float
) -> None:
    # Smaller than any distance between bends of settings in hundredths and up to seven contexts,
    # and larger than the dust that settling forgives.
    move = 1e-6
    now = mean(judgements, penalties)
    for slope in derivatives(Tallies.from_judgements(judgements), penalties, scale):
        value = slope.penalty.of(penalties)
        up = mean(judgements, slope.penalty.moved_to(value + move, penalties))
        assert slope.right == pytest.approx((up - now) / move * scale, abs=1e-4 * scale)
        if value == 0:
            assert slope.left is None
        else:
            down = mean(judgements, slope.penalty.moved_to(value - move, penalties))
            assert slope.left == pytest.approx((now - down) / move * scale, abs=1e-4 * scale)


@given(datasets, settings, scales)
def test_a_tornado_moves_each_penalty_by_itself(
    judgements: list[Judgement], penalties: Penalties, scale: float
) -> None:
    effects = tornado(Tallies.from_judgements(judgements), penalties, scale=scale)
    assert {effect.penalty for effect in effects} == set(Penalty)
    swings = [effect.swing for effect in effects]
    assert swings == sorted(swings, reverse=True)
    for effect in effects:
        value = effect.penalty.of(penalties)
        for at, shown in [
            (effect.low, effect.at_low),
            (effect.high, effect.at_high),
            (value, effect.current),
            (value + effect.step, effect.after_step),
        ]:
            setting = effect.penalty.moved_to(at, penalties)
            assert shown == pytest.approx(mean(judgements, setting) * scale, abs=1e-9)
        assert effect.swing == abs(effect.at_high - effect.at_low)
        assert effect.step_effect == effect.after_step - effect.current


def test_the_stated_range_is_from_the_lenient_preset_to_the_strict() -> None:
    assert PRESETS["lenient"] == Penalties(*(LENIENT_TO_STRICT[penalty][0] for penalty in Penalty))
    assert PRESETS["strict"] == Penalties(*(LENIENT_TO_STRICT[penalty][1] for penalty in Penalty))


def test_without_scores_nothing_is_sensitive() -> None:
    empty = Tallies.from_judgements([])
    with pytest.raises(InvalidValueError, match="no case"):
        derivatives(empty)
    with pytest.raises(InvalidValueError, match="no case"):
        tornado(empty)
