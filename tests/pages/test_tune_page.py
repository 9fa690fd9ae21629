"""The Tune page as a person works it: compare, look along penalties, flip, calibrate, take home."""

import json
from concurrent.futures import Future
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import tune_calibrate
from scoring.model import PRESETS, Judgement, Penalties
from scoring.relevance import score_relevance
from tests.pages.charts import charts, figures
from tests.pages.conftest import ENTRY

SECTIONS = (
    "Compare",
    "Each penalty",
    "Map",
    "Pass or fail",
    "Order",
    "Calibrate",
    "Save and export",
)
HOSTILE = "![x](http://example.com/a.png) <img src=x onerror=alert(1)> $x^2$ :red[y]"


def case(number: int, levels: str, unused: int = 0, missing: int = 0, **more: Any) -> str:
    """A judged case; a letter a context: h, m, l or n. The first `unused` high ones are unused."""
    names = {"h": "high", "m": "medium", "l": "low", "n": "none"}
    highs = [place for place, letter in enumerate(levels) if letter == "h"][:unused]
    verdicts = [
        {"index": place, "level": names[letter], "used": place not in highs}
        for place, letter in enumerate(levels)
    ]
    return json.dumps(
        {
            "id": f"case-{number}",
            "query": f"question {number}",
            "contexts": ["text"] * len(levels),
            "response": "an answer",
            "judgement": {"verdicts": verdicts, "missing": [f"gap {n}" for n in range(missing)]},
            **more,
        }
    )


# Defaults: 1.0 - 0.2 = 0.8 | 0.75 - 0.3 = 0.45 | 0.5 | 1.0 - 0.1 - 0.15 = 0.75
CASES = (case(1, "hhhh", 2), case(2, "hhhn", 0, 2), case(3, "hn"), case(4, "hh", 1, 1))


def opened(app: AppTest, *lines: str, section: str = "Compare") -> AppTest:
    """The Tune page on these cases."""
    app.run()
    app.switch_page("../tune.py").run()
    app.file_uploader[0].upload("cases.jsonl", "\n".join(lines).encode(), "application/x-ndjson")
    app.run()
    app.segmented_control(key="tune_section").set_value(section).run()
    assert not app.exception
    return app


def table(app: AppTest, column: str) -> list[dict[str, Any]]:
    """The rows of the data frame that has such a column."""
    frame = next(each.value for each in app.dataframe if column in each.value.columns)
    rows: list[dict[str, Any]] = frame.to_dict("records")
    return rows


def words(app: AppTest) -> str:
    return "\n".join(str(each.value) for each in (*app.text, *app.markdown, *app.caption))


def metrics(app: AppTest) -> list[str]:
    return [str(metric.value) for metric in app.metric]


def test_without_cases_the_page_offers_the_sample_and_opens_every_section_on_it(
    app: AppTest,
) -> None:
    app.run()
    app.switch_page("../tune.py").run()
    assert not charts(app)
    app.button(key="open_sample").click().run()
    for section in SECTIONS:
        app.segmented_control(key="tune_section").set_value(section).run()
        assert not app.exception


def test_a_dataset_without_judgements_says_so(app: AppTest) -> None:
    app.run()
    app.switch_page("../tune.py").run()
    app.file_uploader[0].upload(
        "c.jsonl", b'{"id": "a", "query": "q", "contexts": ["x"], "response": "r"}'
    )
    app.run()
    assert not app.exception
    assert "judged" in app.info[0].value
    assert not charts(app)


def test_a_slider_moves_the_numbers_the_charts_and_the_cases_that_change_band(
    app: AppTest,
) -> None:
    opened(app, *CASES)
    # The mean of 0.8, 0.45, 0.5 and 0.75
    assert metrics(app)[:2] == ["0.63", "50%"]
    before = figures(app)
    app.slider(key="unused_slider").set_value(0.2).run()
    # The mean of 0.6, 0.45, 0.5 and 0.65
    assert metrics(app)[:2] == ["0.55", "0%"]
    after = figures(app)
    assert {key for key in after if after[key] != before[key]} == {
        "tune_means",
        "tune_bands",
        "tune_distribution",
    }
    rows = table(app, "why")
    assert [row["case"] for row in rows] == ["case-1", "case-4"]
    assert rows[0]["why"] == "unused 2 x 0.10 -> 0.20 takes it from good to mixed"


def test_pinned_settings_are_drawn_beside_the_current_one(app: AppTest) -> None:
    opened(app, *CASES)
    app.multiselect(key="tune_pins").set_value(["strict", "RAG pipeline"]).run()
    names = [row[0] for row in charts(app)["tune_means"]["table"]["rows"]]
    assert names == ["now", "strict", "RAG pipeline"]
    app.multiselect(key="tune_pins").set_value([]).run()
    assert not app.exception
    assert [row[0] for row in charts(app)["tune_means"]["table"]["rows"]] == ["now"]


def test_each_penalty_has_a_curve_that_tells_the_brute_force_mean(app: AppTest) -> None:
    opened(app, *CASES, section="Each penalty")
    judgements = [Judgement(**_judgement(line)) for line in CASES]
    rows = charts(app)["tune_curve_unused"]["table"]["rows"]
    for value, mean, *_ in rows:
        penalties = Penalties(unused_high_relevance_context=float(value))
        scores = [score_relevance(judgement, penalties).score for judgement in judgements]
        assert float(mean) == pytest.approx(sum(s or 0 for s in scores) / 4, abs=6e-5)


def test_a_scale_carries_through_to_every_section(app: AppTest) -> None:
    opened(app, *CASES)
    app.number_input(key="scale").set_value(100.0).run()
    assert metrics(app)[0] == "62.50"
    for section in SECTIONS:
        app.segmented_control(key="tune_section").set_value(section).run()
        assert not app.exception


def test_a_flip_table_gives_the_last_value_at_which_a_case_passes(app: AppTest) -> None:
    opened(app, *CASES, section="Pass or fail")
    rows = {row["case"]: row for row in table(app, "passes up to")}
    # 1 - 2p >= 0.7 up to 0.15; 1 - p - 0.15 >= 0.7 up to 0.15; the others do not feel it.
    assert rows.keys() == {"case-1", "case-4"}
    assert rows["case-1"]["passes up to"] == pytest.approx(0.15)
    assert rows["case-4"]["passes up to"] == pytest.approx(0.15)
    app.slider(key="threshold").set_value(0.8).run()
    rows = {row["case"]: row for row in table(app, "passes up to")}
    assert rows["case-1"]["passes up to"] == pytest.approx(0.1)
    assert rows["case-1"]["passes"]


def test_the_pass_threshold_comes_from_the_address(app: AppTest) -> None:
    app.query_params["threshold"] = "0.8"
    opened(app, *CASES)
    assert app.slider(key="threshold").value == 0.8
    assert metrics(app)[1] == "25%"


def test_cases_that_flip_between_the_setting_and_a_pinned_one_are_listed(app: AppTest) -> None:
    opened(app, *CASES, section="Pass or fail")
    app.selectbox(key="tune_against").set_value("strict").run()
    rows = {row["case"]: row["flips to"] for row in table(app, "flips to")}
    # Strict: 0.6, 0.25, 0.5, 0.55.
    assert rows == {"case-1": "pass", "case-4": "pass"}


def test_ranks_name_the_cases_that_change_places(app: AppTest) -> None:
    opened(app, *CASES, section="Order")
    app.selectbox(key="tune_against").set_value("strict").run()
    assert "Kendall's tau" in figures(app)["tune_ranks"]["layout"]["title"]["text"]
    app.slider(key="missing_slider").set_value(0.5).run()
    moved = {row["case"]: (row["rank before"], row["rank now"]) for row in table(app, "falls by")}
    # Now 0.8, 0.25, 0.5 and 0.4: the third and the fourth change places.
    assert moved == {"case-3": (3.0, 2.0), "case-4": (2.0, 3.0)}


def test_weights_under_experiment_stand_in_the_address(app: AppTest) -> None:
    app.query_params.update(experiment="true", weight_none="0.5")
    opened(app, *CASES)
    assert "not those of the documented formula" in app.warning[0].value
    assert metrics(app)[0] == "0.72"


def test_other_weights_are_marked_as_leaving_the_documented_formula(app: AppTest) -> None:
    opened(app, *CASES)
    assert not app.warning
    assert app.number_input(key="weight_none").disabled
    app.toggle(key="experiment").set_value(True).run()
    app.number_input(key="weight_none").set_value(0.5).run()
    assert "not those of the documented formula" in app.warning[0].value
    # 0.8, 0.875 - 0.3, 0.75 and 0.75
    assert metrics(app)[0] == "0.72"
    app.toggle(key="experiment").set_value(False).run()
    assert not app.warning
    assert metrics(app)[0] == "0.63"


def test_a_setting_is_saved_under_a_name_pinned_used_and_forgotten(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    app.number_input(key="unused").set_value(0.33).run()
    app.text_input(key="tune_setting_name").set_value(HOSTILE).run()
    app.button(key="tune_save").click().run()
    assert HOSTILE in app.multiselect(key="tune_pins").value
    assert HOSTILE not in _lively(app)
    app.number_input(key="unused").set_value(0.1).run()
    app.button(key="tune_use_0").click().run()
    assert app.number_input(key="unused").value == 0.33
    app.segmented_control(key="tune_section").set_value("Compare").run()
    app.selectbox(key="tune_against").set_value(HOSTILE).run()
    assert not app.exception
    assert HOSTILE not in _lively(app)
    app.segmented_control(key="tune_section").set_value("Save and export").run()
    app.button(key="tune_forget_0").click().run()
    assert HOSTILE not in app.multiselect(key="tune_pins").value
    assert not app.exception


@pytest.mark.parametrize("name", ["", "strict", "now"])
def test_a_name_that_is_missing_or_taken_is_refused_in_words(app: AppTest, name: str) -> None:
    opened(app, *CASES, section="Save and export")
    app.text_input(key="tune_setting_name").set_value(name).run()
    app.button(key="tune_save").click().run()
    assert "That did not work" in words(app)
    assert app.multiselect(key="tune_pins").value == ["strict", "default", "lenient"]


def test_saved_settings_open_again_from_their_file_and_a_bad_file_is_refused(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    content = b'{"settings": [{"name": "tuned", "penalties": {"missing_context_per_item": 0.3}}]}'
    app.file_uploader(key="tune_settings_file").upload("s.json", content, "application/json")
    app.run()
    assert "tuned: 0.1, 0.3, 0.5, scale 1" in words(app)
    app.file_uploader(key="tune_settings_file").upload("t.json", b"[]", "application/json")
    app.run()
    assert not app.exception
    assert "settings" in words(app)


@pytest.mark.parametrize(
    "setting",
    [
        '{"penalties": {"missing_context_per_item": 1.5}}',
        '{"scale": 0.001}',
        '{"scale": 10000000}',
    ],
)
def test_settings_that_no_box_holds_are_refused_in_words(app: AppTest, setting: str) -> None:
    opened(app, *CASES, section="Save and export")
    content = json.dumps({"settings": [{"name": "far", **json.loads(setting)}]}).encode()
    app.file_uploader(key="tune_settings_file").upload("s.json", content, "application/json")
    app.run()
    assert not app.exception
    assert "the boxes hold" in words(app)
    assert "far" not in app.multiselect(key="tune_pins").options


def test_a_setting_at_the_ends_of_every_range_can_be_used(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    ends = {"scale": 100000, "threshold": 0, "penalties": {"max_missing_context_penalty": 0}}
    content = json.dumps({"settings": [{"name": "ends", **ends}]}).encode()
    app.file_uploader(key="tune_settings_file").upload("s.json", content, "application/json")
    app.run()
    app.button(key="tune_use_0").click().run()
    for section in SECTIONS:
        app.segmented_control(key="tune_section").set_value(section).run()
        assert not app.exception
    app.segmented_control(key="tune_section").set_value("Compare").run()
    assert metrics(app)[1] == "100%"


def test_pinned_settings_are_found_again_by_the_numbers_in_the_address(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    assert "pins" not in app.query_params
    app.multiselect(key="tune_pins").set_value(["strict"]).run()
    app.number_input(key="unused").set_value(0.33).run()
    app.text_input(key="tune_setting_name").set_value("my secret").run()
    app.button(key="tune_save").click().run()
    assert app.multiselect(key="tune_pins").value == ["strict", "my secret"]
    app.segmented_control(key="tune_section").set_value("Map").run()
    assert "my secret" in str(figures(app)["tune_map"]["data"])
    address = app.query_params["pins"]
    assert address == "0.2_0.25_0.6~0.33_0.15_0.5"
    shared = AppTest.from_file(str(ENTRY), default_timeout=60)
    shared.query_params["pins"] = address
    opened(shared, *CASES)
    assert shared.multiselect(key="tune_pins").value == ["strict", "0.33, 0.15, 0.5"]
    outcomes = charts(shared)["tune_means"]["table"]["rows"]
    assert [row[1:4] for row in outcomes[1:]] == [
        ["0.20", "0.25", "0.60"],
        ["0.33", "0.15", "0.50"],
    ]


def test_an_address_with_pins_that_cannot_be_read_pins_as_ever(app: AppTest) -> None:
    app.query_params["pins"] = "<b>_1_2"
    opened(app, *CASES)
    assert app.multiselect(key="tune_pins").value == ["strict", "default", "lenient"]


def test_a_fifth_setting_is_saved_without_taking_the_place_of_a_pinned_one(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    pins = ["strict", "default", "lenient", "RAG pipeline"]
    app.multiselect(key="tune_pins").set_value(pins).run()
    app.text_input(key="tune_setting_name").set_value("mine").run()
    app.button(key="tune_save").click().run()
    assert app.multiselect(key="tune_pins").value == pins
    assert "mine" in app.multiselect(key="tune_pins").options
    assert "not pinned" in app.toast[0].value


def test_the_setting_is_given_in_four_languages(app: AppTest) -> None:
    opened(app, *CASES, section="Save and export")
    app.number_input(key="cap").set_value(0.45).run()
    exported = [str(code.value) for code in app.code]
    assert len(exported) == 4
    assert all("0.45" in text for text in exported)


def rated(penalties: Penalties, times: float = 1) -> list[str]:
    """Cases whose metadata hold so many times the score that other penalties give them."""
    shapes = [
        (levels, unused, missing)
        for levels in ("hhhh", "hhmn", "hhlnm", "hh")
        for unused in (0, 1, 2)
        for missing in (0, 1, 2, 3)
    ]
    lines = []
    for number, (levels, unused, missing) in enumerate(shapes):
        line = case(number, levels, unused, missing)
        score = score_relevance(Judgement(**_judgement(line)), penalties).score
        assert score is not None
        lines.append(
            case(
                *(number, levels, unused, missing),
                metadata={"rating": score * times, "other": 0.5, "ok": score >= 0.7},
            )
        )
    return lines


def test_penalties_are_fitted_to_a_field_of_the_file_applied_and_undone(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    assert app.selectbox(key="tune_label_column").options == ["rating", "other"]
    fitted_to(app, "rating")
    assert charts(app).keys() >= {"tune_fit_errors", "tune_fit_ranges", "tune_fit_learning"}
    app.button(key="tune_apply").click().run()
    assert app.number_input(key="unused").value == pytest.approx(0.2, abs=0.005)
    assert app.number_input(key="missing").value == pytest.approx(0.25, abs=0.005)
    app.button(key="tune_undo_apply").click().run()
    assert app.number_input(key="unused").value == 0.1
    assert app.number_input(key="missing").value == 0.15


def fitted_to(app: AppTest, field: str) -> AppTest:
    """The page with the labels of a field taken and fitted to."""
    app.selectbox(key="tune_label_column").set_value(field).run()
    app.button(key="tune_take_column").click().run()
    app.button(key="tune_fit").click().run()
    assert not app.exception
    assert "tune_fit_errors" in charts(app)
    return app


def test_labels_and_a_fit_do_not_outlive_their_dataset_whatever_the_name_of_the_next(
    app: AppTest,
) -> None:
    lines = rated(PRESETS["strict"])
    opened(app, *lines, section="Calibrate")
    fitted_to(app, "rating")
    # A file of the same name, with as many cases.
    others = [case(1000 + number, "hn") for number in range(len(lines))]
    uploaders = [each for each in app.file_uploader if str(each.key).startswith("dataset_files")]
    uploaders[0].upload("cases.jsonl", "\n".join(others).encode(), "application/x-ndjson")
    app.run()
    assert not app.exception
    assert "**0** labelled cases" in words(app)
    assert "tune_fit_errors" not in charts(app)


def test_labels_are_the_same_under_another_scale(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    fitted_to(app, "rating")
    app.number_input(key="scale").set_value(100.0).run()
    assert "fit again" in app.warning[0].value
    app.button(key="tune_fit").click().run()
    assert not app.warning
    app.button(key="tune_apply").click().run()
    assert app.number_input(key="unused").value == pytest.approx(0.2, abs=0.005)
    assert app.number_input(key="missing").value == pytest.approx(0.25, abs=0.005)


def test_a_field_of_stars_is_divided_by_a_perfect_score(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"], times=5), section="Calibrate")
    app.selectbox(key="tune_label_column").set_value("rating").run()
    assert app.number_input(key="tune_label_perfect").value == 5
    app.number_input(key="tune_label_perfect").set_value(4.0).run()
    assert app.button(key="tune_take_column").disabled
    assert "up to 5" in words(app)
    app.number_input(key="tune_label_perfect").set_value(5.0).run()
    fitted_to(app, "rating")
    app.button(key="tune_apply").click().run()
    assert app.number_input(key="unused").value == pytest.approx(0.2, abs=0.005)


def test_labels_outlive_a_reload(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    app.selectbox(key="tune_label_column").set_value("rating").run()
    app.button(key="tune_take_column").click().run()
    reloaded = AppTest.from_file(str(ENTRY), default_timeout=60)
    reloaded.query_params["run"] = app.query_params["run"]
    reloaded.run()
    reloaded.switch_page("../tune.py").run()
    reloaded.segmented_control(key="tune_section").set_value("Calibrate").run()
    assert "**48** labelled cases" in words(reloaded)


def test_a_fit_to_other_labels_than_the_present_ones_says_so(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    fitted_to(app, "rating")
    assert not app.warning
    app.selectbox(key="tune_label_column").set_value("other").run()
    app.button(key="tune_take_column").click().run()
    assert "fit again" in app.warning[0].value
    app.segmented_control(key="tune_label_kind").set_value("pass_fail").run()
    assert "tune_fit_errors" not in charts(app)


def test_a_threshold_that_alone_was_found_can_be_applied(app: AppTest) -> None:
    # No fault anywhere: no penalty moves a score, and only the threshold can be learnt.
    shapes = ("h" * high + "n" * (8 - high) for high in range(1, 9))
    lines = [
        case(number, levels, metadata={"ok": levels.count("h") > 5})
        for number, levels in enumerate([*shapes] * 2)
    ]
    app.query_params["threshold"] = "0.3"
    opened(app, *lines, section="Calibrate")
    app.segmented_control(key="tune_label_kind").set_value("pass_fail").run()
    app.checkbox(key="tune_fit_threshold").check().run()
    fitted_to(app, "ok")
    app.button(key="tune_apply").click().run()
    # Five of eight fail, six pass.
    assert 0.625 < float(str(app.slider(key="threshold").value)) <= 0.75
    assert app.button(key="tune_apply").disabled
    app.slider(key="threshold").set_value(0.3).run()
    assert not app.button(key="tune_apply").disabled


def test_a_fit_that_waits_never_starts_once_another_takes_its_place(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Future[object]] = []

    class Stalled:
        def submit(self, *_: object) -> Future[object]:
            begun.append(Future())
            return begun[-1]

    monkeypatch.setattr(tune_calibrate, "_fits", Stalled())
    monkeypatch.setattr(tune_calibrate, "_PATIENCE", 0.0)
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    app.selectbox(key="tune_label_column").set_value("rating").run()
    app.button(key="tune_take_column").click().run()
    for _ in range(3):
        app.button(key="tune_fit").click().run()
    assert [fit.cancelled() for fit in begun] == [True, True, False]


def test_a_fit_that_takes_long_leaves_the_page_usable_and_can_be_dropped(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stalled:
        def submit(self, *_: object) -> Future[object]:
            return Future()

    monkeypatch.setattr(tune_calibrate, "_fits", Stalled())
    monkeypatch.setattr(tune_calibrate, "_PATIENCE", 0.0)
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    app.selectbox(key="tune_label_column").set_value("rating").run()
    app.button(key="tune_take_column").click().run()
    app.button(key="tune_fit").click().run()
    assert "Fitting…" in words(app)
    app.slider(key="unused_slider").set_value(0.2).run()
    assert not app.exception
    app.button(key="tune_drop_fit").click().run()
    assert not app.exception
    assert "Fitting…" not in words(app)


def test_verdicts_are_fitted_and_a_threshold_with_them(app: AppTest) -> None:
    opened(app, *rated(PRESETS["strict"]), section="Calibrate")
    app.segmented_control(key="tune_label_kind").set_value("pass_fail").run()
    app.selectbox(key="tune_label_column").set_value("ok").run()
    app.button(key="tune_take_column").click().run()
    app.checkbox(key="tune_fit_threshold").check().run()
    app.button(key="tune_fit").click().run()
    assert not app.exception
    assert "passes from" in words(app)


def test_too_few_labels_are_refused_in_words(app: AppTest) -> None:
    opened(
        app,
        case(1, "hn", metadata={"r": 0.5}),
        case(2, "hh", metadata={"r": 1}),
        section="Calibrate",
    )
    app.selectbox(key="tune_label_column").set_value("r").run()
    app.button(key="tune_take_column").click().run()
    app.button(key="tune_fit").click().run()
    assert not app.exception
    assert "at least 6 labelled cases" in words(app)


def test_hostile_cases_reach_no_element_that_would_bring_them_to_life(app: AppTest) -> None:
    line = json.loads(case(1, "hhhh", 2))
    line.update(id=HOSTILE, query=HOSTILE, response=HOSTILE, configuration=HOSTILE)
    line["metadata"] = {HOSTILE: 0.5}
    opened(app, json.dumps(line), *CASES)
    for section in SECTIONS:
        app.segmented_control(key="tune_section").set_value(section).run()
        assert not app.exception
        assert "example.com" not in _lively(app)


def _judgement(line: str) -> dict[str, Any]:
    from scoring.formats import read_cases

    (read,) = read_cases(line.encode()).cases
    judgement = read.judgement
    assert judgement is not None
    return {
        "context_count": judgement.context_count,
        "verdicts": judgement.verdicts,
        "missing": judgement.missing,
    }


def _lively(app: AppTest) -> str:
    """All text of elements that read Markdown."""
    kinds = ("markdown", "caption", "metric", "title", "subheader", "warning", "info", "badge")
    return "\n".join(
        f"{getattr(each, 'value', '')}{getattr(each, 'label', '')}"
        for kind in kinds
        for each in app.get(kind)
    )
