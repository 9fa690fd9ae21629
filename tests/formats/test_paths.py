import pytest

from scoring.errors import FormatError
from scoring.formats.paths import JsonPath
from scoring.model import JsonValue

LIST = "`[" + ",".join(map(str, range(1000))) + "]`"


@pytest.mark.parametrize(
    ("expression", "data"),
    [
        ("|".join(["[@,@][]"] * 60), "a"),
        ("|".join(["[@,@]"] * 60), "a"),
        ("|".join(["{a:@,b:@}"] * 60), "a"),
        ("|".join(["{a:@,b:@}"] * 60) + "|to_string(@)", "a"),
        ("|".join(["join('',[@,@])"] * 60), "a"),
        ("|".join(["{t:join(t,l),l:l}"] * 10), {"t": "a" * 1000, "l": ["b"] * 1000}),
        ("|".join([f"map(&{LIST},@)[]"] * 8), [1]),
        ("map(&[@,@],@)|" + "|".join(["map(&[@,@],@)[]"] * 60), ["a"]),
    ],
    ids=["flattened", "nested", "objects", "as text", "joined", "between", "literals", "mapped"],
)
def test_an_expression_that_makes_too_much_ends(expression: str, data: JsonValue) -> None:
    with pytest.raises(FormatError, match="makes too much"):
        JsonPath(expression).search(data)


def test_a_long_text_and_many_rows_of_objects_are_not_too_much() -> None:
    data: JsonValue = {"docs": [{"text": "x" * 1000, "score": 1}] * 5000}
    found = JsonPath("docs[].{text: text, all: join('-', [text, text])}").search(data)
    assert isinstance(found, list)
    assert found[4999] == {"text": "x" * 1000, "all": "x" * 1000 + "-" + "x" * 1000}
