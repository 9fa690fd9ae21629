"""One server for all browser tests, one browser for a module, one fresh context for a test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Route,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.browser import chromium, server
from tests.browser.tab import WIDE, Tab

expect.set_options(timeout=15_000)  # the first page of a server imports what it needs

# Streamlit looks for its server below a page's own address first, and finds it one level up.
_PROBES = ("/_stcore/health", "/_stcore/host-config")


@pytest.fixture(scope="session")
def app_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, as `streamlit run app.py` serves it."""
    with server.running(server.ROOT / "app.py", tmp_path_factory.mktemp("home")) as address:
        yield address


# Not for the session: Playwright keeps an event loop running in this thread, under which other
# tests could not call `asyncio.run`.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = chromium.find()
    if path is None:
        pytest.fail("No Chromium on this machine: `python -m tests` fetches one, or says how to.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path)
        yield launched
        launched.close()


@pytest.fixture
def problems() -> list[str]:
    """What the browser complained of so far; a test that provokes a complaint takes it out."""
    return []


@pytest.fixture
def page(browser: Browser, problems: list[str]) -> Iterator[Page]:
    """An empty tab. The test fails if the console reports an error, a script fails or anything is
    asked of another machine, which is refused.
    """
    context = browser.new_context(viewport=WIDE, color_scheme="light")

    def refuse(route: Route) -> None:
        problems.append(f"asked another machine: {route.request.url}")
        route.abort()

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and not _expected(message):
            problems.append(f"console: {message.text} ({message.location})")

    def listen_to_socket(socket: WebSocket) -> None:
        if not _local(socket.url):
            problems.append(f"asked another machine: {socket.url}")

    context.route(lambda url: not _local(url), refuse)
    empty = context.new_page()
    empty.on("console", listen)
    empty.on("pageerror", lambda error: problems.append(f"script: {error}"))
    empty.on("websocket", listen_to_socket)
    yield empty
    context.close()
    assert not problems


@pytest.fixture
def tab(page: Page, app_address: str, tmp_path: Path) -> Tab:
    """A tab for the app; it has not opened a page yet."""
    return Tab(page, app_address, tmp_path)


@pytest.fixture
def fresh_app(tmp_path: Path, page: Page) -> Iterator[Callable[..., Tab]]:
    """Starts a server that nobody has spoken to yet; options as for `server.running`."""
    with ExitStack() as stack:

        def start(script: Path = server.ROOT / "app.py", **options: str) -> Tab:
            home = tmp_path / "home"
            home.mkdir()
            address = stack.enter_context(server.running(script, home, options=options))
            return Tab(page, address, tmp_path)

        yield start
        page.close()  # before its server goes, of which it would complain


def _local(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in {"data", "blob"} or parts.hostname == "127.0.0.1"


def _expected(message: ConsoleMessage) -> bool:
    path = urlsplit(message.location["url"]).path
    return "404" in message.text and path.count("/") > 2 and path.endswith(_PROBES)
