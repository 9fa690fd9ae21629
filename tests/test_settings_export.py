"""Settings as others read them."""

import argparse
import json
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import score_relevance
from scoring.errors import FormatError, InvalidValueError, ScoringError
from scoring.model import PRESETS, Judgement, Penalties, RelevanceLevel, Verdict
from scoring.penalty_options import add_penalty_options, penalties_of
from scoring.settings_export import (
    NamedSetting,
    as_address,
    as_command,
    as_json,
    as_python,
    as_typescript,
    rounded,
    settings_from_address,
    settings_from_json,
)

numbers = st.floats(0, 1)
penalties = st.builds(Penalties, numbers, numbers, numbers)
settings = st.builds(
    NamedSetting,
    st.text(min_size=1).filter(lambda name: bool(name.strip())),
    penalties,
    st.floats(0.01, 1000),
    numbers,
)
JUDGEMENT = Judgement(1, (Verdict(0, RelevanceLevel.HIGH, used=False),), missing=("a", "b"))


@given(st.lists(settings))
def test_settings_come_back_from_their_json(saved: list[NamedSetting]) -> None:
    assert settings_from_json(as_json(saved)) == tuple(saved)


@given(st.lists(penalties))
def test_settings_come_back_from_an_address_that_holds_numbers_only(
    several: list[Penalties],
) -> None:
    text = as_address(several)
    assert set(text) <= set("0123456789.e-_~")
    assert settings_from_address(text) == tuple(several)


@pytest.mark.parametrize(
    "text", ["0.1", "0.1_0.2", "a_b_c", "0.1_0.2_-1", "0.1_0.2_nan", "1_2_3_4"]
)
def test_what_is_no_setting_in_an_address_is_refused(text: str) -> None:
    with pytest.raises(ScoringError):
        settings_from_address(text)


@given(penalties, st.sampled_from([1.0, 100.0]))
def test_exported_python_gives_the_same_score(setting: Penalties, scale: float) -> None:
    names: dict[str, object] = {"judgement": JUDGEMENT}
    exec(as_python(setting, scale), names)
    assert names["score"] == score_relevance(JUDGEMENT, setting, scale).score


@given(penalties, st.sampled_from([1.0, 100.0]))
def test_an_exported_command_line_is_read_as_the_same_setting(
    setting: Penalties, scale: float
) -> None:
    program, command, file, *options = shlex.split(as_command(setting, scale))
    assert (program, command, file) == ("scorescope", "score", "FILE")
    parser = argparse.ArgumentParser()
    add_penalty_options(parser)
    read = parser.parse_args(options)
    assert penalties_of(read) == setting
    assert read.scale == scale


def test_typescript_has_the_documented_names() -> None:
    assert as_typescript(PRESETS["strict"], 100.0) == (
        "const options = {\n"
        "  penalties: {\n"
        "    unusedHighRelevanceContext: 0.2,\n"
        "    missingContextPerItem: 0.25,\n"
        "    maxMissingContextPenalty: 0.6,\n"
        "  },\n"
        "  scale: 100.0,\n"
        "};\n"
    )


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"settings": {}}',
        '{"settings": [3]}',
        '{"settings": [{"penalties": {}}]}',
        '{"settings": [{"name": " "}]}',
        '{"settings": [{"name": "a", "penalties": []}]}',
        '{"settings": [{"name": "a", "penalties": {"missing_context_per_item": "0.1"}}]}',
        '{"settings": [{"name": "a", "penalties": {"missing_context_per_item": true}}]}',
        '{"settings": [{"name": "a", "penalties": {"missing_context_per_item": -1}}]}',
        '{"settings": [{"name": "a", "scale": 0}]}',
        '{"settings": [{"name": "a", "scale": NaN}]}',
        '{"settings": [{"name": "a", "threshold": 2}]}',
        '{"settings": [{"name": "a", "name": "b"}]}',
        '{"settings": [{"name": "a", "scale": 1e999}]}',
        b"\xff\xfe\x00",
    ],
)
def test_what_is_not_settings_is_refused(content: str | bytes) -> None:
    with pytest.raises(FormatError):
        settings_from_json(content)


def test_settings_that_leave_things_out_take_the_defaults() -> None:
    content = json.dumps({"settings": [{"name": "a", "penalties": {"other": 1}}]})
    assert settings_from_json(content) == (NamedSetting("a"),)


def test_a_name_is_needed() -> None:
    with pytest.raises(InvalidValueError, match="name"):
        NamedSetting(" ")


def test_fitted_penalties_are_rounded_to_three_places() -> None:
    assert rounded(Penalties(0.12345, 0.2, 0.9999)) == Penalties(0.123, 0.2, 1.0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_settings_are_read_as_an_editor_saved_them(encoding: str) -> None:
    content = '{"settings": [{"name": "Größe"}]}'.encode(encoding)
    assert settings_from_json(content) == (NamedSetting("Größe"),)
