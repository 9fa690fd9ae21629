"""The Score page with a model as judge, over real HTTP to a server on loopback."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.tab import Tab
from tests.loopback_server import LoopbackServer, Reply, honest

CANARY = "sk-canary-7f3a9c1e5b"


def choose_model(tab: Tab, server: LoopbackServer) -> None:
    tab.widget("judge").get_by_role("combobox").click()
    tab.page.get_by_role("option", name="LLM").click()
    for label, text in (
        ("Model", "openai/scripted"),
        ("API base URL (optional)", server.api_base),
        ("API key", CANARY),
    ):
        box = tab.page.get_by_role("textbox", name=label, exact=True)
        with tab.rerun():
            box.fill(text)
            box.press("Enter")


def write_case(tab: Tab) -> None:
    tab.page.get_by_label("Query").fill("How long do refunds take?")
    tab.page.get_by_label("Response").fill("Two weeks.")
    tab.page.get_by_role("textbox", name="Add contexts").fill("Two weeks.\n\nBerlin.")


@pytest.fixture
def canary_never_shown(tab: Tab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that the page shows, its address, or the server's log and home may hold the key."""
    yield
    assert CANARY not in tab.page.locator("body").inner_text()
    assert CANARY not in tab.page.url
    for file in tmp_path_factory.getbasetemp().rglob("*"):
        if file.is_file():
            assert CANARY.encode() not in file.read_bytes(), file


@pytest.mark.usefixtures("canary_never_shown")
def test_a_model_judges_a_pasted_case_and_a_slider_asks_it_nothing_more(tab: Tab) -> None:
    with LoopbackServer(honest) as server:
        tab.open()
        choose_model(tab, server)
        write_case(tab)
        tab.page.get_by_role("button", name="Run both scorers").click()
        expect(tab.chart("waterfall")).to_be_visible(timeout=60_000)
        expect(tab.page.get_by_text("Judge: llm · openai/scripted")).to_be_visible()
        asked = len(server.requests)
        assert asked == 1
        tab.press("unused_slider", "ArrowRight", "ArrowRight")
        assert len(server.requests) == asked


@pytest.mark.usefixtures("canary_never_shown")
def test_a_slow_model_can_be_stopped_and_the_case_is_still_there(tab: Tab) -> None:
    with LoopbackServer(Reply("late", delay=60)) as server:
        tab.open()
        choose_model(tab, server)
        write_case(tab)
        tab.page.get_by_role("button", name="Run both scorers").click()
        tab.page.get_by_role("button", name="Stop judging").click(timeout=60_000)
        expect(tab.page.get_by_text("Stopped before the judge answered")).to_be_visible()
        expect(tab.widget("query_text")).to_contain_text("How long do refunds take?")


@pytest.mark.usefixtures("canary_never_shown")
def test_a_refused_key_is_said_in_plain_words(tab: Tab) -> None:
    refusal = Reply(status=401, error={"message": f"Incorrect API key provided: {CANARY}."})
    with LoopbackServer(refusal) as server:
        tab.open()
        choose_model(tab, server)
        write_case(tab)
        tab.page.get_by_role("button", name="Run both scorers").click()
        expect(tab.widget("failure")).to_be_visible(timeout=60_000)
        expect(tab.widget("failure")).to_contain_text("key")


@pytest.mark.usefixtures("canary_never_shown")
def test_a_reply_that_makes_no_sense_is_kept_and_shown_inertly(tab: Tab) -> None:
    with LoopbackServer(Reply("<b>I would say</b> ![high](http://192.0.2.1/x.png)")) as server:
        tab.open()
        choose_model(tab, server)
        write_case(tab)
        tab.page.get_by_role("button", name="Run both scorers").click()
        expect(tab.widget("failure")).to_be_visible(timeout=60_000)
        tab.page.get_by_text("The judge's reply as it came").click()
        expect(tab.widget("raw_reply")).to_contain_text("<b>I would say</b>")
