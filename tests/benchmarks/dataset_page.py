"""How long the Dataset page takes with thousands of cases, against a bare table of the same rows.

Run by hand, on a machine that is otherwise idle: `python -m tests.benchmarks.dataset_page`. A page
that shows nothing but `st.dataframe` of the same rows, sorted anew at each change of a select box,
is the floor. Both are opened in one browser and take turns; read the ratios. Times run from the
click on an option until the script's result is drawn.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium, server
from tests.browser.tab import Tab

FLOOR = """
import pandas as pd
import streamlit as st


@st.cache_resource
def rows():
    return pd.read_json("rows.json", orient="records")


st.set_page_config(layout="wide")
order = st.selectbox("Order", ["as in the file", "lowest relevance first"], key="filter_order")
frame = rows()
if order != "as in the file":
    frame = frame.sort_values("relevance", kind="stable")
st.dataframe(frame, hide_index=True, on_select="rerun", selection_mode="single-row", key="table")
"""
ORDERS = ("lowest relevance first", "as in the file")
_SAMPLE = server.ROOT / "sample_data" / "configurations"


def write_cases(path: Path, count: int) -> None:
    """So many judged cases of the sample, each under a name of its own."""
    files = [file for file in sorted(_SAMPLE.glob("*.jsonl")) if file.stem != "medquad"]
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            case = {**lines[number % len(lines)], "id": f"case-{number}"}
            file.write(json.dumps(case) + "\n")


def write_rows(path: Path, count: int) -> None:
    """The floor's rows: the columns of the page's own table."""
    rows = [
        {
            "case": f"case-{number}",
            "query": f"{number} " + "What are the symptoms of this? " * 4,
            "configuration": "bm25",
            "relevance": (number * 7919 % 1000) / 1000,
            "band": "good",
            "levels": "■◧□··",
            "unused high": number % 3,
            "missing": number % 2,
            "keywords": (number * 104729 % 1000) / 1000,
            "state": "scored",
        }
        for number in range(count)
    ]
    path.write_text(json.dumps(rows), "utf-8")


def choose(tab: Tab, option: str) -> float:
    """Choose an order; seconds until its result is drawn."""
    box = tab.page.get_by_role("combobox", name="Order").first
    box.click()
    box.fill(option)
    wanted = tab.page.get_by_role("option", name=option, exact=True)
    wanted.wait_for()
    with tab.rerun():
        started = time.perf_counter()
        wanted.click()
    return time.perf_counter() - started


def open_row(tab: Tab) -> float:
    """Open the first row's case; seconds until it is drawn."""
    table = tab.widget("cases_table").locator("canvas").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    with tab.rerun():
        started = time.perf_counter()
        tab.page.mouse.click(box["x"] + 15, box["y"] + 52)
    return time.perf_counter() - started


def main() -> None:
    """Measure, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    expect.set_options(timeout=120_000)
    chrome = chromium.find()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "app").mkdir()
        (folder / "floor").mkdir()
        write_cases(folder / "cases.jsonl", options.cases)
        write_rows(folder / "floor" / "rows.json", options.cases)
        (folder / "floor" / "floor.py").write_text(FLOOR, "utf-8")
        browser = playwright.chromium.launch(executable_path=chrome)
        config = {"browser.gatherUsageStats": "false", "server.address": "127.0.0.1"}
        with (
            server.running(server.ROOT / "app.py", folder / "app") as ours,
            server.running(
                folder / "floor" / "floor.py",
                folder / "floor",
                folder=folder / "floor",
                options=config,
            ) as bare,
        ):
            floor = Tab(browser.new_page(), bare, folder)
            floor.open()
            page = Tab(browser.new_page(), ours, folder)
            page.open("dataset")
            page.page.get_by_role("button", name="Open files").click()
            with page.rerun():
                page.page.locator("input[type=file]").set_input_files(folder / "cases.jsonl")
            expect(page.chart("keyword_spread")).to_be_visible()
            page.page.keyboard.press("Escape")
            page.page.wait_for_timeout(5_000)  # until the run that drew it is over
            times: Mapping[str, list[float]] = {"sort": [], "slider": [], "floor": []}
            actions: Mapping[str, Callable[[str], float]] = {
                "floor": lambda order: choose(floor, order),
                "sort": lambda order: choose(page, order),
            }
            for turn in range(options.rounds):
                for what, action in actions.items():
                    times[what].append(action(ORDERS[turn % 2]))
                started = time.perf_counter()
                page.press("missing_slider", "ArrowLeft" if turn % 2 else "ArrowRight")
                times["slider"].append(time.perf_counter() - started)
            opened = open_row(page)
            medians = {what: statistics.median(taken) for what, taken in times.items()}
            for what, median in medians.items():
                ratio = median / medians["floor"]
                print(f"{what}: {median * 1000:.0f} ms, {ratio:.2f} x the bare table")
            print(f"open a case: {opened * 1000:.0f} ms, {opened / medians['floor']:.2f} x")
        browser.close()


if __name__ == "__main__":
    main()
