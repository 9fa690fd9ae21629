"""The Compare page in a real browser: two files, one winner, one regression, one flip."""

import json
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.browser.tab import Tab

PAIRS = 12


def retrieval(name: str, levels: list[str], missing: list[str], *, used: bool) -> FilePayload:
    lines = [
        {
            "id": f"q{number}",
            "query": f"What is question {number}?",
            "contexts": [f"{level} text {at} of {number}" for at, level in enumerate(levels)],
            "response": f"The answer to question {number}.",
            "judgement": {
                "verdicts": [
                    {"index": at, "level": level, "used": used} for at, level in enumerate(levels)
                ],
                "missing": missing,
            },
        }
        for number in range(PAIRS)
    ]
    content = "\n".join(map(json.dumps, lines)).encode()
    return FilePayload(name=f"{name}.jsonl", mimeType="application/x-ndjson", buffer=content)


def test_two_files_are_compared_a_regression_opened_the_winner_flipped_and_all_exported(
    tab: Tab, tmp_path: Path
) -> None:
    page = tab.page
    tab.open("compare")
    page.get_by_role("button", name="Open files").click()
    with tab.rerun():
        page.locator("input[type=file]").set_input_files(
            [
                retrieval("2024", ["high", "high"], [], used=False),
                retrieval("dense", ["high", "high", "medium", "medium"], ["a", "b"], used=True),
            ]
        )
    page.keyboard.press("Escape")

    # 0.85 - 0.30 = 0.55 under dense, 0.80 under 2024: read with either as the baseline.
    expect(page.get_by_text("dense is worse by 0.25")).to_be_visible()
    page.get_by_role("combobox", name="Baseline").click()
    with tab.rerun():
        page.get_by_role("option", name="dense", exact=True).click()
    expect(page.get_by_text("2024 is better by 0.25 (0.25 to 0.25) than dense")).to_be_visible()
    expect(page.get_by_text("n = 12 pairs, p")).to_be_visible()
    expect(tab.chart("compare_flips")).to_be_visible()

    tab.press("unused_slider", "PageUp", "PageUp", "PageUp")
    expect(page.get_by_text("2024 is worse by")).to_be_visible()

    with tab.rerun():
        page.get_by_role("tab", name="Question by question").click()
    for key in ("compare_scatter", "compare_dumbbells"):
        expect(tab.chart(key).locator(".gtitle")).to_be_visible()
    listed = page.get_by_role("combobox", name="Regressions")
    tab.bring_to_rest(listed)  # a list closes when what is under it scrolls
    listed.focus()
    page.keyboard.press("ArrowDown")
    with tab.rerun():
        page.get_by_role("option").first.click()
    for key in ("compare_waterfall_baseline", "compare_waterfall_other", "compare_alignment"):
        expect(tab.chart(key)).to_be_visible()

    with page.expect_download() as as_json:
        page.get_by_role("button", name="Download as JSON").click()
    told = json.loads(as_json.value.path().read_text(encoding="utf-8"))
    assert told["configurations"] == ["2024", "dense"]
    assert told["baseline"] == "dense"
    assert told["surely_worse"] == ["2024"]
    with page.expect_download() as as_markdown:
        page.get_by_role("button", name="Download as Markdown").click()
    assert "2024 is worse by" in as_markdown.value.path().read_text(encoding="utf-8")
    with page.expect_download() as as_picture:
        tab.chart("compare_scatter").hover()
        tab.chart("compare_scatter").locator('[data-title*="Download plot"]').click()
    assert as_picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_click_on_a_point_opens_its_question_and_zoom_outlives_a_slider(tab: Tab) -> None:
    page = tab.page
    tab.open("compare")
    with tab.rerun():
        page.get_by_role("button", name="Open the sample").click()
    with tab.rerun():
        page.get_by_role("tab", name="Question by question").click()
    expect(page.get_by_text("Click a question")).to_be_visible()

    rows = tab.chart("compare_dumbbells")
    expect(rows.locator(".gtitle")).to_be_visible()
    with tab.rerun():
        # The pointer meets the chart's own layer, which knows what lies under it.
        rows.locator(".nsewdrag").click()

    expect(tab.chart("compare_alignment")).to_be_visible()
    zoomed = tab.zoom("compare_scatter")
    tab.press("missing_slider", "ArrowRight")
    assert tab.vertical_range("compare_scatter") == zoomed


def test_intervals_come_by_themselves_once_the_slider_rests(tab: Tab) -> None:
    tab.open("compare")
    with tab.rerun():
        tab.page.get_by_role("button", name="Open the sample").click()
    sure = tab.page.get_by_text("n = 43 pairs, p =").first
    expect(sure).to_be_visible()
    before = sure.text_content() or ""

    tab.press("missing_slider", *["ArrowRight"] * 5)

    expect(tab.page.get_by_text("working out how sure")).to_have_count(0)
    expect(sure).to_be_visible()
    expect(sure).not_to_have_text(before)
