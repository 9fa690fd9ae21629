"""The chart component in a real browser, by itself."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import server
from tests.browser.tab import NARROW, WIDE, Tab

SHOWCASE = Path(__file__).parent / "showcase" / "showcase.py"

TICK_CONTRAST = """
(plot) => {
  const channels = (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const linear = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const behind = luminance(getComputedStyle(document.querySelector(".stApp")).backgroundColor);
  const texts = [...plot.querySelectorAll(".xtick text, .ytick text, .gtitle, .ytitle")];
  return texts.map((text) => {
    const front = luminance(getComputedStyle(text).fill);
    return (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
  });
}
"""


@pytest.fixture(scope="module")
def showcase_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server.running(SHOWCASE, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture
def showcase(page: Page, showcase_address: str, tmp_path: Path) -> Tab:
    tab = Tab(page, showcase_address, tmp_path)
    tab.open()
    expect(tab.chart("first").locator(".gtitle")).to_have_text("first is 3")
    expect(tab.chart("constant").locator(".gtitle")).to_have_text("first is 1")
    return tab


def test_chart_shows_new_data_and_keeps_zoom(showcase: Tab) -> None:
    before = showcase.vertical_range("first")

    zoomed = showcase.zoom("first")
    showcase.press("value", "ArrowRight")

    expect(showcase.chart("first").locator(".gtitle")).to_have_text("first is 4")
    assert showcase.chart("first").evaluate("(plot) => plot.data[0].y") == [4, 5, 7]
    assert zoomed != before
    assert showcase.vertical_range("first") == zoomed


def test_chart_that_did_not_change_is_not_drawn_again(showcase: Tab) -> None:
    showcase.page.evaluate(
        """() => {
          const { react } = window.Plotly;
          window.drawn = [];
          window.Plotly.react = (plot, ...rest) => {
            window.drawn.push(plot.getAttribute("aria-label"));
            return react(plot, ...rest);
          };
        }"""
    )

    showcase.press("value", "ArrowRight")
    expect(showcase.chart("first").locator(".gtitle")).to_have_text("first is 4")
    expect(showcase.chart("heat").locator(".gtitle")).to_have_text("heat 4")

    assert sorted(showcase.page.evaluate("window.drawn")) == ["Four fields", "Three bars"]


def test_chart_follows_the_theme_at_once_and_stays_legible(showcase: Tab) -> None:
    plot = showcase.chart("first")
    light = plot.locator(".gtitle").evaluate("(title) => getComputedStyle(title).fill")
    on_light = plot.evaluate(TICK_CONTRAST)

    showcase.page.emulate_media(color_scheme="dark")
    expect(plot.locator(".gtitle")).not_to_have_css("fill", light)
    on_dark = plot.evaluate(TICK_CONTRAST)

    assert min(on_light) >= 4.5
    assert min(on_dark) >= 4.5
    assert len(on_light) == len(on_dark) >= 8


def test_chart_has_a_name_and_a_fixed_place(showcase: Tab) -> None:
    figure = showcase.page.get_by_role("figure", name="Three bars", exact=True)

    expect(figure).to_be_visible()
    box = figure.bounding_box()
    assert box is not None
    assert box["height"] == 240


def test_chart_fills_the_width_that_it_has(showcase: Tab) -> None:
    width = "(plot) => [plot.clientWidth, plot.querySelector('.main-svg').clientWidth]"
    for size in (NARROW, WIDE):
        showcase.page.set_viewport_size(size)
        showcase.page.wait_for_function(
            """() => {
              const plot = document.querySelector(".st-key-first .js-plotly-plot");
              return plot.querySelector(".main-svg").clientWidth === plot.clientWidth;
            }"""
        )
        outer, inner = showcase.chart("first").evaluate(width)
        assert size["width"] - 200 < inner == outer < size["width"]


def test_chart_out_of_sight_is_drawn_when_it_is_seen(showcase: Tab) -> None:
    expect(showcase.chart("hidden")).to_have_count(0)

    showcase.press("value", "ArrowRight")
    showcase.page.get_by_role("tab", name="far").click()

    expect(showcase.chart("hidden").locator(".gtitle")).to_have_text("first is 4")


def test_chart_comes_back_after_it_was_taken_away(showcase: Tab) -> None:
    tick = showcase.widget("shown").locator("label")
    for _ in range(2):
        with showcase.rerun():
            tick.click()
        expect(showcase.widget("first")).to_have_count(0)
        with showcase.rerun():
            tick.click()
        expect(showcase.chart("first").locator(".gtitle")).to_have_text("first is 3")


def test_table_beside_the_chart_is_a_table_of_inert_text(showcase: Tab) -> None:
    first = showcase.widget("first")
    first.get_by_text("Show as table").press("Enter")

    expect(first.get_by_role("columnheader")).to_have_text(["name", "amount", "note"])
    cells = ["a", "1.00", "<img src=x onerror=alert(1)> **bold** $x^2$", "b", "", ""]
    expect(first.get_by_role("cell")).to_have_text(cells)
    expect(first.get_by_role("cell").nth(1)).to_have_css("text-align", "right")
    expect(first.locator("td img")).to_have_count(0)

    showcase.press("value", "ArrowRight")
    expect(first.get_by_role("cell").nth(1)).to_have_text("1.3333")


def test_chart_without_a_table_offers_none(showcase: Tab) -> None:
    expect(showcase.widget("constant").get_by_text("Show as table")).to_be_hidden()


def test_click_on_a_bar_reaches_the_callback(showcase: Tab) -> None:
    with showcase.rerun():
        showcase.chart("first").locator(".point").nth(1).click(force=True)

    expect(showcase.page.get_by_text("0 1 b 5 B")).to_be_visible()


def test_click_on_a_heatmap_reaches_the_callback(showcase: Tab) -> None:
    with showcase.rerun():
        area = showcase.chart("heat").locator(".nsewdrag")
        box = area.bounding_box()
        assert box is not None
        area.click(position={"x": box["width"] * 0.75, "y": box["height"] * 0.25}, force=True)

    expect(showcase.page.get_by_text("0 (1, 1) 1 1 None")).to_be_visible()


def test_click_on_a_chart_without_a_callback_runs_nothing(showcase: Tab) -> None:
    runs = showcase.runs

    showcase.chart("constant").locator(".point").nth(1).click(force=True)
    with showcase.rerun():
        showcase.chart("first").locator(".point").nth(1).click(force=True)

    assert showcase.runs == runs + 1


def test_picture_can_be_saved_and_nothing_offers_to_send_it(showcase: Tab) -> None:
    plot = showcase.chart("first")
    plot.hover()
    buttons = plot.locator(".modebar-btn")

    names = [button.get_attribute("data-title") for button in buttons.all()]
    assert names == ["Download plot as a PNG", "Zoom", "Pan", "Reset axes"]
    with showcase.page.expect_download() as download:
        buttons.first.click()
    assert download.value.suggested_filename == "first.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_chart_says_in_words_that_it_cannot_draw_and_shows_its_table(
    page: Page, showcase_address: str, tmp_path: Path, problems: list[str]
) -> None:
    def fail(route: Route) -> None:
        route.abort()

    page.route(re.compile(r"/vendor/"), fail)
    tab = Tab(page, showcase_address, tmp_path)
    tab.open()

    first = tab.widget("first")
    expect(first.get_by_role("alert")).to_contain_text("could not be drawn")
    expect(first.get_by_role("cell").first).to_have_text("a")
    assert all("net::ERR_FAILED" in problem for problem in problems)
    problems.clear()


def test_annotated_text_is_the_text_with_its_marks(showcase: Tab) -> None:
    box = showcase.page.get_by_role("region", name="A response")

    text = "😀 Running late\n  <b>not bold</b>  👩‍🚀 café ![](http://192.0.2.1/x.png)"
    assert box.text_content() == text
    assert box.locator("mark").all_text_contents() == ["😀", "Running", "café"]
    titles = [mark.get_attribute("title") for mark in box.locator("mark").all()]
    assert titles == ["matched: 😀", "word form: run", "missing: café"]
    lines = box.locator("mark").evaluate_all(
        "(marks) => marks.map((mark) => getComputedStyle(mark).textDecorationStyle)"
    )
    assert lines == ["solid", "double", "dashed"]


def test_inert_text_stays_text(showcase: Tab) -> None:
    box = showcase.page.get_by_role("region", name="A query")

    assert box.text_content() == "<img src=x onerror=alert(1)> **bold** $x^2$"
    expect(box.locator("*")).to_have_count(0)
