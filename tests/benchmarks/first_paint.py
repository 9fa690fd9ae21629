"""How long the first page takes, in a server that nobody has used yet and a browser that has
nothing kept: beside it a minimal Streamlit script with the same widgets.

Run by hand, on a machine that is otherwise idle: `python -m tests.benchmarks.first_paint`. Both
take turns, each time with a new server process; read the ratio rather than the milliseconds.

The time is taken inside the page: from the start of navigation, once the server says that it is
healthy, to the first frame that shows the button under the form.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium, server

MINIMAL = """
import streamlit as st

st.set_page_config(page_title="Minimal", layout="wide")
with st.sidebar:
    st.subheader("Scoring settings")
    st.selectbox("Preset", ["strict", "default", "lenient"], help="Penalties.")
    for label, value in (("Unused", 0.1), ("Missing", 0.15), ("Cap", 0.5), ("Scale", 1.0)):
        slider, box = st.columns([3, 2], vertical_alignment="bottom")
        box.number_input(f"{label}, exact", 0.0, 1.0, value, label_visibility="collapsed")
        slider.slider(label, 0.0, 1.0, value, help="Taken off.")
    st.button("Reset settings", disabled=True)
    st.subheader("Judge")
    st.selectbox("Judge", ["Embedded", "Recorded", "LLM"], label_visibility="collapsed")
st.title("Score one case", anchor=False)
with st.container(horizontal=True, vertical_alignment="bottom"):
    st.button("Write a new case")
    st.selectbox("Open an example", ["one", "two"], index=None, width=340)
    with st.popover("Open a file"):
        st.file_uploader("JSON Lines: one case a line", type=["jsonl"])
st.text_area("Query", height=80)
with st.container(border=True):
    st.text_area("Add contexts", height=100, help="They become one block each.")
    st.button("Add an empty context")
st.text_area("Response", height=140)
st.button("Run both scorers", type="primary")
"""

PROBE = """
new MutationObserver((_, observer) => {
  const buttons = [...document.querySelectorAll("button")];
  if (!buttons.some((button) => button.textContent === "Run both scorers")) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const afterPaint = new MessageChannel();
    afterPaint.port1.onmessage = () => (window.painted = performance.now());
    afterPaint.port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def first_paint(browser: Browser, script: Path, folder: Path) -> tuple[float, float]:
    """Start a server and open its first page.

    Returns:
        Milliseconds until the server is healthy, and from there until the page is painted.
    """
    home = Path(tempfile.mkdtemp())
    started = time.perf_counter()
    with server.running(script, home, folder=folder) as address:
        healthy = (time.perf_counter() - started) * 1000
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        page = context.new_page()
        page.add_init_script(PROBE)
        page.goto(address)
        page.wait_for_function("window.painted", timeout=120_000)
        painted = float(page.evaluate("window.painted"))
        context.close()
    return healthy, painted


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="first page paint beside a minimal script")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    minimal = Path(tempfile.mkdtemp()) / "minimal.py"
    minimal.write_text(MINIMAL)
    # Both in the app's folder, so that both have the app's configuration.
    scripts = {"minimal script": minimal, "Score page": server.ROOT / "app.py"}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in scripts}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.provide())
        for _ in range(arguments.rounds):
            for name, script in scripts.items():
                taken[name].append(first_paint(browser, script, server.ROOT))
        browser.close()
    for name, times in taken.items():
        healthy, painted = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"{name:15} healthy after {healthy:6.0f} ms, then painted after {painted:6.0f} ms")
    floor, ours = (statistics.median(painted for _, painted in taken[name]) for name in scripts)
    print(f"the Score page takes {ours / floor:.2f} of the minimal script's time")


if __name__ == "__main__":
    main()
