"""The Score page as a person works it: write, judge, tune, correct, take home."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from scoring.judging import Run, RunState
from scoring.model import Case, Context, Judgement
from tests.loopback_server import LoopbackServer, Reply
from tests.pages.charts import charts, figures, texts


def example(app: AppTest, title: str) -> AppTest:
    """The app with a documented example opened."""
    app.run()
    box = app.selectbox(key="example")
    box.select_index(box.options.index(title)).run()
    assert not app.exception
    return app


def relevance(app: AppTest) -> str:
    return str(app.metric[0].value)


def shown_texts(app: AppTest) -> list[str]:
    return [str(element.value) for element in app.text]


def write(app: AppTest, query: str, contexts: str, response: str) -> AppTest:
    app.run()
    app.text_area(key="draft_query").set_value(query)
    app.text_area(key="draft_response").set_value(response)
    app.text_area(key="draft_paste_0").set_value(contexts).run()
    return app


def judged(app: AppTest, button: str) -> None:
    """Press a button that has the case judged, and wait until it is, however long that takes."""
    app.button(key=button).click().run()
    while (judging := app.session_state["_judging"]) is not None:
        assert judging[0].wait(60)
        app.run()


def block_texts(app: AppTest) -> list[str]:
    return [
        str(area.value)
        for area in app.text_area
        if area.key is not None and area.key.startswith("draft_context_")
    ]


def markdown(app: AppTest) -> str:
    return "\n".join(str(element.value) for element in app.markdown)


def test_a_newcomer_finds_empty_boxes_and_the_default_settings(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert app.text_area(key="draft_query").value == ""
    assert app.selectbox(key="preset").value == "default"
    assert app.selectbox(key="judge").value == "embedded"


@pytest.mark.parametrize(
    ("title", "score"),
    [
        ("High relevance", "1.00"),
        ("Mixed relevance", "0.64"),
        ("Mixed relevance, lenient penalties", "0.69"),
        ("Low relevance", "0.26"),
    ],
)
def test_a_documented_example_opens_at_its_documented_score(
    app: AppTest, title: str, score: str
) -> None:
    assert relevance(example(app, title)) == score


def test_every_example_opens_without_a_fault(app: AppTest) -> None:
    app.run()
    titles = list(app.selectbox(key="example").options)
    assert len(titles) >= 16
    for title in titles:
        example(app, title)


def test_moving_a_slider_moves_score_box_preset_and_every_figure(app: AppTest) -> None:
    example(app, "Mixed relevance")
    before = figures(app)["waterfall"]
    app.slider(key="unused_slider").set_value(0.3).run()
    assert app.number_input(key="unused").value == 0.3
    assert app.selectbox(key="preset").value is None
    assert relevance(app) == "0.44"
    assert figures(app)["waterfall"] != before


def test_a_box_moves_its_slider_and_a_preset_moves_both(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.number_input(key="unused").set_value(0.125).run()
    assert app.slider(key="unused_slider").value == 0.125
    app.selectbox(key="preset").set_value("strict").run()
    assert app.number_input(key="cap").value == 0.6
    assert app.slider(key="missing_slider").value == 0.25
    app.button(key="reset_settings").click().run()
    assert app.selectbox(key="preset").value == "default"


def test_a_scale_beyond_the_slider_is_taken_from_the_box(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.number_input(key="scale").set_value(1000.0).run()
    assert not app.exception
    assert relevance(app) == "640.00"
    assert app.slider(key="scale_slider").value == 100


@pytest.mark.parametrize(("name", "value", "shown"), [("unused", "0.3", 0.3), ("cap", "-1", 0.5)])
def test_settings_come_from_the_address_where_they_make_sense(
    app: AppTest, name: str, value: str, shown: float
) -> None:
    app.query_params[name] = value
    app.run()
    assert not app.exception
    assert app.number_input(key=name).value == shown


def test_a_pasted_case_is_judged_offline_and_scored(app: AppTest) -> None:
    write(
        app,
        "How long do refunds take?",
        "Refunds are paid within 14 days of the return.\n\nOur office is in Berlin.",
        "Refunds are paid within 14 days of the return.",
    )
    assert block_texts(app) == [
        "Refunds are paid within 14 days of the return.",
        "Our office is in Berlin.",
    ]
    judged(app, "run")
    assert not app.exception
    assert charts(app).keys() >= {"waterfall", "levels", "keywords"}
    assert app.segmented_control(key="level_1").value == "none"
    assert app.toggle(key="used_0").value is True
    assert not app.text_area


def test_a_json_list_splits_into_pieces_and_joins_again_on_request(app: AppTest) -> None:
    write(app, "q", '["one", "two\\n\\nstill two"]', "r")
    assert block_texts(app) == ["one", "two\n\nstill two"]
    app.button(key="join_paste").click().run()
    assert block_texts(app) == ['["one", "two\\n\\nstill two"]']


def test_contexts_move_and_go(app: AppTest) -> None:
    write(app, "q", "one\n\ntwo\n\nthree", "r")
    app.button(key="down_0").click().run()
    app.button(key="remove_2").click().run()
    assert block_texts(app) == ["two", "one"]


def test_text_left_in_the_paste_box_is_taken_along(app: AppTest) -> None:
    app.run()
    app.text_area(key="draft_query").set_value("q")
    app.text_area(key="draft_paste_0").set_value("a context about q")
    judged(app, "run")
    assert "Context 1" in texts(app)


def test_without_contexts_the_case_is_not_scorable_and_no_judge_is_asked(app: AppTest) -> None:
    write(app, "What is JSON?", "", "JSON is a format.")
    judged(app, "run")
    assert not app.exception
    assert relevance(app) == "–"
    assert any("no contexts" in text for text in shown_texts(app))


def test_editing_keeps_the_judgement_marked_stale_until_it_is_judged_again(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.button(key="edit").click().run()
    app.text_area(key="draft_response").set_value("The Moon.").run()
    app.button(key="keep").click().run()
    assert relevance(app) == "0.64"
    assert "stale" in markdown(app)
    judged(app, "judge_again")
    assert "stale" not in markdown(app)


def test_reordering_contexts_carries_their_verdicts_and_leaves_the_score(app: AppTest) -> None:
    example(app, "Low relevance")
    levels = [app.segmented_control(key=f"level_{place}").value for place in range(5)]
    app.button(key="edit").click().run()
    app.button(key="up_4").click().run()
    app.button(key="keep").click().run()
    assert relevance(app) == "0.26"
    assert "stale" not in markdown(app)
    moved = [app.segmented_control(key=f"level_{place}").value for place in range(5)]
    assert moved == [*levels[:3], levels[4], levels[3]]


def test_cancelling_an_edit_leaves_the_case_as_it_was(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.button(key="edit").click().run()
    app.text_area(key="draft_query").set_value("something else").run()
    app.button(key="cancel_edit").click().run()
    assert relevance(app) == "0.64"
    assert "stale" not in markdown(app)


def test_a_persons_verdict_moves_the_score_beside_the_judges_own_and_undo_brings_it_back(
    app: AppTest,
) -> None:
    example(app, "Mixed relevance")
    app.toggle(key="used_4").set_value(True).run()
    assert relevance(app) == "0.74"
    assert "changed by you; the judge said high, not used" in markdown(app)
    app.segmented_control(key="level_0").set_value("none").run()
    assert relevance(app) == "0.54"
    app.button(key="undo").click().run()
    app.button(key="undo").click().run()
    assert relevance(app) == "0.64"
    assert app.toggle(key="used_4").value is False
    app.button(key="redo").click().run()
    assert relevance(app) == "0.74"
    app.button(key="restore").click().run()
    assert relevance(app) == "0.64"
    assert "changed by you" not in markdown(app)


def test_missing_items_are_added_and_struck_and_the_score_follows(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.text_input(key="new_missing_item").set_value("the *date* of the next one").run()
    assert relevance(app) == "0.49"
    assert "the *date* of the next one" in shown_texts(app)
    assert app.text_input(key="new_missing_item").value == ""
    app.button(key="unadd_0").click().run()
    assert relevance(app) == "0.64"


def test_a_case_survives_a_visit_to_the_guide_which_shows_its_numbers(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.number_input(key="unused").set_value(0.2).run()
    app.switch_page("../guide.py").run()
    assert not app.exception
    assert any("= 0.54" in str(code.value) for code in app.code)
    app.switch_page("../score.py").run()
    assert relevance(app) == "0.54"


def test_a_half_written_case_survives_a_visit_to_the_guide(app: AppTest) -> None:
    write(app, "half a query", "one\n\ntwo", "")
    app.switch_page("../guide.py").run()
    app.switch_page("../score.py").run()
    assert app.text_area(key="draft_query").value == "half a query"
    assert block_texts(app) == ["one", "two"]


def test_a_file_opens_case_by_case_with_its_faults_named(app: AppTest) -> None:
    lines = [
        json.dumps({"id": f"c{n}", "query": f"question {n}", "contexts": ["x"], "response": "y"})
        for n in (1, 2)
    ]
    app.run()
    app.file_uploader(key="upload").upload(
        "cases.jsonl", "\n".join([*lines, '{"query": 3}']).encode(), "application/x-ndjson"
    )
    app.run()
    assert not app.exception
    assert any("line 3" in text for text in shown_texts(app))
    app.selectbox(key="uploaded_case").select_index(1).run()
    assert texts(app)["Query"]["pieces"][0][0].startswith("question")
    judged(app, "judge_again")
    assert not app.exception
    assert relevance(app) != "–"


def test_the_case_before_is_one_click_away(app: AppTest) -> None:
    write(app, "my own question", "my context", "my answer")
    example(app, "Mixed relevance")
    app.button(key="back").click().run()
    assert "".join(piece[0] for piece in texts(app)["Query"]["pieces"]) == "my own question"


def test_a_missing_model_name_is_said_in_plain_words(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.selectbox(key="judge").set_value("llm").run()
    judged(app, "judge_again")
    assert not app.exception
    assert any("model" in text.lower() for text in shown_texts(app))
    assert relevance(app) == "0.64"


CANARY = "sk-canary-3b1f"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(status=401, error={"message": f"Wrong: {CANARY}"}), "refused the API key"),
        (Reply(f"I was given {CANARY} alone."), "I was given [key removed] alone."),
    ],
    ids=["refused", "not understood"],
)
def test_the_api_key_is_never_part_of_what_the_page_shows(
    app: AppTest, reply: Reply, told: str
) -> None:
    with LoopbackServer(reply) as server:
        example(app, "Mixed relevance")
        app.selectbox(key="judge").set_value("llm").run()
        app.text_input(key="model").set_value("openai/none").run()
        app.text_input(key="api_base").set_value(server.api_base).run()
        app.text_input(key="api_key").set_value(CANARY).run()
        judged(app, "judge_again")
    assert server.requests[0].headers["authorization"] == f"Bearer {CANARY}"
    assert not app.exception
    assert "That did not work" in markdown(app)
    said = [*shown_texts(app), markdown(app), json.dumps(charts(app)), json.dumps(texts(app))]
    assert told in "\n".join(said)
    assert CANARY not in "\n".join(said)
    assert CANARY not in str(dict(app.query_params))


def test_hostile_text_reaches_no_element_that_would_bring_it_to_life(app: AppTest) -> None:
    hostile = "![x](http://example.com/a.png) <img src=x onerror=alert(1)> $x^2$ :red[y]"
    write(app, hostile, hostile, hostile)
    judged(app, "run")
    assert not app.exception
    lively = [
        str(getattr(element, "value", "")) + str(getattr(element, "label", ""))
        for kind in ("markdown", "caption", "metric", "title", "subheader", "code")
        for element in app.get(kind)
    ]
    assert "example.com" not in "\n".join(lively)
    assert "".join(piece[0] for piece in texts(app)["Context 1"]["pieces"]) == hostile


def opened(app: AppTest, expander: str) -> AppTest:
    app.session_state[expander] = True
    return app.run()


def test_a_persons_word_on_a_keyword_counts_and_can_be_undone(app: AppTest) -> None:
    opened(example(app, "Mixed relevance"), "keyword_word")
    assert app.metric[1].value == "0.50"
    app.multiselect(key="keyword_covered").set_value(["causes"]).run()
    assert not app.exception
    assert app.metric[1].value == "1.00"
    assert charts(app)["keywords"]["table"]["rows"]
    app.multiselect(key="keyword_not_covered").set_value(["causes"]).run()
    assert app.multiselect(key="keyword_covered").value == []
    assert app.metric[1].value == "0.50"
    app.button(key="undo").click().run()
    app.button(key="undo").click().run()
    assert app.multiselect(key="keyword_covered").value == []
    assert app.metric[1].value == "0.50"


def test_keywords_of_a_list_of_ones_own_with_aliases(app: AppTest) -> None:
    opened(example(app, "Mixed relevance"), "keyword_settings")
    app.selectbox(key="keyword_source").set_value("required").run()
    app.text_area(key="keyword_required").set_value("Moon\nluna^3")
    app.run()
    assert app.metric[1].value == "0.25"
    assert "Must mention" in texts(app)
    app.text_area(key="keyword_aliases").set_value("luna = moon").run()
    assert app.metric[1].value == "1.00"
    app.text_area(key="keyword_aliases").set_value("luna").run()
    assert not app.exception
    assert any("aliases" in text for text in shown_texts(app))
    app.switch_page("../guide.py").run()
    opened(app.switch_page("../score.py").run(), "keyword_settings")
    assert app.text_area(key="keyword_required").value == "Moon\nluna^3"


def test_an_example_can_be_opened_again_after_another_case(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.button(key="new_case").click().run()
    assert app.selectbox(key="example").value is None
    assert relevance(example(app, "Mixed relevance")) == "0.64"


def test_metadata_of_a_strangers_file_moves_no_slider(app: AppTest) -> None:
    example(app, "Mixed relevance")
    app.number_input(key="scale").set_value(100.0).run()
    case = {"query": "q", "contexts": ["x"], "response": "r", "metadata": {"penalties": {"a": 1}}}
    app.file_uploader(key="upload").upload("c.jsonl", json.dumps(case).encode(), "text/plain").run()
    assert not app.exception
    assert app.number_input(key="scale").value == 100.0
    assert app.selectbox(key="preset").value == "default"


def test_judging_twice_leaves_no_run_that_nobody_follows(app: AppTest) -> None:
    with LoopbackServer(Reply("late", delay=30)) as server:
        example(app, "Mixed relevance")
        app.selectbox(key="judge").set_value("llm").run()
        app.text_input(key="model").set_value("openai/none").run()
        app.text_input(key="api_base").set_value(server.api_base).run()
        app.button(key="judge_again").click().run()
        first = app.session_state["_judging"][0]
        app.button(key="new_case").click().run()
        assert first.snapshot().state is RunState.CANCELLED


def test_the_guide_and_the_score_page_say_the_same_of_a_partial_judgement(app: AppTest) -> None:
    verdict = {"index": 0, "level": "high", "used": True}
    case = {
        "query": "q",
        "contexts": ["x", "y"],
        "response": "r",
        "judgement": {"verdicts": [verdict]},
    }
    app.run()
    app.file_uploader(key="upload").upload("c.jsonl", json.dumps(case).encode(), "text/plain").run()
    assert relevance(app) == "–"
    app.switch_page("../guide.py").run()
    assert any("1 of 2 contexts are judged" in str(code.value) for code in app.code)
    app.switch_page("../score.py").run()
    app.toggle(key="score_judged_part").set_value(True).run()
    assert relevance(app) == "1.00"
    app.switch_page("../guide.py").run()
    assert any("= 1.00" in str(code.value) for code in app.code)


class BrokenJudge:
    name = "broken"
    model = None

    def judge(self, case: Case) -> Judgement:
        raise KeyError("a bug")


def test_a_bug_in_a_run_is_said_once_and_then_the_page_works_again(app: AppTest) -> None:
    example(app, "Mixed relevance")
    case = Case("any", "q", (Context("one"),), "r")
    run = Run([case], BrokenJudge())
    run.start()
    app.session_state["_judging"] = (run, case)
    app.run()
    assert len(app.exception) == 1
    app.run()
    assert not app.exception
    assert relevance(app) == "0.64"


def test_what_the_documented_package_would_report_stands_beside_a_score_that_is_none(
    app: AppTest,
) -> None:
    write(app, "what is it", "", "a table")
    judged(app, "run")
    assert not app.exception
    assert [metric.value for metric in app.metric] == ["–", "–"]
    relevance_said, keywords_said = (
        str(caption.value) for caption in app.caption if "would report" in str(caption.value)
    )
    assert "would report 1 here" in relevance_said
    assert "would report 0 here" in keywords_said
