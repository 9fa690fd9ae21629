"""Charts and texts by themselves: `streamlit run` serves them as the app does."""

import streamlit as st

from pages.shared.vendor import ROUTES

app = st.App("page/page.py", routes=ROUTES)
