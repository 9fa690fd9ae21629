"""The figures of a page under AppTest."""

import base64
import json
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest


def figures(app: AppTest) -> dict[str, dict[str, Any]]:
    """The figures that a page shows, each under the key of its chart, as plotly.js gets them.

    Arrays are lists, however they were sent.
    """
    return {key: _plain(json.loads(data["figure"])) for key, data in charts(app).items()}


def charts(app: AppTest) -> dict[str, dict[str, Any]]:
    """All that the chart component gets, under the key of each chart.

    The text alternative is `alt`; the table is `table`, with `columns` and `rows` as shown.
    """
    payloads = (
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == "scorescope_chart"
    )
    return {data["name"]: data for data in payloads}


def texts(app: AppTest) -> dict[str, dict[str, Any]]:
    """All that the text component gets, under the label of each text; the text is in `pieces`."""
    payloads = (
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == "scorescope_text"
    )
    return {data["label"]: data for data in payloads}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() >= {"dtype", "bdata"}:
        array = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
        shape = [int(length) for length in str(value.get("shape", array.size)).split(",")]
        return array.reshape(shape).tolist()
    return {name: _plain(item) for name, item in value.items()}
