"""The Tune page in a real browser, with ten thousand judged cases."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.judged_cases import write_judged_cases
from tests.browser.tab import Tab

CASES = 10_000


@pytest.fixture(scope="module")
def cases_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_judged_cases(tmp_path_factory.mktemp("cases") / "many.jsonl", CASES)


@pytest.fixture(name="tuning")
def tab_with_cases(tab: Tab, cases_file: Path) -> Tab:
    tab.open("tune")
    tab.page.get_by_role("button", name="Open files").click()
    tab.page.locator("input[type=file]").set_input_files(cases_file)
    expect(tab.chart("tune_means").locator(".gtitle")).to_be_visible(timeout=60_000)
    tab.page.keyboard.press("Escape")
    return tab


def open_section(tab: Tab, name: str) -> None:
    tab.widget("tune_section").get_by_text(name, exact=True).click()


def test_a_slider_redraws_every_chart_of_the_section_for_ten_thousand_cases(tuning: Tab) -> None:
    names = ("tune_means", "tune_bands", "tune_distribution")
    drawn = "(plot) => JSON.stringify(plot.data.map(({ x, y }) => [x, y]))"
    for name in names:
        expect(tuning.chart(name).locator(".gtitle")).to_be_visible()
    before = [tuning.chart(name).evaluate(drawn) for name in names]

    tuning.press("unused_slider", "ArrowRight", "ArrowRight")

    after = [tuning.chart(name).evaluate(drawn) for name in names]
    assert all(new != old for new, old in zip(after, before, strict=True))
    # No more than the move itself goes to the server: no case is sent back and forth.
    assert max(tuning.sent[-2:]) < 20_000


def test_zoom_on_a_curve_survives_the_slider(tuning: Tab) -> None:
    open_section(tuning, "Each penalty")
    expect(tuning.chart("tune_curve_unused").locator(".gtitle")).to_be_visible()
    whole = tuning.vertical_range("tune_curve_unused")
    zoomed = tuning.zoom("tune_curve_unused")
    assert zoomed != whole

    tuning.press("unused_slider", "ArrowRight")

    assert tuning.vertical_range("tune_curve_unused") == zoomed
    expect(tuning.chart("tune_curve_unused").locator(".gtitle")).to_contain_text("now 0.11")


def test_a_click_on_the_map_sets_the_sliders(tuning: Tab) -> None:
    open_section(tuning, "Map")
    plot = tuning.chart("tune_map")
    expect(plot.locator(".gtitle")).to_be_visible()
    place = plot.evaluate(
        """(plot) => {
          const { xaxis, yaxis } = plot._fullLayout;
          const { left, top } = plot.getBoundingClientRect();
          return [left + xaxis._offset + xaxis.l2p(0.3), top + yaxis._offset + yaxis.l2p(0.22)];
        }"""
    )
    tuning.page.mouse.move(*place)
    with tuning.rerun():
        tuning.page.mouse.click(*place)

    expect(tuning.widget("unused").get_by_role("spinbutton")).to_have_value("0.3")
    expect(tuning.widget("missing").get_by_role("spinbutton")).to_have_value("0.22")
    now = "(plot) => plot.data.find(({ marker }) => marker?.symbol === 'diamond')"
    assert plot.evaluate(f"(plot) => ({now})(plot).x[0]") == 0.3


def test_a_label_typed_into_the_table_counts_and_stays(tuning: Tab) -> None:
    open_section(tuning, "Calibrate")
    table = tuning.page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()
    box = table.bounding_box()
    assert box is not None
    tuning.page.mouse.click(box["x"] + 60, box["y"] + 52)
    for label in ("0.5", "0.7"):
        tuning.page.keyboard.press("Enter")
        # The editor opens under the keys; a person's first one never comes in the same moment.
        tuning.page.wait_for_timeout(300)
        tuning.page.keyboard.type(label, delay=30)
        with tuning.rerun():
            tuning.page.keyboard.press("Enter")
    expect(tuning.page.get_by_text("2 labelled cases")).to_be_visible()

    tuning.press("unused_slider", "ArrowRight")

    expect(tuning.page.get_by_text("2 labelled cases")).to_be_visible()
    open_section(tuning, "Compare")
    expect(tuning.chart("tune_means").locator(".gtitle")).to_be_visible()
    open_section(tuning, "Calibrate")
    expect(tuning.page.get_by_text("2 labelled cases")).to_be_visible()

    with tuning.page.expect_download() as download:
        tuning.widget("tune_download_labels").get_by_role("button").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["metadata"]["label_score"] for line in lines[:2]] == [0.5, 0.7]
    with tuning.rerun():
        tuning.widget("tune_clear_labels").get_by_role("button").click()
    expect(tuning.page.get_by_text("0 labelled cases")).to_be_visible()


def test_pinned_settings_and_weights_outlive_a_reload_by_the_address(tuning: Tab) -> None:
    with tuning.rerun():
        tuning.widget("tune_pins").get_by_role("button", name="Clear all").click()
    tuning.page.get_by_text("Weights of the relevance levels").click()
    with tuning.rerun():
        tuning.widget("experiment").locator("label").click()
    box = tuning.widget("weight_none").get_by_role("spinbutton")
    with tuning.rerun():
        box.fill("0.5")
        box.press("Enter")
    expect(tuning.page.get_by_text("Experiment.", exact=True)).to_be_visible()
    labels = "(plot) => plot.layout.yaxis.ticktext.length"
    assert tuning.chart("tune_means").evaluate(labels) == 1

    with tuning.rerun():
        tuning.page.reload()

    expect(tuning.page.get_by_text("Experiment.", exact=True)).to_be_visible()
    expect(tuning.page.get_by_text("none 0.5")).to_be_visible()
    expect(tuning.chart("tune_means").locator(".gtitle")).to_be_visible()
    assert tuning.chart("tune_means").evaluate(labels) == 1


@pytest.mark.parametrize("section", ["Compare", "Each penalty", "Map", "Calibrate"])
def test_every_width_and_theme_shows_the_whole_tune_page(tuning: Tab, section: str) -> None:
    if section != "Compare":
        with tuning.rerun():
            open_section(tuning, section)
    for picture in tuning.screenshots(f"tune-{section}"):
        assert picture.stat().st_size > 10_000
        assert not tuning.cut_off()
