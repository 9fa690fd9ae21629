"""The server's edge: `streamlit run app.py` serves the dashboard and the files that it needs."""

import streamlit as st

from pages.shared.vendor import ROUTES

# The entry lies outside the folder that holds `pages/`, which closes Streamlit's own discovery of
# pages: whatever address comes first, no page runs without the entry.
app = st.App("pages/shared/entry.py", routes=ROUTES)
