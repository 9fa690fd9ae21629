"""What is remembered of a model."""

from scoring.judges.llm.abilities import Abilities, OutputMode, abilities_of

LADDER = (OutputMode.SCHEMA, OutputMode.OBJECT, OutputMode.TEXT)


def test_a_mode_that_worked_ends_the_trying_of_surer_ones() -> None:
    abilities = Abilities(LADDER)
    assert (abilities.modes, abilities.proven) == (LADDER, False)

    abilities.worked(OutputMode.OBJECT)

    assert (abilities.modes, abilities.proven) == (LADDER[1:], True)


def test_what_was_given_up_is_not_taken_up_by_a_reply_that_comes_late() -> None:
    abilities = Abilities(LADDER)
    abilities.worked(OutputMode.OBJECT)
    abilities.worked(OutputMode.SCHEMA)

    assert abilities.modes == LADDER[1:]


def test_a_refused_value_is_remembered_and_no_other_value_of_its_parameter() -> None:
    abilities = Abilities(LADDER)
    abilities.refuses("temperature", 9)

    assert not abilities.takes("temperature", 9)
    assert abilities.takes("temperature", 0)
    assert abilities.takes("seed", 9)


def test_litellms_table_says_where_to_begin() -> None:
    known = abilities_of("gpt-4o", "")
    old = abilities_of("ollama/llama3", "")
    unknown = abilities_of("openai/nobody-knows-it", "http://localhost/v1")

    assert known.modes == (OutputMode.SCHEMA, OutputMode.TOOL, OutputMode.OBJECT, OutputMode.TEXT)
    assert old.modes == (OutputMode.OBJECT, OutputMode.TEXT)
    assert unknown.modes == (
        OutputMode.SCHEMA,
        OutputMode.OBJECT_OF_SCHEMA,
        OutputMode.OBJECT,
        OutputMode.TEXT,
    )


def test_each_address_has_a_memory_of_its_own_that_all_callers_share() -> None:
    here, there = (abilities_of("openai/m", address) for address in ("http://a", "http://b"))

    assert here is not there
    assert here is abilities_of("openai/m", "http://a")
