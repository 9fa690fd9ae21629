"""The Compare page with 8 configurations of 5,000 questions: what a slider move repaints, and when.

Run it from the clone's root: `python -m tests.benchmarks.compare_page`. It takes some minutes and
opens two servers and one headless browser. For each view it compares, in turn and under the same
load, one key press on a slider with one on a page under Streamlit's default configuration that has
as many prebuilt figures whose data follow its slider: from the key's own time stamp until every one
of these charts has been painted anew. Read the ratios rather than the milliseconds.

It also prints how long it takes until the intervals are there once the slider rests.
"""

import argparse
import json
import statistics
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, expect, sync_playwright
from playwright.sync_api import TimeoutError as Unanswered

from tests.benchmarks.slider import floor, new_tab
from tests.browser import chromium, server
from tests.browser.tab import Tab

CONFIGURATIONS, QUESTIONS = 8, 5_000
LEVELS = ("high", "medium", "low", "none")
VIEWS = {
    "Winner flips": ("compare_forest", "compare_flips"),
    "Why": ("compare_forest",),
    "Question by question": ("compare_forest", "compare_scatter", "compare_dumbbells"),
    "Number of contexts": ("compare_forest", "compare_cuts"),
    "Segments": ("compare_forest", "compare_segments"),
    "Pairing": ("compare_forest",),
}
"""The charts of each view that follow the slider for unused contexts."""

ALL_PAINTED = "(wanted) => wanted.every((name) => probe.charts.has(name)) && probe.painted"


@dataclass
class Page:
    """One page whose slider is moved.

    Attributes:
        name: What it is.
        tab: Where it is open.
        slider: The key of its slider.
        charts: The keys of the charts that a move changes.
        times: Milliseconds from the key press until all of them are painted.
        lost: Key presses that nothing answered within a minute.
    """

    name: str
    tab: Tab
    slider: str
    charts: tuple[str, ...]
    times: list[float] = field(default_factory=list)
    lost: int = 0

    def move(self, strokes: int) -> None:
        """Press the slider's keys, to and fro, and take the times."""
        self.tab.page.bring_to_front()
        thumb = self.tab.widget(self.slider).get_by_role("slider")
        for stroke in range(strokes):
            thumb.focus()
            self.tab.page.keyboard.press("ArrowLeft" if stroke % 2 else "ArrowRight")
            try:
                painted = self.tab.page.wait_for_function(
                    ALL_PAINTED, arg=list(self.charts), timeout=60_000
                )
            except Unanswered:
                self.lost += 1
                continue
            self.times.append(painted.json_value() - self.tab.page.evaluate("probe.pressed"))
            self.tab.page.wait_for_timeout(150)


def written(folder: Path) -> list[Path]:
    """A file of judged cases for each configuration, from a fixed seed."""
    random = np.random.default_rng(1)
    files = []
    for configuration in range(CONFIGURATIONS):
        lines = []
        for number in range(QUESTIONS):
            count = int(random.integers(1, 7))
            verdicts = [
                {
                    "index": at,
                    "level": LEVELS[int(random.integers(4))],
                    "used": bool(random.integers(2)),
                }
                for at in range(count)
            ]
            missing = [f"gap {at}" for at in range(int(random.integers(4)))]
            lines.append(
                {
                    "id": f"q{number}",
                    "query": f"question {number}",
                    "contexts": [f"text {at}" for at in range(count)],
                    "response": f"answer {number}",
                    "metadata": {"topic": f"topic {number % 12}"},
                    "judgement": {"verdicts": verdicts, "missing": missing},
                }
            )
        path = folder / f"configuration-{configuration}.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        files.append(path)
    return files


def compare_page(browser: Browser, address: str, folder: Path, files: list[Path]) -> Tab:
    """The Compare page with the files opened and everything worked out."""
    tab = new_tab(browser, address, folder)
    tab.page.set_default_timeout(600_000)
    tab.open("compare")
    tab.page.get_by_role("button", name="Open files").click()
    start = time.monotonic()
    tab.page.locator("input[type=file]").set_input_files(files)
    expect(tab.chart("compare_forest").locator(".gtitle")).to_be_visible(timeout=600_000)
    print(f"files read, scored, paired and shown: {time.monotonic() - start:.1f} s")
    tab.page.keyboard.press("Escape")
    expect(tab.chart("compare_flips").locator(".gtitle")).to_be_visible(timeout=600_000)
    print(f"map of leaders and intervals there: {time.monotonic() - start:.1f} s")
    return tab


def shown(tab: Tab, view: str) -> Page:
    """The page with one of its views open."""
    tab.page.get_by_role("tab", name=view).click()
    if view == "Segments":
        tab.widget("compare_segmentation").get_by_role("combobox").click()
        tab.page.get_by_role("option", name="topic").click()
    for chart in VIEWS[view]:
        expect(tab.chart(chart).locator(".gtitle")).to_be_visible(timeout=120_000)
    tab.page.wait_for_timeout(2_000)
    rest(tab)
    return Page(view, tab, "unused_slider", VIEWS[view])


def rest(tab: Tab) -> None:
    """Wait until nothing is being worked out, so that it slows nobody else's turn."""
    expect(tab.page.get_by_text("orking out")).to_have_count(0, timeout=120_000)


def resting(page: Page) -> float:
    """Seconds from a key press until the intervals at the new setting are there."""
    start = time.monotonic()
    page.move(1)
    rest(page.tab)
    return time.monotonic() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=4, help="turns of each page")
    parser.add_argument("--moves", type=int, default=6, help="key presses a turn")
    parser.add_argument("--view", choices=VIEWS, action="append")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.provide())
        stack.callback(browser.close)
        home = folder / "home"
        home.mkdir()
        address = stack.enter_context(server.running(server.ROOT / "app.py", home))
        tab = compare_page(browser, address, folder, written(folder))
        print(f"intervals after a move: {resting(shown(tab, 'Winner flips')):.1f} s")
        floors = {}
        views = {view: VIEWS[view] for view in arguments.view or VIEWS}
        for count in sorted({len(charts) for charts in views.values()}):
            bare = stack.enter_context(floor(browser, count, folder / f"floor-{count}"))
            charts = tuple(f"chart_{place}" for place in range(count))
            floors[count] = Page(bare.name, bare.tab, bare.slider, charts)
        for view, charts in views.items():
            ours, bare_page = shown(tab, view), floors[len(charts)]
            bare_page.times.clear()
            for turn in range(arguments.rounds + 1):
                for page in (ours, bare_page):
                    page.move(arguments.moves)
                    rest(tab)
                    if not turn:  # the first turn only warms up
                        page.times.clear()
            median, least = (statistics.median(page.times) for page in (ours, bare_page))
            print(
                f"{view}: {median:.0f} ms, {len(charts)} prebuilt figures {least:.0f} ms, "
                f"ratio {median / least:.2f}; {ours.lost} presses lost, {bare_page.lost} there"
            )


if __name__ == "__main__":
    main()
