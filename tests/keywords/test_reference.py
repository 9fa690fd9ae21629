import pytest

from scoring.errors import InvalidValueError
from scoring.keywords.reference import ReferenceSource, case_coverage, reference_text
from scoring.keywords.required import RequiredKeyword, required_keywords
from scoring.model import Case, Context

CASE = Case(
    "1",
    "What is Docker?",
    (Context("Docker runs containers."), Context("Images are layered.")),
    "Docker runs images",
)


@pytest.mark.parametrize(
    ("source", "required", "keywords", "score"),
    [
        (ReferenceSource.QUERY, "", ("Docker",), 1.0),
        (
            ReferenceSource.CONTEXTS,
            "",
            ("Docker", "runs", "containers", "Images", "layered"),
            3 / 5,
        ),
        (ReferenceSource.REQUIRED, "Docker^3\npodman", ("Docker", "podman"), 3 / 4),
    ],
)
def test_a_case_is_scored_against_the_reference_that_was_chosen(
    source: ReferenceSource, required: str, keywords: tuple[str, ...], score: float
) -> None:
    coverage = case_coverage(CASE, source, required, scale=2)
    assert coverage.reference_keywords == keywords
    assert coverage.score == pytest.approx(2 * score)
    text = reference_text(CASE, source, required)
    for match in coverage.matches:
        assert text[slice(*match.reference_spans[0])] == match.keyword


def test_no_contexts_are_an_empty_reference() -> None:
    assert case_coverage(Case("1", "q", (), "word"), ReferenceSource.CONTEXTS).score == 0.0


def test_a_list_of_required_keywords_is_read_line_by_line() -> None:
    assert required_keywords('term\n\n  * "C^2, D" ^ 0.5 \r\n• x^3\n') == (
        RequiredKeyword("term", 0, 4, 1.0),
        RequiredKeyword("C^2, D", 11, 17, 0.5),
        RequiredKeyword("x", 29, 30, 3.0),
    )


def test_a_formula_between_dollar_signs_has_no_weight() -> None:
    assert required_keywords("$x^2$\n") == (RequiredKeyword("$x^2$", 0, 5),)


@pytest.mark.parametrize("weight", ["0", "-1", "inf", "nan", "heavy", ""])
def test_a_weight_that_is_no_number_above_nothing_is_refused(weight: str) -> None:
    with pytest.raises(InvalidValueError, match="line 2 of the required keywords"):
        required_keywords(f"fine\nterm^{weight}")
