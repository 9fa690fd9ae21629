import csv
import io
import json

import pytest

from scoring.formats.csv_results import results_to_csv
from scoring.keywords import keyword_coverage
from scoring.model import Case, Context, Judgement, Penalties, RelevanceLevel, Verdict
from scoring.relevance import score_relevance

JUDGEMENT = Judgement(
    2,
    (
        Verdict(0, RelevanceLevel.HIGH, used=False),
        Verdict(1, RelevanceLevel.NONE, used=False),
    ),
    ("the price",),
)


def rows_for(query: str, *, scale: float = 1.0) -> list[dict[str, str]]:
    case = Case("c-1", query, (Context("one\ntwo"), Context('"three"')), "React", "hybrid")
    text = results_to_csv(
        [
            (
                "run-1",
                case,
                score_relevance(JUDGEMENT, Penalties(0.2, 0.1, 0.5), scale),
                keyword_coverage(case.query, case.response, scale=scale),
            )
        ]
    )
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_row_holds_the_scores_their_evidence_and_the_settings_that_made_them() -> None:
    (row,) = rows_for("React or Vue?", scale=10)
    assert row["configuration"] == "hybrid"
    assert json.loads(row["contexts"]) == ["one\ntwo", '"three"']
    assert float(row["relevance_base"]) == 0.5
    assert float(row["relevance_score"]) == pytest.approx(2.0)
    assert row["relevance_band"] == "poor"
    assert json.loads(row["levels"]) == ["high", "none"]
    assert json.loads(row["missing"]) == ["the price"]
    assert float(row["keywords_score"]) == 5.0
    assert json.loads(row["keywords_missing"]) == ["Vue"]
    assert float(row["unused_high_relevance_context"]) == 0.2
    assert float(row["scale"]) == 10


@pytest.mark.parametrize("query", ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "\tx", "\rx"])
def test_text_that_a_spreadsheet_would_run_gets_one_apostrophe_that_can_be_taken_off(
    query: str,
) -> None:
    (row,) = rows_for(query)
    assert row["query"] == f"'{query}"


def test_an_unscored_case_has_empty_cells_not_zeros() -> None:
    case = Case("c", "hello", (), "")
    result = score_relevance(Judgement(0, ()))
    text = results_to_csv([("r", case, result, keyword_coverage("hello", ""))])
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["relevance_score"] == ""
    assert row["relevance_state"] == "not_scorable"


def test_no_results_make_no_lines() -> None:
    assert results_to_csv([]) == ""
