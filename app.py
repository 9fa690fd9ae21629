"""The server's edge: `streamlit run app.py` serves the dashboard and the files that it needs."""

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route

from pages.shared.vendor import PLOTLY_ADDRESS, PLOTLY_FILE


async def plotly(_request: Request) -> FileResponse:
    """Plotly's drawing library, which a browser keeps: another version has another address."""
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        # As it is, like Streamlit's own bundles: to compress it anew for each browser would take
        # ten times as long as to send it.
        "Content-Encoding": "identity",
    }
    return FileResponse(PLOTLY_FILE, media_type="text/javascript", headers=headers)


# The entry script lies outside the folder that holds `pages/`, which closes Streamlit's own
# discovery of pages: no page runs without the entry. The library's route has any prefix, because
# the app may be served below one (server.baseUrlPath).
app = st.App(
    "pages/shared/entry.py",
    routes=[Route(f"/{{prefix:path}}{PLOTLY_ADDRESS}", plotly)],
)
