"""How long a slider takes: from the key press until every chart that it changes is painted.

Run by hand, on a machine that is otherwise idle: `python -m tests.benchmarks.slider`. It opens the
Score page with the documented examples, and beside it two floors under Streamlit's default
configuration: a page of five prebuilt figures whose data change with the slider, and a page of one
such figure. They take turns in one browser, so that whatever else the machine does meets them all
alike; read the ratios rather than the milliseconds.

All times are taken inside the page: from the key's own time stamp to the first frame after the last
change in any chart.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium, server
from tests.browser.tab import Tab
from tests.loopback_server import LoopbackServer

FLOOR = """
import plotly.graph_objects as go
import streamlit as st


@st.cache_resource
def prebuilt(place):
    bars = go.Bar(x=[f"bar {bar}" for bar in range(8)])
    return go.Figure(bars, {"title": {"text": ""}, "height": 260})


st.set_page_config(layout="wide")
value = st.slider("value", 0, 100, 10, key="value")
for place in range(COUNT):
    figure = prebuilt(place)
    figure.data[0].y = [(7 * bar + 3 * value + place) % 50 for bar in range(8)]
    figure.layout.title.text = f"value is {value}"
    st.plotly_chart(figure, key=f"chart_{place}")
"""

PROBE = """
window.probe = { pressed: 0, painted: 0, charts: new Set() };
addEventListener("keydown", ({ timeStamp }) => {
  window.probe = { pressed: timeStamp, painted: 0, charts: new Set() };
}, true);
new MutationObserver((changes) => {
  const { probe } = window;
  let changed = false;
  for (const { target } of changes) {
    const chart = (target.closest ? target : target.parentElement)?.closest(".js-plotly-plot");
    if (!chart) continue;
    probe.charts.add(chart.closest('[class*="st-key-"]').className.match(/st-key-(\\w+)/)[1]);
    changed = true;
  }
  if (!changed) return;
  requestAnimationFrame(() => {
    const afterPaint = new MessageChannel();
    afterPaint.port1.onmessage = () => (probe.painted = performance.now());
    afterPaint.port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""

expect.set_options(timeout=60_000)  # a page's first run imports what it needs

OFFLINE = {
    "browser.gatherUsageStats": "false",
    "server.address": "127.0.0.1",
    "server.fileWatcherType": "none",
}
"""What a page under the default configuration is given, so that it asks no other machine."""

SETTLED = 250  # milliseconds without a change after which a page counts as painted


@dataclass
class Measured:
    """One slider of one page."""

    name: str
    tab: Tab
    slider: str
    times: list[float] = field(default_factory=list)
    charts: set[str] = field(default_factory=set)

    def move(self, strokes: int) -> None:
        """Press the slider's keys, to and fro, and take the times."""
        self.tab.page.bring_to_front()
        for stroke in range(strokes):
            self.tab.press(self.slider, "ArrowLeft" if stroke % 2 else "ArrowRight")
            self.tab.page.wait_for_timeout(SETTLED)
            probe = self.tab.page.evaluate(
                "({ ...probe, charts: [...probe.charts], taken: probe.painted - probe.pressed })"
            )
            if not probe["charts"]:
                sys.exit(f"{self.name}: no chart changed")
            self.times.append(probe["taken"])
            self.charts |= set(probe["charts"])


@contextmanager
def floor(browser: Browser, count: int, folder: Path) -> Iterator[Measured]:
    """A page of `count` figures under Streamlit's default configuration."""
    folder.mkdir()
    script = folder / "floor.py"
    script.write_text(FLOOR.replace("COUNT", str(count)))
    with server.running(script, folder, folder=folder, options=OFFLINE) as address:
        tab = new_tab(browser, address, folder)
        tab.open()
        expect(tab.page.locator(".js-plotly-plot .gtitle")).to_have_count(count)
        yield Measured(f"floor: {count} prebuilt, default configuration", tab, "value")


def score_page(browser: Browser, address: str, folder: Path, example: str) -> Tab:
    """The Score page with an example."""
    tab = new_tab(browser, address, folder)
    tab.open("score")
    tab.page.get_by_role("combobox", name="Open an example").click()
    with tab.rerun():
        tab.page.get_by_role("option").filter(has_text=example).first.click()
    expect(tab.chart("waterfall").locator(".gtitle")).to_be_visible()
    return tab


def new_tab(browser: Browser, address: str, folder: Path) -> Tab:
    """An empty tab that takes the times."""
    page = browser.new_context(viewport={"width": 1400, "height": 1800}).new_page()
    page.add_init_script(PROBE)
    return Tab(page, address, folder)


def a_move_after_pasting(browser: Browser, address: str, folder: Path, response: str) -> str:
    """Paste a case, have a model on loopback judge it, move a slider; say what was sent and asked.

    Args:
        response: The case's response, as long as it is meant to be.
    """
    tab = new_tab(browser, address, folder)
    box = tab.page.get_by_role
    with LoopbackServer() as model:
        tab.open("score")
        tab.widget("judge").get_by_role("combobox").click()
        with tab.rerun():
            box("option", name="LLM").click()
        for name, text in (
            ("Model", "openai/scripted"),
            ("API base URL (optional)", model.api_base),
            ("API key", "none"),
        ):
            with tab.rerun():
                box("textbox", name=name, exact=True).fill(text)
                box("textbox", name=name, exact=True).press("Enter")
        box("textbox", name="Query").fill("What causes solar eclipses?")
        box("textbox", name="Add contexts").fill("The Moon blocks the Sun.\n\nStars twinkle.")
        box("textbox", name="Response").fill(response)
        tab.sent.clear()
        box("button", name="Run both scorers").click()
        expect(tab.chart("waterfall").locator(".gtitle")).to_be_visible(timeout=120_000)
        pasting, asked = sum(tab.sent), len(model.requests)
        tab.sent.clear()
        tab.press("unused_slider", "ArrowRight")
        again = len(model.requests) - asked
    tab.page.context.close()
    return (
        f"response of {len(response):,} characters: to run it sends {pasting:,} bytes and asks "
        f"the judge {asked} time; then a slider move sends {sum(tab.sent):,} bytes and asks {again}"
    )


def zoom_survives(tab: Tab) -> bool:
    """Whether a chart that was zoomed in on keeps its range when a slider moves."""
    ranges = "(plot) => [plot.layout.xaxis.range, plot.layout.yaxis.range]"
    plot = tab.chart("waterfall")
    before = plot.evaluate(ranges)
    box = plot.locator(".nsewdrag").bounding_box()
    if box is None:
        return False
    mouse = tab.page.mouse
    mouse.move(box["x"] + 5, box["y"] + 5)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    mouse.up()
    zoomed = plot.evaluate(ranges)
    tab.press("missing_slider", "ArrowRight")
    return bool(zoomed != before and plot.evaluate(ranges) == zoomed)


def report(pages: list[Measured]) -> None:
    """Print each page's times, and the Score page's in proportion to the floors'."""
    for page in pages:
        times = sorted(page.times)
        print(
            f"{page.name:45} median {statistics.median(times):6.1f} ms  "
            f"p95 {times[round(0.95 * (len(times) - 1))]:6.1f}  min {times[0]:6.1f}  "
            f"{len(times)} moves; painted: {', '.join(sorted(page.charts))}"
        )
    five, one, *ours = (statistics.median(page.times) for page in pages)
    for page, median in zip(pages[2:], ours, strict=True):
        print(f"{page.name}: {median / five:.2f} of five charts, {median / one:.2f} of one chart")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6, help="turns of each page")
    parser.add_argument("--moves", type=int, default=10, help="key presses a turn")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.provide())
        stack.callback(browser.close)
        home = folder / "home"
        home.mkdir()
        address = stack.enter_context(server.running(server.ROOT / "app.py", home))
        pages = [
            stack.enter_context(floor(browser, 5, folder / "five")),
            stack.enter_context(floor(browser, 1, folder / "one")),
        ]
        strict = score_page(browser, address, folder, "Strict penalties")
        pages += [
            Measured(f"Score page, {slider}", strict, f"{slider}_slider")
            for slider in ("unused", "missing")
        ]
        for page in pages:
            page.move(3)
            page.times.clear()
        for _ in range(arguments.rounds):
            for page in pages:
                page.move(arguments.moves)
        report(pages)
        print(f"zoom survives a slider: {'yes' if zoom_survives(strict) else 'NO'}")
        for size in (100, 1_000_000):
            text = ("The Moon covers the Sun. " * (size // 25 + 1))[:size]
            print(a_move_after_pasting(browser, address, folder, text))


if __name__ == "__main__":
    main()
