"""A query's keywords in the case's response and in the dataset's other responses to it."""

from streamlit.testing.v1 import AppTest

from pages.shared.case_in_hand import CaseInHand
from scoring.formats import case_to_json, json_line
from scoring.model import Case
from tests.pages.charts import charts

QUERY = "Docker image size"
RESPONSES = {"dense": "Docker", "sparse": "An image for docker", "both": "Docker image sizes"}


def test_a_case_shows_its_keywords_in_every_response_to_its_query(app: AppTest) -> None:
    _opened(app, 0)
    assert "keyword_matrix" not in charts(app)
    app.session_state["keyword_others"] = True
    app.run()
    assert not app.exception
    table = charts(app)["keyword_matrix"]["table"]
    assert {(row[0], row[1]): row[2] for row in table["rows"]} == {
        **{("Docker", name): "yes" for name in RESPONSES},
        **{("image", name): "yes" if name != "dense" else "no" for name in RESPONSES},
        **{("size", name): "yes" if name == "both" else "no" for name in RESPONSES},
    }
    assert "1  dense (this one)\n2  sparse\n3  both" in [element.value for element in app.text]


def test_a_query_with_one_response_has_no_panel_of_others(app: AppTest) -> None:
    _opened(app, 3)
    assert not [panel for panel in app.expander if "to this query" in panel.label]


def _opened(app: AppTest, position: int) -> None:
    """The Dataset page with three responses to `QUERY` and one to another, one of them in hand."""
    cases = [
        *(Case("q", QUERY, (), said, configuration=name) for name, said in RESPONSES.items()),
        Case("other", "Kubernetes pods", (), "Docker image"),
    ]
    app.run()
    app.switch_page("../dataset.py").run()
    app.text_area(key="dataset_paste").set_value(
        "\n".join(json_line(case_to_json(c)) for c in cases)
    )
    app.button(key="take_paste").click().run()
    app.session_state["_hand"] = CaseInHand.opened(cases[position])
    app.session_state["_opened"] = position
    app.run()
    assert not app.exception
