"""The Dataset page in a real browser: a file from elsewhere, to the end and back."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.tab import Tab

CASES = 200
# Names that say nothing to the program, so that a person has to.
COLUMNS = ("お尋ね", "知識", "返事")
# Short, since the judge reads each of them in each of its many cases.
_FACTS = (
    "Refunds take fourteen days.",
    "Our office is in Berlin.",
    "Heavy parcels go to a depot.",
)


def foreign_file(folder: Path) -> Path:
    """A CSV in CP932 whose contexts are Python's lists, as a data frame writes them."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for number in range(CASES):
        facts = [f"{fact} (第{number}号)" for fact in _FACTS[: 1 + number % 3]]
        answer = _FACTS[number % 3]
        writer.writerow((f"How long do refunds take for order {number}?", str(facts), answer))
    path = folder / "質問集.csv"
    path.write_bytes(text.getvalue().encode("cp932"))
    return path


def upload(tab: Tab, path: Path) -> None:
    tab.page.get_by_role("button", name="Open files").click()
    with tab.rerun():
        tab.page.locator("input[type=file]").set_input_files(path)
    tab.page.keyboard.press("Escape")


def choose(tab: Tab, label: str, option: str) -> None:
    box = tab.page.get_by_role("combobox", name=label).first
    box.click()
    box.fill(option)
    with tab.rerun():
        tab.page.get_by_role("option", name=option, exact=True).click()
    # A list from which several can be taken stays open, and hides the page from screen readers.
    tab.page.keyboard.press("Escape")


def open_first_row(tab: Tab) -> None:
    table = tab.widget("cases_table").locator("canvas").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    with tab.rerun():
        tab.page.mouse.click(box["x"] + 15, box["y"] + 35 + 17)


def means(tab: Tab) -> list[str]:
    return tab.page.get_by_test_id("stMetricValue").all_inner_texts()[:2]


def take_home(tab: Tab, path: Path) -> list[dict[str, Any]]:
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name=f"Download {CASES} cases").click()
    download.value.save_as(path)
    assert download.value.suggested_filename in {"質問集.jsonl", "exported.jsonl"}
    return list(map(json.loads, path.read_text("utf-8").splitlines()))


def test_a_foreign_table_is_mapped_judged_reloaded_corrected_exported_and_comes_back(
    tab: Tab, tmp_path: Path
) -> None:
    tab.open("dataset")
    upload(tab, foreign_file(tmp_path))
    expect(tab.page.get_by_text("CP932 (Shift-JIS)").first).to_be_visible()
    # The first column is taken for the query, since there has to be one.
    choose(tab, "Response", COLUMNS[2])
    choose(tab, "Contexts", COLUMNS[1])
    expect(tab.page.get_by_text("Context 1: Refunds take fourteen").first).to_be_visible()
    with tab.rerun():
        tab.page.get_by_role("button", name=f"Read all {CASES} rows this way").click()

    tab.page.get_by_role("button", name=f"Judge {CASES} unjudged cases").click()
    expect(tab.page.get_by_role("button", name="Stop judging")).to_be_visible()
    assert "run=" in tab.page.url
    tab.page.reload()
    expect(tab.page.get_by_text(f"Done: {CASES} of {CASES} judged")).to_be_visible(timeout=300_000)
    expect(tab.page.get_by_text(f"質問集: {CASES} cases, {CASES} judged")).to_be_visible()

    choose(tab, "Order", "lowest relevance first")
    choose(tab, "Show at most", "10")
    expect(tab.page.get_by_text(f"10 of {CASES} cases")).to_be_visible()
    open_first_row(tab)
    opened = tab.widget("opened_case")
    expect(opened).to_be_visible()
    score = opened.get_by_test_id("stMetricValue").first
    before = score.inner_text()
    # The worst has no context that is high, so that a low one and a high one make a difference.
    level = tab.widget("level_0")
    other = "low" if level.get_by_role("radio", name="medium").is_checked() else "high"
    with tab.rerun():
        level.get_by_role("radio", name=other).click()
    corrected = score.inner_text()
    assert corrected != before

    exported = take_home(tab, tmp_path / "exported.jsonl")
    assert len(exported) == CASES
    (changed,) = [line for line in exported if line.get("overrides")]
    assert changed["overrides"]["levels"] == {"0": other}
    assert f"{changed['relevance']['score']:.2f}" == corrected
    shown = means(tab)
    upload(tab, tmp_path / "exported.jsonl")
    expect(tab.page.get_by_text(f"exported: {CASES} cases, {CASES} judged")).to_be_visible()
    assert means(tab) == shown
    again = take_home(tab, tmp_path / "again.jsonl")
    for scorer in ("relevance", "keywords"):
        assert [line[scorer] for line in again] == [line[scorer] for line in exported]


def test_a_dataset_is_found_again_by_its_address_alone(tab: Tab) -> None:
    tab.open("dataset")
    with tab.rerun():
        tab.page.get_by_role("button", name="Open the sample").click()
    expect(tab.page.get_by_text("129 of 129 cases")).to_be_visible()
    address = tab.page.url

    with tab.rerun():
        tab.page.get_by_role("link", name="Tune").click()
    expect(tab.page).to_have_url(re.compile("run="))
    tab.page.goto(address)
    expect(tab.page.get_by_text("129 of 129 cases")).to_be_visible()
    tab.page.goto(f"{tab.address}/dataset?run=guessed")
    expect(tab.page.get_by_text("Open a file of cases, or the sample")).to_be_visible()
    expect(tab.page).not_to_have_url(re.compile("run="))


def test_a_bar_filters_the_table_and_everything_comes_back(tab: Tab) -> None:
    tab.open("dataset")
    with tab.rerun():
        tab.page.get_by_role("button", name="Open the sample").click()
    expect(tab.chart("keyword_spread")).to_be_visible()  # the last chart to come
    with tab.rerun():
        # Plotly listens above its bars.
        tab.chart("band_counts").locator(".point").nth(4).click(force=True)
    expect(tab.page.get_by_text("85 of 129 cases", exact=True)).to_be_visible()
    with tab.rerun():
        tab.page.get_by_role("button", name="Show all").click()
    expect(tab.page.get_by_text("129 of 129 cases")).to_be_visible()
