"""How long a slider takes on the Tune page with ten thousand judged cases.

Run by hand, on a machine that is otherwise idle: `python -m tests.benchmarks.tune_page`. For each
section of the page it takes the time from the key press until every chart is painted, beside a
page of as many prebuilt figures whose data change with the slider, under Streamlit's default
configuration. The two take turns in one browser; read the ratios rather than the milliseconds.
"""

import argparse
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from tests.benchmarks.slider import Measured, floor, new_tab
from tests.browser import chromium, server
from tests.browser.judged_cases import write_judged_cases

SECTIONS: Final = {
    "Compare": ("tune_means", "tune_bands", "tune_distribution"),
    "Each penalty": (
        "tune_curve_unused",
        "tune_curve_missing",
        "tune_curve_cap",
        "tune_decomposition",
        "tune_tornado",
    ),
    "Map": ("tune_map",),
    "Pass or fail": ("tune_passing",),
    "Order": ("tune_ranks",),
}


def tune_page(browser: Browser, address: str, folder: Path, section: str, cases: Path) -> Measured:
    """A section of the Tune page on a file of cases, ready to be measured."""
    tab = new_tab(browser, address, folder)
    tab.open("tune")
    tab.page.get_by_role("button", name="Open files").click()
    tab.page.locator("input[type=file]").set_input_files(cases)
    expect(tab.chart("tune_means").locator(".gtitle")).to_be_visible()
    tab.page.keyboard.press("Escape")
    tab.widget("tune_section").get_by_text(section, exact=True).click()
    for chart in SECTIONS[section]:
        expect(tab.chart(chart).locator(".gtitle")).to_be_visible()
    return Measured(section, tab, "unused_slider")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=4, help="turns of each page")
    parser.add_argument("--moves", type=int, default=6, help="key presses a turn")
    parser.add_argument("--section", choices=SECTIONS, action="append")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    cases = write_judged_cases(folder / "cases.jsonl", arguments.cases)
    home = folder / "home"
    home.mkdir()
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.provide())
        stack.callback(browser.close)
        address = stack.enter_context(server.running(server.ROOT / "app.py", home))
        for section in arguments.section or SECTIONS:
            charts = len(SECTIONS[section])
            with floor(browser, charts, folder / f"floor {section}") as below:
                ours = tune_page(browser, address, folder, section, cases)
                for page in (below, ours):
                    page.move(3)
                    page.times.clear()
                for _ in range(arguments.rounds):
                    for page in (below, ours):
                        page.move(arguments.moves)
                least, median = (statistics.median(page.times) for page in (below, ours))
                print(
                    f"{section}: {median:.0f} ms, {charts} prebuilt charts {least:.0f} ms, "
                    f"ratio {median / least:.2f}; painted: {', '.join(sorted(ours.charts))}",
                    flush=True,
                )
                ours.tab.page.context.close()
                below.tab.page.context.close()


if __name__ == "__main__":
    main()
