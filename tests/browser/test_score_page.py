"""The Score page in a real browser: what only a browser shows."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.tab import Tab

REFUND = "Refunds are paid within 14 days of the return."
OFFICE = "Our office is in Berlin."
CHARTS = ("waterfall", "levels", "missing_items", "keywords")
"""Every chart of a judged case in which something is missing."""


def paste_and_run(tab: Tab, contexts: str, response: str = REFUND) -> None:
    tab.open()
    tab.page.get_by_label("Query").fill("How long do refunds take?")
    tab.page.get_by_label("Response").fill(response)
    tab.page.get_by_role("textbox", name="Add contexts").fill(contexts)
    tab.page.get_by_role("button", name="Run both scorers").click()
    expect(tab.chart("waterfall")).to_be_visible(timeout=60_000)
    expect(tab.chart("keywords")).to_be_visible()


def score(tab: Tab) -> str:
    return tab.page.get_by_test_id("stMetricValue").first.inner_text()


def open_example(tab: Tab, title: str) -> None:
    tab.page.get_by_label("Open an example").click()
    tab.page.get_by_role("option", name=title, exact=True).click()
    expect(tab.chart("waterfall")).to_be_visible(timeout=60_000)


def test_a_newcomer_pastes_runs_tunes_corrects_and_comes_back(tab: Tab) -> None:
    paste_and_run(tab, f"{REFUND}\n\n{OFFICE}")
    before = float(score(tab))

    expect(tab.page.locator("[class*=st-key-context_text_]")).to_have_count(2)
    tab.press("missing_slider", "ArrowRight", "ArrowRight")
    assert "missing=0.17" in tab.page.url
    with tab.rerun():
        tab.widget("level_1").get_by_role("radio", name="high").click()
    corrected = float(score(tab))
    assert corrected != before
    expect(tab.page.get_by_text("changed by you")).to_be_visible()

    with tab.rerun():
        tab.page.get_by_role("link", name="Guide").click()
    expect(tab.page.get_by_text("With the numbers of the case in hand").first).to_be_visible()
    with tab.rerun():
        tab.page.get_by_role("link", name="Score").click()
    expect(tab.chart("waterfall")).to_be_visible()
    assert float(score(tab)) == corrected
    assert "missing=0.17" in tab.page.url

    with tab.rerun():
        tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.get_by_text("changed by you")).to_have_count(0)


def test_a_slider_repaints_the_charts_that_it_touches_and_asks_no_judge(tab: Tab) -> None:
    tab.open()
    open_example(tab, "Strict penalties")
    for key in CHARTS:
        expect(tab.chart(key)).to_be_visible()
    painted = {key: tab.chart(key).inner_html() for key in CHARTS}

    def repainted() -> set[str]:
        before = dict(painted)
        painted.update({key: tab.chart(key).inner_html() for key in CHARTS})
        return {key for key in CHARTS if painted[key] != before[key]}

    first = float(score(tab))
    tab.press("unused_slider", "ArrowRight")
    second = float(score(tab))
    assert second < first
    assert repainted() == {"waterfall"}
    tab.press("missing_slider", "ArrowRight")
    assert float(score(tab)) < second
    assert repainted() == {"waterfall", "missing_items"}
    expect(tab.page.get_by_text("Judge: recorded")).to_be_visible()


def test_a_slider_move_sends_no_more_for_a_long_paste_than_for_a_short_one(tab: Tab) -> None:
    paste_and_run(tab, OFFICE)
    tab.sent.clear()
    tab.press("unused_slider", "ArrowRight")
    short = sum(tab.sent)

    tab.page.reload()
    paste_and_run(tab, "\n\n".join([OFFICE, REFUND * 4_000]))
    tab.sent.clear()
    tab.press("unused_slider", "ArrowRight")
    assert sum(tab.sent) < short + 1_000


def test_zoom_outlives_a_slider_move(tab: Tab) -> None:
    tab.open()
    open_example(tab, "Mixed relevance")
    before = tab.vertical_range("waterfall")
    zoomed = tab.zoom("waterfall")
    assert zoomed != before
    tab.press("unused_slider", "ArrowRight")
    assert tab.vertical_range("waterfall") == zoomed


def test_settings_in_the_address_are_taken(tab: Tab) -> None:
    tab.open("?unused=0.3&cap=nonsense")
    expect(tab.widget("unused").get_by_role("spinbutton")).to_have_value("0.3")
    expect(tab.widget("cap").get_by_role("spinbutton")).to_have_value("0.5")


def test_hostile_text_is_shown_letter_for_letter(tab: Tab) -> None:
    hostile = "![x](http://192.0.2.1/a.png) <img src=//192.0.2.1/b> $x^2$ <script>alert(1)</script>"
    paste_and_run(tab, hostile, response=hostile)
    context = tab.widget("context_text_0")
    expect(context).to_have_text(hostile)
    assert tab.page.locator("img[src*='192.0.2.1']").count() == 0
    assert tab.page.locator(".katex").count() == 0


def test_the_download_opens_again_at_the_same_score(tab: Tab, tmp_path: Path) -> None:
    tab.open()
    open_example(tab, "Mixed relevance")
    with tab.rerun():
        tab.widget("used_4").locator("label").first.click()
    assert score(tab) == "0.74"
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Download as JSON").click()
    file = tmp_path / download.value.suggested_filename
    assert file.suffix == ".json"
    download.value.save_as(file)
    result = json.loads(file.read_text(encoding="utf-8"))
    assert result["relevance"]["score"] == pytest.approx(0.74)
    assert result["signature"]["penalties"]["missing_context_per_item"] == 0.15

    with tab.rerun():
        tab.page.get_by_role("button", name="Write a new case").click()
    tab.page.get_by_role("button", name="Open a file").click()
    tab.page.locator("input[type=file]").set_input_files(file)
    expect(tab.chart("waterfall")).to_be_visible()
    expect(tab.page.get_by_test_id("stFileUploaderDropzone")).to_be_hidden()
    assert score(tab) == "0.74"


def test_every_width_and_theme_shows_the_whole_page(tab: Tab) -> None:
    tab.open()
    open_example(tab, "Strict penalties")
    themes = set()
    for _ in tab.screenshots("score"):
        expect(tab.page.get_by_test_id("stException")).to_have_count(0)
        for key in CHARTS:
            expect(tab.chart(key)).to_be_visible()
        assert tab.cut_off() == []
        themes.add(
            tab.page.get_by_test_id("stApp").evaluate(
                "(app) => getComputedStyle(app).backgroundColor"
            )
        )
    assert len(themes) == 2
