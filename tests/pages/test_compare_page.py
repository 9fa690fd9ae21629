"""The Compare page as a person works it: read the sentence, see it flip, open a question."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.dataset import Dataset
from scoring.formats import case_to_json, json_line
from scoring.model import Case, Context, JsonValue, Judgement, Provenance
from tests.comparison.sides import judged
from tests.pages.charts import charts, figures, texts

PATIENCE = 60  # seconds for what is worked out beside the page


def case(
    number: int,
    configuration: str,
    judgement: Judgement | None,
    *,
    query: str | None = None,
    response: str = "an answer",
    tag: JsonValue = None,
) -> Case:
    count = 1 if judgement is None else judgement.context_count
    return Case(
        id=f"q{number}",
        query=query or f"question {number}",
        contexts=tuple(Context(f"{configuration} context {number}.{at}") for at in range(count)),
        response=response,
        configuration=configuration,
        metadata={} if tag is None else {"tag": tag},
        judgement=judgement,
    )


def dataset(**sides: Sequence[Judgement | None]) -> Dataset:
    return Dataset(
        "made up",
        tuple(
            case(number, name, judgement)
            for name, judgements in sides.items()
            for number, judgement in enumerate(judgements)
        ),
    )


def opened(app: AppTest, of: Dataset) -> AppTest:
    """The page with a dataset, all slow results in."""
    app.run()
    app.switch_page("../compare.py").run()
    return uploaded(app, of)


def uploaded(app: AppTest, of: Dataset) -> AppTest:
    """The page once a file with the dataset's cases was uploaded."""
    lines = "\n".join(json_line(case_to_json(one)) for one in of.cases)
    app.file_uploader[0].upload(f"{of.name}.jsonl", lines.encode(), "application/x-ndjson")
    app.run()
    return settled(app)


def settled(app: AppTest) -> AppTest:
    """The page once nothing is being worked out any more; in a browser it renews itself."""
    deadline = time.monotonic() + PATIENCE
    while any("orking out" in words for words in [*said(app), *badges(app)]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
        app.run()
    assert not app.exception
    return app


def view(app: AppTest, name: str) -> AppTest:
    app.session_state["compare_view"] = name
    app.run()
    return settled(app)


def said(app: AppTest) -> list[str]:
    """Every line of text."""
    return [line for element in app.text for line in str(element.value).splitlines()]


def badges(app: AppTest) -> list[str]:
    return [str(element.value) for element in app.markdown]


def tables(app: AppTest) -> list[pd.DataFrame]:
    return [element.value for element in app.dataframe]


BETTER = dataset(old=[judged("l")] * 12, new=[judged("h")] * 12)
# Two unused against two missing: who leads depends on what either costs.
FLIPPING = dataset(wasteful=[judged("HH")] * 8, gappy=[judged("hm", 2)] * 8)


def test_a_newcomer_reaches_a_comparison_in_two_clicks(app: AppTest) -> None:
    app.run()
    app.switch_page("../compare.py").run()
    app.button(key="open_sample").click().run()
    settled(app)

    assert any("43 questions under every configuration" in words for words in said(app))
    assert any("embedding" in words and "n = 43 pairs" in words for words in said(app))
    assert {"compare_forest", "compare_flips"} <= charts(app).keys()


def test_the_sentence_says_which_is_better_by_how_much_and_how_surely(app: AppTest) -> None:
    opened(app, BETTER)

    (sentence,) = [words for words in said(app) if "better" in words]
    assert sentence.startswith("Context Relevance: new is better by 0.70 (0.70 to 0.70) than old")
    assert "n = 12 pairs" in sentence
    assert sentence.endswith("12 better, 0 equal, 0 worse.")
    assert any("new leads whatever the penalties" in words for words in said(app))


def test_another_baseline_turns_the_comparison_round(app: AppTest) -> None:
    opened(app, BETTER)
    app.selectbox(key="compare_baseline").select("new").run()
    settled(app)

    assert any("old is worse by 0.70" in words for words in said(app))


def test_below_six_pairs_nothing_can_be_said(app: AppTest) -> None:
    opened(app, dataset(a=[judged("l")] * 5, b=[judged("h")] * 5))

    assert any("with 5 pairs, below 6, nothing can be said" in words for words in said(app))


def test_the_difference_follows_a_slider_at_once_and_the_winner_flips(app: AppTest) -> None:
    opened(app, FLIPPING)
    # 1 - 2 x 0.1 against 0.85 - 2 x 0.15.
    assert any("gappy is worse by 0.25" in words for words in said(app))

    app.number_input(key="unused").set_value(0.4).run()
    # 1 - 2 x 0.4 against the same: at once, before it is known how sure that is.
    assert any("differs from wasteful by +0.35" in words for words in said(app))
    assert any("orking out how sure" in words for words in badges(app))
    settled(app)
    assert any("gappy is better by 0.35" in words for words in said(app))
    (here,) = [
        trace
        for trace in figures(app)["compare_flips"]["data"]
        if trace.get("text") == ["you are here"]
    ]
    assert here["x"] == [0.4]


def test_the_scale_is_the_unit_of_every_difference(app: AppTest) -> None:
    opened(app, BETTER)
    app.number_input(key="scale").set_value(100.0).run()
    settled(app)

    assert any("new is better by 70.00" in words for words in said(app))


def test_all_metrics_stand_in_one_table(app: AppTest) -> None:
    opened(app, FLIPPING)

    means = tables(app)[0].set_index("configuration")
    assert list(means.columns) == [
        "Context Relevance",
        "Keyword Coverage",
        "Context Precision",
        "base score",
        "unused high contexts",
        "missing items",
        "contexts",
    ]
    assert means.loc["gappy", "missing items"] == "2.00  (+2.00)"
    assert means.loc["wasteful", "unused high contexts"] == "2.00"


def test_another_metric_is_told_in_its_own_words(app: AppTest) -> None:
    opened(app, FLIPPING)
    box = app.selectbox(key="compare_metric")
    box.select_index(box.options.index("Missing items")).run()
    settled(app)

    assert any("missing items: gappy is worse by 2.00" in words for words in said(app))


def test_warns_of_judges_that_differ_and_tells_what_is_not_paired(app: AppTest) -> None:

    sides = dataset(a=[judged("l")] * 7, b=[judged("h")] * 6)
    by_another = tuple(
        replace(one, judgement=judged("h", provenance=Provenance(judge="llm", model="m")))
        if one.configuration == "b"
        else one
        for one in sides.cases
    )
    opened(app, Dataset("made up", by_another))

    assert any("The judge differs between the configurations in 6 pairs" in w for w in said(app))
    assert any("1 case not paired" in words for words in said(app))
    view(app, "Pairing")
    unpaired = next(table for table in tables(app) if "why" in table.columns)
    assert unpaired["id"].tolist() == ["q6"]
    assert unpaired["why"].tolist() == ["another configuration has no such case: b"]


def test_states_other_than_scored_are_told_and_kept_out_of_the_means(app: AppTest) -> None:
    opened(app, dataset(a=[judged("l")] * 7, b=[*[judged("h")] * 6, None]))

    assert any("6 of them scored on every side" in words for words in said(app))
    assert any("n = 6 pairs" in words for words in said(app))


@pytest.mark.parametrize("sides", [1, 9])
def test_fewer_than_two_configurations_or_more_than_eight_are_refused(
    app: AppTest, sides: int
) -> None:
    opened(app, dataset(**{f"c{number}": [judged("h")] for number in range(sides)}))

    assert f"a comparison needs 2 to 8 configurations, not {sides}" in said(app)


def test_why_shows_levels_usage_and_the_gaps_of_each_side(app: AppTest) -> None:
    opened(app, FLIPPING)
    view(app, "Why")

    assert {"compare_levels", "compare_usage"} <= charts(app).keys()
    assert "Missing in gappy alone: 16" in said(app)
    assert "Missing in wasteful alone: 0" in said(app)


def test_many_configurations_have_a_sentence_each(app: AppTest) -> None:
    names = ("a", "b", "c", "d", "e")
    opened(app, dataset(**{name: [judged("h" if name == "c" else "l")] * 12 for name in names}))

    assert sum("c is better by 0.70" in words for words in said(app)) == 1
    assert sum("and a are equal in all 12 pairs" in words for words in said(app)) == 3


def test_a_regression_opens_with_both_sides(app: AppTest) -> None:
    sides = dataset(old=[judged("hm")] * 7, new=[*[judged("hm")] * 6, judged("n", 1)])
    opened(app, sides)
    view(app, "Question by question")
    worse = app.selectbox(key="compare_regression")
    assert len(worse.options) == 1
    assert worse.options[0].startswith("-0.85 · q6 · question 6")

    worse.select_index(0).run()
    settled(app)

    assert {
        "compare_waterfall_baseline",
        "compare_waterfall_other",
        "compare_alignment",
    } <= charts(app).keys()
    assert {"Query", "Response of old", "Response of new"} <= texts(app).keys()
    assert any("item 0" in words for words in said(app))


def test_an_opened_question_follows_the_sliders(app: AppTest) -> None:
    opened(app, FLIPPING)
    view(app, "Question by question")
    app.selectbox(key="compare_regression").select_index(0).run()
    before = figures(app)["compare_waterfall_other"]

    app.number_input(key="missing").set_value(0.2).run()

    assert figures(app)["compare_waterfall_other"] != before
    assert "0.45" in charts(app)["compare_waterfall_other"]["alt"]


def test_both_waterfalls_stand_on_one_range(app: AppTest) -> None:
    opened(app, dataset(a=[judged("h")] * 6, b=[judged("n", 4)] * 6))
    view(app, "Question by question")
    app.selectbox(key="compare_regression").select_index(0).run()

    shown = figures(app)
    first, second = (
        shown[f"compare_waterfall_{side}"]["layout"]["yaxis"]["autorangeoptions"]
        for side in ("baseline", "other")
    )
    assert first == second
    assert first["minallowed"] < -0.5


def test_the_number_of_contexts_and_dropping_are_told_for_each_side(app: AppTest) -> None:
    opened(app, dataset(a=[judged("hnn")] * 7, b=[judged("hl")] * 7))
    view(app, "Number of contexts")

    assert "compare_cuts" in charts(app)
    cut = [words for words in said(app) if words.startswith("a. Context Relevance: the first")]
    assert len(cut) == 1
    # Every way of flipping seven signs: 2 of 128, times the two configurations.
    assert "the first context is better by 0.67" in cut[0]
    assert "p = 0.0312 (Holm, 2 comparisons)" in cut[0]
    assert any("without low and none is better" in words for words in said(app))


def test_too_few_questions_are_said_to_be_too_few_for_a_cut_as_well(app: AppTest) -> None:
    opened(app, dataset(a=[judged("hnn")] * 5, b=[judged("hl")] * 5))
    view(app, "Number of contexts")

    assert sum("nothing can be said of the first context" in words for words in said(app)) == 2


def test_segments_come_with_the_note_on_multiplicity(app: AppTest) -> None:
    cases = [
        case(number, name, judged(level), tag="easy" if number % 2 else "hard")
        for name, level in (("a", "l"), ("b", "h"))
        for number in range(16)
    ]
    opened(app, Dataset("made up", tuple(cases)))
    view(app, "Segments")

    rows = charts(app)["compare_segments"]["table"]["rows"]
    assert [row[0] for row in rows] == ["easy", "hard"]
    assert any("corrected (Holm) over 2 comparisons" in str(note.value) for note in app.info)


def test_a_filter_compares_some_questions_alone(app: AppTest) -> None:
    cases = [
        case(number, name, judged(level), tag="easy" if number < 6 else "hard")
        for name, level in (("a", "l"), ("b", "h"))
        for number in range(16)
    ]
    opened(app, Dataset("made up", tuple(cases)))
    app.selectbox(key="compare_filter").select("tag").run()
    app.multiselect(key="compare_filter_values").select("easy").run()
    settled(app)

    assert any("n = 6 pairs" in words for words in said(app))


def test_names_that_look_like_numbers_or_dates_stay_names(app: AppTest) -> None:
    opened(app, dataset(**{"2024": [judged("l")] * 6, "10-11": [judged("h")] * 6}))

    axis = figures(app)["compare_forest"]["layout"]["yaxis"]
    assert axis["type"] == "category"
    assert axis["ticktext"] == ["10-11"]


def test_hostile_names_and_queries_are_never_read_as_markup(app: AppTest) -> None:
    hostile = "![x](http://192.0.2.1/a.png) <img src=x> $x$ **b**"
    cases = [
        case(number, name, judged(level), query=f"{hostile} {number}", response=hostile)
        for name, level in ((hostile, "l"), ("plain", "h"))
        for number in range(6)
    ]
    opened(app, Dataset(hostile, tuple(cases)))
    for name in ("Why", "Question by question", "Number of contexts", "Segments", "Pairing"):
        view(app, name)
        if name == "Question by question":
            app.selectbox(key="compare_improvement").select_index(0).run()
        assert not app.exception
        interpreted = [*badges(app), *(str(one.value) for one in [*app.caption, *app.info])]
        assert not any("192.0.2.1" in words for words in interpreted)
        assert "<img" not in json.dumps(figures(app))


def test_another_dataset_takes_the_place_of_the_one_before(app: AppTest) -> None:
    opened(app, BETTER)
    app.selectbox(key="compare_baseline").select("new").run()
    uploaded(app, FLIPPING)

    assert app.selectbox(key="compare_baseline").value == "wasteful"
    assert any("gappy is worse by 0.25" in words for words in said(app))
