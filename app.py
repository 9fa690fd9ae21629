"""The server's edge: `streamlit run app.py` serves the dashboard and the files that it needs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread

import streamlit as st
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from pages.shared import vendor


async def first_page(request: Request) -> RedirectResponse:
    """Lead the first page's name to the app's root, the only address that Streamlit gives it."""
    query = request.url.query
    return RedirectResponse(f".?{query}" if query else ".")


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Import what the first page needs while the first browser still loads Streamlit's files."""
    Thread(target=import_module, args=("pages.shared.case_view",), daemon=True).start()
    yield


root = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")

# The entry lies outside the folder that holds `pages/`, which closes Streamlit's own discovery of
# pages: whatever address comes first, no page runs without the entry.
app = st.App(
    "pages/shared/entry.py",
    routes=[
        Route(f"{root}/score", first_page),
        Route(f"{root}/{vendor.PLOTLY_ADDRESS}", vendor.plotly),
    ],
    lifespan=lifespan,
)
