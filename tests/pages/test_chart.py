"""What the chart hands to the browser."""

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.charts import charts, figures


def page() -> None:
    import numpy as np
    import plotly.graph_objects as go
    import streamlit as st

    from pages.shared.chart import chart
    from scoring.tables import Table

    figure = go.Figure(go.Scatter(x=np.array([0.5, 1.5]), y=[1, float("nan")]))
    figure.update_layout(title_text="one", height=210)
    table = Table(("name", "count", "share"), (("a", 1, 0.5), ("b", None, True)))
    chart(figure, key="scatter", alt="Two points", table=table)
    grid = go.Figure(go.Heatmap(z=np.array([[1, 2, 3], [4, 5, 6]])))
    chart(grid, key="grid", alt="A grid", height=99, on_click=st.write)
    chart(go.Figure(), key="empty", alt="Nothing", table=Table(("name", "count"), ()))


@pytest.fixture
def app() -> AppTest:
    running = AppTest.from_function(page).run()
    assert not running.exception
    return running


def test_chart_sends_the_figure_with_its_numbers(app: AppTest) -> None:
    found = figures(app)

    assert found["scatter"]["data"][0]["x"] == [0.5, 1.5]
    assert found["scatter"]["data"][0]["y"] == [1, None]
    assert found["scatter"]["layout"]["title"]["text"] == "one"
    assert found["grid"]["data"][0]["z"] == [[1, 2, 3], [4, 5, 6]]


def test_chart_leaves_colours_to_the_theme(app: AppTest) -> None:
    assert all("template" not in figure["layout"] for figure in figures(app).values())


def test_chart_sends_words_and_height(app: AppTest) -> None:
    found = charts(app)

    assert [data["alt"] for data in found.values()] == ["Two points", "A grid", "Nothing"]
    assert [data["height"] for data in found.values()] == [210, 99, 320]
    assert [data["clickable"] for data in found.values()] == [False, True, False]


def test_table_is_sent_as_it_reads_with_its_columns_of_numbers(app: AppTest) -> None:
    found = charts(app)

    assert found["grid"]["table"] is None
    assert found["scatter"]["table"] == {
        "columns": ["name", "count", "share"],
        "numeric": [False, True, False],
        "rows": [["a", "1", "0.50"], ["b", "", "yes"]],
    }
    assert found["empty"]["table"]["rows"] == []


def test_chart_does_not_change_the_figure() -> None:
    from pages.shared.chart import figure_json

    figure = go.Figure(go.Bar(y=np.array([1, 2])), {"template": "plotly_dark"})

    figure_json(figure)

    assert figure.layout.template.layout.paper_bgcolor is not None
