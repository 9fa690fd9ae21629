"""How long the Dataset page takes with thousands of cases, against a bare table of the same rows.

Run by hand, on a machine that is otherwise idle: `python -m tests.benchmarks.dataset_page`. A page
that shows nothing but `st.dataframe` of the same rows, sorted and searched anew, is the floor. Both
are opened in one browser and take turns, and every order and word is new to both, so that neither
shows again what its browser still has; read the ratios. Times run from the click or key until the
script's result is drawn. What the floor cannot do is measured against its sorting.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
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
by = ["as in the file", "lowest relevance first", "highest relevance first"]
by += ["lowest keyword coverage first", "most missing items first"]
by += ["most unused high contexts first"]
order = st.selectbox("Order", by, key="filter_order")
text = st.text_input("Search", key="filter_text")
frame = rows()
if text:
    frame = frame[frame["query"].str.contains(text, case=False, regex=False)]
if order != by[0]:
    column = {"rel": "relevance", "key": "keywords", "mis": "missing", "unu": "unused high"}
    frame = frame.sort_values(
        column[order.split(maxsplit=1)[1][:3]], ascending=order.startswith("low"), kind="stable"
    )
st.dataframe(frame, hide_index=True, on_select="rerun", selection_mode="single-row", key="table")
"""
ORDERS = (
    "lowest relevance first",
    "highest relevance first",
    "lowest keyword coverage first",
    "most missing items first",
    "most unused high contexts first",
)
WORDS = ("treatment", "symptoms", "what is", "who", "how many")
_SAMPLE = server.ROOT / "sample_data" / "configurations"


def write_cases(path: Path, count: int) -> list[str]:
    """So many judged cases of the sample, each under a name of its own; returns their queries."""
    files = [file for file in sorted(_SAMPLE.glob("*.jsonl")) if file.stem != "medquad"]
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    cases = [{**lines[n % len(lines)], "id": f"case-{n}"} for n in range(count)]
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return [case["query"] for case in cases]


def write_rows(path: Path, queries: Sequence[str]) -> None:
    """The floor's rows: the columns of the page's own table."""
    rows = [
        {
            "case": f"case-{number}",
            "query": query[:120],
            "configuration": "bm25",
            "relevance": (number * 7919 % 1000) / 1000,
            "band": "good",
            "levels": "■◧□··",
            "unused high": number % 3,
            "missing": number % 2,
            "keywords": (number * 104729 % 1000) / 1000,
            "state": "scored",
        }
        for number, query in enumerate(queries)
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


def search(tab: Tab, word: str) -> float:
    """Search for a word; seconds until its result is drawn."""
    tab.page.get_by_role("textbox", name="Search").first.fill(word)
    with tab.rerun():
        started = time.perf_counter()
        tab.page.keyboard.press("Enter")
    return time.perf_counter() - started


def open_row(tab: Tab, row: int) -> float:
    """Open the case in a row, counted from 0; seconds until it is drawn."""
    table = tab.widget("cases_table").locator("canvas").first
    tab.bring_to_rest(table)
    box = table.bounding_box()
    assert box is not None
    with tab.rerun():
        started = time.perf_counter()
        tab.page.mouse.click(box["x"] + 15, box["y"] + 52 + 35 * row)
    return time.perf_counter() - started


def slide(tab: Tab, stroke: str) -> float:
    """Move a penalty, which changes every score; seconds until all of it is drawn."""
    started = time.perf_counter()
    tab.press("missing_slider", stroke)
    return time.perf_counter() - started


def main() -> None:
    """Measure, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    options = parser.parse_args()
    expect.set_options(timeout=120_000)
    chrome = chromium.find()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "app").mkdir()
        (folder / "floor").mkdir()
        queries = write_cases(folder / "cases.jsonl", options.cases)
        write_rows(folder / "floor" / "rows.json", queries)
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
            floor_sort = [choose(floor, ORDERS[0])]  # the first of anything loads what it needs
            sort = [choose(page, ORDERS[0])]
            for order in ORDERS[1:]:
                floor_sort.append(choose(floor, order))
                sort.append(choose(page, order))
            floor_filter, filtered = [search(floor, WORDS[0])], [search(page, WORDS[0])]
            for word in WORDS[1:]:
                floor_filter.append(search(floor, word))
                filtered.append(search(page, word))
            search(page, "")
            opened = [open_row(page, row) for row in range(5)]
            moved = [slide(page, "ArrowRight") for _ in range(5)]
            _print("sort", sort, floor_sort)
            _print("filter", filtered, floor_filter)
            _print("open a case", opened, floor_sort)
            _print("move a penalty", moved, floor_sort)
        browser.close()


def _print(what: str, taken: Sequence[float], floor: Sequence[float]) -> None:
    """Medians, the first of each left out, and their ratio."""
    ours, bare = statistics.median(taken[1:]), statistics.median(floor[1:])
    print(f"{what}: {ours * 1000:.0f} ms, bare {bare * 1000:.0f} ms, {ours / bare:.2f} x")


if __name__ == "__main__":
    main()
