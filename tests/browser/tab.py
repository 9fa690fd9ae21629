"""A browser tab with the app in it, and how to wait for it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, ViewportSize, WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

WIDE = ViewportSize(width=1280, height=1000)
NARROW = ViewportSize(width=400, height=900)


_PATIENCE = 60  # seconds for a run of the script

_AT_REST = """() => new Promise((done) => {
  const look = () => {
    const { testScriptState } = document.querySelector('[data-testid="stApp"]').dataset;
    if (testScriptState === "notRunning") done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""

_STILL = """(element) => new Promise((done) => {
  const top = () => element.getBoundingClientRect().top;
  const look = (last, since) => {
    const now = top();
    if (now !== last) requestAnimationFrame(() => look(now, performance.now()));
    else if (performance.now() - since > 300) done();
    else requestAnimationFrame(() => look(last, since));
  };
  look(top(), performance.now());
})"""

_CUT_OFF = """() => {
  const room = document.documentElement.clientWidth;
  const main = document.querySelector('[data-testid="stMain"]');
  const wide = [document.documentElement, main]
    .filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => `${each.tagName} is ${each.scrollWidth} wide, not ${each.clientWidth}`);
  const charts = [...document.querySelectorAll(".js-plotly-plot")]
    .map((each) => each.getBoundingClientRect())
    .filter(({ left, right }) => left < 0 || right > room + 1)
    .map(({ left, right }) => `a chart reaches from ${left} to ${right} of ${room}`);
  return [...wide, ...charts];
}"""


class Tab:
    """The app in a tab.

    Attributes:
        page: Playwright's page.
        address: The app's address, without a slash at its end.
        runs: How many runs of the script the server has reported finished.
        sent: How many bytes each message to the server took.
    """

    def __init__(self, page: Page, address: str, folder: Path) -> None:
        self.page = page
        self.address = address
        self.runs = 0
        self.sent: list[int] = []
        self._folder = folder
        page.on("websocket", self._listen)

    def open(self, path: str = "") -> None:
        """Load a page of the app and wait until it has run."""
        with self.rerun():
            self.page.goto(f"{self.address}/{path}")

    @contextmanager
    def rerun(self) -> Iterator[None]:
        """Do something that makes the script run again; wait until it has, and its result is drawn.

        The state that the page shows is not enough: right after a key press it still says that
        nothing runs, and a quick run may pass between two looks at it.
        """
        before = self.runs
        yield
        deadline = time.monotonic() + _PATIENCE
        while self.runs == before:
            assert time.monotonic() < deadline, "the script did not run"
            self.page.wait_for_timeout(10)
        self.page.evaluate(_AT_REST)

    def widget(self, key: str) -> Locator:
        """What was made with this key: a widget, a chart, a text."""
        return self.page.locator(f".st-key-{key}")

    def bring_to_rest(self, what: Locator) -> None:
        """Scroll to it, and wait until it stays where it is."""
        what.scroll_into_view_if_needed()
        what.evaluate(_STILL)

    def press(self, key: str, *strokes: str) -> None:
        """Press keys on a slider, each once the one before has been answered."""
        thumb = self.widget(key).get_by_role("slider")
        for stroke in strokes:
            with self.rerun():
                thumb.focus()
                self.page.keyboard.press(stroke)

    def chart(self, key: str) -> Locator:
        """A chart's drawing."""
        return self.widget(key).locator(".js-plotly-plot")

    def zoom(self, key: str) -> list[float]:
        """Zoom in on a chart's upper left as a person does; returns the new vertical range."""
        box = self.chart(key).locator(".nsewdrag").bounding_box()
        assert box is not None
        mouse = self.page.mouse
        mouse.move(box["x"] + 5, box["y"] + 5)
        mouse.down()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        mouse.up()
        return self.vertical_range(key)

    def vertical_range(self, key: str) -> list[float]:
        """The ends of a chart's vertical axis."""
        found: list[float] = self.chart(key).evaluate("(plot) => plot.layout.yaxis.range")
        return found

    def screenshots(self, name: str) -> Iterator[Path]:
        """Pictures of the whole page in light and dark, wide and narrow; it is left light, wide.

        While a picture is looked at, the page is as it was pictured.
        """
        for scheme in ("dark", "light"):
            for size, viewport in (("narrow", NARROW), ("wide", WIDE)):
                self.page.emulate_media(color_scheme=scheme)
                self.page.set_viewport_size(viewport)
                self.page.wait_for_timeout(300)  # the page answers a new width step by step
                picture = self._folder / f"{name}-{scheme}-{size}.png"
                self.page.screenshot(path=picture, full_page=True)
                yield picture

    def cut_off(self) -> list[str]:
        """What of the page does not fit into the window's width: itself, its main part, charts."""
        found: list[str] = self.page.evaluate(_CUT_OFF)
        return found

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(len(frame)))
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            message = ForwardMsg.FromString(frame)
            if message.WhichOneof("type") == "script_finished":
                self.runs += message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
