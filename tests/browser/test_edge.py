"""The server's edge: what it serves, and what comes first in a server that nobody has used yet."""

import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from pages.shared.vendor import PLOTLY_ADDRESS
from tests.browser.tab import Tab


@pytest.mark.parametrize(
    ("path", "heading"),
    [("guide", "How the scores are made"), ("score", "Score one case"), ("", "Score one case")],
)
def test_address_opened_first_in_a_fresh_server_gives_that_page_inside_the_app(
    fresh_app: Callable[..., Tab], path: str, heading: str
) -> None:
    tab = fresh_app()

    tab.open(path)

    expect(tab.page.get_by_role("heading", level=1)).to_have_text(heading)
    pages = tab.page.get_by_role("navigation").get_by_role("link")
    expect(pages).to_have_text(["Score", "Dataset", "Tune", "Compare", "Guide"])
    expect(tab.page.get_by_role("dialog")).to_have_count(0)


def test_first_page_has_its_name_for_an_address_with_settings_and_below_a_prefix(
    fresh_app: Callable[..., Tab],
) -> None:
    tab = fresh_app(**{"server.baseUrlPath": "/tools/scope/"})

    tab.open("score?scale=100")

    expect(tab.page).to_have_url(f"{tab.address}/?scale=100")
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Score one case")
    with urllib.request.urlopen(f"{tab.address}/{PLOTLY_ADDRESS}") as answer:
        assert answer.read(4096).startswith(b"/**\n* plotly.js")


def test_drawing_library_is_served_whole_and_may_be_kept_for_good(app_address: str) -> None:
    request = urllib.request.Request(
        f"{app_address}/{PLOTLY_ADDRESS}", headers={"Accept-Encoding": "gzip"}
    )

    with urllib.request.urlopen(request) as answer:
        assert answer.read(4096).startswith(b"/**\n* plotly.js")
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["vendor/widgetbundle.js", "vendor/datasets/iris.csv.gz", "vendor/plotly.min.js"]
)
def test_nothing_else_of_its_package_is_served(app_address: str, path: str) -> None:
    with urllib.request.urlopen(f"{app_address}/{path}") as answer:
        assert "<title>Streamlit</title>" in answer.read().decode()
