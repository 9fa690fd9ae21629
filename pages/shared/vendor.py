"""What the browser loads from packages installed here, so that it never asks another machine."""

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

PLOTLY_FILE = Path(str(files("plotly") / "package_data" / "plotly.min.js"))
"""The drawing library, as the plotly package brings it (4.8 MB)."""

PLOTLY_ADDRESS = f"vendor/plotly-{version('plotly')}.min.js"
"""Where the app serves it, from the app's own root. The version is in the name, so that a browser
may keep the file for good."""
