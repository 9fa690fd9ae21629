"""One page that puts the chart and the text component through what a real page does to them."""

import plotly.graph_objects as go
import streamlit as st

from pages.shared.chart import ClickedPoint, chart
from pages.shared.text import Mark, annotated_text, inert
from scoring.tables import Table

HOSTILE = "<img src=x onerror=alert(1)> **bold** $x^2$"
TEXT = "😀 Running late\n  <b>not bold</b>  👩‍🚀 café ![](http://192.0.2.1/x.png)"


def bars(values: list[int]) -> go.Figure:
    """Bars called a, b, c."""
    figure = go.Figure(go.Bar(x=["a", "b", "c"], y=values, customdata=["A", "B", "C"]))
    figure.update_layout(title_text=f"first is {values[0]}", height=240)
    figure.update_yaxes(title_text="how much")
    return figure


def clicked(point: ClickedPoint) -> None:
    """Remember the point."""
    st.session_state.clicked = f"{point.trace} {point.index} {point.x} {point.y} {point.customdata}"


st.set_page_config(layout="wide")
value = st.slider("value", 0, 10, 3, key="value")
st.text(st.session_state.get("clicked", "nothing clicked"))
if st.checkbox("show the first chart", True, key="shown"):
    table = Table(("name", "amount", "note"), (("a", value / 3, HOSTILE), ("b", None, None)))
    chart(bars([value, 5, 7]), key="first", alt="Three bars", table=table, on_click=clicked)
chart(bars([1, 2, 3]), key="constant", alt="Three bars that stay")
near, far = st.tabs(["near", "far"])
with near:
    st.text("near")
with far:
    chart(bars([value, value, value]), key="hidden", alt="Three bars out of sight")
heat = go.Figure(go.Heatmap(z=[[1, 2], [3, value]]), {"title": {"text": f"heat {value}"}})
chart(heat, key="heat", alt="Four fields", height=200, on_click=clicked)
annotated_text(
    TEXT,
    [
        Mark(TEXT.index("café"), TEXT.index("café") + 4, "missing", "missing: café"),
        Mark(2, 9, "variant", "word form: run"),
        Mark(0, 1, "matched", "matched: 😀"),
    ],
    key="annotated",
    label="A response",
)
inert(HOSTILE, key="inert", label="A query")
