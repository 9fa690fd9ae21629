import pytest

from scoring.formats.shapes.openinference import nested


@pytest.mark.parametrize(
    "fields",
    [
        {"input": "q", "input.mime_type": "text/plain"},
        {"input": {"value": "q"}, "input.mime_type": "text/plain"},
        {"input": {"mime_type": "text/plain"}, "input.value": "q"},
        {"input": None, "input.value": "q", "input.mime_type": "text/plain"},
        {"input": "other", "input.value": "q", "input.mime_type": "text/plain"},
    ],
)
def test_an_attribute_and_its_parts_are_one_whatever_the_order_of_the_columns(
    fields: dict[str, str],
) -> None:
    expected = {"input": {"value": "q", "mime_type": "text/plain"}}
    assert nested(fields) == expected
    assert nested(dict(reversed(fields.items()))) == expected


def test_numbered_names_are_lists() -> None:
    documents = {f"retrieval.documents.{number}.content": str(number) for number in range(11)}
    assert nested(documents) == {
        "retrieval": {"documents": [{"content": str(number)} for number in range(11)]}
    }
