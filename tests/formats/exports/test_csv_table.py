import csv
import io
import json

import pytest

from scoring.evaluation import CaseResult
from scoring.formats import read_cases
from scoring.formats.exports import export
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


def csv_rows(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def rows_for(query: str, *, scale: float = 1.0) -> list[dict[str, str]]:
    case = Case("c-1", query, (Context("one\ntwo"), Context('"three"')), "React", "hybrid")
    result = CaseResult(
        "run-1",
        case,
        score_relevance(JUDGEMENT, Penalties(0.2, 0.1, 0.5), scale),
        keyword_coverage(case.query, case.response, scale=scale),
    )
    return csv_rows(export([result], "csv").content)


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
    assert "python" in json.loads(row["versions"])


@pytest.mark.parametrize("query", ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "\tx", "\rx", "＝1"])
def test_text_that_a_spreadsheet_would_run_gets_one_apostrophe_that_can_be_taken_off(
    query: str,
) -> None:
    (row,) = rows_for(query)
    assert row["query"] == f"'{query}"


def test_an_apostrophe_is_taken_off_in_this_tools_own_files_alone() -> None:
    case = Case("=a", "'tis", (Context("c"),), "-", "+")
    assert read_cases(export([case], "csv").content).cases == (case,)
    (foreign,) = read_cases("query,contexts,response\n'tis,c,r\n").cases
    assert foreign.query == "'tis"


def test_an_unscored_case_has_empty_cells_not_zeros() -> None:
    case = Case("c", "hello", (), "")
    result = CaseResult("r", case, score_relevance(Judgement(0, ())), keyword_coverage("hello", ""))
    (row,) = csv_rows(export([result], "csv").content)
    assert row["relevance_score"] == ""
    assert row["relevance_state"] == "not_scorable"


def test_a_cell_that_excel_would_cut_is_named() -> None:
    cases = [Case("a", "q", (), "r"), Case("b", "q", (), "x" * 32_768)]
    assert export(cases, "csv").notes == (
        "1 cell would be cut by Excel, which holds 32,767 characters: response of row 3",
    )


def test_no_cases_make_no_lines() -> None:
    assert csv_rows(export([], "csv").content) == []


def test_a_column_that_somebody_added_in_a_spreadsheet_is_kept() -> None:
    text = export([Case("a", "q", (), "r")], "csv").content.decode("utf-8-sig")
    header, row = text.splitlines()
    (case,) = read_cases(f"{header},my grade\r\n{row},3\r\n").cases
    assert case.extra == {"my grade": "3"}
