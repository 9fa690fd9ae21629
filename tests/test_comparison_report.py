import json
from collections.abc import Sequence

import pytest

from scoring.comparison import Axis, Comparison, Metric, compared, paired
from scoring.comparison_report import ReportFormat, comparison_report
from scoring.errors import InvalidValueError
from scoring.model import Judgement, Penalties
from scoring.tallies import Penalty
from tests.comparison.sides import judged, result, side_by_side

BETTER = [judged("hh", 1), judged("hm"), judged("hH")] * 4
WORSE = [judged("ll", 1), judged("ln"), judged("nn")] * 4


def comparison_of(
    baseline: Sequence[Judgement | None], other: Sequence[Judgement | None]
) -> Comparison:
    return compared(side_by_side(A=baseline, B=other), resamples=99)


def test_a_configuration_that_is_surely_worse_is_named() -> None:
    assert comparison_of(BETTER, WORSE).surely_worse == ("B",)
    assert comparison_of(WORSE, BETTER).surely_worse == ()
    assert comparison_of(BETTER, BETTER).surely_worse == ()


def test_too_few_pairs_are_never_surely_worse() -> None:
    assert comparison_of(BETTER[:5], WORSE[:5]).surely_worse == ()


def test_the_baseline_is_the_first_one_unless_told() -> None:
    pairing = side_by_side(A=BETTER, B=WORSE)
    assert compared(pairing, resamples=99).baseline == "A"
    assert compared(pairing, "B", resamples=99).surely_worse == ()
    with pytest.raises(InvalidValueError, match="there is no configuration C"):
        compared(pairing, "C")


def test_every_metric_is_compared_at_the_setting() -> None:
    comparison = compared(
        side_by_side(A=BETTER, B=WORSE),
        penalties=Penalties(0, 0, 0),
        scale=100,
        resamples=99,
        x=Axis(Penalty.MISSING_CAP, 0, 1),
    )
    assert [one.metric for one in comparison.metrics] == list(Metric)
    means = {one.metric: one.means["A"] for one in comparison.metrics}
    # (1 + 0.85 + 1) / 3, and without penalties the base is the score.
    assert means[Metric.RELEVANCE] == means[Metric.BASE] == pytest.approx(95)
    assert means[Metric.MISSING] == pytest.approx(1 / 3)
    assert comparison.regions is not None
    assert comparison.regions.x.penalty is Penalty.MISSING_CAP


def test_text_has_the_means_the_sentence_the_flips_and_the_settings() -> None:
    text = comparison_report(comparison_of(WORSE, BETTER), ReportFormat.TEXT)
    assert text.startswith("12 pairs of A, B; the baseline is A.\n")
    row = next(line for line in text.splitlines() if line.startswith("base score"))
    # The means of 0.3, 0.15 and 0, and of 1, 0.85 and 1.
    assert row.split() == ["base", "score", "0.15", "0.95", "(+0.80)", "12"]
    assert "Context Relevance: B is better by 0.77 (" in text
    assert "B leads whatever the penalties (" in text
    assert "99 resamples, or every pattern of signs where those are fewer, seed 20240607." in text


def test_what_was_left_out_is_said_with_its_ids_or_the_first_of_them() -> None:
    many = [result(str(number), judgement=judged("h")) for number in range(20)]
    failed = [result("0"), *many[1:8]]
    text = comparison_report(
        compared(paired({"A": many, "B": failed}), resamples=99), ReportFormat.TEXT
    )
    assert (
        "warning: Not paired, 12 of A: another configuration has no such case: B "
        "(8, 9, 10, 11, 12, 13, 14, 15, 16, 17, and 2 more)."
    ) in text
    assert "warning: Without a score, 1 of B: failed (0)." in text


def test_json_has_everything_unrounded_and_can_be_read() -> None:
    comparison = comparison_of(WORSE, BETTER)
    told = json.loads(comparison_report(comparison, ReportFormat.JSON))
    assert told["configurations"] == ["A", "B"]
    assert told["settings"] == {
        "penalties": {
            "unused_high_relevance_context": 0.1,
            "missing_context_per_item": 0.15,
            "max_missing_context_penalty": 0.5,
        },
        "scale": 1.0,
        "confidence": 0.95,
        "resamples": 99,
        "seed": 20240607,
    }
    relevance = told["metrics"][0]
    (difference,) = relevance["differences"]
    (inference,) = comparison.metrics[0].inferences or ()
    assert relevance["metric"] == "Context Relevance"
    assert difference["interval"] == list(inference.interval)
    assert difference["outcome"] == "better"
    assert told["flips"]["shares"] == {"A": 0, "B": 1}
    assert told["surely_worse"] == []


def test_a_part_of_the_pairs_is_said_to_be_one() -> None:
    pairing = side_by_side(A=BETTER, B=WORSE)
    comparison = compared(pairing, resamples=99, part="tag: easy, `hard`")
    text = comparison_report(comparison, ReportFormat.TEXT)
    assert text.startswith("12 pairs (those with tag: easy, `hard`) of A, B;")
    assert "\\`hard\\`" in comparison_report(comparison, ReportFormat.MARKDOWN)
    assert json.loads(comparison_report(comparison, ReportFormat.JSON))["part"] == comparison.part
    assert json.loads(comparison_report(compared(pairing), ReportFormat.JSON))["part"] is None


def test_json_of_nothing_in_common_has_nulls_and_no_nan() -> None:
    pairing = paired({"A": [result("1")], "B": [result("2")]})
    text = comparison_report(compared(pairing), ReportFormat.JSON)
    told = json.loads(text)
    assert "NaN" not in text
    assert told["pairs"] == 0
    assert told["flips"] is None
    assert told["metrics"][0]["means"] == {"A": None, "B": None}
    assert [one["id"] for one in told["unpaired"]] == ["1", "2"]


def test_a_hostile_name_is_text_in_every_format() -> None:
    name = "<img src=x>|[a](https://b.example)`c`\n\x1b[31m@you www.d.example"
    pairing = paired(
        {
            "A": [result(str(place), judgement=j) for place, j in enumerate(WORSE)],
            name: [result(str(place), judgement=j) for place, j in enumerate(BETTER)],
        }
    )
    comparison = compared(pairing, resamples=99)
    text = comparison_report(comparison, ReportFormat.TEXT)
    assert "\x1b" not in text
    assert "<img src=x>|[a](https://b.example)`c`\\n\\x1b[31m@you" in text
    markdown = comparison_report(comparison, ReportFormat.MARKDOWN)
    assert "\x1b" not in markdown
    assert "\\<img src=x\\>\\|\\[a\\](https\\://b.example)\\`c\\`\\\\n" in markdown
    assert "\\@you www\\.d.example" in markdown
    assert json.loads(comparison_report(comparison, ReportFormat.JSON))["configurations"] == [
        "A",
        name,
    ]


def test_markdown_is_a_table_and_lists() -> None:
    lines = comparison_report(comparison_of(WORSE, BETTER), ReportFormat.MARKDOWN).splitlines()
    head = lines.index("| mean of pairs | A | B | pairs |")
    assert lines[head + 1] == "| --- | ---: | ---: | ---: |"
    assert lines[head - 1] == ""
    assert any(line.startswith("- Context Relevance: B is better by 0.77") for line in lines)


def test_markdown_has_every_statistic_of_every_metric() -> None:
    comparison = comparison_of(WORSE, BETTER)
    lines = comparison_report(comparison, ReportFormat.MARKDOWN).splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("| metric | configuration"))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[head + 2 :]]

    assert [row[0] for row in rows[: len(Metric)]] == [metric.value for metric in Metric]
    (inference,) = comparison.metrics[0].inferences or ()
    assert rows[0][4] == "12 / 0 / 0"
    assert rows[0][5] == f"{inference.adjusted_p:.3g}"
    # All 2^12 patterns, and two of them as extreme.
    assert rows[0][6] == f"{2 / 2**12:.3g}"
    assert rows[0][8] == "+1.00"


def test_a_small_difference_is_not_rounded_to_none() -> None:
    tiny = [judged("h" * 99 + "m")] * 12
    text = comparison_report(comparison_of(tiny, [judged("h")] * 12), ReportFormat.TEXT)
    row = next(line for line in text.splitlines() if line.startswith("base score"))
    assert "(+0.0030)" in row


def test_names_that_look_like_numbers_stay_names() -> None:
    pairing = paired(
        {
            name: [result(str(place), judgement=j) for place, j in enumerate(WORSE)]
            for name in ("0.50", "2024-01-01")
        }
    )
    told = json.loads(comparison_report(compared(pairing, resamples=99), ReportFormat.JSON))
    assert told["configurations"] == ["0.50", "2024-01-01"]
