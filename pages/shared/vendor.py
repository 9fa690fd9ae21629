"""What the browser loads from packages installed here, so that it never asks another machine."""

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse

PLOTLY_ADDRESS: Final = f"vendor/plotly-{version('plotly')}.min.js"
"""Plotly's drawing library, from the app's own root. The version is in the name, so that a browser
may keep the file for good."""

_PLOTLY_FILE = Path(str(files("plotly") / "package_data" / "plotly.min.js"))


async def plotly(_request: Request) -> FileResponse:
    """Serve the drawing library."""
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        # As it is, like Streamlit's own bundles: to compress its 4.8 MB anew for each browser takes
        # ten times as long as to send them.
        "Content-Encoding": "identity",
    }
    return FileResponse(_PLOTLY_FILE, media_type="text/javascript", headers=headers)
